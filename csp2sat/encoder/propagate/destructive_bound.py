"""A lower bound of an objective: what is better is refuted by propagation, from domains where it is required.

Propagation takes only values away that are in no solution; where none are left there is no solution that good.  The
best value that is not refuted is found by bisection.
Source: R. Klein, A. Scholl, Computing lower bounds by destructive improvement, EJOR 112, 1999.
"""

from __future__ import annotations

from ...model.domain import Domain
from . import disjunctive_tasks
from .propagation import Contradiction, Propagation
from .zero_one import OutOfBudget


class DestructiveBound:
    """whole: of a normal form that has an objective, whose domains are set back in the end."""

    def __init__(self, whole: Propagation):
        self._whole, self._root = whole, [*whole.domains]
        self._machines = [m for m in disjunctive_tasks.machines(whole.norm) if len(m) > 2]

    def least(self, low: int, high: int) -> int:
        """Of low..high the least value that the objective may be at most; high is not asked about."""
        return self._search(low, high, 1)

    def greatest(self, low: int, high: int) -> int:
        """The greatest one that it may be at least; low is not asked about."""
        return -self._search(-high, -low, -1)

    def _search(self, low: int, high: int, sign: int) -> int:
        """The least value of low..high that is not refuted for sign * the objective, as far as the budget goes."""
        try:
            while low < high:
                middle = (low + high) // 2
                if self._refuted(Domain([(low, middle) if sign > 0 else (-middle, -low)])):
                    low = middle + 1
                else:
                    high = middle
        except OutOfBudget:
            pass
        self._whole.back(self._root)
        return low

    def _refuted(self, wanted: Domain) -> bool:
        """Is there no solution whose objective is one of these?"""
        objective = self._whole.norm.objective
        assert objective is not None
        self._whole.back(self._root)
        try:
            self._whole.narrowing.keep(objective, wanted)
            while self._whole.follow():
                for machine in self._machines:
                    self._whole.budget.spend(len(machine) ** 3)
                    disjunctive_tasks.narrow(self._whole.narrowing, machine)
        except Contradiction:
            return True
        return False
