"""Obstacles around a vertex that no island can have: the anchors whose islands come near, and what stops each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import NamedTuple

from .island_ways import Land
from .nets import Net, fewest

FEW = 2  # vertices on the way of an anchor that are searched for as the fewest ones
ASKED = 2  # anchors of which a reader asks why their numbers are too small, too
Needs = tuple[tuple[int, int], ...]  # anchors, each with how many vertices its island would have; see `needed`


class Obstacles(NamedTuple):
    """The anchors near a vertex that no island can have.

    far: the anchor that lacks the fewest vertices by its distance alone, () if there is none; then at most ASKED other
    anchors that are too far, too, whose sizes are at least what the first anchor would need.  around: anchors that are
    near enough, but not by the ways around false vertices and other islands.  blocked: anchors with near ways, each
    with vertices one of which is on each of the ways and beside another island.
    """

    far: Needs
    around: Needs
    blocked: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def reasons(self) -> tuple[object, ...]:
        """All that stops the anchors that are near: for vertices with equal reasons a person thinks one thought."""
        return tuple(anchor for anchor, _ in self.around), self.blocked


def obstacles(net: Net, known: Mapping[int, bool], v: int) -> Obstacles:
    """Return the obstacles around a vertex `v` that is taken to be true and that no island can have, by known values.

    All anchors are taken to be true, too.
    """
    land = Land(net, {**known, **dict.fromkeys(net.anchors, True), v: True})
    if not net.anchors.keys().isdisjoint(land.area(v)):  # the vertex joins an island that lacks its size
        return Obstacles((), (), ())
    far, around, blocked = list[tuple[int, int]](), list[tuple[int, int]](), list[tuple[int, tuple[int, ...]]]()
    for anchor, size in net.anchors.items():
        most = size or net.size
        hard = {u for u, true in land.known.items() if not true}
        hard |= {u for other in net.anchors if other != anchor for u in land.area(other)}
        direct = needed(land, v, anchor)
        if direct > most:
            far.append((anchor, direct))
        elif (count := needed(land, v, anchor, hard)) > most:
            around.append((anchor, count))
        else:
            blocked.append((anchor, _blockers(land, v, anchor, hard, most)))
    lack = {anchor: (count - (net.anchors[anchor] or net.size), land.is_full(anchor), count) for anchor, count in far}
    nearest = min(far, key=lambda each: lack[each[0]], default=None)
    asked = [each for each in far if nearest and each != nearest and net.anchors[each[0]] >= nearest[1]]
    return Obstacles((*([nearest] if nearest else []), *asked[:ASKED]), tuple(around), tuple(blocked))


def needed(land: Land, v: int, anchor: int, shut: Collection[int] = ()) -> int:
    """Return how many vertices the island of an anchor would have, at least, to reach the area of a true vertex `v` by
    ways without the vertices `shut`; one more than there are vertices if there is no such way.
    """
    start, goal = land.area(v), land.area(anchor)
    found = _steps(land, start, shut)
    between = min((found[u] - 1 for u in goal if u in found), default=land.net.size)
    return min(len(start) + between + len(goal), land.net.size + 1)


def _steps(land: Land, start: Collection[int], shut: Collection[int]) -> dict[int, int]:
    """Return for each vertex how many steps it is from a set of vertices, without the vertices `shut`."""
    found = dict.fromkeys(start, 0)
    for at in (todo := list(found)):
        for _, u in land.net.at[at]:
            if u not in found and u not in shut:
                found[u] = found[at] + 1
                todo.append(u)
    return found


def _blockers(land: Land, v: int, anchor: int, hard: Collection[int], most: int) -> tuple[int, ...]:
    """Return vertices beside other islands, ascending and as few as are found, one of which is on each way by which the
    island of an anchor would reach a true vertex `v` with `most` vertices or fewer; hard: vertices that no way has.
    """
    start, goal = land.area(v), land.area(anchor)
    here, there = _steps(land, start, hard), _steps(land, goal, hard)
    room = most - len(start) - len(goal) + 1  # steps to a vertex between, and on from there
    near = [u for u in here if u not in land.known and u in there and here[u] + there[u] <= room]
    near = sorted(u for u in near if land.beside(u) - {anchor})

    def stop(some: Collection[int]) -> bool:
        return needed(land, v, anchor, {*hard, *some}) > most

    few = (some for count in range(1, FEW + 1) for some in combinations(near, count) if stop(some))
    return next(few, None) or tuple(sorted(fewest(near, stop)))
