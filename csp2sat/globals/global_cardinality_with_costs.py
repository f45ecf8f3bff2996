"""global_cardinality_with_costs: a global_cardinality, and the cost of which term takes which value.

An entry (i, k) with a weight says what it costs that term i takes the value of pair k; other pairs cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.constraint import GlobalConstraint, by_formula
from ..model.expr import Expr, node
from ..model.items import DATA, Item, Pairs, counted, integer, tuples
from ..model.ops import TERM
from . import global_cardinality

USAGE = "(global_cardinality_with_costs (TERM ...) ((VALUE NUMBER) ...) ((I K WEIGHT) ...) COST)"
Entries = tuple[tuple[int, int], ...]  # positions of term and pair, both from 1


def holds(size: tuple[int], entries: Entries, cost: int, *values: int) -> bool:
    """The meaning.  size: (number of terms,); values: the weights of the entries, then as of `global_cardinality`."""
    weights, rest = values[: len(entries)], values[len(entries) :]
    paid = [w for w, (t, value) in zip(weights, _compared(size, entries, rest), strict=True) if t == value]
    return global_cardinality.holds(size, *rest) and sum(paid) == cost


def _compared(size: tuple[int], entries: Entries, values: Sequence[Any]) -> list[tuple[Any, Any]]:
    """For each entry the term and the value."""
    return [(values[i - 1], values[size[0] + 2 * (k - 1)]) for i, k in entries]


def formula(size: tuple[int], entries: Entries, cost: Expr | int, *values: Expr | int) -> Expr:
    """The same as a `global_cardinality` and a sum."""
    weights, rest = values[: len(entries)], values[len(entries) :]
    compared = zip(weights, _compared(size, entries, rest), strict=True)
    paid = (node("if", node("eq", term, value), weight, 0) for weight, (term, value) in compared)
    return node("and", node("global_cardinality", size, *rest), node("eq", node("add", *paid), cost))


def arguments(form: Sequence[Item]) -> Pairs:
    """`(global_cardinality_with_costs (term...) ((value number)...) ((i k weight)...) cost)`; positions from 1."""
    terms, pairs, entries, cost = counted(form, (4,), USAGE)
    size, *values = global_cardinality.arguments((terms, pairs))
    entries = tuples(entries, 3, "(I K WEIGHT)")
    places = tuple(
        (integer(i, "a term's position", 1, len(terms)), integer(k, "a pair's position", 1, len(pairs)))
        for i, k, _ in entries
    )
    return [size, (places, DATA), (cost, TERM), *((weight, TERM) for _, _, weight in entries), *values]


def items(size: tuple[int], entries: Entries, cost: Any, *values: Any) -> list[Item]:
    """The form of the arguments."""
    costs = [[i, k, weight] for (i, k), weight in zip(entries, values, strict=False)]
    return [*global_cardinality.items(size, *values[len(entries) :]), costs, cost]


CONSTRAINT = GlobalConstraint(
    "global_cardinality_with_costs",
    holds,
    by_formula,
    formula,
    ("global_cardinality_with_costs",),
    arguments,
    items,
)
