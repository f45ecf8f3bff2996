"""counted-islands: the rule of `islands` on the sizes of some islands, without their connectivity.

Each counted anchor owns some components of the active vertices, no component of two anchors: the component of the
anchor, and others within its reach, which together have as many vertices as the anchor's size.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from ...cnf.gates import at_most_one
from ...cnf.sink import Lit, Sink
from ...constraints.graphs.islands import Anchors, exactly, reaches
from ...graphs.graph import Graph, component, neighbours
from ...model.constraint import GlobalConstraint

Counted = tuple[int, ...]  # the positions of the counted anchors among all anchors, from 0


def holds(graph: Graph, anchors: Anchors, counted: Counted, *active: bool) -> bool:
    """Whether the constraint holds for these values of the vertices, by trying all ways to share out the components.

    `anchors` are vertices with the sizes of their islands, `counted` the positions, from 0, of the anchors that own
    components.
    """
    left = {v for v in range(graph.size) if active[v]}
    near = neighbours(graph, (u in left and v in left for u, v in graph.edges))
    islands = {frozenset(component(near, v)) for v in left}
    reach = reaches(graph, anchors)
    return _can_share(islands, [(anchors[k], reach[k].keys()) for k in counted])


def _can_share(islands: set[frozenset[int]], wanted: Sequence[tuple[tuple[int, int], Collection[int]]]) -> bool:
    if not wanted:
        return True
    (anchor, size), reach = wanted[0]
    within = [island for island in islands if island <= set(reach)]
    return any(
        any(anchor in island for island in some) and _can_share(islands.difference(some), wanted[1:])
        for count in range(len(within) + 1)
        for some in combinations(within, count)
        if sum(map(len, some)) == size
    )


def encode(sink: Sink, graph: Graph, anchors: Anchors, counted: Counted, *active: Lit) -> None:
    """Require the constraint, by a literal for each counted anchor and each vertex within its reach: the anchor owns
    the vertex.

    Owned vertices are active, and their active neighbours are owned by the same anchor; a vertex has at most one owner,
    and an anchor owns itself and as many vertices as its size.  anchors, counted: as in `holds`.
    active: the literal of each vertex.  Size for n vertices within reach on a grid, summed over the anchors: n
    variables, 5n clauses, an `at_most_one` for each vertex, and the counts (see `islands.exactly`).
    """
    near, reach = neighbours(graph), reaches(graph, anchors)
    of: list[list[Lit]] = [[] for _ in active]
    for k in counted:
        anchor, size = anchors[k]
        member = dict(zip(reach[k], sink.new(len(reach[k])), strict=True))
        sink.out += (member[anchor], 0)
        for u, lit in member.items():
            of[u].append(lit)
            sink.out += (-lit, active[u], 0)
            for v in near[u]:
                sink.out += (-lit, -active[v], member[v], 0) if v in member else (-lit, -active[v], 0)
        exactly(sink, size, list(member.values()))
        sink.spill()
    for lits in of:
        at_most_one(sink, lits)


CONSTRAINT = GlobalConstraint("counted-islands", holds, encode)
