"""Rooted forests in a graph: an arc from a vertex to its parent, and no cycle."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from ..cnf.gates import at_most_one
from ..cnf.sink import Lit, Sink
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


Arc = tuple[int, int, Lit]  # tail, head, literal


def no_directed_cycle(sink: Sink, size: int, arcs: Iterable[Arc]) -> None:
    """The arcs that are true make no directed cycle.  Several arcs may join the same vertices.

    size: vertices 0 .. size-1.  New variables and clauses: when a vertex with i ways in and j ways out is eliminated at
    most ij variables and 2ij clauses.  For the grid of 30 x 30 vertices, with arcs both ways, 16 000 variables and
    180 000 clauses; for all arcs between n vertices about n^2 variables and n^3/3 clauses.
    """
    _Elimination(sink, size, arcs).run()


class _Elimination:
    """ways: for each vertex that is left, heads of the ways out of it with their literals; back: tails of those in."""

    def __init__(self, sink: Sink, size: int, arcs: Iterable[Arc]):
        self._sink = sink
        self._ways: list[dict[int, Lit]] = [{} for _ in range(size)]
        self._back: list[set[int]] = [set() for _ in range(size)]
        self._own: set[Lit] = set()  # literals that are ours, so that anything may imply them
        for u, v, lit in arcs:
            if v in self._ways[u]:
                self._link(u, v, (-lit,))
            else:
                self._ways[u][v] = lit
                self._back[v].add(u)

    def run(self) -> None:
        heap = [(self._degree(v), v) for v in range(len(self._ways))]
        heapify(heap)
        gone = [False] * len(heap)
        while heap:
            degree, v = heappop(heap)
            if gone[v] or degree != self._degree(v):
                continue
            gone[v] = True
            for u in self._eliminate(v):
                heappush(heap, (self._degree(u), u))
            self._sink.spill()

    def _degree(self, v: int) -> int:
        return len(self._ways[v]) * len(self._back[v])

    def _eliminate(self, v: int) -> set[int]:
        """Take a vertex away; returns its neighbours."""
        into = [(u, self._ways[u].pop(v)) for u in sorted(self._back[v])]
        for w in self._ways[v]:
            self._back[w].discard(v)
        for u, a in into:
            for w, b in self._ways[v].items():
                if u == w:
                    self._sink.out += (-a, -b, 0)
                else:
                    self._link(u, w, (-a, -b))
        return self._back[v] | self._ways[v].keys()

    def _link(self, u: int, w: int, unless: tuple[Lit, ...]) -> None:
        """There is a way from u to w unless one of the literals."""
        old = self._ways[u].get(w)
        if old not in self._own:
            way = self._sink.var()
            self._own.add(way)
            if old is not None:
                self._sink.out += (-old, way, 0)
            self._ways[u][w] = way
            self._back[w].add(u)
        self._sink.out += (*unless, self._ways[u][w], 0)
