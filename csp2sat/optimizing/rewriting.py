"""When to write the CNF of an optimization anew, for the values of the objective that are still possible.

A better bound cuts the domains of the variables, and so the CNF: of a schedule whose length has gone from 1262 to 953
half of the clauses are left.  What the solver has learned is lost, though, and writing takes time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..decoder import ObjectiveRecord
from .bound_strategies import Interval

LARGE = 1 << 26  # bytes of a CNF that is written anew as soon as half of the interval is left
SMALLER = 0.75  # the part of its size that a new one has at most, if another one after it may pay


class Rewriting:
    """For one search: it is told what was written and when, and says whether to write again."""

    def __init__(self) -> None:
        self._size = 0
        self._began = self._seconds = 0.0
        self._first = Interval(0, 0, False)
        self._is_cut = True

    @contextmanager
    def encoding(self) -> Iterator[None]:
        """Around the writing of a CNF."""
        start = time.monotonic()
        yield
        self._began = time.monotonic()
        self._seconds = self._began - start

    def written(self, size: int, known: Interval, cost: ObjectiveRecord) -> None:
        """The bytes of the CNF, the interval it is for, in its steps, and its objective.

        Where that has not a literal for each bound, the variables are coded by bits or digits, so that smaller domains
        save little, or for smaller ones another code would be chosen, with a larger CNF.
        """
        is_in_order = [len(clause) for clause in cost.as_good(0)] == [1]
        self._is_cut = (not self._size or size < SMALLER * self._size) and (is_in_order or size > LARGE)
        self._size, self._first = size, known

    def pays(self, known: Interval) -> bool:
        """Would a new CNF be worth its time?

        Half of the steps have gone from the bad end, for those at the good end cut no domains as a rule, and the
        questions take longer than the writing; or the CNF is LARGE.
        """
        if not known.found or not self._is_cut:
            return False
        width = self._first.high - self._first.low
        if self._size > LARGE:
            return 2 * (known.high - known.low) < width
        return 2 * (known.high - self._first.low) < width and time.monotonic() - self._began > self._seconds
