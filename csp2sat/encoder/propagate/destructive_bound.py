"""A lower bound of an objective: what is better is refuted by propagation, from domains where it is required.

Propagation takes only values away that are in no solution; where none are left there is no solution that good.  The
best value that is not refuted is found by bisection.
Source: R. Klein, A. Scholl, Computing lower bounds by destructive improvement, EJOR 112, 1999.
"""

from __future__ import annotations

from ...model.domain import Domain
from .disjunctive_tasks import machines, narrow
from .propagation import Propagation
from .zero_one import Contradiction, OutOfBudget


class DestructiveBound:
    """whole: of a normal form that has an objective; its domains are set back in the end.

    sign: the objective times that is to be small.
    """

    def __init__(self, whole: Propagation, sign: int):
        self._whole, self._sign, self._root = whole, sign, [*whole.domains]
        self._machines = [machine for machine in machines(whole.norm) if len(machine) > 2]

    def least(self, low: int, high: int) -> int:
        """The least value of low..high, times the sign, that is not refuted, as far as the budget goes; high is not
        asked about."""
        try:
            while low < high:
                middle = (low + high) // 2
                if self._refuted(low, middle):
                    low = middle + 1
                else:
                    high = middle
        except OutOfBudget:
            pass
        self._whole.back(self._root)
        return low

    def _refuted(self, low: int, high: int) -> bool:
        """Is there no solution whose objective is that good?"""
        objective = self._whole.norm.objective
        assert objective is not None
        self._whole.back(self._root)
        try:
            self._whole.narrowing.keep(objective, Domain([(low, high) if self._sign > 0 else (-high, -low)]))
            while self._whole.follow():
                for machine in self._machines:
                    self._whole.budget.spend(len(machine) ** 3)
                    narrow(self._whole.narrowing, machine)
        except Contradiction:
            return True
        return False
