"""Connected sets of few vertices, and clauses on each of them for a given size of a region."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ..cnf.sink import TRUE, Lit, Sink

ConnectedSet = tuple[tuple[int, ...], set[int]]


def connected_sets(near: Sequence[set[int]], allowed: Collection[int], most: int) -> Iterator[ConnectedSet]:
    """Yield every connected set of at most `most` allowed vertices, once, with the allowed vertices next to the set.

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
    """Write a clause for each connected set of at most `most` vertices that the size of a region excludes.

    A set of fewer than `size` vertices has to grow: if its vertices are members, so is a vertex next to it.  A set of
    more vertices cannot have members only.  near: the neighbours of each vertex.  lits: the literals of the possible
    members.
    """
    for members, around in connected_sets(near, lits.keys(), most):
        if len(members) != size:
            clause = [-lits[v] for v in members if lits[v] != TRUE]
            if len(members) < size:
                clause += [lits[v] for v in around]
            if TRUE not in clause:
                sink.out += (*clause, 0)
    sink.spill()
