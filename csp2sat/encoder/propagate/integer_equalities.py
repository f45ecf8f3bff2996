"""Variables that are required to be equal, up to sign and a constant, share their literals.

This carries a consequence of one requirement into others, as narrowing domains does, and it comes after that: a
variable takes another one's literals only if their domains correspond.
"""

from __future__ import annotations

from ...model.expr import Expr
from ..normalize.domains import image
from ..normalize.formulas import Norm
from ..normalize.linear import Linear, linear


class Aliases:
    """same: variables that are `factor * x + offset` (factor 1 or -1) of one with a smaller number, which is no alias
    itself.  equations: the requirements that are true then.

    declared: the number of declared variables; look=False: there are no aliases.
    Declared variables and the objective keep consecutive literals in ascending order, as the map says.
    """

    def __init__(self, norm: Norm, declared: int, look: bool = True):
        self._norm, self._declared = norm, declared
        self.same: dict[int, tuple[int, int, int]] = {}
        self.equations: set[Expr] = set()
        self._fixed = {x: domain.lo for x, domain in enumerate(norm.domains) if domain.lo == domain.hi}
        for formula, _ in norm.required if look else ():
            if formula.op == "eq0" and self._joins(formula.args[0]):
                self.equations.add(formula)
        for x in sorted(self.same):
            self.same[x] = self._root(x)
        self._special = {*self.same, *self._fixed}

    def free(self, e: Linear) -> Linear:
        """The same sum without aliases, and without the variables that have one value."""
        if self._special.isdisjoint([x for _, x in e.terms]):
            return e
        return self._unfixed(self._substituted(e))

    def _unfixed(self, e: Linear) -> Linear:
        const = e.const + sum(a * self._fixed[x] for a, x in e.terms if x in self._fixed)
        return Linear(tuple((a, x) for a, x in e.terms if x not in self._fixed), const)

    def _substituted(self, e: Linear) -> Linear:
        sums: dict[int, int] = {}
        const = e.const
        for a, x in e.terms:
            root, factor, offset = self._root(x)
            sums[root] = sums.get(root, 0) + a * factor
            const += a * offset
        return linear(sums, const)

    def _root(self, x: int) -> tuple[int, int, int]:
        """(y, factor, offset): x is factor * y + offset, and y is no alias."""
        factor, offset = 1, 0
        while x in self.same:
            x, inner, constant = self.same[x]
            factor, offset = factor * inner, offset + factor * constant
        return x, factor, offset

    def _joins(self, e: Linear) -> bool:
        """Make one variable of e = 0 an alias of the other, if it is about two and that can be."""
        e = self._unfixed(e)
        if len(e.terms) != 2:
            return False
        domains, e = self._norm.domains, self._substituted(e)
        if len(e.terms) != 2 or any(abs(a) != 1 for a, _ in e.terms):
            return False
        (b, y), (a, x) = e.terms
        factor, offset = -a * b, -a * e.const  # x = factor * y + offset
        if not self._may_join(x, factor) or domains[x] != image(domains[y], factor, offset):
            return False
        self.same[x] = y, factor, offset
        return True

    def _may_join(self, x: int, factor: int) -> bool:
        if x in self._norm.chosen:
            return False
        return factor == 1 if x < self._declared else x != self._norm.objective
