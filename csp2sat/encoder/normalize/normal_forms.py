"""The normal forms of formulas, of which those of leaves are made when they are asked for."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ...errors import ModelError
from ...model.expr import TRUE, Expr, all_of, negation
from ...model.ops import COMPARISONS
from .formulas import Linear, at_most_zero, equal_zero
from .terms import Terms


class NormalForms(dict[Expr, Expr]):
    """The normal form of each formula.  Asked for by `[]`, a Boolean variable, and a comparison of an integer variable
    with a number, as most are, get theirs; any other formula that is not there is None.

    bools: names of Boolean variables.  terms: those that comparisons are of.
    """

    def __init__(self, bools: Container[str], terms: Terms):
        super().__init__()
        self._bools, self._terms = bools, terms

    def __missing__(self, formula: Expr) -> Any:
        if formula.op in COMPARISONS and _is_bound(*formula.args):
            self[formula] = normal = self.comparison(formula.op, *formula.args)
            return normal
        return self.declared(formula) if formula.op == "bool" else None

    def declared(self, var: Expr) -> Expr:
        """A Boolean variable, which is its own normal form.  Raises ModelError if it is not declared."""
        if var.args[0] not in self._bools:
            raise ModelError(f"Boolean variable {var.args[0]} is not declared")
        self[var] = var
        return var

    def comparison(self, op: str, left: Expr | int, right: Expr | int) -> Expr:
        """The normal form of a comparison of terms that are prepared."""
        difference = self._terms.difference(left, right)
        if op in ("lt", "ge"):
            difference = Linear(difference.terms, difference.const + 1)
        atom = (equal_zero if op in ("eq", "ne") else at_most_zero)(difference)
        atom = negation(atom) if op in ("ne", "gt", "ge") else atom
        defined = self._terms.defined(left, right)
        return atom if defined is TRUE else all_of((defined, atom))


def _is_bound(left: Expr | int, right: Expr | int) -> bool:
    """Is a comparison of the two about a variable and a number?"""
    return isinstance(right, int) and isinstance(left, Expr) and left.op == "int"
