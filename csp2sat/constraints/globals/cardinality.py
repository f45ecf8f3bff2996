"""cardinality: the number of true formulas among some is within two bounds.

Models use it for counting true formulas; if the constraint is required and takes few clauses, it is its own normal form
(see `encoder.normalize.booleans`), else the formula here is encoded.
"""

from __future__ import annotations

from ...model.constraint import CARDINALITY, Bounds, GlobalConstraint, by_formula
from ...model.expr import Expr, between, node, term


def holds(bounds: Bounds, *truths: bool) -> bool:
    """Whether the number of true values is within the bounds (least, most), both included."""
    least, most = bounds
    return least <= sum(truths) <= most


def formula(bounds: Bounds, *formulas: Expr) -> Expr:
    """Return the constraint as comparisons of a sum with its bounds, or with one of them if the other always holds.

    bounds: as in `holds`.
    """
    (least, most), total = bounds, term("add", *formulas)
    if least <= 0:
        return node("le", total, most)
    return node("ge", total, least) if most >= len(formulas) else between(total, least, most)


CONSTRAINT = GlobalConstraint(CARDINALITY, holds, by_formula, formula)
