"""shores: the active vertices are islands with anchors, as in `islands`, and the other vertices are connected."""

from __future__ import annotations

from ...cnf.sink import Lit, Sink
from ...constraints.graphs import connected, islands
from ...constraints.graphs.islands import Anchors
from ...graphs.graph import Graph
from ...model.constraint import GlobalConstraint


def holds(graph: Graph, anchors: Anchors, *active: bool) -> bool:
    """Whether the active vertices are islands, and the vertices that are not active are connected."""
    return islands.holds(graph, anchors, *active) and connected.holds(graph, *(not each for each in active))


def encode(sink: Sink, graph: Graph, anchors: Anchors, *active: Lit) -> None:
    """Write the clauses of `islands`, and of `connected` for the opposites; active: the literal of each vertex."""
    islands.encode(sink, graph, anchors, *active)
    connected.encode(sink, graph, *(-lit for lit in active))


CONSTRAINT = GlobalConstraint("shores", holds, encode)
