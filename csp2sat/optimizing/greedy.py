"""A first solution, made greedily before any clause is written, so that the first CNF is for better ones only.

Of a schedule with a sloppy horizon that CNF is a small part of what it would be, and there is an answer to show at once.
What is found is judged as the solution of any solver is; what is not found costs a part of what encoding costs.
"""

from __future__ import annotations

from ..encoder.normalize.formulas import Norm
from ..encoder.propagate.destructive_bound import DestructiveBound
from ..encoder.propagate.dive import LARGE, SMALL, Dive
from ..encoder.propagate.propagation import Contradiction, Propagation
from ..encoder.propagate.zero_one import Budget, NotLinear, OutOfBudget
from ..model.expr import Expr
from ..model.model import Answer, Model

NAME = "greedy"
FEW = 20_000  # clauses, as estimated, that take less time than a look at the model
BASE, PART = 100_000, 16  # units for a dive, and one more for so many clauses
MOST = 600_000
WIDEST = 4096  # values of a variable that count: with more it is coded by digits or bits


def effort(model: Model) -> int:
    """The units that a dive may cost: 0 if the CNF is small.

    The clauses are estimated by the arguments of the constraints, two of which have a clause for each value of one.
    """
    if model.objective is None or not isinstance(model.objective.term, Expr) or not model.ints:
        return 0
    values = sum(min(WIDEST, domain.hi - domain.lo) for domain in model.ints.values()) // len(model.ints)
    clauses = sum(len(constraint.formula.args) for constraint in model.constraints) * values // 2
    return 0 if clauses < FEW else min(BASE + clauses // PART, MOST)


class Start:
    """The beginning of a search for the best solution, in a normal form of the model that was not narrowed yet.

    units: that a dive, and once more that a bound may cost.
    """

    def __init__(self, norm: Norm, model: Model, units: int):
        assert model.objective is not None and norm.objective is not None
        self._norm, self._model, self._units = norm, model, units
        self._objective, self._minimize = norm.objective, model.objective.goal == "minimize"
        self._whole: Propagation | None = None
        try:
            self._whole = Propagation(norm, Budget(units))
            self._root = [*self._whole.domains]
        except (Contradiction, NotLinear, OutOfBudget):
            pass

    def dive(self) -> Answer | None:
        """Values for the variables of the model that propagation does not refute; None: none were found."""
        if self._whole is None:
            return None
        names, ints = self._model.ints, len(self._norm.domains)
        try:
            values = Dive(self._whole, SMALL if self._minimize else LARGE, len(names), ints).values()
        except (Contradiction, OutOfBudget):
            return None
        bools = self._whole.bools
        found = {name: name in bools and values[bools[name]] == 1 for name in self._model.bools}
        return Answer(dict(zip(names, values, strict=False)), found)

    def narrow(self, value: int | None) -> None:
        """The objective is at least as good as a value, and no better than can be.  value: None if none is known."""
        domain = self._norm.domains[self._objective]
        if value is not None:
            self._keep(domain.lo if self._minimize else value, value if self._minimize else domain.hi)
        if self._whole is None:
            return
        self._whole.back(self._root)
        self._whole.grant(Budget(self._units))
        domain = self._norm.domains[self._objective]
        bound = DestructiveBound(self._whole)
        if self._minimize:
            self._keep(bound.least(domain.lo, domain.hi), domain.hi)
        else:
            self._keep(domain.lo, bound.greatest(domain.lo, domain.hi))

    def _keep(self, low: int, high: int) -> None:
        if kept := self._norm.domains[self._objective].clipped(low, high):
            self._norm.domains[self._objective] = kept
