"""Constraints about truth alone, of which there may be very many: clauses, and cardinality constraints.

    (or p (not q) r)      (cardinality (0, 1) p (not q) r)      (le (add (if p 1 0) (if (not q) 1 0) (if r 1 0)) 1)

Clauses of Boolean variables are their own normal forms, and so are cardinality constraints of them.  A sum that counts
formulas makes no integers of them either.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from ...cnf.counts import are_few
from ...model.constraint import CARDINALITY, Bounds
from ...model.constraint import cardinality as counting
from ...model.expr import FALSE, TRUE, Expr
from ...model.ops import MIRRORED

CONSTANTS = frozenset((TRUE, FALSE))
ONE = (1, 0)  # the terms of a condition that is counted
_BOUNDS: dict[str, Callable[[int, int], Bounds]] = {  # of a sum OP number, which is at most `size`
    "eq": lambda number, size: (number, number),
    "le": lambda number, size: (0, number),
    "lt": lambda number, size: (0, number - 1),
    "ge": lambda number, size: (number, size),
    "gt": lambda number, size: (number + 1, size),
}


class Clauses:
    """Knows the clauses and cardinality constraints of Boolean variables.  names: of those that are declared."""

    def __init__(self, names: Container[str]):
        self._names = names
        self._literals: set[Expr] = set()

    def normal(self, formula: Expr) -> Expr | None:
        """The normal form of a clause, or of a cardinality constraint, of Boolean variables; None for anything else."""
        if formula.op == "or":
            return formula if len(formula.args) > 1 and self.literals(formula.args) else None
        if formula.op == CARDINALITY:
            return cardinality(formula, formula.args[1:]) if self.literals(formula.args[1:]) else None
        return None

    def literals(self, formulas: Sequence[Expr]) -> bool:
        """Are they all variables and their negations?"""
        return self._literals.issuperset(formulas) or all(map(self._is_literal, formulas))

    def _is_literal(self, formula: Expr) -> bool:
        var = formula.args[0] if formula.op == "not" else formula
        if var.op != "bool" or var.args[0] not in self._names:
            return False
        self._literals.add(formula)
        return True


def counted(formula: Expr) -> Sequence[Expr]:
    """The formulas that are counted, if it compares with numbers how many of some are true; else nothing."""
    if formula.op == CARDINALITY:
        return formula.args[1:]
    if formula.op not in _BOUNDS:
        return []
    left, right = formula.args
    total, number = (right, left) if isinstance(left, int) else (left, right)
    if not isinstance(number, int) or not isinstance(total, Expr) or total.op != "add":
        return []
    ones = [each.args[0] for each in total.args if isinstance(each, Expr) and each.op == "if" and each.args[1:] == ONE]
    return ones if len(ones) == len(total.args) else []


def cardinality(comparison: Expr, formulas: Sequence[Expr]) -> Expr | None:
    """The normal form of such a comparison.  formulas: the normal forms of what is counted.

    None for what cannot be true or takes many clauses: that is a sum like any other.
    """
    least, most = comparison.args[0] if comparison.op == CARDINALITY else _bounds(comparison, len(formulas))
    if not CONSTANTS.isdisjoint(formulas):
        true = formulas.count(TRUE)
        least, most = least - true, most - true
        formulas = [each for each in formulas if each is not TRUE and each is not FALSE]
    size = len(formulas)
    least, most = max(least, 0), min(most, size)
    if least > most or not (are_few(size, most) and are_few(size, size - least)):
        return None
    return counting(least, most, formulas)


def _bounds(comparison: Expr, size: int) -> Bounds:
    """What it says of so many formulas."""
    (left, right), op = comparison.args, comparison.op
    return _BOUNDS[MIRRORED[op]](left, size) if isinstance(left, int) else _BOUNDS[op](right, size)
