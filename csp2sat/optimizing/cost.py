"""The objective of an encoded model as steps: 0 is the best value, and so on, whatever the goal."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from ..decoder import ObjectiveRecord


class Cost:
    """record: the map's.  `values[step]` is the objective's value."""

    def __init__(self, record: ObjectiveRecord):
        ascending = record.code.values.values()
        self._least = record.goal == "minimize"
        self._first = record.code.first
        self.values = ascending if self._least else ascending[::-1]

    def literal(self, step: int) -> int | None:
        """The literal `at least as good as this step`; None for the worst one, which is no condition."""
        last = len(self.values) - 1
        if step >= last:
            return None
        return self._first + step if self._least else -(self._first + last - 1 - step)

    def step(self, value: int) -> int:
        """The step of a value."""
        if self._least:
            return bisect_left(self.values, value)
        return len(self.values) - bisect_right(self.values[::-1], value)

    def interval(self, low: int, high: int) -> tuple[int, int]:
        """The two values between which the steps low..high are, the smaller one first."""
        first, last = sorted((self.values[low], self.values[high]))
        return first, last
