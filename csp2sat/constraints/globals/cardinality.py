"""cardinality: of some formulas at least, and at most, so many are true.

Models are written with it where they count what is true; where it is required, and takes few clauses, it is its own
normal form (see `encoder.normalize.booleans`), else the formula here is what is encoded.
"""

from __future__ import annotations

from ...model.constraint import CARDINALITY, Bounds, GlobalConstraint, by_formula
from ...model.expr import Expr, between, node, term


def holds(bounds: Bounds, *truths: bool) -> bool:
    """The meaning; both bounds are included."""
    least, most = bounds
    return least <= sum(truths) <= most


def formula(bounds: Bounds, *formulas: Expr) -> Expr:
    """The same as comparisons of a sum."""
    (least, most), total = bounds, term("add", *formulas)
    if least <= 0:
        return node("le", total, most)
    return node("ge", total, least) if most >= len(formulas) else between(total, least, most)


CONSTRAINT = GlobalConstraint(CARDINALITY, holds, by_formula, formula)
