"""Sequences of integers that may be too many for a list."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any

from ..model.domain import Domain
from ..tuples import NamedTuple

LISTED = 4096  # values that are kept as a list if there are holes


class Ranges(Sequence[int]):
    """The values of a domain, ascending, as a sequence that is computed from the domain's ranges."""

    def __init__(self, domain: Domain):
        self._domain, self.ranges = domain, domain.ranges
        self._ends = list(accumulate(hi - lo + 1 for lo, hi in self.ranges))

    @property
    def size(self) -> int:
        """The number of values; `len` is limited to machine integers."""
        return self._ends[-1]

    def __len__(self) -> int:
        return self.size

    def rank(self, value: int) -> int:
        """Return the number of values that are less than `value`."""
        number = bisect_left(self.ranges, value, key=lambda ends: ends[1])  # the first range that does not end below it
        if number == len(self.ranges):
            return self.size
        low, high = self.ranges[number]
        return self._ends[number] - (high - max(value, low) + 1)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(self.size))]
        at = at + self.size if at < 0 else at
        number = bisect_right(self._ends, at)
        if at < 0 or number == len(self.ranges):
            raise IndexError(at)
        return self.ranges[number][1] + 1 - (self._ends[number] - at)

    def __contains__(self, value: object) -> bool:
        return value in self._domain


class Scaled(Sequence[int]):
    """The integers factor * v + offset for all v of a sequence, ascending, computed when needed."""

    def __init__(self, values: Sequence[int], factor: int, offset: int):
        self._values, self._factor, self._offset = values, factor, offset

    @property
    def size(self) -> int:
        """The number of values; `len` is limited to machine integers."""
        return count(self._values)

    def rank(self, value: int) -> int:
        """Return the number of values that are less than `value`."""
        if self._factor > 0:
            return rank(self._values, -((self._offset - value) // self._factor))
        return self.size - rank(self._values, (value - self._offset) // self._factor + 1)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(self.size))]
        if not -self.size <= at < self.size:
            raise IndexError(at)
        return self._factor * self._values[at if self._factor > 0 else -1 - at] + self._offset

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and not (value - self._offset) % self._factor
            and ((value - self._offset) // self._factor in self._values)
        )


def values_of(domain: Domain) -> Sequence[int]:
    """Return the values of a domain, ascending: a range, a list, or a sequence of many values in ranges."""
    return Ranges(domain) if len(domain.ranges) > 1 and domain.size() > LISTED else domain.values()


def count(values: Sequence[int]) -> int:
    """Return the number of values of a sequence; `len` is limited to machine integers."""
    try:
        return len(values)
    except OverflowError:
        step = values.step if isinstance(values, range) else 1
        return values.size if isinstance(values, (Ranges, Scaled)) else (values[-1] - values[0]) // step + 1


def rank(values: Sequence[int], value: int) -> int:
    """Return the number of ascending values that are less than `value`."""
    if isinstance(values, range):
        return min(max(0, -((values[0] - value) // values.step)), count(values))
    return values.rank(value) if isinstance(values, (Ranges, Scaled)) else bisect_left(values, value)


def has(values: Sequence[int], value: int) -> bool:
    """Whether `value` is one of the ascending values."""
    if not isinstance(values, list):
        return value in values
    at = bisect_left(values, value)
    return at < len(values) and values[at] == value


def scaled(values: Sequence[int], factor: int, offset: int) -> Sequence[int]:
    """Return factor * v + offset for all v of ascending `values`, ascending; for a range, a range."""
    size = count(values)
    if isinstance(values, range) and size > 1:
        if factor == 1:
            return range(values.start + offset, values.stop + offset, values.step)
        step = abs(factor) * values.step
        least = factor * values[0 if factor > 0 else -1] + offset
        return range(least, least + step * size, step)
    if size > LISTED:
        return Scaled(values, factor, offset)
    return [factor * v + offset for v in (values if factor > 0 else reversed(values))]


def gaps(values: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of each gap between ascending values."""
    if isinstance(values, range) and values.step == 1:
        return
    ranges = values.ranges if isinstance(values, Ranges) else [(v, v) for v in values]
    for (_, before), (after, _) in pairwise(ranges):
        if after > before + 1:
            yield before + 1, after - 1


class Steps(NamedTuple):
    """The values of an integer that is to be minimised or maximised, numbered from the best value (step 0) to the
    worst.

    values: the values that the integer can have, ascending.
    """

    values: Sequence[int]
    minimize: bool

    @property
    def last(self) -> int:
        """The number of the worst value."""
        return count(self.values) - 1

    def value(self, step: int) -> int:
        """Return the value with the number `step`."""
        found: int = self.values[step if self.minimize else self.last - step]
        return found

    def of(self, value: int) -> int:
        """Return the step of a value, or, for a number that is no value, the step of the best value that is no
        better.
        """
        return rank(self.values, value) if self.minimize else self.last + 1 - rank(self.values, value + 1)

    def ends(self, low: int, high: int) -> tuple[int, int]:
        """Return the least and the greatest value of the steps low..high."""
        first, last = sorted((self.value(low), self.value(high)))
        return first, last
