"""Normal forms: of connectives from those of their arguments, and of formulas by formula, with leaves normalised on
demand.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import reduce
from typing import Any

from ...errors import ModelError
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node
from ...model.ops import COMPARISONS
from .deciding_terms import parted
from .formulas import ATOMS, Linear, Norm, at_most_zero, equal_zero
from .terms import Terms

PARTED = ATOMS | {"not"}
LEAVES = frozenset((*COMPARISONS, "bool"))


class NormalForms(dict[Expr, Expr]):
    """A map from formulas to their normal forms.

    The operator `[]` adds the normal form of a missing Boolean variable, of a missing comparison of linear terms, or of
    the negation of one; its result is None for any other missing formula.  bools: names of Boolean variables.
    terms: the terms of the comparisons.  norm: the normal form that they belong to.
    """

    def __init__(self, bools: Container[str], terms: Terms, norm: Norm):
        super().__init__()
        self._bools, self._terms, self._norm = bools, terms, norm

    def __missing__(self, formula: Expr) -> Any:
        op = formula.op
        if op in COMPARISONS:
            difference = self._terms.plain(*formula.args)
            if difference is None:
                return None
            self[formula] = normal = _compared(op, difference)
            return normal
        if op == "not" and formula.args[0].op in LEAVES and (inner := self[formula.args[0]]) is not None:
            self[formula] = normal = self.joined(op, [inner])
            return normal
        return self.declared(formula) if op == "bool" else None

    def declared(self, var: Expr) -> Expr:
        """Record and return a Boolean variable as its own normal form; raise ModelError if the variable is not
        declared.
        """
        if var.args[0] not in self._bools:
            raise ModelError(f"Boolean variable {var.args[0]} is not declared")
        self[var] = var
        return var

    def joined(self, op: str, args: list[Expr]) -> Expr:
        """Return the normal form of the connective `op` of normal formulas."""
        return CONNECTIVES[op]([parted(arg, self._norm) if arg.op in PARTED else arg for arg in args])

    def comparison(self, op: str, left: Expr | int, right: Expr | int) -> Expr:
        """Return the normal form of the comparison `op` (eq, ne, le, lt, ge, gt) of two prepared terms, false if a term
        is undefined.
        """
        atom = _compared(op, self._terms.sum_of(((1, left), (-1, right))))
        defined = self._terms.defined(left, right)
        return atom if defined is TRUE else all_of((defined, atom))


def _compared(op: str, difference: Linear) -> Expr:
    """Return the normal form of the comparison `op` of a sum with 0."""
    if op in ("lt", "ge"):
        difference = Linear(difference.terms, difference.const + 1)
    atom = (equal_zero if op in ("eq", "ne") else at_most_zero)(difference)
    return negation(atom) if op in ("ne", "gt", "ge") else atom


def _iff(p: Expr, q: Expr) -> Expr:
    """Return the normal form of "`p` if and only if `q`" for normal formulas, without constants, a common `not` or
    equal sides.
    """
    for one, other in ((p, q), (q, p)):
        if one is TRUE:
            return other
        if one is FALSE:
            return negation(other)
    if p.op == "not" and q.op == "not":
        p, q = p.args[0], q.args[0]
    if p is q:
        return TRUE
    return FALSE if p is negation(q) else node("iff", p, q)


def _ite(p: Expr, q: Expr, r: Expr) -> Expr:
    """Return the normal form of "`q` if `p`, else `r`" for normal formulas."""
    if p in (TRUE, FALSE) or q is r:
        return q if p is not FALSE else r
    if q in (TRUE, FALSE):
        return any_of((p, r)) if q is TRUE else all_of((negation(p), r))
    if r in (TRUE, FALSE):
        return any_of((negation(p), q)) if r is TRUE else all_of((p, q))
    return _iff(p, q) if q is negation(r) else node("ite", p, q, r)


CONNECTIVES: dict[str, Callable[[list[Expr]], Expr]] = {
    "not": lambda args: negation(args[0]),
    "and": all_of,
    "or": any_of,
    "imp": lambda args: any_of((negation(args[0]), args[1])),
    "iff": lambda args: _iff(*args),
    "ite": lambda args: _ite(*args),
    "xor": lambda args: reduce(lambda result, arg: negation(_iff(result, arg)), args, FALSE),
}
"""The normal form of each operator's formula, from those of its arguments: constants are folded, and equal or opposite
arguments simplified."""
