"""Cuts of "islands": each area of true vertices has one anchor, and as many vertices as the anchor's size; see `cuts`.

A cut has the literal of an anchor only if it needs the anchor's size: without that the anchor may be any vertex, and
its island of any size.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from .least_cuts import Suspects, TrueAreas
from .nets import Cut, Net, Value, outwards

MET, LARGE = "two numbers cannot share an island", "an island cannot be larger than its number"
COMPLETE = "the island has as many cells as its number"
SMALL, LOST = "an island needs room for its number", "an island needs a number within reach"


class Land(TrueAreas):
    """Known vertices of a net, the areas of the true ones, and the islands that these may become.

    known: the values of some vertices.
    """

    def __init__(self, net: Net, known: Mapping[int, bool]):
        super().__init__(net, known)
        self._beside: dict[int, set[int]] = {}

    def beside(self, v: int) -> set[int]:
        """Return the anchors in the areas that have a neighbour of a vertex, if the vertex is not true."""
        found = self._beside.get(v)
        if found is None:
            anchors, near = self.net.anchors.keys(), (u for _, u in self.net.at[v] if self.known.get(u))
            found = {anchor for u in near for anchor in anchors & self.area(u)}
            self._beside[v] = found
        return found

    def reach(self, anchor: int, without: int = -1) -> set[int]:
        """Return the vertices that may belong to the island of a true anchor: its area, and each vertex that is near
        enough by the anchor's size, through vertices that are not false and not beside the area of another anchor.

        without: a vertex that is taken to be false, -1 for none.
        """
        found, size = set(self.area(anchor)), self.net.anchors[anchor] or self.net.size
        todo = [(v, len(found)) for v in found]
        for v, count in todo:
            for _, u in self.net.at[v] if count < size else ():
                if u in found or u == without or self.known.get(u) is False:
                    continue
                if self.known.get(u) or self.beside(u) <= {anchor}:
                    found.add(u)
                    todo.append((u, count + 1))
        return found

    def like(self, known: Mapping[int, bool]) -> Land:
        """Return the land of other known values."""
        return Land(self.net, known)

    def joins(
        self, start: Collection[int], without: int = -1, but: int = -1, shut: Collection[int] = ()
    ) -> list[int] | None:
        """Return a shortest way by which a set of vertices without an anchor can become part of an anchor's island: the
        vertices that would be added between the set and the area of the anchor, from the far end to the set.

        [] if an anchor is in the set, None if no island can have the set.  start: the set, whose vertices are connected
        and taken to be true.  without: a vertex that is taken to be false, -1 for none.  but: an anchor whose island
        is not meant, -1 for none.  shut: vertices that no way leads through.
        """
        if not self.net.anchors.keys().isdisjoint(start):
            return []
        came = dict.fromkeys(start, -1)
        todo = [(v, len(start)) for v in start]
        for v, count in todo:
            for _, u in self.net.at[v]:
                if u in came or u == without or u in shut or self.known.get(u) is False:
                    continue
                came[u] = v
                beside = set[int]() if self.known.get(u) else self.beside(u)
                if not beside and u not in self.net.anchors:
                    todo.append((u, count + 1))
                elif not beside or any(self._fits(anchor, count + 1) for anchor in beside - {but} if len(beside) == 1):
                    way = [u]
                    while came[way[-1]] >= 0:
                        way.append(came[way[-1]])
                    return way[:-1]
        return None

    def _fits(self, anchor: int, more: int) -> bool:
        """Whether the island of an anchor may have `more` vertices beside the anchor's area."""
        size = self.net.anchors[anchor]
        return not size or len(self.area(anchor)) + more <= size

    def around(self, v: int) -> set[int]:
        """Return the area that a vertex and the areas beside it would be."""
        return {v}.union(*(self.area(u) for _, u in self.net.at[v]))

    def is_met(self, anchor: int, other: int) -> bool:
        """Whether the islands of two anchors are one."""
        return other in self.area(anchor)

    def is_large(self, anchor: int) -> bool:
        """Whether the area of an anchor has too many vertices."""
        return not self._fits(anchor, 0)

    def is_full(self, anchor: int) -> bool:
        """Whether the area of an anchor has as many vertices as the anchor's size."""
        return self.net.anchors[anchor] == len(self.area(anchor))

    def is_small(self, anchor: int, without: int = -1) -> bool:
        """Whether the island of an anchor cannot have as many vertices as its size; without: as in `reach`."""
        return self.known.get(anchor, False) and len(self.reach(anchor, without)) < self.net.anchors[anchor]

    def is_crowded(self, anchor: int, first: int, second: int) -> bool:
        """Whether the island of a true anchor, which alone can have a first true vertex, would be too large with a
        second one, which no other anchor can have either; first, second: the vertices.
        """
        if not all(self.known.get(v) for v in (anchor, first, second)):
            return False
        before = self.like({v: true for v, true in self.known.items() if v != second})
        for land, v in ((before, first), (self, second)):
            if anchor not in land.area(v) and land.joins(land.area(v), but=anchor) is not None:
                return False
        return self.joined_size(anchor, first, second) > self.net.anchors[anchor]

    def joined_size(self, *vertices: int) -> int:
        """Return how many vertices the island of a true anchor would have, at least, that joins the areas of the anchor
        and of two true vertices, by the least tree; vertices: the anchor, then these two.
        """
        own = [self.area(v) for v in vertices]
        inner = set().union(*own)
        ways = [self._added(area, inner, vertices[0]) for area in own]
        far = self.net.size
        return len(inner) + min(sum(way.get(v, far) for way in ways) + (v not in inner) for v in range(self.net.size))

    def _added(self, start: Collection[int], free: Collection[int], anchor: int) -> dict[int, int]:
        """Return for each vertex how many vertices that are not free are between it and a set, at least.

        Ways lead through vertices that are not false, and not beside the area of another anchor.
        """
        found, todo = dict.fromkeys(start, 0), deque(start)
        while todo:
            v = todo.popleft()
            count = found[v] + (v not in free)
            for _, u in self.net.at[v]:
                usable = u in free or self.known.get(u) or (self.known.get(u) is None and self.beside(u) <= {anchor})
                if usable and count < found.get(u, self.net.size):
                    found[u] = count
                    (todo.appendleft if count == found[v] else todo.append)(u)
        return found

    def is_lost(self, v: int) -> bool:
        """Whether no anchor can have a true vertex in its island."""
        return self.known.get(v, False) and self.joins(self.area(v)) is None


def islands(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of "each area of true vertices has one anchor, and as many vertices as the anchor's size".

    There are cuts for areas that break the rule already; else for each vertex whose opposite breaks the rule at once.
    """
    known = {v: true for v, true in enumerate(value) if true is not None}
    land = Land(net, known)
    anchors = [v for v in net.anchors if known.get(v)]
    broken = list(_broken(land, anchors))
    yield from broken
    if not broken:
        yield from _false(land, [v for v in range(net.size) if value[v] is None])
        yield from _true(land, anchors)


def _broken(land: Land, anchors: Sequence[int]) -> Iterator[Cut]:
    """Yield cuts for areas that break the rule; anchors: the true ones."""
    for anchor in anchors:
        for other in anchors:
            if other > anchor and land.is_met(anchor, other):
                yield cut_of(land, {}, anchor, MET, Land.is_met, anchor, other)
        if land.is_large(anchor):
            yield cut_of(land, {}, anchor, LARGE, Land.is_large, anchor)
        elif land.is_small(anchor):
            yield cut_of(land, {}, anchor, SMALL, Land.is_small, anchor)
    for v in bare(land):
        if land.is_lost(v):
            yield cut_of(land, {}, v, LOST, Land.is_lost, v)


def bare(land: Land) -> list[int]:
    """Return the first vertex of each area without an anchor."""
    firsts = {min(land.area(v)) for v, true in land.known.items() if true}
    return sorted(v for v in firsts if land.net.anchors.keys().isdisjoint(land.area(v)))


def _false(land: Land, undecided: Sequence[int]) -> Iterator[Cut]:
    """Yield cuts for the undecided vertices that cannot be true: beside two islands, too many for one, or too far from
    all anchors.
    """
    for v in undecided:
        beside, around = sorted(land.beside(v)), land.around(v)
        full = next((anchor for anchor in beside if land.is_full(anchor)), None)
        if full is not None:
            yield cut_of(land, {v: True}, v, COMPLETE, Land.is_large, full)
        elif len(beside) > 1:
            yield cut_of(land, {v: True}, v, MET, Land.is_met, *beside[:2])
        elif beside and 0 < land.net.anchors[beside[0]] < len(around):
            yield cut_of(land, {v: True}, v, LARGE, Land.is_large, beside[0])
        elif not beside and land.joins(around) is None:
            yield cut_of(land, {v: True}, v, LOST, Land.is_lost, v)


def _true(land: Land, anchors: Sequence[int]) -> Iterator[Cut]:
    """Yield cuts for undecided vertices that must be true: without such a vertex the island of a true anchor has too
    few vertices within reach, or an area has no way to an anchor.

    If more than twice as many vertices as its size are within reach of an anchor, only the vertices beside its area are
    examined.
    """
    for anchor in anchors:
        size = land.net.anchors[anchor]
        reach = land.reach(anchor) if size else ()
        open_ones = sorted(v for v in reach if v not in land.known)
        if len(reach) > 2 * size:
            open_ones = [v for v in open_ones if anchor in land.beside(v)]
        for v in open_ones:
            if land.is_small(anchor, v):
                yield cut_of(land, {v: False}, v, SMALL, Land.is_small, anchor)
    for first in bare(land):
        start = land.area(first)
        for v in land.joins(start) or ():
            if v not in land.known and land.joins(start, v) is None:
                yield cut_of(land, {v: False}, v, LOST, Land.is_lost, first)


def crowded(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts for undecided vertices for which an island lacks room beside an area that no other one can have.

    Each vertex takes searches of its own, so these cuts are apart from `islands`.
    """
    land = Land(net, {v: true for v, true in enumerate(value) if true is not None})
    for anchor, first in only_ones(land):
        for v in sorted(land.reach(anchor) - land.known.keys()):
            if Land(net, {**land.known, v: True}).is_crowded(anchor, first, v):
                yield crowd_cut(land, anchor, first, v)


def only_ones(land: Land) -> Iterator[tuple[int, int]]:
    """Yield the true anchors of a size with the first vertices of areas that no other island can have."""
    for first in bare(land):
        for anchor in (v for v, size in land.net.anchors.items() if size and land.known.get(v)):
            if land.joins(land.area(first), but=anchor) is None:
                yield anchor, first


def crowd_cut(land: Land, anchor: int, first: int, second: int) -> Cut:
    """Return the cut that a vertex `second` is false; anchor, first: as in `Land.is_crowded`, which holds with the
    vertex and all values of the land.
    """
    return cut_of(land, {second: True}, second, LARGE, Land.is_crowded, anchor, first, second)


def cut_of(
    land: Land, supposed: dict[int, bool], centre: int, note: str, is_broken: Callable[..., bool], *about: int
) -> Cut:
    """Return the cut that says: the supposed values and some of the known ones cannot all hold; values near to the
    vertex `centre` are preferred.

    note: the note of the cut.  is_broken: a method of Land, which with the arguments `about` says whether values break
    the rule; all known values with the supposed ones do.
    """
    known = land.known
    order = [v for v in outwards(land.net, centre, lambda *_: True) if v in known and v not in supposed]
    order += [v for v in known if v not in supposed and v not in order]
    suspects = Suspects(known, order, supposed, lambda values: is_broken(land.like(values), *about))
    return suspects.cut(note, together=note == COMPLETE)._replace(at=centre)
