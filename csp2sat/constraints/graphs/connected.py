"""connected: the active vertices are connected by edges between active vertices; none or one is connected too."""

from __future__ import annotations

from ...cnf.gates import at_most_one
from ...cnf.sink import FALSE, Lit, Sink
from ...graphs.forest import forest, outgoing
from ...graphs.graph import Graph, component, first_of, neighbours, reached
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation, node


def holds(graph: Graph, *active: bool) -> bool:
    """The meaning: from one active vertex all are reached."""
    left = {v for v in range(graph.size) if active[v]}
    near = neighbours(graph, (u in left and v in left for u, v in graph.edges))
    return not left or component(near, min(left)) == left


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """A forest in which the parent of an active vertex is active, but for one vertex, the top.

    So from every active vertex the parents lead to the top.  The other way round, a spanning tree of the active
    vertices can be oriented towards any of them, and be extended to one of the graph.
    New variables: one for each vertex, and those of `forest`; clauses: 2 for each edge, 2 for each vertex, its
    forest, and one `at_most_one`.  On grids about 9 variables and 35 clauses a vertex.
    """
    if graph.faces is None:  # without faces a graph may lose edges
        graph = Graph(graph.size, [e for e in graph.edges if FALSE not in (active[e[0]], active[e[1]])])
    arcs = forest(sink, graph)
    top = sink.new(graph.size)
    at_most_one(sink, top)
    out = sink.out
    for v, parents in enumerate(outgoing(graph, arcs)):
        out += (-top[v], active[v], 0, -active[v], top[v], *parents, 0)
    for (u, v), of_edge in zip(graph.edges, arcs, strict=True):
        for tail, lit in of_edge.items():
            head = v if tail == u else u
            out += (-active[tail], -lit, active[head], top[tail], 0)
    sink.spill()


def formula(graph: Graph, *active: Expr) -> Expr:
    """The same as a formula: what is reached from the first active vertex.  About n(n + m) nodes."""
    edges = [(u, v, node("and", active[u], active[v])) for u, v in graph.edges]
    there = reached(first_of(active), [*edges, *((v, u, p) for u, v, p in edges)], graph.size - 1)
    return all_of(any_of((negation(p), q)) for p, q in zip(active, there, strict=True))


CONSTRAINT = GlobalConstraint("connected", holds, encode, formula)
