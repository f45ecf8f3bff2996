"""The size of a problem: whether it is so small that a solver finds the best solution before any exploration does."""

from __future__ import annotations

from collections.abc import Iterable

from ...encoder.normalize.formulas import Norm
from ...model.expr import Expr
from ...model.model import Model

FEW, FEW_BITS = 25, 64  # variables, and bits of their values, of a problem that a solver answers at once, at most
FEW_GOALS = 1000  # values of the objective of such a problem, at most
FEW_PLACES = 8  # of a tour that a solver finds at once, at most


def has_tour(formulas: Iterable[Expr]) -> bool:
    """Whether one of the required formulas is a tour of more places than a solver finds at once."""
    return any(formula.op == "circuit" and len(formula.args) > FEW_PLACES for formula in formulas)


def is_small(norm: Norm, model: Model) -> bool:
    """Whether a model has so few variables and values that a linear search is not worth its time."""
    if has_tour(formula for formula, _ in norm.required):
        return False
    assert norm.objective is not None
    if norm.domains[norm.objective].size() > FEW_GOALS:
        return False
    bits = len(model.bools) + sum([(domain.size() - 1).bit_length() for domain in model.ints.values()])
    return len(model.ints) + len(model.bools) < FEW and bits < FEW_BITS
