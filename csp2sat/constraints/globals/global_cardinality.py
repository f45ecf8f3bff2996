"""global_cardinality: each of some values is taken by a given number of the terms.

Values that are not listed are free.  A value may be listed twice, or be a term: each pair of a value and a number
stands for itself.
"""

from __future__ import annotations

from ...model.constraint import GlobalConstraint, by_formula
from ...model.expr import Expr, all_of, node


def holds(size: tuple[int], *values: int) -> bool:
    """Whether each pair's value occurs as often among the terms as the pair's number.

    size: (number of terms,).  values: the terms, then value and number of each pair.
    """
    terms, rest = values[: size[0]], values[size[0] :]
    return all(terms.count(value) == number for value, number in zip(rest[::2], rest[1::2], strict=True))


def formula(size: tuple[int], *values: Expr | int) -> Expr:
    """Return the constraint as a `count` for each pair of a value and a number.  size, values: as in `holds`."""
    terms, rest = values[: size[0]], values[size[0] :]
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return all_of(node("count", "eq", value, number, *terms) for value, number in pairs)


CONSTRAINT = GlobalConstraint("global_cardinality", holds, by_formula, formula)
