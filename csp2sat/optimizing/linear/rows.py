"""Bounds propagation over the rows of a linear program, with bounds that can be taken back.

Each row keeps its slack: how much its sum may still grow beyond its least value.  A variable with two values is fixed
as soon as its effect on the sum is larger than the slack; such terms are sorted by their effect, so that a row examines
each of them once on the way down.  Terms of variables with more values are examined again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from ...base.time_limit import check_time
from ...encoder.normalize.formulas import Linear

WIDE, PER_ROW = 1000, 8  # times that rows narrow wide variables in one propagation, at most: in all, and for each row
WeightedRow = tuple[int, int]  # a row, and the size of the variable's coefficient in the row


class ChangeKind(IntEnum):
    """The object of a change: the lower or upper bound of a variable, or the number of examined terms of a row."""

    LOW = 0
    HIGH = 1
    EXAMINED = 2


LOW, HIGH, EXAMINED = ChangeKind


class RowPropagation:
    """The bounds of variables under rows `sum <= 0`.

    low, high: the bounds by variable.  work: the terms that were examined so far.
    """

    def __init__(self, lows: Iterable[int], highs: Iterable[int], sums: Iterable[Linear]):
        self.low, self.high, self.work = [*lows], [*highs], 0
        self._rising: list[list[WeightedRow]] = [[] for _ in self.low]  # rows whose least value grows with `low`
        self._falling: list[list[WeightedRow]] = [[] for _ in self.low]  # rows whose least value grows if `high` falls
        self._terms: list[list[tuple[int, int, int]]] = []  # (effect, coefficient, variable) of two values, sorted
        self._wide: list[list[tuple[int, int]]] = []  # the other terms
        self._slack: list[int] = []
        self._examined: list[int] = []  # the number of examined ones of `_terms`
        self._next: list[int] = []  # a smaller slack narrows something
        self._trail: list[tuple[int, int, int]] = []  # (variable or row, value before, ChangeKind)
        self._queue: list[int] = []
        self._waits = bytearray()
        for total in sums:
            check_time()
            self.add(total)

    def add(self, total: Linear) -> int:
        """Add a row, while no change can be taken back, and return its number."""
        row, low, high = len(self._slack), self.low, self.high
        slack, terms, wide, largest = -total.const, [], [], 0
        for a, x in total.terms:
            span = high[x] - low[x]
            (self._rising if a > 0 else self._falling)[x].append((row, abs(a)))
            slack -= a * (low[x] if a > 0 else high[x])
            if span == 1:
                terms.append((abs(a), a, x))
            elif span:
                wide.append((a, x))
                largest = max(largest, abs(a) * span)
        terms.sort(reverse=True)
        self._terms.append(terms)
        self._wide.append(wide)
        self._slack.append(slack)
        self._examined.append(0)
        self._next.append(max(terms[0][0], largest) if terms else largest)
        self._waits.append(1)
        self._queue.append(row)
        return row

    def reduce(self, row: int, less: int) -> None:
        """Make the slack of a row smaller for good, while no change can be taken back."""
        self._slack[row] -= less
        if not self._waits[row]:
            self._waits[row] = 1
            self._queue.append(row)

    @property
    def mark(self) -> int:
        """The number of changes so far."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Take back all changes since `mark`."""
        trail, slack, low, high = self._trail, self._slack, self.low, self.high
        while len(trail) > mark:
            x, old, kind = trail.pop()
            if kind == EXAMINED:
                self._has_examined(x, old)
                continue
            if kind == LOW:
                step, low[x], rows = low[x] - old, old, self._rising[x]
            else:
                step, high[x], rows = old - high[x], old, self._falling[x]
            for row, a in rows:
                slack[row] += a * step

    def forget(self) -> None:
        """Keep the present bounds for good."""
        self._trail.clear()

    def raise_low(self, x: int, value: int) -> None:
        """Raise the lower bound of a variable to a value that is above it."""
        old = self.low[x]
        self._trail.append((x, old, LOW))
        self.low[x] = value
        self._shrink(self._rising[x], value - old)

    def reduce_high(self, x: int, value: int) -> None:
        """Reduce the upper bound of a variable to a value that is below it."""
        old = self.high[x]
        self._trail.append((x, old, HIGH))
        self.high[x] = value
        self._shrink(self._falling[x], old - value)

    def _shrink(self, rows: Sequence[WeightedRow], step: int) -> None:
        """Make the slack of rows smaller, for a bound that moved by `step`; rows that may narrow now wait."""
        slack, least, waits = self._slack, self._next, self._waits
        self.work += len(rows)
        for row, a in rows:
            slack[row] = left = slack[row] - a * step
            if left < least[row] and not waits[row]:
                waits[row] = 1
                self._queue.append(row)

    def propagate(self) -> bool:
        """Narrow bounds until no row narrows any more; return False if a row cannot hold.

        Wide variables are narrowed a limited number of times, as two rows may narrow them step by step for very long.
        """
        queue, low, high = self._queue, self.low, self.high
        left = WIDE + PER_ROW * len(self._slack)
        while queue:
            row = queue.pop()
            self._waits[row] = 0
            slack = self._slack[row]
            if slack < 0:
                self._drop()
                return False
            terms, start = self._terms[row], self._examined[row]
            at, count = start, len(terms)
            while at < count:
                effect, a, x = terms[at]
                if effect <= slack:
                    break
                at += 1
                if low[x] < high[x]:
                    if a > 0:
                        self.reduce_high(x, low[x])
                    else:
                        self.raise_low(x, high[x])
            if at > start:
                self.work += at - start
                self._trail.append((row, start, EXAMINED))
                self._has_examined(row, at)
            if self._wide[row] and left:
                left -= 1
                self._narrow_wide(row, slack)
        return True

    def _has_examined(self, row: int, at: int) -> None:
        """Note the number of examined terms of a row."""
        self._examined[row] = at
        if not self._wide[row]:
            terms = self._terms[row]
            self._next[row] = terms[at][0] if at < len(terms) else 0

    def _narrow_wide(self, row: int, slack: int) -> None:
        """Narrow the variables of a row that have more than two values at first."""
        low, high = self.low, self.high
        self.work += len(self._wide[row])
        for a, x in self._wide[row]:
            span = high[x] - low[x]
            if a > 0:
                if a * span > slack:
                    self.reduce_high(x, low[x] + slack // a)
            elif -a * span > slack:
                self.raise_low(x, high[x] - slack // -a)

    def _drop(self) -> None:
        """Forget which rows wait."""
        for row in self._queue:
            self._waits[row] = 0
        self._queue.clear()
