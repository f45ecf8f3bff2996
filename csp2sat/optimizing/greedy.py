"""Solutions made greedily, and a bound, before any clause is written, so that the first CNF has only possible values.

For a schedule with a much too late horizon that CNF is a small part of the full one, and a first solution is there at
once.  Solutions are judged as those of a solver are; the search costs a part of the time for encoding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count

from ..encoder.normalize.formulas import Norm
from ..encoder.propagate.destructive_bound import DestructiveBound
from ..encoder.propagate.dive import COPIED, DECISION, Dive
from ..encoder.propagate.propagation import Propagation
from ..encoder.propagate.zero_one import Budget, Contradiction, NotLinear, OutOfBudget
from ..model.domain import Domain
from ..model.expr import Expr, postorder
from ..model.model import Answer, Model

NAME = "greedy"
PREFERRED = "preferred values"  # the finder of a solution that has them all, or most of them
FEW = 20_000  # clauses, as estimated, that take less time than a pass over the model
BASE, PART = 100_000, 16  # units for a dive, and one more for each PART clauses
MOST = 600_000
HUGE = 4_000_000  # clauses that take many seconds to write; dives cost a unit more for each HUGE_PART clauses beyond
HUGE_PART, MOST_OF_HUGE = 2, 4_000_000
WIDEST = 4096  # values of a variable that count: with more it is coded by digits or bits


def effort(model: Model) -> int:
    """Return the units of work that a greedy search may cost; 0 if the CNF is small or the model has no objective.

    The clauses are estimated from the arguments of the constraints, as a constraint of two arguments has a clause for
    each value; a constraint on Booleans alone has no values, and a clause for each argument.
    """
    if model.objective is None or not isinstance(model.objective.term, Expr) or not model.ints:
        return 0
    values = sum(min(WIDEST, domain.hi - domain.lo) for domain in model.ints.values()) // len(model.ints)
    formulas = [constraint.formula for constraint in model.constraints]
    numeric = [each for each in formulas if any(part.op == "int" for part in postorder(each))]
    on_ints, on_all = (sum(len(each.args) for each in some) for some in (numeric, formulas))
    return units_for(on_ints * values // 2 + on_all - on_ints)


def units_for(clauses: int) -> int:
    """Return the units of work that a greedy search may cost; clauses: the estimated number without that search."""
    more = min(max(0, clauses - HUGE) // HUGE_PART, MOST_OF_HUGE)
    return 0 if clauses < FEW else min(BASE + clauses // PART, MOST) + more


class Start:
    """Greedy solutions (dives) and a bound of the objective, before the search for the best solution begins.

    norm: the normal form of `model`, whose domains are still those of the model.  units: the work that all dives
    together may cost; the work for the bound may cost as much, but at most MOST.
    """

    def __init__(self, norm: Norm, model: Model, units: int):
        assert model.objective is not None and norm.objective is not None
        self._norm, self._model, self._units, self._objective = norm, model, units, norm.objective
        self._sign = 1 if model.objective.goal == "minimize" else -1
        ends = norm.domains[norm.objective]
        self._best, self._known = sorted((self._sign * ends.lo, self._sign * ends.hi))  # times the sign: least is best
        self._whole: Propagation | None = None
        with suppress(Contradiction, NotLinear, OutOfBudget):
            self._whole = Propagation(norm, Budget(units))
            self._root = [*self._whole.domains]

    def answers(self) -> Iterator[Answer]:
        """Yield values for the variables of the model that propagation does not refute, found by dives.

        The first answer has any value of the objective; each later dive must halve the distance from the bound to the
        best value that `learn` was called with.  The iteration ends when a dive fails, or no better value is possible.
        """
        values = self._dive(self._known)
        self.refute()
        while values is not None:
            yield self._answer(values)
            values = self._dive((self._best + self._known) // 2) if self._best < self._known else None

    def near(self, preferred: Mapping[str, int]) -> Answer | None:
        """Return an answer with preferred values, or None if none is found.

        The variables get their preferred values one by one, in the order of `preferred`; a value that propagation
        refutes is skipped.  A dive chooses the values of the other variables.  The answer may break a constraint that
        propagation does not see.
        """
        whole = self._whole
        if whole is None:
            return None
        numbers = {**dict(zip(self._model.ints, count(), strict=False)), **whole.bools}
        with suppress(Contradiction, OutOfBudget):
            whole.back(self._root)
            for x, value in [(numbers[name], value) for name, value in preferred.items() if name in numbers]:
                if whole.domains[x].size() == 1 or value not in whole.domains[x]:
                    continue
                before = [*whole.domains]
                whole.budget.spend(DECISION + len(before) // COPIED)
                try:
                    whole.narrowing.clip(x, value, value)
                    whole.follow()
                except Contradiction:
                    whole.back(before)
            return self._answer(self._dived(whole))
        return None

    def learn(self, value: int) -> None:
        """Note that a solution whose objective has this value is known."""
        self._known = min(self._known, self._sign * value)

    def bound(self) -> tuple[int, int]:
        """Return the least and the greatest value that the best solution may have."""
        between = self._between(self._known)
        return between.lo, between.hi

    def narrow(self) -> None:
        """Narrow the domain of the objective to values at least as good as the best known one and no better than the
        bound.
        """
        if kept := self._norm.domains[self._objective] & self._between(self._known):
            self._norm.domains[self._objective] = kept

    def _between(self, worst: int) -> Domain:
        """Return the possible values of the objective that are no worse than `worst`, which is negated for
        maximization.
        """
        low, high = sorted((self._sign * self._best, self._sign * worst))
        return Domain([(low, high)])

    def _dive(self, worst: int) -> list[int] | None:
        """Return a value for each variable with an objective no worse than `worst` (negated for maximization); None if
        the dive finds none.
        """
        whole = self._whole
        if whole is None:
            return None
        with suppress(Contradiction, OutOfBudget):
            whole.back(self._root)
            whole.narrowing.keep(self._objective, self._between(worst))
            whole.follow()
            return self._dived(whole)
        return None

    def _dived(self, whole: Propagation) -> list[int]:
        return Dive(whole, self._sign, len(self._model.ints), len(self._norm.domains)).values()

    def refute(self, is_quick: bool = False) -> None:
        """Improve the bound by refuting values of the objective that are too good to be possible.  is_quick: as in
        `DestructiveBound.least`.
        """
        if self._whole is not None:
            dives = self._whole.grant(Budget(min(self._units, MOST)))
            self._whole.back(self._root)
            self._best = DestructiveBound(self._whole, self._sign).least(self._best, self._known, is_quick)
            self._whole.grant(dives)

    def _answer(self, values: list[int]) -> Answer:
        """Return the answer that gives the model's variables the values of a dive; a Boolean that the normal form lacks
        is False.
        """
        assert self._whole is not None
        bools = self._whole.bools
        found = {name: name in bools and values[bools[name]] == 1 for name in self._model.bools}
        return Answer(dict(zip(self._model.ints, values, strict=False)), found)
