"""connected: the active vertices are connected by edges between active vertices; none or one is connected too."""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...graphs.forest import forest, one_tree, outgoing
from ...graphs.graph import Graph, component, linked, neighbours, rooted
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node


def holds(graph: Graph, *active: bool) -> bool:
    """The meaning: from one active vertex all are reached."""
    left = {v for v in range(graph.size) if active[v]}
    near = neighbours(graph, (u in left and v in left for u, v in graph.edges))
    return not left or component(near, min(left)) == left


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """A forest in which the parent of an active vertex is active, but for one vertex, the top; see `one_tree`.

    A vertex that is active in any case is the root of the forest, and the top.
    New variables: one for each vertex, and those of `forest`; clauses: 2 for each edge, 2 for each vertex, its
    forest, and one `at_most_one`.  On grids about 9 variables and 35 clauses a vertex.
    """
    if graph.faces is None:  # without faces a graph may lose edges
        graph = Graph(graph.size, [e for e in graph.edges if FALSE not in (active[e[0]], active[e[1]])])
    if TRUE in active:
        _from_root(sink, *rooted(graph, active.index(TRUE), active))
    else:
        one_tree(sink, graph, forest(sink, graph), dict(enumerate(active)))


def _from_root(sink: Sink, graph: Graph, active: Sequence[Lit]) -> None:
    """Vertex 0 is active and the root: every other active vertex has a parent, and that is active."""
    arcs = forest(sink, graph)
    for v, parents in enumerate(outgoing(graph, arcs)):
        if v:
            sink.out += (-active[v], *parents, 0)
    for edge, of_edge in zip(graph.edges, arcs, strict=True):
        for tail, arc in of_edge.items():
            if tail:
                sink.out += (-active[tail], -arc, active[sum(edge) - tail], 0)
    sink.spill()


def formula(graph: Graph, *active: Expr) -> Expr:
    """The same as a formula: what is reached from the first active vertex.  About n(n + m) nodes."""
    return all_of(linked(active, graph.edges, [node("and", active[u], active[v]) for u, v in graph.edges]))


CONSTRAINT = GlobalConstraint("connected", holds, encode, formula)
