"""beams: active edges are lines, each from the dot of a firefly to a firefly, and no two lines start at one dot."""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.gates import at_most_one
from ...cnf.sink import Lit, Sink, write_clause
from ...constraints.graphs import acyclic
from ...graphs.graph import Graph, neighbours
from ...model.constraint import GlobalConstraint

Dots = Sequence[tuple[int, int]]  # the vertex of each firefly, and the one beside it to which its dot points


def holds(graph: Graph, dots: Dots, *active: bool) -> bool:
    """Whether a line leads from the dot of each firefly to a firefly, not to a dot, and there are no other lines."""
    near, flies, left = neighbours(graph, active), dict(dots), sum(active)
    if any(len(near[v]) not in (0, 2) for v in range(graph.size) if v not in flies):
        return False
    for before, v in dots:
        if v not in near[before]:
            return False
        left -= 1
        while v not in flies:
            (on,) = (u for u in near[v] if u != before)
            before, v, left = v, on, left - 1
        if flies[v] == before:
            return False
    return left == 0


def encode(sink: Sink, graph: Graph, dots: Dots, *active: Lit) -> None:
    """Write the clauses: a direction of each active edge, one edge into and one out of each vertex on a line, and the
    constraint `acyclic` on the edges between vertices without a firefly.

    active: the literal of each edge.  Size for n vertices of degree d and m edges: 2m variables, 4m + nd^2 clauses,
    beside those of `acyclic`.
    """
    flies, go, near = dict(dots), dict[tuple[int, int], Lit](), neighbours(graph)
    clauses: list[list[Lit]] = []
    for (u, v), lit in zip(graph.edges, active, strict=True):
        one, other = go[u, v], go[v, u] = sink.new(2)
        clauses += [[-lit, one, other], [-one, -other], [-one, lit], [-other, lit]]
    for v in range(graph.size):
        out, into = ([go[way] for way in ways] for ways in ([(v, u) for u in near[v]], [(u, v) for u in near[v]]))
        if v in flies:
            clauses += [[go[v, u] if u == flies[v] else -go[v, u]] for u in near[v]] + [[]] * (flies[v] not in near[v])
            continue
        for some, others in ((out, into), (into, out)):
            at_most_one(sink, some)
            clauses += [[-lit, *others] for lit in some]
    for clause in clauses:
        write_clause(sink.out, clause)
    free = [at for at, ends in enumerate(graph.edges) if flies.keys().isdisjoint(ends)]
    acyclic.encode(sink, Graph(graph.size, [graph.edges[at] for at in free]), *(active[at] for at in free))


CONSTRAINT = GlobalConstraint("beams", holds, encode)
