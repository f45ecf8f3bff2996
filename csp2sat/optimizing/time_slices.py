"""How long one question of a search may take, so that a hard one is put off and an easier one brings a solution."""

from __future__ import annotations

import time

from .bound_strategies import Interval

SECONDS = 20.0  # for a question at first, and at most a part of the time that there is
PART = 4
GROWTH = 4  # when every question has been put off


class Patience:
    """end: of the whole search, in time.monotonic()."""

    def __init__(self, end: float | None):
        self._end = end
        self._seconds = SECONDS if end is None else min(SECONDS, (end - time.monotonic()) / PART)
        self._given_up = -1

    def deadline(self) -> float:
        """Of a question that is asked now."""
        soon = time.monotonic() + self._seconds
        return soon if self._end is None else min(soon, self._end)

    def is_over(self) -> bool:
        """Is it the end of the whole search that has come?"""
        return self._end is not None and time.monotonic() >= self._end

    def give_up(self, step: int) -> None:
        """This step took too long: only worse ones are promising."""
        self._given_up = max(self._given_up, step)

    def promising(self, known: Interval) -> Interval:
        """The part of the interval to ask about; all of it again, and for longer, when nothing is left."""
        low = max(known.low, self._given_up + 1)
        if low < known.high + (not known.found):
            return known._replace(low=low)
        if self._given_up >= known.low:
            self._seconds *= GROWTH
        self._given_up = -1
        return known
