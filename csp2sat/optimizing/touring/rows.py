"""Lower bounds on items, each under an arc or always, in the order in which a walk along a tour meets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .problem import ItemBound

NOWHERE = -1  # the place of an item that no place has for itself


class StepRows:
    """Lower bounds that are sorted into steps along arcs, bounds against the order of a walk, and other ones.

    under: for each arc the bounds under it; arcs without any may be missing.  always: bounds that hold always.
    zero: the item that is 0.  lows: the least values of the items.  place: for each item in a bound under an arc, the
    place that all of these arcs have in common, or NOWHERE.
    """

    def __init__(
        self,
        size: int,
        under: Mapping[tuple[int, int], Sequence[ItemBound]],
        always: Sequence[ItemBound],
        zero: int,
        lows: Sequence[int],
    ):
        self._zero, self._lows = zero, lows
        ends: dict[int, set[int]] = {}
        entries: list[set[int]] = [set() for _ in range(size)]
        for arc, rows in under.items():
            for y, x, _ in rows:
                for item in (x, y):
                    ends[item] = ends[item] & {*arc} if item in ends else {*arc}
        self.place = {x: min(each) if len(each) == 1 else NOWHERE for x, each in ends.items()}
        for (v, w), rows in under.items():
            entries[w].update([] if v == w else (y for y, _, _ in rows if self.place[y] == w))
        self._join_places(always)
        local: list[list[ItemBound]] = [[] for _ in range(size)]
        self.loose, self.last = list[ItemBound](), list[ItemBound]()
        for row in always:
            y, x, _ = row
            if self.place.get(y, NOWHERE) == self.place.get(x, NOWHERE) != NOWHERE:
                local[self.place[y]].append(row)
            elif y in self.place:
                self.loose.append(row)
            else:
                self.last.append(row)
        self.steps: list[list[Sequence[ItemBound]]] = [[()] * size for _ in range(size)]
        self.backs: list[list[Sequence[ItemBound]]] = [[()] * size for _ in range(size)]
        self.doubtful: list[list[Sequence[ItemBound]]] = [[()] * size for _ in range(size)]
        self.entered = [0] * size  # for each place, by how many arcs a bound comes in
        for v in range(size):
            for w in range(size):
                rows = under.get((v, w), ())
                if rows or local[v]:
                    self._sort(v, w, self._needed([*local[v], *rows]), entries[v])

    def _join_places(self, always: Sequence[ItemBound]) -> None:
        """Give items in bounds that hold always, but under no arc, the place of the items that they depend on, if all
        of these are of one place.
        """
        near: dict[int, set[int]] = {}
        for y, x, _ in always:
            if self._zero not in (x, y):
                near.setdefault(x, set()).add(y)
                near.setdefault(y, set()).add(x)
        wave = [x for x in near if x in self.place]
        for x in wave:
            for y in near[x]:
                if y not in self.place:
                    places = {self.place[z] for z in near[y] if z in self.place}
                    if len(places) == 1:
                        self.place[y] = min(places)
                        wave.append(y)

    def _needed(self, rows: Sequence[ItemBound]) -> list[ItemBound]:
        """Return the different ones of lower bounds, without bounds that domains imply."""
        return [row for row in dict.fromkeys(rows) if row[1] != self._zero or row[2] > self._lows[row[0]]]

    def _sort(self, v: int, w: int, rows: list[ItemBound], entries: set[int]) -> None:
        """Note the bounds under the arc from `v` to `w` in the order in which one needs the other."""
        place, inside, across = self.place, list[ItemBound](), list[ItemBound]()
        back = list[ItemBound]()
        for row in rows:
            y, x = (place.get(each, NOWHERE) for each in row[:2])
            if x == NOWHERE and row[1] != self._zero:
                back.append(row)
            elif y == v and x in (v, NOWHERE):
                inside.append(row)
            elif y == v:
                back.append(row)
            else:
                across.append(row)
        self.entered[w] += any(place.get(y) == w for y, _, _ in across)
        forward, against = _directed(inside, entries)
        across.sort(key=lambda row: place.get(row[1]) == w)
        self.steps[v][w], self.backs[v][w] = (*forward, *across), (*back, *against)
        self.doubtful[v][w] = tuple(row for row in self.backs[v][w] if not self._is_implied(row, self.steps[v][w]))

    def _is_implied(self, back: ItemBound, steps: Sequence[ItemBound]) -> bool:
        """Whether a bound is part of an equation whose other part is the only one that raises an item in a walk."""
        x, y, a = back
        return [row for row in steps if row[0] == y] == [(y, x, -a)] and self._lows[y] <= self._lows[x] - a


def _directed(rows: Sequence[ItemBound], entries: Iterable[int]) -> tuple[list[ItemBound], list[ItemBound]]:
    """Return the bounds inside a place that lead away from its entries, in their order, and the others."""
    depth, wave = dict.fromkeys(entries, 0), sorted(entries)
    for first in [*wave, *sorted({row[1] for row in rows})]:
        if first not in depth:
            depth[first] = 0
            wave = [first]
        for x in wave:
            for y, source, _ in rows:
                if source == x and y not in depth:
                    depth[y] = depth[x] + 1
                    wave.append(y)
    forward = [row for row in rows if depth[row[0]] > depth[row[1]]]
    return sorted(forward, key=lambda row: depth[row[0]]), [row for row in rows if depth[row[0]] <= depth[row[1]]]
