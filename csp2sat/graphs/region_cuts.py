"""Cuts: clauses that every right division of a graph into regions keeps, and that parts of a wrong answer break.

A part is a component of vertices that an answer puts together.  The region of a part that is too small goes on: the
region has one of the vertices around.  The vertices of a part that is too large, or joins vertices that have to be
apart, are not all in one region.  Two parts that have to be joined need one of the vertices between them.  The fewer
vertices a clause is about, the more other answers it excludes; so each clause is about few vertices, as far as these
are found at once.

So a formula needs only short conditions on regions, and is cut by the conditions that its answers break: the idea of G.
B. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem, Journal of the Operations
Research Society of America 2(4), 1954; `loop_cuts` does the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Container, Hashable, Sequence

Neighbours = Sequence[Collection[int]]  # the neighbours of each vertex
POCKET = 40  # vertices that are enclosed, at most


def parts(near: Neighbours, values: Sequence[Hashable]) -> list[list[int]]:
    """Return the components of vertices of equal value, each as a list that begins with its least vertex."""
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
    """Return the vertices next to a part that are not in the part."""
    return {v for u in part for v in near[u]}.difference(part)


def ways_out(near: Neighbours, part: Collection[int], allowed: Container[int], size: int) -> set[int]:
    """Return vertices of which each connected set of `size` allowed vertices that meets the part has at least one.

    near: the neighbours of each vertex.  size: more than the size of the part.  The result is the allowed vertices
    around the part; but a vertex that leads to no further vertex is counted as part, as long as the part stays too
    small, because the set needs another vertex of the result then.
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
    """Return vertices around a part, at least one of which lies on every way from the part to the vertex `there`.

    The result has the vertices around the part from which a way to `there` leads on, or ways to more vertices than the
    search visits (POCKET).  near: the neighbours of each vertex.  The vertex `there` is neither in the part nor next to
    the part.
    """
    border = around(near, part)
    away, pockets = {there}, set[int]()
    for v in around(near, border).difference(part):
        if v not in away and v not in pockets:
            reached = _reached(near, v, border, away)
            (away if len(reached) > POCKET or not away.isdisjoint(reached) else pockets).update(reached)
    return {v for v in border if not away.isdisjoint(near[v])}


def _reached(near: Neighbours, start: int, border: Container[int], away: Container[int]) -> list[int]:
    """Return the vertices that are reached from `start` without entering the border.

    The search stops early at a vertex of `away`, or if more than POCKET vertices are found.
    """
    found, seen = [start], {start}
    for u in found:
        if u in away or len(found) > POCKET:
            break
        new = [v for v in near[u] if v not in seen and v not in border]
        seen.update(new)
        found += new
    return found


def connected_subset(near: Neighbours, part: Collection[int], start: int, size: int, free: Container[int]) -> list[int]:
    """Return `size` connected vertices of a part, `start` first, with as many free vertices as are near by.

    Vertices that are reached through the fewest vertices outside `free` come first.  The part must have enough
    vertices.
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
    """Return the vertices of a shortest path in a part from an end other than `start` to `start`; there must be a
    path.
    """
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
