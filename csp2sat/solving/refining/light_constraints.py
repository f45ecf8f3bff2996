"""Large models without their few heavy constraints, such as tasks of which no two may overlap, to be asked about first.

Eleven resources of 138 tasks have millions of clauses, which take minutes to write, and may not be needed: what the
other constraints exclude already is no solution.
"""

from __future__ import annotations

from dataclasses import replace

from ...model.expr import Expr
from ...model.model import Model
from ...tuples import NamedTuple

HEAVY = 1_000  # formulas in a heavy constraint
MANY = 100_000  # formulas in all heavy constraints, which take half a minute and more
SHARE = 20  # times as many formulas as in all other constraints


class LightModel(NamedTuple):
    """A model without its heavy constraints and its objective, and the number of formulas that it lacks."""

    model: Model
    lacks: int


def lightened(model: Model) -> LightModel | None:
    """Return the model without the constraints in which nearly all of its formulas are; None if there are no such
    constraints, or if constraints may be violated at a cost.
    """
    sizes = [_size(constraint.formula) for constraint in model.constraints]
    heavy = sum(size for size in sizes if size >= HEAVY)
    if model.soft or heavy < max(MANY, SHARE * (sum(sizes) - heavy)):
        return None
    kept = [each for each, size in zip(model.constraints, sizes, strict=True) if size < HEAVY]
    return LightModel(replace(model, constraints=kept, objective=None), heavy)


def _size(formula: Expr) -> int:
    """Return the number of formulas in a conjunction, 1 for another formula."""
    return len(formula.args) if formula.op == "and" else 1
