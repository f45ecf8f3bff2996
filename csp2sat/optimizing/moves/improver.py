"""The search by moves as a search for better answers of a model, in parts that are as long as the caller wants."""

from __future__ import annotations

from contextlib import suppress

from ...base.portable_random import RandomSource
from ...encoder.normalize.formulas import Norm
from ...model.model import Answer, Model
from .extraction import MovesExtraction
from .formulas import NoMoves
from .search import MovesSearch

PER_SECOND = 1_500_000  # nodes that are visited in a second of CPU, about
EACH = 200  # visits of each node in such a part
VAIN = 1.0  # seconds without a better answer, after which a search rests


def moves_of(norm: Norm, model: Model) -> MovesImprover | None:
    """Return a search for better answers of a model by moves; None if its constraints have no network."""
    with suppress(NoMoves):
        return MovesImprover(norm, model)
    return None


class MovesImprover:
    """A search for answers of a model by moves, from the best known one on.  Raises NoMoves if there is no network."""

    def __init__(self, norm: Norm, model: Model):
        assert model.objective is not None
        self._sign = 1 if model.objective.goal == "minimize" else -1
        random = RandomSource(0)
        self._extraction = found = MovesExtraction(norm, model, self._sign, random)
        self._search = MovesSearch(found.network, found.goal, found.movable, random)
        self._last = 0  # the work when the last better answer was found
        self._is_given_up = False

    def first(self, seconds: float) -> Answer | None:
        """Return a first answer; None if none is found in about `seconds` of CPU."""
        search = self._search
        is_found = search.find(search.work + seconds * PER_SECOND)
        self._last = search.work if is_found else 0
        return self._extraction.answer(search.best) if is_found and search.best is not None else None

    def improve(self, seconds: float) -> Answer | None:
        """Return a better answer, or a first one; None if none is found in about `seconds` of CPU."""
        search = self._search
        if search.best is None:
            return self.first(seconds)
        if not search.improve(search.work + seconds * PER_SECOND):
            return None
        self._last = search.work
        return self._extraction.answer(search.best)

    def rests(self, patience: int = 1) -> bool:
        """Whether more work is not worth its time.  patience: how many times as much vain work is."""
        vain = patience * (VAIN * PER_SECOND + self._last)
        return self._is_given_up or self._search.work - self._last > vain

    @property
    def worth(self) -> float:
        """The seconds of CPU that a part of the search is worth before any clause is written."""
        return EACH * len(self._extraction.network.values) / PER_SECOND

    def give_up(self) -> None:
        """Search no more, as an answer was wrong."""
        self._is_given_up = True

    def learn(self, answer: Answer, value: int) -> None:
        """Go on from an answer that was found elsewhere if it is better; value: of its objective."""
        if self._sign * value < self._search.value and not self._is_given_up:
            self._search.learn(self._extraction.known(answer))
            self._last = self._search.work
