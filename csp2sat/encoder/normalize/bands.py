"""Large tables of two terms as inequalities: the pairs of a few bands between straight lines.

    (0,0)(0,1)...(0,9)(1,4)(2,4)(2,5)...     for each x the y from one line to another one: a band

Programs write such tables, which list what an inequality, a distance or a rounded quotient allows.  A table of 20,000
rows may take as many direct literals and more; a band takes two sums, of any size of domain.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...model.constraint import Relation
from ...model.domain import Domain
from ...model.expr import Expr, all_of, any_of, between, negation, node
from ...tuples import NamedTuple
from .rewriting import are_defined

MANY = 5_000  # rows of a table that may become bands; supports find more in a smaller one
MOST = 8  # bands
BandLine = tuple[int, int]  # value at the first x, and slope
BandSlices = list[tuple[int, int, int]]  # x, with the least and the greatest y beside it


class Band(NamedTuple):
    """The pairs with first <= x <= last and y between two lines, both included."""

    first: int
    last: int
    lower: BandLine
    upper: BandLine


def banded(relation: Relation, *terms: Expr | int) -> Expr | None:
    """Return the formula of the bands of a large table of two terms that are no constants; None if the table is small,
    or has more than MOST bands either way.
    """
    x, y = terms if len(terms) == 2 else (0, 0)
    if len(relation.tuples) < MANY or isinstance(x, int) or isinstance(y, int):
        return None
    bands, is_turned = _fewest(relation.tuples)
    if bands is None:
        return None
    inside = _inside(bands, y, x) if is_turned else _inside(bands, x, y)
    return all_of((inside if relation.supports else negation(inside), *are_defined(terms)))


@lru_cache(64)
def _fewest(pairs: frozenset[tuple[int, ...]]) -> tuple[list[Band] | None, bool]:
    """Return the bands of a table, and whether they are those of the turned pairs (y, x), which are fewer then."""
    found, turned = bands_of(sorted(pairs)), bands_of(sorted(pair[::-1] for pair in pairs))
    is_turned = found is None or (turned is not None and len(turned) < len(found))
    return (turned, True) if is_turned else (found, False)


def bands_of(rows: Sequence[tuple[int, ...]]) -> list[Band] | None:
    """Return the bands of ascending pairs (x, y), ascending; None if there are more than MOST, or a gap between the y
    of an x.
    """
    slices: BandSlices = []
    for x, y in rows:
        if not slices or slices[-1][0] != x:
            slices.append((x, y, y))
        elif y == slices[-1][2] + 1:
            slices[-1] = (x, slices[-1][1], y)
        else:
            return None
    bands: list[Band] = []
    at = 0
    while at < len(slices):
        if len(bands) == MOST:
            return None
        bands.append(_band(slices, at))
        at += bands[-1].last - bands[-1].first + 1
    return bands


def _band(slices: BandSlices, at: int) -> Band:
    """Return the longest band from a slice on: of this slice alone if only the next one is on its lines."""
    x, low, high = slices[at]
    if at + 1 == len(slices) or slices[at + 1][0] != x + 1:
        return Band(x, x, (low, 0), (high, 0))
    lower, upper = slices[at + 1][1] - low, slices[at + 1][2] - high
    end = at + 1
    while end < len(slices) and slices[end] == (
        x + end - at,
        low + (end - at) * lower,
        high + (end - at) * upper,
    ):
        end += 1
    if end - at == 2:
        return Band(x, x, (low, 0), (high, 0))
    return Band(x, slices[end - 1][0], (low, lower), (high, upper))


def _inside(bands: Sequence[Band], x: Expr, y: Expr) -> Expr:
    """Return the formula that the values of two terms are in one of the bands: a band has the value of `x`, and `y` is
    between the lines of the band.
    """
    covered = Domain((band.first, band.last) for band in bands)
    parts = [any_of(between(x, low, high) for low, high in covered.ranges)]
    for band in bands:
        beside = (node("lt", x, band.first), node("gt", x, band.last))
        parts.append(any_of((*beside, node("le", _line(band.lower, x, band.first), y))))
        parts.append(any_of((*beside, node("le", y, _line(band.upper, x, band.first)))))
    return all_of(parts)


def _line(line: BandLine, x: Expr, first: int) -> Expr | int:
    """Return the term of a line's value at x; `first` is the x of the value that the line begins with."""
    value, slope = line
    return node("add", node("mul", slope, x), value - slope * first) if slope else value
