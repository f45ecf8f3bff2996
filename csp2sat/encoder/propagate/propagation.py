"""Bounds propagation over a whole normal form, Booleans included, from domains that can be reset."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable
from typing import NoReturn

from ...model.constraint import RELATION
from ...model.domain import Domain
from ...model.expr import Expr
from ..normalize.definitions import DEFINITIONS
from ..normalize.domains import Narrowing
from ..normalize.formulas import Linear, Norm
from .bounds import Tightening
from .zero_one import Budget, Contradiction, ZeroOne

DEFINITION = 20  # units that the narrowing by a definition is taken for, for each range of its variables

PART = 2  # the same for a part of a clause


class _Strict(Narrowing):
    """Domains whose narrowing raises Contradiction instead of emptying a domain, and spends units of a budget."""

    def __init__(self, domains: list[Domain], budget: Budget):
        super().__init__(domains)
        self.budget = budget

    def emptied(self) -> NoReturn:
        raise Contradiction

    def keep(self, x: int, domain: Domain) -> None:
        self.budget.spend(len(domain.ranges))
        super().keep(x, domain)

    def at_most_zero(self, e: Linear) -> None:
        self.budget.spend(2 * len(e.terms))
        super().at_most_zero(e)


class _Tracked(Tightening):
    """A propagation that collects the variables whose domains changed in `touched`, and spends units of a budget."""

    def __init__(self, norm: Norm, narrowing: _Strict):
        self.touched: list[int] = []
        self._strict = narrowing
        super().__init__(norm, narrowing)

    def _wake(self, queue: deque[int], waiting: bytearray) -> None:
        self.touched += self._strict.changed
        super()._wake(queue, waiting)

    def _is_open(self, part: Expr) -> bool:
        self._strict.budget.spend(PART)
        return super()._is_open(part)

    def _require(self, part: Expr) -> None:
        if part.op == RELATION:
            self._strict.budget.spend(len(part.args[0].tuples))
        elif part.op in DEFINITIONS:
            terms = [arg.terms for arg in part.args if isinstance(arg, Linear)]
            ranges = sum(len(self._strict.domains[x].ranges) for each in terms for _, x in each)
            self._strict.budget.spend(DEFINITION * ranges)
        super()._require(part)


class Propagation:
    """Propagation over a normal form, starting from the domains that follow from all of its requirements.

    norm: the propagated normal form, with 0-1 integers for Booleans.  bools: the integers of the Booleans by name.
    narrowing: the domains.  Raises NotLinear, Contradiction, OutOfBudget.
    """

    def __init__(self, norm: Norm, budget: Budget):
        whole = ZeroOne(norm, budget)
        self.norm, self.bools = whole.norm, whole.bools
        self.narrowing = _Strict(whole.norm.domains, budget)
        self._every = _Tracked(whole.norm, self.narrowing)
        self._every.run(range(self._every.size), sys.maxsize)

    @property
    def domains(self) -> list[Domain]:
        """The current domains by variable, which change in place."""
        return self.narrowing.domains

    @property
    def budget(self) -> Budget:
        """The budget that propagation spends."""
        return self.narrowing.budget

    def follow(self) -> Iterable[int]:
        """Propagate the narrowing done since the last call; return the variables whose domains changed.

        Raise Contradiction if a domain would become empty, and OutOfBudget if propagation takes too long.
        """
        self._every.touched.clear()
        self._every.run((), sys.maxsize)
        return set(self._every.touched)

    def back(self, domains: list[Domain]) -> None:
        """Reset the domains to an earlier copy."""
        self.domains[:] = domains
        self.narrowing.forget()

    def grant(self, budget: Budget) -> Budget:
        """Exchange the budget for another one; return the previous budget."""
        before, self.narrowing.budget = self.narrowing.budget, budget
        return before
