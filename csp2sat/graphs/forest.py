"""Rooted forests in a graph: an arc from a vertex to its parent, and no cycle."""

from __future__ import annotations

from ..cnf.gates import at_most_one
from ..cnf.sink import Lit, Sink
from .arcs import no_directed_cycle
from .graph import Graph
from .tree_pair import tree_pair

Arcs = dict[int, Lit]  # of an edge: tail -> literal that the other end is the tail's parent


def forest(sink: Sink, graph: Graph) -> list[Arcs]:
    """For each edge its arcs.  Those that are true have no cycle, and there is at most one out of each vertex.

    Every forest of the graph has such arcs, whatever else is said of vertices without one: on a plane graph they are
    part of a spanning tree (see `tree_pair`: each vertex but 0 has exactly one arc, and any forest can be extended to
    one); on another graph (vertices are eliminated, see `arcs`) there are no more arcs than are asked for.
    """
    if graph.faces is not None:
        ends = ([v for v in edge if v != 0] for edge in graph.edges)
        return [dict(zip(tails, lits, strict=True)) for tails, lits in zip(ends, tree_pair(sink, graph), strict=True)]
    arcs = [dict(zip(edge, sink.new(2), strict=True)) for edge in graph.edges]
    ways = [way for (u, v), of in zip(graph.edges, arcs, strict=True) for way in ((u, v, of[u]), (v, u, of[v]))]
    no_directed_cycle(sink, graph.size, ways)
    for lits in outgoing(graph, arcs):
        at_most_one(sink, lits)
    return arcs


def outgoing(graph: Graph, arcs: list[Arcs]) -> list[list[Lit]]:
    """For each vertex the literals of the arcs out of it."""
    out: list[list[Lit]] = [[] for _ in range(graph.size)]
    for of_edge in arcs:
        for tail, lit in of_edge.items():
            out[tail].append(lit)
    return out
