"""connected: the active vertices are connected by edges between active vertices; none or one is connected too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...graphs.forest import forest, one_tree
from ...graphs.graph import Graph, component, linked, neighbours, search
from ...graphs.planarity import with_faces
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node


def holds(graph: Graph, *active: bool) -> bool:
    """Whether all active vertices are reached from an active vertex along active vertices."""
    left = {v for v in range(graph.size) if active[v]}
    near = neighbours(graph, (u in left and v in left for u, v in graph.edges))
    return not left or component(near, min(left)) == left


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """Write the clauses: each active vertex has an active parent in a spanning forest (`one_tree`), except for the
    active vertex that comes first in the order of `_order`.

    The order begins with the root of the forest, and goes on along a shortest way to a vertex that is certainly active,
    if there is one; so the first active vertex lies on this way.  A `graph` without faces is first reduced to the
    vertices that may be active, and gets faces if the planarity test finds it plane.
    active: the literal of each vertex.
    New variables: one for each vertex, and those of `forest`; clauses: 2 for each edge, 3 for each vertex, and its
    forest.  On grids about 9 variables and 35 clauses a vertex.
    """
    if graph.faces is None:
        graph, active = _possible(graph, active)
    order = _order(graph, active)
    one_tree(sink, graph, forest(sink, graph, next(iter(order), 0)), {v: active[v] for v in order})


def _possible(graph: Graph, active: Sequence[Lit]) -> tuple[Graph, tuple[Lit, ...]]:
    """Return the graph of the vertices that may be active, with its faces if it is plane, and their literals."""
    kept = [v for v, lit in enumerate(active) if lit != FALSE]
    number = {v: at for at, v in enumerate(kept)}
    edges = [(number[u], number[v]) for u, v in graph.edges if u in number and v in number]
    possible = Graph(len(kept), edges, numbers=kept)
    return with_faces(possible) or possible, tuple(active[v] for v in kept)


def _order(graph: Graph, active: Sequence[Lit]) -> Iterable[int]:
    """Return all vertices in the order in which they may be the top, the root of the forest first.

    On a plane graph the root touches face 0; then come the vertices on a shortest way to a vertex that is active in any
    case, and the others as they are found from there.
    """
    sure = [v for v, lit in enumerate(active) if lit == TRUE]
    if graph.faces is None:
        return dict.fromkeys((*sure, *range(graph.size)))
    near = neighbours(graph)
    before = search(near, sure or [0])
    outside = {v for edge, sides in zip(graph.edges, graph.faces, strict=True) if 0 in sides for v in edge} or {0}
    way = [next(v for v in before if v in outside)]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return search(near, way)


def formula(graph: Graph, *active: Expr) -> Expr:
    """Return the constraint as a formula: all active vertices are reached from the first active one.

    For n vertices and m edges about n(n + m) nodes.
    """
    return all_of(linked(active, graph.edges, [node("and", active[u], active[v]) for u, v in graph.edges]))


CONSTRAINT = GlobalConstraint("connected", holds, encode, formula)
