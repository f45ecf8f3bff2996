"""Cuts of "each area of true vertices has as many vertices as a number, or more than that"; see `cuts`.

Each area is connected.  The net's anchors have one entry, whose value is the number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .least_cuts import Suspects, TrueAreas
from .nets import Cut, Net, Value, outwards

LARGE, SMALL = "a block cannot be larger than its number", "a block needs room for its number"
COMPLETE = "the block has as many cells as its number"
ONLY_WAY = "the only room left for a block"


class SizedAreas(TrueAreas):
    """Known vertices of a net, the areas of the true ones, and how large these may become.

    known: the values of some vertices.  size: the number of vertices that an area needs.  exact: whether an area cannot
    have more.
    """

    def __init__(self, net: Net, known: Mapping[int, bool], exact: bool):
        super().__init__(net, known)
        self.exact = exact
        (self.size,) = net.anchors.values()
        self._beside: dict[int, set[int]] = {}

    def beside(self, v: int) -> set[int]:
        """Return the vertices of the areas that have a neighbour of a vertex which is not true."""
        found = self._beside.get(v)
        if found is None:
            found = set().union(*(self.area(u) for _, u in self.net.at[v] if self.known.get(u)))
            self._beside[v] = found
        return found

    def fits(self, v: int, start: set[int]) -> bool:
        """Whether an undecided vertex outside of `start` may be in one area with `start`."""
        beside = self.beside(v)
        more = len(beside - start) if beside else 0
        return len(start) + more < self.size

    def reach(self, start: set[int], without: int = -1, most: int = 0) -> set[int]:
        """Return the vertices that may belong to the area with the connected vertices `start`: each one that is near
        enough, through vertices that are not false and not beside an area with which there would be too many.

        without: a vertex that is taken to be false, -1 for none.  most: the number of vertices that is enough, 0 for
        all.
        """
        found, todo = set(start), [(v, len(start)) for v in start]
        for v, count in todo:
            if most and len(found) >= most:
                break
            for _, u in self.net.at[v] if count < self.size or not self.exact else ():
                if u in found or u == without or self.known.get(u) is False:
                    continue
                if not self.exact or self.known.get(u) or self.fits(u, start):
                    found.add(u)
                    todo.append((u, count + 1))
        return found

    def examined(self, v: int) -> set[int]:
        """Return the vertices whose values decide how large the area of a true vertex may become."""
        found = self.reach(self.area(v))
        for _ in range(2):  # a vertex that is not within reach may be beside an area with which there would be too many
            found |= {u for inner in found for _, u in self.net.at[inner]}
        return found.union(*(self.area(u) for u in found))

    def is_large(self, v: int) -> bool:
        """Whether the area of a true vertex has too many vertices."""
        return self.exact and len(self.area(v)) > self.size

    def is_small(self, v: int, without: int = -1) -> bool:
        """Whether the area of a true vertex cannot have enough vertices; without: as in `reach`."""
        return len(self.reach(self.area(v), without, self.size)) < self.size


def exact_areas(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of "each area of true vertices has as many vertices as the number"; value: as in
    the head of `cuts`.
    """
    return _cuts(net, value, True)


def larger_areas(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of "each area of true vertices has at least as many vertices as the number"."""
    return _cuts(net, value, False)


def _cuts(net: Net, value: Sequence[Value], exact: bool) -> Iterator[Cut]:
    """Yield cuts for the areas that break the rule already; if there are none, a cut for each vertex whose opposite
    breaks the rule at once.

    value: as in the head of `cuts`.  exact: whether an area cannot have more vertices than the number.
    """
    areas = SizedAreas(net, {v: true for v, true in enumerate(value) if true is not None}, exact)
    firsts = sorted({min(areas.area(v)) for v, true in areas.known.items() if true})
    broken = False
    for v in firsts:
        if areas.is_large(v) or areas.is_small(v):
            broken = True
            yield _cut(areas, {}, v, LARGE if areas.is_large(v) else SMALL)
    if broken:
        return
    for v in range(net.size):
        if value[v] is None:
            around = areas.beside(v) | {v}
            if exact and len(around) > areas.size:
                beside = (u for _, u in net.at[v] if areas.known.get(u))
                full = any(len(areas.area(u)) == areas.size for u in beside)
                yield _cut(areas, {v: True}, v, COMPLETE if full else LARGE)
            elif len(areas.reach(around, -1, areas.size)) < areas.size:
                yield _cut(areas, {v: True}, v, SMALL)
    for first in firsts:
        yield from _true(areas, first)


def _true(areas: SizedAreas, first: int) -> Iterator[Cut]:
    """Yield cuts for the undecided vertices without which the area of a true vertex cannot have enough vertices.

    If more than twice as many vertices as needed are within reach, only those beside the area are examined.
    """
    start, net = areas.area(first), areas.net
    if len(start) >= areas.size:
        return
    reach = areas.reach(start, -1, 0 if areas.exact else 2 * areas.size + 1)
    near = {u for v in start for _, u in net.at[v]}
    for v in sorted(reach - areas.known.keys()):
        if (v in near or len(reach) <= 2 * areas.size) and areas.is_small(first, v):
            yield _cut(areas, {v: False}, first, ONLY_WAY)


def _cut(areas: SizedAreas, supposed: dict[int, bool], centre: int, note: str) -> Cut:
    """Return the cut that says: the supposed values and some of the known ones cannot all hold; values near to the
    vertex `centre` are preferred.

    centre: a vertex that is true with the supposed values, and whose area breaks the rule.  note: of the cut.
    """
    net, known = areas.net, areas.known
    wide = SizedAreas(net, {**known, **supposed}, areas.exact).examined(centre)
    order = [v for v in outwards(net, centre, lambda *_: True) if v in wide and v in known and v not in supposed]

    def is_broken(values: dict[int, bool]) -> bool:
        part = SizedAreas(net, values, areas.exact)
        how = part.is_large if note in (LARGE, COMPLETE) else part.is_small
        return values.get(centre, False) and how(centre)

    is_small = note in (SMALL, ONLY_WAY)
    found = Suspects(known, order, supposed, is_broken).cut(note, note in (SMALL, COMPLETE), nearest=is_small)
    return found._replace(at=centre)
