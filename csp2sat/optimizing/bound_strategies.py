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


class StepInterval(NamedTuple):
    """What is known: the best step is within low..high; high is that of a solution, if one was found."""

    low: int
    high: int
    found: bool


Strategy = Callable[[StepInterval], int]


def bisect(known: StepInterval) -> int:
    """The middle: as Sugar does."""
    return (known.low + known.high) // 2


def down(known: StepInterval) -> int:
    """Any solution, then always a better one."""
    return known.high - 1 if known.found else known.high


def up(known: StepInterval) -> int:
    """The best step that is still possible: nothing but the optimum is ever found."""
    return known.low


class Geometric:
    """From below with growing steps, until there is a solution; then the middle, and close to the end downwards, for
    one refusal ends that."""

    FIRST = 16  # the first step is a part of the interval, one of so many
    CLOSE = 8  # steps

    def __init__(self) -> None:
        self._gap = 0

    def __call__(self, known: StepInterval) -> int:
        if known.found:
            return bisect(known) if known.high - known.low > self.CLOSE else down(known)
        self._gap = 2 * self._gap or max(1, (known.high - known.low) // self.FIRST)
        return min(known.low + self._gap, known.high)


class Descent:
    """Any solution, then better ones by steps that grow while solutions are found.  So each question is easy, there are
    few of them, and few go beyond the optimum, where a refusal may take long."""

    LEAST, MOST = 48, 8  # a step is a part of the interval, one of so many

    def __init__(self) -> None:
        self._gap, self._high = 0, 0

    def __call__(self, known: StepInterval) -> int:
        if not known.found:
            return known.high
        width = known.high - known.low
        grown = 2 * self._gap + 1 if known.high < self._high else 0
        self._gap, self._high = min(max(grown, width // self.LEAST), width // self.MOST), known.high
        return known.high - 1 - self._gap


STRATEGIES: dict[str, Callable[[], Strategy]] = {
    "bisect": lambda: bisect,
    "down": lambda: down,
    "up": lambda: up,
    "geometric": Geometric,
}
