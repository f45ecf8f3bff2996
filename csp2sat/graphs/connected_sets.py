"""Enumerating the connected sets of vertices of a graph.

Source: S. Wernicke, Efficient detection of network motifs, IEEE/ACM TCBB 3(4), 2006.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

Found = tuple[tuple[int, ...], set[int]]


def connected_sets(near: Sequence[set[int]], allowed: Collection[int], most: int) -> Iterator[Found]:
    """Every connected set of at most so many allowed vertices, once, with the allowed vertices next to it.

    near: the neighbours of each vertex.  The first vertex of a set is its least one.  On a grid there are up to 1, 2,
    6, 19, 63, 216, 760 sets of 1 to 7 vertices for each vertex.
    """
    inside = [near[v].intersection(allowed) for v in range(len(near))]
    for root in allowed:
        start: tuple[int, ...] = (root,)
        stack = [(start, inside[root], [v for v in inside[root] if v > root])]
        while stack:
            members, around, untried = stack.pop()
            yield members, around
            while untried and len(members) < most:
                v = untried.pop()
                new = [w for w in inside[v] if w > root and w not in around and w not in members]
                stack.append(((*members, v), (around | inside[v]).difference(members, (v,)), untried + new))
