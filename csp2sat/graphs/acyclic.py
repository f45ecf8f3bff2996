"""acyclic: the active edges contain no cycle."""

from __future__ import annotations

from ..cnf.sink import Lit, Sink
from ..model.constraint import GlobalConstraint
from .graph import Graph
from .tree_pair import tree_pair


def holds(graph: Graph, *active: bool) -> bool:
    """The meaning: merge the ends of each active edge; no edge may join what is joined already."""
    leader = list(range(graph.size))

    def find(v: int) -> int:
        while leader[v] != v:
            v = leader[v]
        return v

    for (u, v), on in zip(graph.edges, active, strict=True):
        if on:
            if find(u) == find(v):
                return False
            leader[find(u)] = find(v)
    return True


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """Every active edge is an edge of a spanning tree (a forest can be extended to one, a cycle cannot).

    graph: plane, connected, with its faces.  Size: that of `tree_pair`, and one clause per edge.
    """
    for lit, arcs in zip(active, tree_pair(sink, graph), strict=True):
        sink.out += (-lit, *arcs, 0)


CONSTRAINT = GlobalConstraint("acyclic", holds, encode)
