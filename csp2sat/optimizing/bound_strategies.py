"""Which bound of the objective to ask for next.

The values that the objective can have are steps, 0 the best one.  What is known is an interval: nothing is better than
`low`, and `high` is the worst one, or, if a solution was `found`, the step of the best solution so far.  A strategy
gives a step from `low` on, below `high` if a solution was found; the question is then a solution that is at least as
good.

Measured on Sugar's examples (`scripts/bench_sugar.py`): every question next to the optimum is hard, so few of them
are wanted; far below it they are refuted quickly, far above it the solver stays where it is allowed to be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


DESCENT = 48  # the part of what is open that a step takes, one of so many


class Interval(NamedTuple):
    """What is known: the best step is within low..high; high is that of a solution, if one was found."""

    low: int
    high: int
    found: bool


Strategy = Callable[[Interval], int]


def bisect(known: Interval) -> int:
    """The middle: as Sugar does."""
    return (known.low + known.high) // 2


def down(known: Interval) -> int:
    """Any solution, then always a better one."""
    return known.high - 1 if known.found else known.high


def descend(known: Interval) -> int:
    """Any solution, then better ones by small steps: each question is easy, and so few of them are not too many."""
    return known.high - 1 - (known.high - known.low) // DESCENT if known.found else known.high


def up(known: Interval) -> int:
    """The best step that is still possible: nothing but the optimum is ever found."""
    return known.low


class Geometric:
    """From below with growing steps, until there is a solution; then the middle, and close to the end downwards, for
    one refusal ends that."""

    FIRST = 16  # the first step is a part of the interval, one of so many
    CLOSE = 8  # steps

    def __init__(self) -> None:
        self._gap = 0

    def __call__(self, known: Interval) -> int:
        if known.found:
            return bisect(known) if known.high - known.low > self.CLOSE else down(known)
        self._gap = 2 * self._gap or max(1, (known.high - known.low) // self.FIRST)
        return min(known.low + self._gap, known.high)


STRATEGIES: dict[str, Callable[[], Strategy]] = {
    "bisect": lambda: bisect,
    "down": lambda: down,
    "up": lambda: up,
    "geometric": Geometric,
}
