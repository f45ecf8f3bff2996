"""Strategies: which bound of the objective to ask for next.

The values that the objective can have are steps; step 0 is the best value.  The known interval says that no solution is
better than step `low`; `high` is the worst step, or the step of the best solution so far if one was `found`.  A
strategy chooses a step from `low` on, below `high` if a solution was found; the question is then for a solution at
least as good as this step.

Measured on Sugar's examples (`scripts/bench_sugar.py`): every question next to the optimum is hard, so there should be
few; questions far below the optimum are refuted quickly, and far above it the solver stays where the bound lets it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class StepInterval(NamedTuple):
    """The known interval of steps: the best step is within low..high; `high` is the step of a solution if one was
    found.
    """

    low: int
    high: int
    found: bool


Strategy = Callable[[StepInterval], int]


def bisect(known: StepInterval) -> int:
    """Return the middle step of the interval, as Sugar does."""
    return (known.low + known.high) // 2


def down(known: StepInterval) -> int:
    """Return the worst step while no solution is known, then the step just better than the best solution."""
    return known.high - 1 if known.found else known.high


def up(known: StepInterval) -> int:
    """Return the best step that is still possible, so that only the optimum is ever found."""
    return known.low


class Geometric:
    """A strategy that begins near the best step with steps that grow after each refutation, until a solution is found;
    then takes the middle, and near the end the step just better than the best solution, as one refutation ends the
    search there.

    After a question that was put off, the best step that is still possible is next, then steps that grow again, but
    none beyond a step that was put off: a solution there may be the best one.
    """

    FIRST = 16  # the first step is this part of the interval: 1 / FIRST
    CLOSE = 8  # steps

    def __init__(self) -> None:
        self._gap, self._asked = 0, -1
        self._put_off = set[int]()

    def __call__(self, known: StepInterval) -> int:
        low, high, found = known
        if found:
            return bisect(known) if high - low > self.CLOSE else down(known)
        if self._asked < 0:
            self._gap = max(1, (high - low) // self.FIRST)
        elif low > self._asked:
            self._gap = 2 * self._gap or 1
        else:
            self._gap = 0
            self._put_off.add(self._asked)
        self._asked = min(low + self._gap, high, *[step for step in self._put_off if step >= low])
        return self._asked


class Descent:
    """A strategy that asks for any solution, then for better ones by steps that grow while solutions are found.

    So each question is easy, there are few questions, and few go beyond the optimum, where a refutation may take long.
    """

    LEAST, MOST = 48, 8  # steps are these parts of the interval: from 1 / LEAST to 1 / MOST

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
