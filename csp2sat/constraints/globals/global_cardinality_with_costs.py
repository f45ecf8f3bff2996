"""global_cardinality_with_costs: a global_cardinality, and the cost of the values that the terms take.

An entry (i, k) with a weight: if term i takes the value of pair k, the weight is paid; other choices cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...model.constraint import GlobalConstraint, by_formula
from ...model.expr import Expr, node
from . import global_cardinality

Entries = tuple[tuple[int, int], ...]  # positions of term and pair, both from 1


def holds(size: tuple[int], entries: Entries, cost: int, *values: int) -> bool:
    """Whether the `global_cardinality` holds and the weights that are paid have the sum `cost`.

    size: (number of terms,).  values: the weights of the entries, then the terms, then value and number of each pair.
    """
    weights, rest = values[: len(entries)], values[len(entries) :]
    paid = [w for w, (t, value) in zip(weights, _compared(size, entries, rest), strict=True) if t == value]
    return global_cardinality.holds(size, *rest) and sum(paid) == cost


def _compared(size: tuple[int], entries: Entries, values: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Return for each entry its term and its value, from the `values` of `global_cardinality`.  size: (number of
    terms,).
    """
    return [(values[i - 1], values[size[0] + 2 * (k - 1)]) for i, k in entries]


def formula(size: tuple[int], entries: Entries, cost: Expr | int, *values: Expr | int) -> Expr:
    """Return the constraint as a `global_cardinality` and a sum of weights that is `cost`.

    size: (number of terms,).  values: the weights of the entries, then the terms, then value and number of each pair.
    """
    weights, rest = values[: len(entries)], values[len(entries) :]
    compared = zip(weights, _compared(size, entries, rest), strict=True)
    paid = (node("if", node("eq", term, value), weight, 0) for weight, (term, value) in compared)
    return node("and", node("global_cardinality", size, *rest), node("eq", node("add", *paid), cost))


CONSTRAINT = GlobalConstraint("global_cardinality_with_costs", holds, by_formula, formula)
