"""How long one question about a bound may take, before an easier one is asked."""

from __future__ import annotations

import time

from .bound_strategies import Interval

SECONDS = 1.0  # of CPU for a question at first, and at most a part of the time that there is
PART = 80
GROWTH = 2  # when every question has been put off


class Patience:
    """How long one question may take, so that a hard one is put off and an easier one brings a solution: without any
    solution, that is the question for any at all, which has all the time that is left.

    The question for a solution that is only just better than the best one is the easiest to answer by a solution, and
    the one whose refusal ends the search: it gets as much as all the others that were put off together.

    end: of the whole search, in time.monotonic().
    """

    def __init__(self, end: float | None):
        self._end = end
        self._seconds = SECONDS if end is None else min(SECONDS, max(0.0, end - time.monotonic()) / PART)
        self._given_up = -1
        self._spent = 0.0  # on questions that were put off since all were asked anew

    def budget(self, step: int, known: Interval) -> float | None:
        """Seconds of CPU for a question about this step that is asked now; None: all that there is."""
        if self._end is not None and step == known.high and not known.found:
            return None
        is_last = known.found and step == known.high - 1
        return max(self._seconds, self._spent) if is_last else self._seconds

    def is_over(self) -> bool:
        """Is it the end of the whole search that has come?"""
        return self._end is not None and time.monotonic() >= self._end

    def give_up(self, step: int) -> None:
        """This step took too long: only worse ones are promising."""
        self._given_up = max(self._given_up, step)
        self._spent += self._seconds

    def promising(self, known: Interval) -> Interval:
        """The part of the interval to ask about; all of it again, and for longer, when nothing is left."""
        if self._given_up >= known.low and not known.found:
            self._seconds *= GROWTH if self._given_up == known.high else 1
            return known._replace(low=known.high)
        low = max(known.low, self._given_up + 1)
        if low < known.high or not known.found:
            return known._replace(low=low)
        if known.low <= self._given_up < known.high:
            self._seconds *= GROWTH
        self._given_up, self._spent = -1, 0.0
        return known
