"""Connected sets of few vertices, and what the size of a region says about each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ..cnf.sink import TRUE, Lit, Sink

ConnectedSet = tuple[tuple[int, ...], set[int]]


def connected_sets(near: Sequence[set[int]], allowed: Collection[int], most: int) -> Iterator[ConnectedSet]:
    """Every connected set of at most so many allowed vertices, once, with the allowed vertices next to it.

    near: the neighbours of each vertex.  The first vertex of a set is its least one.  On a grid there are up to 1, 2,
    6, 19, 63, 216, 760 sets of 1 to 7 vertices for each vertex.
    Source: S. Wernicke, Efficient detection of network motifs, IEEE/ACM TCBB 3(4), 2006.
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


def bound_small_sets(sink: Sink, near: Sequence[set[int]], lits: Mapping[int, Lit], size: int, most: int) -> None:
    """Of the connected sets of at most `most` vertices, smaller ones than `size` have to grow, larger ones cannot be.

    lits: the vertices that may be members, with their literals.  A clause for each set.
    """
    for members, around in connected_sets(near, lits.keys(), most):
        if len(members) != size:
            clause = [-lits[v] for v in members if lits[v] != TRUE]
            if len(members) < size:
                clause += [lits[v] for v in around]
            if TRUE not in clause:
                sink.out += (*clause, 0)
    sink.spill()
