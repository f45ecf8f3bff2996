"""global_cardinality: each of some values is taken by a given number of the terms.

Values that are not listed are free.  A value may be listed twice, or be a term: each pair stands for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.constraint import GlobalConstraint, by_formula
from ..model.expr import Expr, all_of, node
from ..model.items import DATA, Item, Pairs, chunks, counted, listed, tuples
from ..model.ops import TERM


def holds(size: tuple[int], *values: int) -> bool:
    """The meaning.  size: (number of terms,); values: the terms, then value and number of each pair."""
    terms, pairs = values[: size[0]], chunks(values[size[0] :], 2)
    return all(terms.count(value) == number for value, number in pairs)


def formula(size: tuple[int], *values: Expr | int) -> Expr:
    """The same as a `count` for each pair."""
    terms, pairs = values[: size[0]], chunks(values[size[0] :], 2)
    return all_of(node("count", "eq", value, number, *terms) for value, number in pairs)


def arguments(form: Sequence[Item]) -> Pairs:
    """`(global_cardinality (term...) ((value number)...))`."""
    terms, pairs = counted(form, (2,), "(global_cardinality (TERM ...) ((VALUE NUMBER) ...))")
    values = [*listed(terms, "terms"), *(item for pair in tuples(pairs, 2, "(VALUE NUMBER)") for item in pair)]
    return [((len(terms),), DATA), *((value, TERM) for value in values)]


def items(size: tuple[int], *values: Any) -> list[Item]:
    """The form of the arguments."""
    return [list(values[: size[0]]), [list(pair) for pair in chunks(values[size[0] :], 2)]]


CONSTRAINT = GlobalConstraint(
    "global_cardinality", holds, by_formula, formula, ("global_cardinality",), arguments, items
)
