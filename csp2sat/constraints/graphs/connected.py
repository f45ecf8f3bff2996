"""connected: the active vertices are connected by edges between active vertices; none or one is connected too."""

from __future__ import annotations

from ...cnf.sink import FALSE, Lit, Sink
from ...graphs.forest import forest, one_tree
from ...graphs.graph import Graph, component, linked, neighbours
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node


def holds(graph: Graph, *active: bool) -> bool:
    """The meaning: from one active vertex all are reached."""
    left = {v for v in range(graph.size) if active[v]}
    near = neighbours(graph, (u in left and v in left for u, v in graph.edges))
    return not left or component(near, min(left)) == left


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """A forest in which the parent of an active vertex is active, but for one vertex, the top; see `one_tree`.

    New variables: one for each vertex, and those of `forest`; clauses: 2 for each edge, 2 for each vertex, its
    forest, and one `at_most_one`.  On grids about 9 variables and 35 clauses a vertex.
    """
    if graph.faces is None:  # without faces a graph may lose edges
        graph = Graph(graph.size, [e for e in graph.edges if FALSE not in (active[e[0]], active[e[1]])])
    one_tree(sink, graph, forest(sink, graph), dict(enumerate(active)))


def formula(graph: Graph, *active: Expr) -> Expr:
    """The same as a formula: what is reached from the first active vertex.  About n(n + m) nodes."""
    return all_of(linked(active, graph.edges, [node("and", active[u], active[v]) for u, v in graph.edges]))


CONSTRAINT = GlobalConstraint("connected", holds, encode, formula)
