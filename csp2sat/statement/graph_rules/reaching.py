"""Vertices of a graph that are reached from others, and the cycles of successors: definitions, round by round."""

from __future__ import annotations

from collections.abc import Sequence

from ..definitions import Literal, opposite
from ..formulas import NotStated, StatedFormulas

MOST_ROUNDS = 500  # vertices times arcs: more definitions take minutes to check
StatedArc = tuple[int, int, Literal]  # from a vertex to the next one, if the literal is true


def linked(formulas: StatedFormulas, used: Sequence[Literal], arcs: Sequence[StatedArc]) -> list[Literal]:
    """Return for each vertex the literal that it is not used, or reached from the first used one, by arcs.

    After round k a vertex is reached by at most k arcs: it was before, or the vertex before an arc that is true was.
    """
    make, n = formulas.definitions, len(used)
    if n * len(arcs) > MOST_ROUNDS:
        size = f"{n} vertices by {len(arcs)} arcs"
        raise NotStated(f"connections of {size} are too large: expected at most {MOST_ROUNDS} vertices times arcs")
    now = [make.all_of((a, *map(opposite, used[:at]))) for at, a in enumerate(used)]
    for _ in range(n - 1):
        after: list[list[Literal]] = [[a] for a in now]
        for tail, head, literal in arcs:
            after[head].append(make.all_of((now[tail], literal)))
        now = [make.any_of(each) for each in after]
    return [make.any_of((opposite(a), reached)) for a, reached in zip(used, now, strict=True)]


def both_ways(edges: Sequence[tuple[int, int]], usable: Sequence[Literal]) -> list[StatedArc]:
    """Return the arcs of edges that lead both ways, if their literals are true."""
    there = [(u, v, a) for (u, v), a in zip(edges, usable, strict=True)]
    return [*there, *((v, u, a) for u, v, a in there)]
