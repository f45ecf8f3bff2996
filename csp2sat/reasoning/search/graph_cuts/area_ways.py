"""Cuts of "each area of true vertices has as many vertices as a number, or more than that"; see `cuts`.

Each area is connected.  The net's anchors have one entry, whose value is the number.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence, Set

from .least_cuts import Suspects, TrueAreas
from .nets import Cut, Net, Value, outwards

LARGE, SMALL = "a block cannot be larger than its number", "a block needs room for its number"
COMPLETE = "the block has as many cells as its number"
ONLY_WAY = "the only room left for a block"
NONE: Set[int] = frozenset()


class SizedAreas(TrueAreas):
    """Known vertices of a net, the areas of the true ones, and how large these may become.

    known: the values of some vertices.  size: the number of vertices that an area needs.  exact: whether an area cannot
    have more.
    """

    def __init__(self, net: Net, known: Mapping[int, bool], exact: bool):
        super().__init__(net, known)
        self.exact = exact
        (self.size,) = net.anchors.values()
        self._beside: dict[int, Set[int]] = {}

    @classmethod
    def of(cls, net: Net, value: Sequence[Value], exact: bool) -> SizedAreas:
        """Return the areas of a net's true vertices.

        value: of each vertex, None if it is not known.  exact: as in the class.
        """
        return cls(net, {v: true for v, true in enumerate(value) if true is not None}, exact)

    def beside(self, v: int) -> Set[int]:
        """Return the vertices of the areas that have a neighbour of a vertex which is not true."""
        found = self._beside.get(v)
        if found is None:
            known = self.known
            near = [self.area(u) for _, u in self.net.at[v] if known.get(u)]
            found = self._beside[v] = frozenset().union(*near) if near else NONE
        return found

    def reach(self, start: Set[int], without: int = -1, most: int = 0) -> set[int]:
        """Return the vertices that may belong to the area with the connected vertices `start`: each one that is near
        enough, through vertices that are not false and not beside an area with which there would be too many.

        without: a vertex that is taken to be false, -1 for none.  most: the number of vertices that is enough, 0 for
        all.
        """
        found, todo = set(start), [(v, len(start)) for v in start]
        known, at, room = self.known, self.net.at, self.size - len(start)
        for v, count in todo:
            if most and len(found) >= most:
                break
            for _, u in at[v] if count < self.size or not self.exact else ():
                if u in found or u == without or (true := known.get(u)) is False:
                    continue
                if not self.exact or true or (len(near - start) if (near := self.beside(u)) else 0) < room:
                    found.add(u)
                    todo.append((u, count + 1))
        return found

    def examined(self, v: int) -> set[int]:
        """Return the vertices whose values decide how large the area of a true vertex may become."""
        found = self.reach(self.area(v))
        for _ in range(2):  # a vertex that is not within reach may be beside an area with which there would be too many
            found |= {u for inner in found for _, u in self.net.at[inner]}
        return found.union(*(self.area(u) for u in found))

    def firsts(self) -> list[int]:
        """Return the first vertex of each area of true vertices."""
        return sorted({min(self.area(v)) for v, true in self.known.items() if true})

    def fault(self, v: int) -> str:
        """Return the note of the cut that says why an undecided vertex is not true; '' if it may be true."""
        around = self.beside(v) | {v}
        if self.exact and len(around) > self.size:
            is_full = any(len(self.area(u)) == self.size for _, u in self.net.at[v] if self.known.get(u))
            return COMPLETE if is_full else LARGE
        return SMALL if len(self.reach(around, -1, self.size)) < self.size else ""

    def needed(self, first: int) -> Iterator[int]:
        """Yield the undecided vertices without which the area of a true vertex cannot have enough vertices.

        If more than twice as many vertices as needed are within reach, only those beside the area are examined.
        """
        start = self.area(first)
        if len(start) >= self.size:
            return
        reach = self.reach(start, -1, 0 if self.exact else 2 * self.size + 1)
        near = {u for v in start for _, u in self.net.at[v]}
        for v in sorted(reach - self.known.keys()):
            if (v in near or len(reach) <= 2 * self.size) and self.is_small(first, v):
                yield v

    def is_large(self, v: int) -> bool:
        """Whether the area of a true vertex has too many vertices."""
        return self.exact and len(self.area(v)) > self.size

    def is_small(self, v: int, without: int = -1) -> bool:
        """Whether the area of a true vertex cannot have enough vertices; without: as in `reach`."""
        return len(self.reach(self.area(v), without, self.size)) < self.size


def exact_areas(net: Net, value: Sequence[Value], settled: Container[int] = ()) -> Iterator[Cut]:
    """Yield cuts of "each area of true vertices has as many vertices as the number"; value: as in
    the head of `cuts`.  settled: vertices that are passed over, since they have no cut.
    """
    return _cuts(net, value, True, settled)


def larger_areas(net: Net, value: Sequence[Value], settled: Container[int] = ()) -> Iterator[Cut]:
    """Yield cuts of "each area of true vertices has at least as many vertices as the number"; value, settled: as in
    `exact_areas`.
    """
    return _cuts(net, value, False, settled)


def _cuts(net: Net, value: Sequence[Value], exact: bool, settled: Container[int]) -> Iterator[Cut]:
    """Yield cuts for the areas that break the rule already; if there are none, a cut for each vertex whose opposite
    breaks the rule at once.

    value: as in the head of `cuts`.  exact: whether an area cannot have more vertices than the number.  settled: as in
    `exact_areas`; the first vertex of an area stands for all of the area.
    """
    areas = SizedAreas.of(net, value, exact)
    firsts = [v for v in areas.firsts() if v not in settled]
    broken = False
    for v in firsts:
        if areas.is_large(v) or areas.is_small(v):
            broken = True
            yield _cut(areas, {}, v, LARGE if areas.is_large(v) else SMALL)
    if broken:
        return
    for v in range(net.size):
        if value[v] is None and v not in settled and (note := areas.fault(v)):
            yield _cut(areas, {v: True}, v, note)
    for first in firsts:
        for v in areas.needed(first):
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
