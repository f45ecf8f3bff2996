"""The argument that loads or times along tours cannot fit: all that the places add is more than the routes may carry.

An item grows along most arcs; a route begins where an arc lets the item start anew, as at each copy of a depot, and
ends at a place whose item has a greatest value.  So all that places add is at most the sum of these values, for as many
ends as there are routes at most; likewise from the ends back, if a place adds to the item of the next one.  A search
place by place finds that only after all ways to share out the places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..linear.tour_cuts import items_by_place
from .problem import ItemBound
from .rows import NOWHERE

Steps = Sequence[Sequence[Sequence[ItemBound]]]
ArcSteps = Mapping[tuple[int, int], Sequence[ItemBound]]


class Overfull(Exception):
    """The error that the loads or times of a problem of tours cannot fit."""


def is_overfull(
    heads: Sequence[Sequence[int]], steps: Steps, place: Mapping[int, int], lows: Sequence[int], highs: Sequence[int]
) -> bool:
    """Whether the values of some item, such as a load, that grows along arcs are too large in each tour.

    heads: for each place the places that may follow, the place itself if it may be left out.  steps: for each arc the
    lower bounds under it.  place: for each item its place.  lows, highs: of the values of the items.
    """
    arcs = {(v, w): across(steps[v][w], v, place) for v, row in enumerate(heads) for w in row}
    back = {(w, v): [(x, y, a) for y, x, a in rows] for (v, w), rows in arcs.items()}
    ends = [-high for high in highs], [-low for low in lows]
    return any(
        _is_exceeded(arcs, items, lows, highs) or _is_exceeded(back, items, *ends) for items in _families(arcs, place)
    )


def across(rows: Sequence[ItemBound], v: int, place: Mapping[int, int]) -> list[ItemBound]:
    """Return the bounds that items of the place v give, along an arc, to items of other places, directly or through
    further items of v.

    rows: the bounds under the arc, in the order of a walk.  place: for each item its place.
    """
    inner = {y for y, _, _ in rows if place.get(y) == v}
    found = list[ItemBound]()
    for start in {x for _, x, _ in rows if place.get(x) == v and x not in inner}:
        grown = {start: 0}
        for y, x, a in rows:
            if x in grown:
                grown[y] = max(grown[x] + a, grown.get(y, grown[x] + a))
        found += [(y, start, a) for y, a in grown.items() if place.get(y) != v]
    return found


def _is_exceeded(arcs: ArcSteps, items: Mapping[int, int], lows: Sequence[int], highs: Sequence[int]) -> bool:
    """Whether all that an item grows by is more than its greatest values allow, along arcs from its least value on.

    arcs: with the lower bounds under each.  items: for each place its item.  lows, highs: of the values of the items.
    A place that is left out adds nothing.
    """
    grown: dict[int, int] = {}
    tails, begun = set[int](), set[int]()
    for (v, w), rows in arcs.items():
        gains = [a for y, x, a in rows if y == items.get(w) and x == items.get(v)] if v != w else [0]
        if w in items and gains:
            grown[w] = min(max(gains), grown.get(w, max(gains)))
        elif w in items:
            tails.add(v)
            begun.add(w)
    low = {w: lows[x] for w, x in items.items()}
    routes = min(len(tails), len(begun))
    ends = sorted([highs[x] for x in items.values()])[-routes:]
    for least in {min(low[w] - grown.get(w, 0), *low.values()) for w in begun}:  # each of them may be the start
        at_first = {w: low[w] - least for w in begun}
        total = sum([min(grown.get(w, at_first.get(w, 0)), at_first.get(w, grown.get(w, 0))) for w in items])
        if total > sum(ends) - routes * least:
            return True
    return False


def _families(arcs: ArcSteps, place: Mapping[int, int]) -> list[dict[int, int]]:
    """Return the items that bounds under arcs join, each as its variables by their places.

    arcs: with the lower bounds under each.  place: of variables, by their numbers.
    """
    joined = (
        (x, y)
        for (v, w), rows in arcs.items()
        for y, x, _ in (rows if v != w else ())
        if place.get(x) == v and place.get(y, NOWHERE) not in (v, NOWHERE)
    )
    return items_by_place(joined, place)
