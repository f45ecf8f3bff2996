"""Constraints about truth alone, of which there may be very many: clauses, and cardinality constraints.

    (or p (not q) r)      (le (add (if p 1 0) (if (not q) 1 0) (if r 1 0)) 1)

Clauses of Boolean variables are their own normal forms.  A count of formulas makes no integers of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from ...cnf.counts import are_few
from ...model.expr import FALSE, TRUE, Expr, node
from ...model.ops import MIRRORED

CARDINALITY = "cardinality"  # (cardinality least most formulas...): so many of them are true, both numbers included
_BOUNDS: dict[str, Callable[[int, int], tuple[int, int]]] = {  # of a sum OP number, which is at most `size`
    "eq": lambda number, size: (number, number),
    "le": lambda number, size: (0, number),
    "lt": lambda number, size: (0, number - 1),
    "ge": lambda number, size: (number, size),
    "gt": lambda number, size: (number + 1, size),
}


class Clauses:
    """The clauses of Boolean variables.  names: of those that are declared."""

    def __init__(self, names: Container[str]):
        self._names = names
        self._literals: set[Expr] = set()

    def __contains__(self, formula: Expr) -> bool:
        parts = formula.args
        return formula.op == "or" and len(parts) > 1 and self.literals(parts)

    def literals(self, formulas: Sequence[Expr]) -> bool:
        """Are they all variables and their negations?"""
        return self._literals.issuperset(formulas) or all(map(self._is_literal, formulas))

    def _is_literal(self, formula: Expr) -> bool:
        var = formula.args[0] if formula.op == "not" else formula
        if var.op != "bool" or var.args[0] not in self._names:
            return False
        self._literals.add(formula)
        return True


def counted(formula: Expr) -> list[Expr]:
    """The formulas that are counted, if it compares with a number how many of some are true; else nothing."""
    if formula.op not in _BOUNDS:
        return []
    left, right = formula.args
    total, number = (right, left) if isinstance(left, int) else (left, right)
    if not isinstance(number, int) or not isinstance(total, Expr) or total.op != "add":
        return []
    ones = [each for each in total.args if isinstance(each, Expr) and each.op == "if" and each.args[1:] == (1, 0)]
    return [each.args[0] for each in ones] if len(ones) == len(total.args) else []


def cardinality(comparison: Expr, formulas: Sequence[Expr]) -> Expr | None:
    """The normal form of such a comparison.  formulas: the normal forms of what is counted.

    None for what cannot be true or takes many clauses: that is a sum like any other.
    """
    (left, number), op = comparison.args, comparison.op
    if isinstance(left, int):
        number, op = left, MIRRORED[op]
    if TRUE in formulas or FALSE in formulas:
        number -= formulas.count(TRUE)
        formulas = [each for each in formulas if each is not TRUE and each is not FALSE]
    size = len(formulas)
    least, most = _BOUNDS[op](number, size)
    least, most = max(least, 0), min(most, size)
    if least > most or not (are_few(size, most) and are_few(size, size - least)):
        return None
    return node(CARDINALITY, least, most, *formulas)
