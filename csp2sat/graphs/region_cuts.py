"""Cuts: what every right division of a graph into regions keeps, and the parts that an answer has do not.

A part is a component of vertices that an answer puts together.  Where it is too small, its region goes on: it has one
of the vertices around.  Where it is too large, or joins what has to be apart, some of its vertices are not all in one
region.  Where two parts have to be joined, one of the vertices between them does it.  The fewer vertices a clause is
about, the more other answers it excludes; so each is about few, as far as that is seen at once.

So a formula needs to say of regions only what is short, and is cut by what its answers break: the idea of G. B.
Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem, Journal of the Operations
Research Society of America 2(4), 1954; as with `loop_cuts`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Container, Hashable, Sequence

Neighbours = Sequence[Collection[int]]  # the neighbours of each vertex
POCKET = 40  # vertices that are enclosed, at most


def parts(near: Neighbours, values: Sequence[Hashable]) -> list[list[int]]:
    """The components of vertices of equal value, each from its least vertex on."""
    seen = [False] * len(near)
    found = []
    for start, value in enumerate(values):
        if not seen[start]:
            seen[start] = True
            part = [start]
            for u in part:
                for v in near[u]:
                    if not seen[v] and values[v] == value:
                        seen[v] = True
                        part.append(v)
            found.append(part)
    return found


def around(near: Neighbours, part: Collection[int]) -> set[int]:
    """The vertices next to a part."""
    return {v for u in part for v in near[u]}.difference(part)


def ways_out(near: Neighbours, part: Collection[int], allowed: Container[int], size: int) -> set[int]:
    """Vertices of which each connected set of `size` allowed vertices that meets the part has one.

    size: more than the part has.  They are those around it; but those that lead to no vertex but them are taken into
    the part, as long as it stays too small, for then the set has another one of them.
    """
    inside = set(part)
    outside = {v for v in around(near, part) if v in allowed}
    todo = deque(sorted(outside))
    while todo and len(inside) < size - 1:
        v = todo.popleft()
        if all(w in inside or w in outside or w not in allowed for w in near[v]):
            inside.add(v)
            outside.remove(v)
    return outside


def between(near: Neighbours, part: Collection[int], there: int) -> set[int]:
    """Vertices around a part of which every way has one that leads from the part to the vertex `there`, which is not
    around it: those from which one comes there, or so far away that we do not go on looking."""
    border = around(near, part)
    away, pockets = {there}, set[int]()
    for v in around(near, border).difference(part):
        if v not in away and v not in pockets:
            reached = _reached(near, v, border, away)
            (away if len(reached) > POCKET or not away.isdisjoint(reached) else pockets).update(reached)
    return {v for v in border if not away.isdisjoint(near[v])}


def _reached(near: Neighbours, start: int, border: Container[int], away: Container[int]) -> list[int]:
    """The vertices that are reached without those of the border, until there are too many or one that is away."""
    found, seen = [start], {start}
    for u in found:
        if u in away or len(found) > POCKET:
            break
        new = [v for v in near[u] if v not in seen and v not in border]
        seen.update(new)
        found += new
    return found


def connected_subset(near: Neighbours, part: Collection[int], start: int, size: int, free: Container[int]) -> list[int]:
    """So many vertices of a part that are connected, among them `start`; as many free ones as are near by.

    Those that the fewest vertices which are not free lead to come first.
    """
    steps = {start: 0}
    found: dict[int, None] = {}
    todo = deque([start])
    while len(found) < size:
        u = todo.popleft()
        if u not in found:
            found[u] = None
            for v in near[u]:
                step = steps[u] + (v not in free)
                if v in part and step < steps.get(v, step + 1):
                    steps[v] = step
                    (todo.appendleft if v in free else todo.append)(v)
    return list(found)


def path(near: Neighbours, part: Container[int], start: int, ends: Container[int]) -> list[int]:
    """A shortest path in a part from `start` to another vertex that is an end; there must be one."""
    before = {start: start}
    todo = deque([start])
    while (u := todo.popleft()) == start or u not in ends:
        for v in near[u]:
            if v in part and v not in before:
                before[v] = u
                todo.append(v)
    found = [u]
    while found[-1] != start:
        found.append(before[found[-1]])
    return found
