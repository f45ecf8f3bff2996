"""Ladders: the order literals of an integer, of which each implies the literal before it.

A ladder moves as a whole: where one literal becomes true, all before it do, and an inequality that has many of them
loses a difference of two sums that were made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from .inequality import Inequality

LONG = 16  # literals of a ladder, and of an inequality that are of one ladder


class Counter:
    """An inequality that is no clause: its terms by falling coefficient, its slack, and its greatest coefficient."""

    __slots__ = ("slack", "terms", "top")

    def __init__(self, terms: list[tuple[int, int]], slack: int):
        self.terms, self.slack = terms, slack
        self.top: float = terms[0][0] if terms else 1  # DEAD after a removal


class Ladder:
    """The positive literals `first`, `first + 2`, ..., numbered from 0: those below `low` are true, those from `high`
    on are false.

    counters: the inequalities with many of the negated literals, then those with many of the literals, each with the
    sum of the coefficients of the first k of them for each k.
    """

    __slots__ = ("counters", "first", "high", "low", "size")

    def __init__(self, first: int, size: int):
        self.first, self.size = first, size
        self.low, self.high = 0, size
        self.counters: tuple[list[tuple[Counter, list[int]]], list[tuple[Counter, list[int]]]] = [], []

    def assign(self, literal: int, true: bytearray) -> LadderMove:
        """Make an unassigned literal true with all literals that it implies, and return the move."""
        at = (literal - self.first) >> 1
        if literal & 1:
            found = LadderMove(self, at, self.high, 1)
            self.high = at
        else:
            found = LadderMove(self, self.low, at + 1, 0)
            self.low = at + 1
        true[found.true] = b"\1" * (found.end - found.start)
        return found

    def forget(self, top: float) -> None:
        """Leave out the inequalities whose greatest coefficient is `top`."""
        for each in self.counters:
            each[:] = [pair for pair in each if pair[0].top != top]


class LadderMove(NamedTuple):
    """A change of a ladder: its literals with the numbers `start` to `end` - 1 have become true, or false if `odd`."""

    ladder: Ladder
    start: int
    end: int
    odd: int

    @property
    def true(self) -> slice:
        """The literals that are true, as a slice."""
        first = self.ladder.first + self.odd
        return slice(first + 2 * self.start, first + 2 * self.end, 2)

    @property
    def false(self) -> range:
        """The literals that are false."""
        first = self.ladder.first + 1 - self.odd
        return range(first + 2 * self.start, first + 2 * self.end, 2)

    def take_back(self, true: bytearray) -> None:
        """Take the move back; those after it are taken back already."""
        if self.odd:
            self.ladder.high = self.end
        else:
            self.ladder.low = self.start
        true[self.true] = bytes(self.end - self.start)


def ladders_of(found: Iterable[Inequality]) -> list[Ladder]:
    """Return the ladders of a statement: each step is a clause that a literal implies the one with the number before,
    and the steps follow each other.
    """
    ladders, first, last = list[Ladder](), 0, -1
    for each in [*found, Inequality({}, 0)]:
        step = _step(each)
        if step is not None and step == last:
            last += 2
            continue
        if last - first >= 2 * LONG:
            ladders.append(Ladder(first, (last - first) // 2 + 1))
        if step is not None:
            first, last = step, step + 2
        else:
            first, last = 0, -1
    return ladders


def _step(found: Inequality) -> int | None:
    """Return the literal of a clause `literal or not the next literal`; None for another inequality."""
    if found.degree != 1 or len(found.terms) != 2:
        return None
    low, high = sorted(found.terms)
    return low if low & 1 == 0 and high == low + 3 else None


def sums_of(places: Sequence[tuple[int, int]], size: int) -> list[int]:
    """Return the sum of the first k coefficients for each k; places: pairs of a coefficient and its place."""
    coefficients = [0] * size
    for c, at in places:
        coefficients[at] = c
    return [0, *accumulate(coefficients)]
