"""Obstacles around a vertex that no island can have: the anchors whose islands come near, and what stops each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

from .island_ways import Land
from .nets import Net, area, fewest
from .shore_ways import Shore

FEW = 2  # vertices on the way of an anchor that are searched for as the fewest ones
ASKED = 2  # anchors of which a reader asks why their numbers are too small, too,
FAR = 2  # unless that many times their numbers would be needed, which a reader sees
TOUCH, PART, SIZE = "touch", "part", "size"  # limits of a way: no other island beside it, walls connected, its length
LIMITS = [some for count in range(4) for some in combinations((SIZE, TOUCH, PART), count)]  # the fewest first
Needs = tuple[tuple[int, int], ...]  # anchors, each with how many vertices its island would have; see `needed`


class Lost(NamedTuple):
    """A vertex `v` that is taken to be true and that no island can have; land: the known values with this one."""

    land: Land
    v: int

    @classmethod
    def of(cls, land: Land, v: int) -> Lost:
        """Return the vertex `v` on land on which all anchors are taken to be true, too."""
        return cls(land.like({**land.known, **dict.fromkeys(land.net.anchors, True), v: True}), v)

    @property
    def is_joined(self) -> bool:
        """Whether the vertex joins the island of an anchor, which has too few vertices."""
        return not self.land.net.anchors.keys().isdisjoint(self.land.area(self.v))

    def shut(self, anchor: int, limits: Collection[str] = ()) -> set[int]:
        """Return the vertices that no way of an anchor leads through: the false ones, those of other islands, and those
        that the limits exclude.
        """
        land = self.land
        found = {u for u, true in land.known.items() if not true}
        found |= {u for other in land.net.anchors if other != anchor for u in land.area(other)}
        if TOUCH in limits:
            found |= {u for u in range(land.net.size) if u not in land.known and land.beside(u) - {anchor}}
        if PART in limits and isinstance(land, Shore):
            found |= land.parting(land.area(self.v))
        return found

    def most(self, anchor: int, limits: Collection[str]) -> int:
        """Return how many vertices the island of an anchor can have within some limits."""
        return (SIZE in limits and self.land.net.anchors[anchor]) or self.land.net.size

    def is_shut_off(self, anchor: int) -> bool:
        """Whether false vertices and other islands bar all ways of an anchor."""
        return needed(self.land, self.v, anchor, self.shut(anchor)) > self.land.net.size

    def is_stopped(self, anchor: int, limits: Collection[str]) -> bool:
        """Whether no way of an anchor is within some limits."""
        return needed(self.land, self.v, anchor, self.shut(anchor, limits)) > self.most(anchor, limits)


class Barred(NamedTuple):
    """An anchor all of whose ways to some vertices, which no island can have, are barred.

    limits: as few as all of these ways break.  need: how many vertices the island would have, at least, by a way that
    leads around false vertices and other islands.  lost: the vertices.
    """

    anchor: int
    limits: tuple[str, ...]
    need: int
    lost: tuple[Lost, ...]

    @property
    def may_be_shut_off(self) -> bool:
        """Whether no way of the anchor leads to one of the vertices."""
        return any(each.is_shut_off(self.anchor) for each in self.lost)

    def blockers(self, limit: str) -> list[int]:
        """Return undecided vertices that a limit excludes, as few as are found, one of which is on each way that is
        within the other limits; ascending.
        """
        others = [each for each in self.limits if each != limit]
        near = {u for each in self.lost for u in each.shut(self.anchor, [limit]) - each.shut(self.anchor)}
        near -= self.lost[0].land.area(self.anchor)

        shut = [each.shut(self.anchor, others) for each in self.lost]
        most = [each.most(self.anchor, others) for each in self.lost]

        def stop(some: Collection[int]) -> bool:
            ways = zip(self.lost, shut, most, strict=True)
            return all(needed(each.land, each.v, self.anchor, own.union(some)) > limit for each, own, limit in ways)

        few = (some for count in range(1, FEW + 1) for some in combinations(sorted(near), count) if stop(some))
        return [*next(few, ())] or sorted(fewest(sorted(near), stop))

    def fence(self) -> list[int]:
        """Return the false vertices, or if these are not enough them and those of other islands, that shut the anchor
        off from the lost vertices, those around a lost one, or those around the anchor if these are fewer: each of
        them is beside what one of the two reaches, and the way from there to the other leads to it; ascending.
        """
        found = set[int]()
        for each in self.lost:
            net, shut = each.land.net, each.shut(self.anchor)
            walls = {u for u in shut if each.land.known.get(u) is False}
            shut = walls if needed(each.land, each.v, self.anchor, walls) > net.size else shut
            ways = list[set[int]]()
            for start, end in ((each.v, self.anchor), (self.anchor, each.v)):
                near = _around(net, start, shut)
                ways.append(near & _around(net, end, near))
            found |= min(ways, key=len)
        return sorted(found)

    def are_apart(self, vertices: Collection[int]) -> bool:
        """Whether none of some vertices is beside the island of the anchor, where all ways end."""
        return all(self.anchor not in each.land.beside(v) for each in self.lost for v in vertices)


def _around(net: Net, start: int, shut: Collection[int]) -> set[int]:
    """Return the vertices of `shut` beside what the vertex `start` reaches by a way around all of `shut`."""
    return {u for v in area(net, start, lambda _, v: v not in shut) for _, u in net.at[v] if u in shut}


class Obstacles(NamedTuple):
    """The anchors around some vertices that no island can have.

    far: the anchor that lacks the fewest vertices by its distance alone, () if there is none; then at most ASKED other
    anchors that are too far, too, but not FAR times, whose sizes are at least what the first anchor would need.
    stops: what stops the anchors that are near enough.  others: how many other anchors are too far.  shut: the further
    anchors, which are shut off by what the reason needs for the anchors above.
    """

    far: Needs
    stops: tuple[Barred, ...]
    others: int = 0
    shut: tuple[int, ...] = ()

    @property
    def reasons(self) -> tuple[object, ...]:
        """The anchors that are near, each with its limits: for vertices with equal ones a person thinks one thought."""
        return tuple((each.anchor, each.limits) for each in self.stops)


def obstacles(lost: Sequence[Lost], own: Sequence[Lost] = (), but: int = -1) -> Obstacles:
    """Return what keeps the islands of all anchors from some vertices: the anchor is too far, or each way there is
    barred; nothing if a vertex belongs to the island of an anchor.

    lost: the vertices on the board as it is known.  own: the same vertices on a board of which only the values of a
    reason are known.  An anchor is called too far by `own` if it is too far there, else by `lost`; barred ways are
    those of `lost`, so that no way is named that a known wall bars.  but: an anchor that is not meant, -1 for none.
    """
    if any(each.is_joined for each in lost):
        return Obstacles((), ())
    far, stops = list[tuple[int, int]](), list[Barred]()
    net = lost[0].land.net
    anchors = {anchor: size or net.size for anchor, size in net.anchors.items() if anchor != but}
    near = {anchor: size for anchor, size in anchors.items() if not all(each.is_shut_off(anchor) for each in own)}
    shut = tuple(at for at in anchors if near and at not in near)
    anchors = near or anchors
    for anchor, most in anchors.items():
        direct = (min(needed(each.land, each.v, anchor) for each in some) for some in (own, lost) if some)
        if needs := next((count for count in direct if count > most), 0):
            far.append((anchor, needs))
            continue
        need = min(needed(each.land, each.v, anchor, each.shut(anchor)) for each in lost)
        some = (limits for limits in LIMITS if all(each.is_stopped(anchor, limits) for each in lost))
        stops.append(Barred(anchor, next(some, LIMITS[-1]), need, tuple(lost)))
    full = {anchor for anchor, _ in far if all(each.land.is_full(anchor) for each in own or lost)}
    lack = {anchor: (count - anchors[anchor], anchor in full, count) for anchor, count in far}
    nearest = min(far, key=lambda each: lack[each[0]], default=None)
    asked = [(at, count) for at, count in far if nearest and at != nearest[0] and nearest[1] <= anchors[at]]
    asked = sorted((each for each in asked if each[1] < FAR * anchors[each[0]]), key=lambda each: lack[each[0]])
    named = [*([nearest] if nearest else []), *asked[:ASKED]]
    return Obstacles(tuple(named), tuple(stops), len(far) - len(named), shut)


def needed(land: Land, v: int, anchor: int, shut: Collection[int] = ()) -> int:
    """Return how many vertices the island of an anchor would have, at least, to reach the area of a true vertex `v` by
    ways without the vertices `shut`; one more than there are vertices if there is no such way.
    """
    start, goal = land.area(v), land.area(anchor)
    found = dict.fromkeys(start, 0)
    for at in (todo := list(found)):
        if at in goal:
            return min(len(start) + found[at] - 1 + len(goal), land.net.size + 1)
        for _, u in land.net.at[at]:
            if u not in found and u not in shut:
                found[u] = found[at] + 1
                todo.append(u)
    return land.net.size + 1
