"""joined: some vertices are connected by active edges.

The graph's candidates are the vertices to be joined; without candidates all vertices are.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.sink import DOWN, FALSE, TRUE, Lit, Sink
from ...graphs.forest import forest, outgoing
from ...graphs.graph import Graph, component, neighbours, reached
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of


def holds(graph: Graph, *active: bool) -> bool:
    """Whether all vertices to be joined are reached from one of them along active edges."""
    ends = _ends(graph)
    return not ends or component(neighbours(graph, active), ends[0]).issuperset(ends)


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """Write the clauses: a forest whose parents lead from each vertex to be joined to the root along active edges.

    active: the literal of each edge.  The root is one of the vertices to be joined.  A vertex on a way to the root is
    marked: it has a parent, the edge to the parent is active, and the parent is marked.  The other way round, a tree of
    active edges that joins the vertices can be extended to a spanning tree.
    New variables: one for each vertex that need not be joined, and those of `forest`; clauses: 4 for each edge, 1 for
    each vertex, and its forest.
    """
    ends = _ends(graph)
    if not holds(graph, *(lit != FALSE for lit in active)):
        sink.out.append(0)
        return
    if graph.faces is None or 0 not in ends:  # the root of a plane graph's tree is 0
        usable = [(edge, lit) for edge, lit in zip(graph.edges, active, strict=True) if lit != FALSE]
        graph = Graph(graph.size, [edge for edge, _ in usable], numbers=graph.numbers)
        active = tuple(lit for _, lit in usable)
    marked = [TRUE if v in ends else sink.var() for v in range(graph.size)]
    root = min(ends, default=0)
    free, numbers = [v for v in range(graph.size) if v not in ends], graph.numbers
    words = [f"active edges join {numbers[v]} to {numbers[root]}" for v in free]
    sink.means("words", [marked[v] for v in free], words, DOWN)
    arcs = forest(sink, graph)
    out = sink.out
    with sink.without_constants():
        for v, parents in enumerate(outgoing(graph, arcs)):
            if v != root:
                out += (-marked[v], *parents, 0)
        for (u, v), lit, of_edge in zip(graph.edges, active, arcs, strict=True):
            for tail, arc in of_edge.items():
                if tail != root:
                    out += (-marked[tail], -arc, lit, 0, -marked[tail], -arc, marked[v if tail == u else u], 0)
    sink.spill()


def _ends(graph: Graph) -> Sequence[int]:
    return graph.candidates or range(graph.size)


def formula(graph: Graph, *active: Expr) -> Expr:
    """Return the constraint as a formula: the vertices to be joined are reached from the first of them.

    For n vertices and m edges about n(n + m) nodes.
    """
    ends = _ends(graph)
    start = [all_of([]) if v in ends[:1] else any_of([]) for v in range(graph.size)]
    there = reached(start, graph.edges, active)
    return all_of(there[v] for v in ends)


CONSTRAINT = GlobalConstraint("joined", holds, encode, formula)
