"""weightedsum: a sum of terms with constant weights, compared with a term."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.constraint import GlobalConstraint, by_formula
from ...model.expr import Expr, node
from ...model.ops import OPS


def holds(op: str, weights: Sequence[int], bound: int, *terms: int) -> bool:
    """Whether the sum of weight times value compares with `bound` by `op`.  weights: one for each term."""
    return bool(OPS[op].meaning(sum(w * t for w, t in zip(weights, terms, strict=True)), bound))


def formula(op: str, weights: Sequence[int], bound: Expr | int, *terms: Expr | int) -> Expr:
    """Return the constraint, which is encoded as this formula: the weighted sum compares with the bound by `op`.

    weights: one for each term.
    """
    return node(op, node("add", *(node("mul", w, t) for w, t in zip(weights, terms, strict=True))), bound)


CONSTRAINT = GlobalConstraint("weightedsum", holds, by_formula, formula)
