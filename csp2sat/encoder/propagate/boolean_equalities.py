"""Boolean variables of which the value is required, or that they are equal or opposite, share their literals.

    p      (not p)      (iff p q)      (not (iff p q))

As it is with `Aliases` of integers, that carries a consequence of one requirement into others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...cnf.sink import TRUE, Lit, Sink
from ...model.expr import Expr
from ..normalize.formulas import Norm

CONSTANT = None  # the root of variables that have a value
Name = str | None


class Facts:
    """formulas: the requirements that are true by sharing.

    names: of the Boolean variables; of those that share a literal the first one has it.  look=False: none do.
    """

    def __init__(self, norm: Norm, names: Iterable[str], look: bool = True):
        self.formulas: set[Expr] = set()
        self._order: dict[Name, int] = {CONSTANT: -1} | {name: at for at, name in enumerate(names)}
        self._same: dict[Name, tuple[Name, int]] = {}
        for formula, _ in norm.required if look else ():
            if formula.op in ("bool", "iff") or (formula.op == "not" and formula.args[0].op in ("bool", "iff")):
                self._see(formula)

    def literals(self, sink: Sink) -> dict[str, Lit]:
        """A literal for each variable: a new one, or that of another variable, or a constant."""
        found: dict[Name, Lit] = {CONSTANT: TRUE}
        free = [name for name in self._order if name is not CONSTANT and name not in self._same]
        found.update(zip(free, sink.new(len(free)), strict=True))
        return {name: self._literal(name, found) for name in self._order if name is not CONSTANT}

    def _literal(self, name: str, found: Mapping[Name, Lit]) -> Lit:
        root, sign = self._root(name)
        return sign * found[root]

    def _see(self, formula: Expr) -> None:
        inner, wanted = (formula.args[0], -1) if formula.op == "not" else (formula, 1)
        first, second = map(_variable, inner.args) if inner.op == "iff" else (_variable(inner), (CONSTANT, 1))
        if first is None or second is None:
            return
        (one, sign), (other, opposite) = self._root(*first), self._root(*second)
        if one == other:
            return  # true, or a contradiction, which the encoder writes
        if self._order[one] < self._order[other]:
            one, other = other, one
        self._same[one] = other, wanted * sign * opposite
        self.formulas.add(formula)

    def _root(self, name: Name, sign: int = 1) -> tuple[Name, int]:
        """The variable whose literal it has, and the sign of that.  The paths on the way are halved."""
        while name in self._same:
            parent, inner = self._same[name]
            if parent in self._same:
                parent, more = self._same[parent]
                inner *= more
                self._same[name] = parent, inner
            name, sign = parent, sign * inner
        return name, sign


def _variable(formula: Expr) -> tuple[str, int] | None:
    """The variable and its sign, if the formula is a literal."""
    inner, sign = (formula.args[0], -1) if formula.op == "not" else (formula, 1)
    return (inner.args[0], sign) if inner.op == "bool" else None
