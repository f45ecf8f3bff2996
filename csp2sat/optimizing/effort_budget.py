"""The effort that one question about a bound may take before an easier one is asked.

Effort is counted in steps of the solver, not in seconds, so that one solver alone is asked the same questions on each
run, however fast or busy the computer is.
"""

from __future__ import annotations

import time

from ..runner.process.outcome import EFFORT_PER_SECOND
from .bound_strategies import StepInterval

FIRST = EFFORT_PER_SECOND  # for a question at first; halved until that is at most a part of the time that there is
PART = 80
GROWTH = 2  # when every question has been put off


class EffortBudget:
    """The effort that one question may take, so that a hard question is put off and an easier one brings a solution.

    While no solution is known, the easiest question is for any solution at all, and may take all the time that is left.

    The question for a solution just better than the best one is the easiest to answer by a solution, and its refutation
    ends the search: its effort is as large as that of all questions together that were put off.  The question is put
    off even if no other one is left: asked again, a solver goes another way from its learned clauses, and at strip
    packing (C2-1) finds in 2.7 seconds of CPU what takes more than 25 seconds with four times the effort at once.

    end: the end of the whole search, by time.monotonic(); None if there is none.
    """

    def __init__(self, end: float | None):
        self._end = end
        self._effort = FIRST if end is None else _first(end - time.monotonic())
        self._given_up = -1
        self._spent = 0  # on questions that were put off since all were asked anew

    def effort(self, step: int, known: StepInterval) -> int | None:
        """Return the effort for a question about this step that is asked now; None for all the effort that is left."""
        if self._end is not None and step == known.high and not known.found:
            return None
        is_last = known.found and step == known.high - 1
        return max(self._effort, self._spent) if is_last else self._effort

    def is_over(self) -> bool:
        """Whether the end of the whole search has come."""
        return self._end is not None and time.monotonic() >= self._end

    def give_up(self, step: int) -> None:
        """Note that a question for this step took too long, so that only worse steps are promising."""
        self._given_up = max(self._given_up, step)
        self._spent += self._effort

    def promising(self, known: StepInterval) -> StepInterval:
        """Return the part of the interval to ask about: the steps worse than all that were put off.

        The part is the worst step alone if a step was put off and no solution is known yet; it is the whole interval
        again, with more effort for each question, if every step was put off.
        """
        if self._given_up >= known.low and not known.found:
            self._effort *= GROWTH if self._given_up == known.high else 1
            return known._replace(low=known.high)
        low = max(known.low, self._given_up + 1)
        if low < known.high or not known.found:
            return known._replace(low=low)
        if known.low <= self._given_up < known.high:
            self._effort *= GROWTH
        self._given_up, self._spent = -1, 0
        return known


def _first(seconds: float) -> int:
    """Return the effort for a first question if `seconds` are left, halved step by step, so that milliseconds do not
    count.
    """
    effort = FIRST
    while effort > 1 and effort * PART > seconds * EFFORT_PER_SECOND:
        effort //= 2
    return effort
