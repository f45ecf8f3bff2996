"""A problem of tours as a local search needs it: arcs with costs, and items whose least values follow from the arcs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ...model.domain import Domain
from ...model.expr import Expr
from ...tuples import NamedTuple

Matrix = list[list[int]]
"""A number for each arc, by tail and head."""
ItemBound = tuple[int, int, int]
"""A lower bound (y, x, a) on an item y: that the item x plus a is at most y."""
ItemValues = list[int]
"""A value for each item."""


class TourSum(NamedTuple):
    """A sum: a constant, the sum of factor * item over `terms`, and the sum of a matrix over all arcs, if there is one.

    Arcs from places that are left out to themselves count, too.
    """

    terms: Sequence[tuple[int, int]]
    const: int
    arcs: Matrix | None = None

    def of(self, values: ItemValues, after: Sequence[int]) -> int:
        """Return the sum.  after: for each place the place after."""
        total = self.const
        for a, x in self.terms:
            total += a * values[x]
        if (arcs := self.arcs) is not None:
            total += sum([row[w] for row, w in zip(arcs, after, strict=True)])
        return total


class DerivedItem(NamedTuple):
    """An item that follows from others once the tour is walked: it is at least (for a divisor, the sum divided by it,
    rounded up) a sum, or exactly what a function returns.
    """

    item: int
    total: TourSum | None = None
    divisor: int = 1
    function: Callable[[ItemValues], int] = len


@dataclass
class TourProblem:
    """A problem of tours.

    size: the number of places.
    heads: for each place the places that may follow, the place itself if it may be left out.
    lows, highs: of the values of the items.  goal: the item that is to be small.
    costs: of arcs; the goal is at least their sum plus `floor`.
    steps: for each arc the lower bounds on items in the order of a walk.
    backs: for each arc bounds against that order.  doubtful: those bounds of `backs` that `steps` do not imply.
    loose: bounds between places, whatever the arcs are.
    caps: for each arc pairs (x, a): the item x is at most a.
    guards: for each arc formulas that are to hold.
    decided: items that the place after a place decides: (item, place, value for each place after).
    derived: in their order.  sums: sums that are to be at most 0.  equal: sums that are to be 0.
    checks: formulas that are to hold.
    holes: items with gaps between their values, each with all of these.
    due: for each place the sum of the greatest values of its items.
    place: for each item in a bound under an arc its place, less than 0 if it has none.
    root: the place where walks begin: one that is always visited if there is any, with few bounds on entry.
    """

    size: int
    heads: Sequence[Sequence[int]]
    lows: ItemValues
    highs: ItemValues
    goal: int
    costs: Matrix
    floor: int
    steps: list[list[Sequence[ItemBound]]]
    backs: list[list[Sequence[ItemBound]]]
    doubtful: list[list[Sequence[ItemBound]]]
    loose: Sequence[ItemBound]
    caps: list[list[Sequence[tuple[int, int]]]]
    guards: Mapping[tuple[int, int], Sequence[Expr]]
    decided: Sequence[tuple[int, int, Mapping[int, int]]]
    derived: Sequence[DerivedItem]
    sums: Sequence[TourSum]
    equal: Sequence[TourSum]
    checks: Sequence[Expr]
    holes: Mapping[int, Domain]
    due: Sequence[int]
    place: Mapping[int, int]
    root: int
