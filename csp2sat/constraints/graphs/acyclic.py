"""acyclic: the active edges contain no cycle."""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.sink import Lit, Sink
from ...graphs.forest import forest
from ...graphs.graph import Graph, component, neighbours
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation


def holds(graph: Graph, *active: bool) -> bool:
    """Whether the active edges contain no cycle: every connected part has one edge less than it has vertices."""
    near = neighbours(graph, active)
    parts = {min(component(near, v)) for v in range(graph.size)}
    return sum(active) == graph.size - len(parts)


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """Write the clauses: every active edge is an edge of a forest.  Size: that of `forest`, and one clause per edge.

    active: the literal of each edge.
    """
    for lit, arcs in zip(active, forest(sink, graph), strict=True):
        sink.out += (-lit, *arcs.values(), 0)


def formula(graph: Graph, *active: Expr) -> Expr:
    """Return the constraint as a formula: taking away edges at vertices of degree 1 again and again leaves no edge.

    The formula has n/2 rounds, each with at most three nodes for each edge: an edge is left if another one is
    left at both of its ends.
    """
    edges_at = graph.incident()
    left: Sequence[Expr] = active
    for _ in range(graph.size // 2):
        left = [
            all_of((left[e], *(any_of(left[other] for other in edges_at[v] if other != e) for v in edge)))
            for e, edge in enumerate(graph.edges)
        ]
    return all_of(map(negation, left))


CONSTRAINT = GlobalConstraint("acyclic", holds, encode, formula)
