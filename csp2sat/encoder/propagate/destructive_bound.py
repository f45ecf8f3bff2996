"""A lower bound of an objective: ranges of better values are required, and refuted by propagation.

Propagation removes only values that are in no solution; if no value is left, there is no solution with so good an
objective.  The best value that is not refuted is found by bisection. Source: R. Klein, A. Scholl, Computing lower
bounds by destructive improvement, EJOR 112, 1999.
"""

from __future__ import annotations

from ...model.domain import Domain
from .disjunctive_tasks import machines, narrow, require_room
from .propagation import Propagation
from .zero_one import Contradiction, OutOfBudget


class DestructiveBound:
    """A search for a bound of the objective of the normal form that `whole` propagates; its domains are restored in the
    end.

    sign: 1 for an objective to minimize, -1 for one to maximize.
    """

    def __init__(self, whole: Propagation, sign: int):
        self._whole, self._sign, self._root = whole, sign, [*whole.domains]
        self._machines = [machine for machine in machines(whole.norm) if len(machine) > 2]

    def least(self, low: int, high: int, is_quick: bool = False) -> int:
        """Return a lower bound of the objective times the sign, which is known to lie from `low` to `high`; the domains
        are reset afterwards.

        The lower half of the range is tested again and again, and is left out if propagation refutes it, until one
        value remains or the budget of the propagation is used up.  All values from `low` to below the result are
        refuted.  `high` is never tested: it is the result if all smaller values are refuted.  is_quick: whether sets of
        tasks are only added up, which takes a hundredth of the time of edge finding for a hundred tasks.
        """
        try:
            while low < high:
                middle = (low + high) // 2
                if self._refuted(low, middle, is_quick):
                    low = middle + 1
                else:
                    high = middle
        except OutOfBudget:
            pass
        self._whole.back(self._root)
        return low

    def _refuted(self, low: int, high: int, is_quick: bool) -> bool:
        """Whether propagation shows that no solution has an objective, times the sign, from low to high; raise
        OutOfBudget before this is known if the budget is used up.  is_quick: as in `least`.
        """
        objective = self._whole.norm.objective
        assert objective is not None
        self._whole.back(self._root)
        try:
            self._whole.narrowing.keep(objective, Domain([(low, high) if self._sign > 0 else (-high, -low)]))
            while self._whole.follow():
                for machine in self._machines:
                    self._whole.budget.spend(len(machine))
                    require_room(self._whole.narrowing, machine)
                for machine in () if is_quick else self._machines:
                    self._whole.budget.spend(len(machine) ** 3)
                    narrow(self._whole.narrowing, machine)
        except Contradiction:
            return True
        return False
