"""The search for tours as a search for better answers of a model, in parts that are as long as the caller wants."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from math import inf

from ...encoder.normalize.formulas import Norm
from ...model.model import Answer, Model
from .assignment import least_assignment
from .extraction import TourExtraction
from .search import Tour, TourSearch
from .shortest import cheapest
from .ways_out import NoTour

PER_SECOND = 400_000  # moves without a walk in a second of CPU, about
VAIN = 3000  # of work for each place without a better answer, after which a search rests
WORTH = 1 / 20  # seconds of search before any clause is written, for each place
SLOW = 4  # times the work that is worth it: a search whose first cycle takes more begins only with a tour


def tours_of(norm: Norm, model: Model) -> TourImprover | None:
    """Return a search for better answers of a model with a tour; None if the tour says too little."""
    if any(formula.op == "circuit" for formula, _ in norm.required):
        with suppress(NoTour):
            return TourImprover(norm, model)
    return None


class TourImprover:
    """A search for tours that are answers of a model.  Raises NoTour if there is nothing to search for."""

    def __init__(self, norm: Norm, model: Model):
        assert model.objective is not None
        self._sign = 1 if model.objective.goal == "minimize" else -1
        self._extraction = TourExtraction(norm, model)
        self._search = TourSearch(self._extraction.problem)
        self._last = 0.0  # the work when the last better answer was found
        self._bounded: float | None = None  # the best value when a bound was asked for, -inf after a final one
        self._is_given_up = False

    def best(self) -> Answer | None:
        """Return the best answer so far; None without one."""
        return self._answer(self._search.best)

    def near(self, preferred: Mapping[str, int]) -> Answer | None:
        """Go on from a tour with as many of the preferred ways out of places as are possible together, and return its
        answer, in which other values follow from the tour; None if the values name no way, or the tour is no answer.
        """
        after = self._extraction.known(preferred)
        return self._answer(self._search.learn(after)) if after else None

    def bound(self) -> int | None:
        """Return a value of the objective that no answer is better than, by quick relaxations, and go on from the tour
        with this value if one of them has such a tour; None if there is no answer, or if the bound would be that of the
        last call: that one is final, or no better tour is known since.
        """
        problem, value = self._extraction.problem, self._search.value
        if self._bounded is not None and value >= self._bounded:
            return None
        self._bounded = value
        least: float | None = least_assignment(problem.heads, problem.costs)
        if least is None:
            return None
        found = cheapest(problem, value - problem.floor)
        if found is not None and found.cost < inf:
            least, self._bounded = max(least, found.cost), -inf
            if found.places:
                self._search.learn(dict(pairwise((*found.places, found.places[0]))))
        return self._sign * (int(least) + problem.floor + self._extraction.shift)

    def improve(self, seconds: float) -> Answer | None:
        """Return a better answer; None if no better answer is found in about `seconds` of CPU."""
        if not self._search.improve(self._search.work + seconds * PER_SECOND):
            return None
        self._last = self._search.work
        return self.best()

    def rests(self, patience: int = 1) -> bool:
        """Whether more work is not worth its time.  patience: how many times as much vain work is."""
        search = self._search
        if search.best is None and search.work_of_first_cycle > SLOW * self.worth * PER_SECOND:
            return True
        vain = patience * (VAIN * self._extraction.problem.size + self._last)
        return self._is_given_up or search.is_settled or search.work - self._last > vain

    @property
    def worth(self) -> float:
        """The seconds of CPU that a search before any clause is written is worth."""
        return WORTH * self._extraction.problem.size

    def has_worked(self, seconds: float) -> bool:
        """Whether all work so far is about the work of `seconds` of CPU."""
        return self._search.work >= seconds * PER_SECOND

    def give_up(self) -> None:
        """Search no more, as an answer was wrong."""
        self._is_given_up = True

    def learn(self, answer: Answer, value: int) -> None:
        """Go on from an answer that was found elsewhere if it is better; value: of its objective."""
        if self._sign * value < self._search.value + self._extraction.shift and not self._is_given_up:
            self._search.learn(self._extraction.known({**answer.ints, **answer.bools}))
            self._last = self._search.work

    def _answer(self, tour: Tour | None) -> Answer | None:
        """Return the answer that a tour means; None without a tour, or if the tour is off."""
        if tour is None or tour.is_off:
            return None
        return self._extraction.answer(tour.walked.values, self._search.after(tour))
