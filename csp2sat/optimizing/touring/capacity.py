"""The argument that loads or times along tours cannot fit: all that the places add is more than the routes may carry.

An item grows along most arcs; a route begins where an arc lets the item start anew, as at each copy of a depot, and
ends at a place whose item has a greatest value.  So all that places add is at most the sum of these values, for as many
ends as there are routes at most.  A search place by place finds that only after all ways to share out the places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .problem import ItemBound
from .rows import NOWHERE

Steps = Sequence[Sequence[Sequence[ItemBound]]]


class Overfull(Exception):
    """The loads or times of a problem of tours cannot fit."""


def is_overfull(
    heads: Sequence[Sequence[int]], steps: Steps, place: Mapping[int, int], lows: Sequence[int], highs: Sequence[int]
) -> bool:
    """Whether the values of some item, such as a load, that grows along arcs are too large in each tour.

    heads: for each place the places that may follow, the place itself if it may be left out.  steps: for each arc the
    lower bounds under it.  place: for each item its place.  lows, highs: of the values of the items.
    """
    for items in _families(heads, steps, place):
        gains, routes = _gains(heads, steps, items, lows)
        ends = sorted([max(0, highs[x]) for x in items.values()])[-routes:]
        if routes and sum(gains.values()) > sum(ends):
            return True
    return False


def _families(heads: Sequence[Sequence[int]], steps: Steps, place: Mapping[int, int]) -> list[dict[int, int]]:
    """Return the items of each kind that bounds under arcs join, by their places; no kind that has several items of
    one place.

    heads, steps, place: as for `is_overfull`.
    """
    family: dict[int, set[int]] = {}
    for v, row in enumerate(heads):
        for y, x, _ in (bound for w in row for bound in steps[v][w] if v != w):
            if place.get(x) == v and place.get(y, NOWHERE) not in (v, NOWHERE):
                mine, other = (family.setdefault(each, {each}) for each in (x, y))
                if mine is not other:
                    mine |= other
                    family.update(dict.fromkeys(other, mine))
    kinds = {id(each): each for each in family.values()}.values()
    found = [({place[x]: x for x in each}, len(each)) for each in kinds]
    return [items for items, count in found if len(items) == count]


def _gains(
    heads: Sequence[Sequence[int]], steps: Steps, items: Mapping[int, int], lows: Sequence[int]
) -> tuple[dict[int, int], int]:
    """Return by how much the item grows at least on the way to each place, and how many routes there are at most.

    items: for each place its item.  heads, steps, lows: as for `is_overfull`.  A place that is left out adds nothing.
    """
    gains: dict[int, int] = {}
    tails, begun = set[int](), set[int]()
    for v, w in ((v, w) for v, row in enumerate(heads) for w in row if w in items):
        grown = [a for y, x, a in steps[v][w] if y == items[w] and x == items.get(v, NOWHERE)]
        gain = 0 if v == w else max(grown, default=lows[items[w]])
        gains[w] = min(gain, gains.get(w, gain))
        if v != w and not grown:
            tails.add(v)
            begun.add(w)
    return gains, min(len(tails), len(begun))
