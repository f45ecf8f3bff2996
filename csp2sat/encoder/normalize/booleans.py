"""Constraints about Boolean variables alone, often very many: clauses and cardinality constraints.

    (or p (not q) r)      (cardinality (0, 1) p (not q) r)      (le (add (if p 1 0) (if (not q) 1 0) (if r 1 0)) 1)

Clauses of Boolean variables are their own normal forms, and cardinality constraints of Boolean variables, too.  A sum
that counts formulas creates no integers for them either.
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
    """A recogniser of clauses and cardinality constraints over Boolean variables; `names` are the declared Boolean
    variables.
    """

    def __init__(self, names: Container[str]):
        self._names = names
        self._literals: set[Expr] = set()

    def normal(self, formula: Expr) -> Expr | None:
        """Return the normal form of a clause of at least two Boolean literals, or of a cardinality constraint over
        Boolean literals; None for any other formula.

        Return None, too, if a cardinality constraint is contradictory or takes many clauses.
        """
        if formula.op == "or":
            return formula if len(formula.args) > 1 and self.literals(formula.args) else None
        if formula.op == CARDINALITY:
            return cardinality(formula, formula.args[1:]) if self.literals(formula.args[1:]) else None
        return None

    def literals(self, formulas: Sequence[Expr]) -> bool:
        """Whether all formulas are declared Boolean variables or their negations."""
        return self._literals.issuperset(formulas) or all(map(self._is_literal, formulas))

    def _is_literal(self, formula: Expr) -> bool:
        var = formula.args[0] if formula.op == "not" else formula
        if var.op != "bool" or var.args[0] not in self._names:
            return False
        self._literals.add(formula)
        return True


def counted(formula: Expr) -> Sequence[Expr]:
    """Return the formulas that a constraint counts: the parts of a cardinality constraint, or the conditions f of a sum
    of terms `(if f 1 0)` that is compared with a number.

    Return [] for any other formula.
    """
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
    """Return a cardinality constraint as its normal form, given the normal forms of the counted formulas; constants are
    counted in advance.

    The comparison is one for which `counted` is not empty.  Return None if the constraint is contradictory or takes
    many clauses, so that an ordinary sum is better.
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
    """Return the bounds that a comparison of a sum with a number sets on the number of true formulas, out of `size`
    formulas.
    """
    (left, right), op = comparison.args, comparison.op
    return _BOUNDS[MIRRORED[op]](left, size) if isinstance(left, int) else _BOUNDS[op](right, size)
