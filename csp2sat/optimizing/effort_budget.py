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

    While no solution is known, the easiest question seems to be for any solution at all, and may take all the time that
    is left.  If a solver that is kept warm has refuted a step, though, and another step was put off, then the best
    steps and any solution are asked about in turn, with the same effort, which grows: in a blocks world of 16 blocks,
    any plan of at most 64 moves took 17 seconds of CPU, the shortest one, of 25, took 9, and the proof that 24 are too
    few took 4.

    The question for a solution just better than the best one is the easiest to answer by a solution, and its refutation
    ends the search: its effort is as large as that of all questions together that were put off.  The question is put
    off even if no other one is left: asked again, a solver goes another way from its learned clauses, and at strip
    packing (C2-1) finds in 2.7 seconds of CPU what takes more than 25 seconds with four times the effort at once.

    If there were such turns, and the last refutation took less effort than a question for a better solution took in
    vain, the turns go on: the best step that is still possible is asked about with the same effort before the question
    for a better solution is asked again.  In the blocks world of above, whose bound of 25 is reached after 12 seconds,
    the way down from a plan of 33 moves took a minute.

    end: the end of the whole search, by time.monotonic(); None if there is none.
    """

    def __init__(self, end: float | None):
        self._end = end
        self._effort = FIRST if end is None else _first(end - time.monotonic())
        self._given_up = -1
        self._refuting: int | None = None  # the effort for refutations since any solution was asked for; None: no turns
        self._has_turns = False  # whether refutations are counted
        self._proof: int | None = None  # the effort of the last refutation
        self._spent = 0  # on questions that were put off since all were asked anew

    def effort(self, step: int, known: StepInterval) -> int | None:
        """Return the effort for a question about this step that is asked now; None for all the effort that is left."""
        if self._end is not None and step == known.high and not known.found and self._refuting is None:
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

    def refuted(self, effort: int) -> None:
        """Note that a solver that is kept warm refuted a step with this effort."""
        self._refuting = (self._refuting or 0) + effort
        self._proof = effort

    def promising(self, known: StepInterval) -> StepInterval:
        """Return the part of the interval to ask about: the steps worse than all that were put off.

        The part is the worst step alone if no solution is known yet and a step was put off, or refutations took their
        part of the effort; it is the whole interval again, with more effort for each question, if every step was put
        off, and the best step alone if there were turns and the last refutation took less than that effort.
        """
        if not known.found:
            return self._in_turn(known)
        low = max(known.low, self._given_up + 1)
        if low < known.high:
            return known._replace(low=low)
        all_put_off = known.low <= self._given_up < known.high
        self._given_up, self._spent = -1, 0
        if all_put_off:
            self._effort *= GROWTH
            if self._has_turns and self._proof is not None and self._proof < self._effort:
                return known._replace(high=known.low + 1)
        return known

    def _in_turn(self, known: StepInterval) -> StepInterval:
        """Return the interval, or its worst step alone, to ask about while no solution is known."""
        if self._given_up == known.high:
            self._effort *= GROWTH
            if self._refuting is not None:
                self._given_up, self._refuting, self._has_turns = -1, 0, True
        has_refuted_enough = self._has_turns and (self._refuting or 0) >= self._effort
        return known._replace(low=known.high) if self._given_up >= known.low or has_refuted_enough else known


def _first(seconds: float) -> int:
    """Return the effort for a first question if `seconds` are left, halved step by step, so that milliseconds do not
    count.
    """
    effort = FIRST
    while effort > 1 and effort * PART > seconds * EFFORT_PER_SECOND:
        effort //= 2
    return effort
