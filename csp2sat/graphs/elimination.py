"""Clauses that forbid cycles of active edges of degree at most 2, by eliminating vertices: for graphs that are not
plane.

A vertex v is taken away after new literals state, for each two of its neighbours, that an active path joins them
through v.  Paths contract to single connections, and a cycle to a double one, which is forbidden at once: unit
propagation finds a closing cycle, whatever its length.  The vertex of least degree goes first.

Source: the idea of M. F. Rankooh, J. Rintanen, Propositional encodings of acyclicity and reachability by using vertex
elimination, AAAI 2022; here undirected, and for vertices of degree at most 2, where two connections never cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations

from ..cnf.gates import NOTED
from ..cnf.sink import UP, Lit, Sink
from .forest import by_least_degree
from .graph import Graph, through

Adjacency = list[dict[int, Lit]]


def no_cycle_but_at_root(sink: Sink, graph: Graph, active: Sequence[Lit]) -> None:
    """Write clauses that forbid each cycle of active edges that does not pass through the root.

    The root depends on the solution: it is the first of `graph.candidates`, or of all vertices if there are none, with
    an active edge.  active: the literal of each edge.  The clauses are right only if each vertex has at most 2 active
    edges, which the caller requires by other clauses.

    Vertices are eliminated one by one.  A vertex that has d neighbours left costs at most d(d-1)/2 new variables, and
    at most three clauses for each of these variables.  The grid of 20 x 20 vertices takes 23 000 variables and 64 000
    clauses in all.
    """
    links = _links(sink, graph, _counting(sink, graph, active))

    gone, made = list[int](), dict[Lit, tuple[int, int, int]]()  # vertices; connections: ends, and how many were gone

    def eliminate(v: int) -> Iterable[int]:
        gone.append(v)
        for u in links[v]:
            del links[u][v]
        for (u, a), (w, b) in combinations(links[v].items(), 2):
            made[_link(sink, links, (u, w), (-a, -b))] = u, w, len(gone)
        sink.spill()
        return links[v]

    by_least_degree(graph.size, lambda v: len(links[v]), eliminate)
    sink.means("words", [*made], lambda: [through(graph.numbers, (u, w), gone[:at]) for u, w, at in made.values()], UP)


def _link(sink: Sink, links: Adjacency, ends: tuple[int, int], unless: tuple[Lit, ...]) -> Lit:
    """Write clauses of a connection between two `ends`, which holds unless one of the literals `unless` is true, and
    return its literal.

    Both connections together close a cycle, which is forbidden, if the ends are connected already.
    """
    u, w = ends
    joined = sink.var()
    sink.out += (*unless, joined, 0)
    old = links[u].get(w)
    if old is not None:
        sink.out += (*unless, -old, 0, -old, joined, 0)
    links[u][w] = links[w][u] = joined
    return joined


def _links(sink: Sink, graph: Graph, counting: Sequence[Lit | None]) -> Adjacency:
    """Return for each vertex its neighbours along counting edges, each with the literal of the connection.

    counting: for each edge the literal that it counts, or None if it never does.  Parallel edges become one connection.
    """
    links: Adjacency = [{} for _ in range(graph.size)]
    for (u, v), lit in zip(graph.edges, counting, strict=True):
        if lit is None:
            continue
        if v in links[u]:
            _link(sink, links, (u, v), (-lit,))
        else:
            links[u][v] = links[v][u] = lit
    return links


def _counting(sink: Sink, graph: Graph, active: Sequence[Lit]) -> list[Lit | None]:
    """Return for each edge a literal that is true if the edge is active and not at the root; None for an edge that
    never is.

    active: the literal of each edge.  The root is the first candidate with an active edge, so an edge at candidate j is
    not at the root if an earlier candidate has an active edge.  The literals are only implied, not defined.
    """
    roots = graph.candidates or range(graph.size)
    rank = {v: j for j, v in enumerate(roots)}
    earlier: list[Lit] = [0, *sink.new(len(rank) - 1)] if len(rank) > 1 else [0]
    edges_at = graph.incident()
    some = earlier[1 : NOTED + 1]
    at = [*accumulate([active[e] for e in edges_at[v]] for v in [*rank][: len(some)])]
    sink.means("any", some, [[*dict.fromkeys(lits)] for lits in at], UP)
    for j, v in enumerate(rank):
        if j + 1 < len(earlier):
            for e in edges_at[v]:
                sink.out += (-active[e], earlier[j + 1], 0)
            if j:
                sink.out += (-earlier[j], earlier[j + 1], 0)
    return [
        _count(sink, lit, earlier, min(rank.get(u, len(rank)), rank.get(v, len(rank))))
        for (u, v), lit in zip(graph.edges, active, strict=True)
    ]


def _count(sink: Sink, lit: Lit, earlier: Sequence[Lit], rank: int) -> Lit | None:
    """Return the literal that the edge with the literal `lit` counts; None if an end is the first candidate.

    rank: the place of the edge's earlier end among the candidates; the literal is `lit` itself if no end is a
    candidate.  At `earlier[rank]`: the literal that a candidate before this place has an active edge.
    """
    if rank == 0:
        return None
    if rank == len(earlier):
        return lit
    counts = sink.var()
    sink.means("all", (counts,), lambda: ((lit, earlier[rank]),), UP)
    sink.out += (-lit, -earlier[rank], counts, 0)
    return counts
