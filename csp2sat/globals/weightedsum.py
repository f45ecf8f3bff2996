"""weightedsum: a sum of terms with constant weights, compared with a term."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.constraint import GlobalConstraint, by_formula
from ..model.expr import Expr, node
from ..model.items import DATA, Item, Pairs, comparison, counted, integer, tuples
from ..model.ops import OPS, TERM


def holds(op: str, weights: Sequence[int], bound: int, *terms: int) -> bool:
    """The meaning."""
    return bool(OPS[op].meaning(sum(w * t for w, t in zip(weights, terms, strict=True)), bound))


def formula(op: str, weights: Sequence[int], bound: Expr | int, *terms: Expr | int) -> Expr:
    """The same as a comparison of linear terms, which is what it is encoded as."""
    return node(op, node("add", *(node("mul", w, t) for w, t in zip(weights, terms, strict=True))), bound)


def arguments(form: Sequence[Item]) -> Pairs:
    """`(weightedsum ((weight term)...) op bound)`; weights are integers."""
    pairs, op, bound = counted(form, (3,), "(weightedsum ((WEIGHT TERM) ...) OPERATOR TERM)")
    pairs = tuples(pairs, 2, "(WEIGHT TERM)")
    weights = tuple(integer(weight, "a weight") for weight, _ in pairs)
    return [(comparison(op), DATA), (weights, DATA), (bound, TERM), *((term, TERM) for _, term in pairs)]


def items(op: str, weights: Sequence[int], bound: Any, *terms: Any) -> list[Item]:
    """The form of the arguments."""
    return [[list(pair) for pair in zip(weights, terms, strict=True)], op, bound]


CONSTRAINT = GlobalConstraint("weightedsum", holds, by_formula, formula, ("weightedsum",), arguments, items)
