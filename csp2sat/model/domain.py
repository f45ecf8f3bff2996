"""Domains of integer variables: finite sets as sorted disjoint ranges."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ..base.numbers import decimal


class Domain:
    """A finite set of integers, kept as sorted ranges (lo, hi) that neither overlap nor touch.  Immutable.

    `Domain([(1, 3), (7, 7)])` is {1, 2, 3, 7}.  Ranges may be given in any order, overlapping or touching; a range with
    lo > hi is ignored.  `lo` and `hi` are the least and the greatest value; both raise IndexError for an empty domain.
    """

    __slots__ = ("ranges",)

    ranges: tuple[tuple[int, int], ...]

    def __init__(self, ranges: Iterable[tuple[int, int]]):
        merged: list[tuple[int, int]] = []
        for lo, hi in sorted(ranges):
            if lo > hi:
                continue
            if merged and lo <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(hi, merged[-1][1]))
            else:
                merged.append((lo, hi))
        self.ranges = tuple(merged)

    @classmethod
    def of(cls, values: Iterable[int]) -> Domain:
        """Return the domain that consists of the given values."""
        distinct = set(values)
        if distinct and (most := max(distinct)) - (least := min(distinct)) < len(distinct):  # there is no hole
            return cls(((least, most),))
        return cls([(v, v) for v in distinct])

    @classmethod
    def union(cls, domains: Iterable[Domain]) -> Domain:
        """Return the domain of all values that are in at least one of the domains, which must not be empty."""
        return cls(chain.from_iterable(each.ranges for each in domains))

    @property
    def lo(self) -> int:
        return self.ranges[0][0]

    @property
    def hi(self) -> int:
        return self.ranges[-1][1]

    def size(self) -> int:
        """Return the number of values; `len` would be limited to machine integers."""
        ranges = self.ranges
        if len(ranges) == 1:
            return ranges[0][1] - ranges[0][0] + 1
        return sum([hi - lo + 1 for lo, hi in ranges])

    def values(self) -> Sequence[int]:
        """Return all values, ascending: a range if they have no hole, else a list."""
        if len(self.ranges) == 1:
            return range(self.lo, self.hi + 1)
        return list(self)

    def clipped(self, lo: int, hi: int) -> Domain:
        """Return the domain of the values within lo..hi; the same object if all values are."""
        if self.ranges and lo <= self.lo and self.hi <= hi:
            return self
        return Domain((max(a, lo), min(b, hi)) for a, b in self.ranges)

    def without(self, value: int) -> Domain:
        """Return the domain without one value."""
        if value not in self:
            return self
        return Domain(chain.from_iterable(((a, min(b, value - 1)), (max(a, value + 1), b)) for a, b in self.ranges))

    def __and__(self, other: Domain) -> Domain:
        return Domain(_overlaps(self.ranges, other.ranges))

    def __or__(self, other: Domain) -> Domain:
        return Domain((*self.ranges, *other.ranges))

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        at = bisect_right(self.ranges, value, key=lambda r: r[0]) - 1
        return at >= 0 and value <= self.ranges[at][1]

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(range(lo, hi + 1) for lo, hi in self.ranges)

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Domain) and self.ranges == other.ranges

    def __hash__(self) -> int:
        return hash(self.ranges)

    def __repr__(self) -> str:
        return (
            "{" + ", ".join(f"{decimal(lo)}..{decimal(hi)}" if lo < hi else decimal(lo) for lo, hi in self.ranges) + "}"
        )


def _overlaps(some: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the ranges that two sorted lists of ranges share, in one pass over both."""
    i = j = 0
    while i < len(some) and j < len(others):
        (a, b), (c, d) = some[i], others[j]
        if a <= d and c <= b:
            yield max(a, c), min(b, d)
        if b < d:
            i += 1
        else:
            j += 1
