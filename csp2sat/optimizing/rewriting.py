"""The decision when to write the CNF of an optimization anew, for the values of the objective that are still possible.

A better bound cuts the domains of the variables, and so the CNF: for a schedule whose length has gone from 1262 to 953
half of the clauses are left.  The solver's learned clauses are lost, though, and writing takes time.
"""

from __future__ import annotations

from ..decoder import ObjectiveRecord
from ..runner.process.outcome import EFFORT_PER_SECOND, Outcome
from .bound_strategies import StepInterval

LARGE = 1 << 26  # bytes of a CNF that is written anew as soon as half of the interval is left
SMALL = 1 << 23  # bytes of a CNF that is never written anew: job shops of 10 jobs on 5 machines (5 MB) lost half by it
TINY = 1 << 20  # bytes of a CNF that is written anew for each better solution that may be the optimum
PER_SECOND = 400_000_000  # bytes of a CNF whose questions are hard if they have taken a second, smaller ones sooner
LARGER = 1.5  # times as large is a CNF, at most, that is to prove the optimum in place of the present one
SMALLER = 0.75  # the part of its size that a new one has at most, if another one after it may pay


class Rewriting:
    """A decision, for one search, whether to write the CNF again, from the CNFs and questions so far.

    The cost of questions is counted by the solvers, not by a clock: see `effort_budget`.
    """

    def __init__(self) -> None:
        self._size = self._spent = self._tried = 0
        self._first = self._proof = StepInterval(0, 0, False)
        self._is_cut = True
        self._is_halved = self._is_futile = False

    def written(self, size: int, known: StepInterval, cost: ObjectiveRecord) -> None:
        """Note that a CNF of `size` bytes was written for the interval `known` of steps of this objective.

        A further CNF is considered only if this CNF is larger than LARGE, or larger than SMALL and the objective has a
        literal for each bound (else its variables are coded by bits or digits, so that smaller domains save little, or
        lead to another code with a larger CNF), and if this CNF is the first or smaller than SMALLER times the CNF
        before.
        """
        is_in_order = [len(clause) for clause in cost.as_good(0)] == [1]
        is_smaller = not self._size or size < SMALLER * self._size
        self._is_cut = is_smaller and (size > LARGE or (is_in_order and size > SMALL))
        self._size, self._first, self._spent, self._is_futile = size, known, 0, False
        self._proof, self._tried = known, known.high

    def asked(self, outcome: Outcome) -> None:
        """Add the effort of a question about the CNF, or its seconds converted to effort if the solver does not count
        effort.
        """
        effort = outcome.effort
        self._spent += int(outcome.seconds * EFFORT_PER_SECOND) if effort is None else effort

    def may_prove(self, known: StepInterval) -> bool:
        """Whether to write a CNF that allows only solutions better than the best one, though there may be none.

        The CNF is written if, since the last one, half of the steps were ruled out from the bad end, if writing is
        quick, and if the last one was not about as large as the one before.

        For a CNF of at most TINY bytes a single better solution is enough: long sums in the CNF may be in digits or
        bits, which propagate badly, and smaller sums get literals for bounds.
        """
        self._is_halved = 2 * (known.high - self._proof.low) < self._proof.high - self._proof.low
        is_cut = known.found and (self._is_halved or (self._size <= TINY and known.high < self._tried))
        if is_cut:
            self._tried = known.high
            self._proof = known if self._is_halved else self._proof
        return is_cut and self._size <= LARGE and not self._is_futile

    def may_replace(self, size: int) -> bool:
        """Whether a CNF of `size` bytes, written after `may_prove`, may replace the present one.

        A CNF of more than LARGER times the present size may if it has at most SMALL bytes: its integers then got an
        encoding that propagates better.  A tour of 14 places was not proved in 60 s by 0.2 MB in digits, and in 3 s by
        7 MB in order encoding.  Any other CNF may only if half of the objective's steps were ruled out, and if either
        the present CNF has at most TINY bytes, or the new one less than SMALLER times as many; else learned clauses
        would be lost for nothing.
        """
        if size > SMALL:
            self._tried = 0  # the next ones would be large, too
        if size > LARGER * self._size:
            return size <= SMALL
        self._is_futile = self._size > TINY and size >= SMALLER * self._size
        return self._is_halved and not self._is_futile

    def pays(self, known: StepInterval) -> bool:
        """Whether a new CNF is worth its time.

        A new CNF is worth its time if half of the steps have gone from the bad end (steps at the good end rarely cut
        domains) and the questions are hard, or if the CNF is larger than LARGE and half of the interval has gone.
        Otherwise, or while no solution is known, or if `written` found that no new CNF is to be considered, the result
        is False.  The present CNF may be given up before a new one is written if `is_large`; else `saves` tells
        whether the new one may replace the present one.
        """
        if not known.found or not self._is_cut:
            return False
        width = self._first.high - self._first.low
        if self._size > LARGE:
            return 2 * (known.high - known.low) < width
        are_hard = self._spent * PER_SECOND > self._size * EFFORT_PER_SECOND
        return 2 * (known.high - self._first.low) < width and are_hard

    @property
    def is_large(self) -> bool:
        """Whether a new CNF is to be written without the present one in memory."""
        return self._size > LARGE

    def saves(self, size: int, known: StepInterval) -> bool:
        """Return whether a CNF of `size` bytes, written for the interval `known` after `pays`, may replace the present
        one: the new one has at most SMALLER times as many bytes.  Else learned clauses would be lost for nothing, and
        the next one is considered when half of the steps of `known` have gone.
        """
        self._first, self._spent = known, 0
        return size < SMALLER * self._size
