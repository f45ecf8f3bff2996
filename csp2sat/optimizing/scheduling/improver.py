"""The search for schedules as a search for better answers of a model, in parts that are as long as the caller wants."""

from __future__ import annotations

from contextlib import suppress

from ...encoder.normalize.formulas import Norm
from ...model.model import Answer, Model
from .extraction import NoSchedule, ScheduleExtraction
from .search import ScheduleSearch

PER_SECOND = 5_000_000  # parts that are examined in a second of CPU, about
CLAUSES = 8_000_000  # that take as long to write and read as a second of search is worth
VAIN, EACH = 100, 20  # moves without a better answer, after which a search rests: in all, and for each task


def scheduler_of(norm: Norm, model: Model) -> ScheduleImprover | None:
    """Return a search for better answers of a model whose objective is to be small; None if it is no scheduling
    problem.
    """
    assert model.objective is not None
    if model.objective.goal == "minimize":
        with suppress(NoSchedule):
            return ScheduleImprover(norm, model)
    return None


class ScheduleImprover:
    """A search for schedules that are answers of a model.  Raises NoSchedule if there is nothing to search for."""

    def __init__(self, norm: Norm, model: Model):
        self._extraction = ScheduleExtraction(norm, model)
        self._search = ScheduleSearch(self._extraction.problem)
        self._last = 0  # the moves when the last better answer was found, here or elsewhere
        self._worthy = VAIN + EACH * len(self._extraction.problem.tasks)  # vain moves from then on
        self._is_given_up = False

    def best(self) -> Answer | None:
        """Return the best answer so far; None if tasks of it are too late."""
        best = self._search.best
        return None if best.late else self._extraction.answer(best.values)

    def improve(self, seconds: float) -> Answer | None:
        """Return a better answer; None if no better answer is found in about `seconds` of CPU, or in the moves after
        which the search rests.
        """
        turns = 1 + (self._search.moves - self._last) // self._worthy  # the patience that the caller has, at least
        rest = self._last + turns * self._worthy + 1
        if not self._search.improve(self._search.work + seconds * PER_SECOND, rest):
            return None
        self._last = self._search.moves
        self._worthy = VAIN + EACH * len(self._extraction.problem.tasks) + self._last
        return self.best()

    def rests(self, patience: int = 1) -> bool:
        """Whether more work is not worth its time, which is soon so after a better answer was found elsewhere.

        patience: how many times as much vain work is worth its time.
        """
        is_vain = self._search.moves - self._last > patience * self._worthy
        return self._is_given_up or self._search.is_settled or is_vain

    @property
    def clauses(self) -> int:
        """The number of clauses, about, that would say what the problem says."""
        return self._extraction.problem.clauses()

    @property
    def worth(self) -> float:
        """The seconds of CPU that a search before any clause is written is worth."""
        return self.clauses / CLAUSES

    def has_worked(self, seconds: float) -> bool:
        """Whether all work so far is about the work of `seconds` of CPU."""
        return self._search.work >= seconds * PER_SECOND

    def give_up(self) -> None:
        """Search no more, as an answer was wrong."""
        self._is_given_up = True

    def learn(self, answer: Answer, value: int) -> None:
        """Go on from an answer that was found elsewhere if it is better; value: of its objective."""
        if value - self._extraction.shift < self._search.value and not self._is_given_up:
            self._search.learn(self._extraction.known(answer))
            self._last, self._worthy = self._search.moves, VAIN
