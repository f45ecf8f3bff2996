"""Cuts: clauses that a set of loops breaks and one loop keeps.

The clause of a loop on the vertices S: an edge that leaves S must be active if an edge within S is active, and an edge
outside S as well, for a single loop would have to go from one to the other.  The edge on a side is left out of the
clause, which makes the clause much stronger, if a vertex on that side is known to be on the loop (the graph's
`touched`).

Source: G. B. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem, Journal of the
Operations Research Society of America 2(4), 1954, who added conditions of this kind as they were broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .graph import Graph, component, neighbours


def loop_cuts(graph: Graph, active: Sequence[bool]) -> list[list[tuple[int, bool]]]:
    """Return a clause for each loop that forbids these loops together, as pairs of an edge's number and its wanted
    value.

    Returns [] if there is a single loop or none.  active: for each edge whether it is active; every vertex has 0 or 2
    active edges.
    """
    loops = vertex_sets(graph, active)
    if len(loops) < 2:
        return []
    loop_of = {v: at for at, loop in enumerate(loops) for v in loop}
    edges = {loop_of[u]: e for e, (u, _) in enumerate(graph.edges) if active[e]}
    incident = graph.incident()
    return [_clause(graph, incident, loop, edges[at], edges[at - 1 if at else 1]) for at, loop in enumerate(loops)]


def vertex_sets(graph: Graph, active: Sequence[bool]) -> list[set[int]]:
    """Return the set of vertices of each loop of active edges; `active` is as in `loop_cuts`."""
    near = neighbours(graph, active)
    loops: list[set[int]] = []
    on_one: set[int] = set()
    for v in dict.fromkeys(v for edge, on in zip(graph.edges, active, strict=True) if on for v in edge):
        if v not in on_one:
            loops.append(component(near, v))
            on_one |= loops[-1]
    return loops


def leaving(incident: Sequence[Sequence[int]], vertices: Iterable[int]) -> list[int]:
    """Return the edges with exactly one end among the vertices, ascending.  incident: the edges of each vertex."""
    found: set[int] = set()
    for v in vertices:
        found ^= set(incident[v])  # an edge within is there twice
    return sorted(found)


def _clause(
    graph: Graph, incident: Sequence[Sequence[int]], vertices: set[int], inside: int, outside: int
) -> list[tuple[int, bool]]:
    """Return the clause of the loop on the set `vertices`, as pairs of an edge's number and its wanted value (see the
    file's head).

    incident: the edges of each vertex.  inside, outside: an edge on the loop and an edge on another loop.
    """
    clause = [(e, True) for e in leaving(incident, vertices)]
    if not any(vertices.issuperset(some) for some in graph.touched):
        clause.append((inside, False))
    if not any(vertices.isdisjoint(some) for some in graph.touched):
        clause.append((outside, False))
    return clause
