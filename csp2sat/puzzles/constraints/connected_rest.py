"""connected-rest: of two vertices with an edge one is active at least, and the active vertices are connected."""

from __future__ import annotations

from ...cnf.sink import Lit, Sink
from ...constraints.graphs import connected
from ...graphs.graph import Graph
from ...model.constraint import GlobalConstraint


def holds(graph: Graph, *active: bool) -> bool:
    """Whether each edge has an active end, and the active vertices are connected."""
    return all(active[u] or active[v] for u, v in graph.edges) and connected.holds(graph, *active)


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """Write the clauses: one for each edge, and those of the constraint `connected`; active: of each vertex."""
    for u, v in graph.edges:
        sink.out += (active[u], active[v], 0)
    connected.encode(sink, graph, *active)


CONSTRAINT = GlobalConstraint("connected-rest", holds, encode)
