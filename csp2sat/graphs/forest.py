"""Rooted forests in a graph: an arc from a vertex to its parent, and no cycle.

On a graph that is not plane, directed cycles of arcs are forbidden by eliminating vertices: a vertex is taken away
after new literals state, for each arc into the vertex and each arc out of it, that a way leads through the vertex.  A
cycle contracts to two opposite ways, which are forbidden.  The vertex of least degree goes first.

Source: M. F. Rankooh, J. Rintanen, Propositional encodings of acyclicity and reachability by using vertex elimination,
AAAI 2022.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from heapq import heapify, heappop, heappush

from ..cnf.gates import NOTED, at_most_one
from ..cnf.sink import FALSE, TRUE, UP, Lit, Sink
from .graph import Graph, parent, through
from .tree_pair import tree_pair

Arc = tuple[int, int, Lit]  # tail, head, literal
Arcs = dict[int, Lit]  # of an edge: tail -> literal that the other end is the tail's parent


def forest(sink: Sink, graph: Graph, root: int = 0) -> list[Arcs]:
    """Write the clauses of a rooted forest and return the arcs of each edge: tail -> literal that its parent is the
    other end.

    True arcs have no cycle, and at most one leaves each vertex.  Every forest of the graph can be oriented so, whatever
    else constrains vertices without an arc.  On a plane graph the arcs are part of a spanning tree, in which each
    vertex but `root` has exactly one arc (see `tree_pair`), and any forest can be extended to a spanning tree; on
    another graph (vertices are eliminated) no arc needs to be true.  root: of no effect there; on a plane graph a
    vertex that touches face 0.  Size: that of `tree_pair`, or that of `no_directed_cycle` for two arcs on each edge and
    an `at_most_one` for each vertex.
    """
    if graph.faces is not None:
        ends = ([v for v in edge if v != root] for edge in graph.edges)
        trees = tree_pair(sink, graph, root)
        return [dict(zip(tails, lits, strict=True)) for tails, lits in zip(ends, trees, strict=True)]
    arcs = [dict(zip(edge, sink.new(2), strict=True)) for edge in graph.edges]
    ways = [way for (u, v), of in zip(graph.edges, arcs, strict=True) for way in ((u, v, of[u]), (v, u, of[v]))]
    sink.means("words", [lit for _, _, lit in ways], lambda: [parent(graph, u, v) for u, v, _ in ways])
    no_directed_cycle(sink, graph.size, ways, graph.numbers)
    for lits in outgoing(graph, arcs):
        at_most_one(sink, lits)
    return arcs


def outgoing(graph: Graph, arcs: Sequence[Arcs]) -> list[list[Lit]]:
    """Return for each vertex the literals of the arcs out of the vertex; `arcs` is as `forest` gives them."""
    out: list[list[Lit]] = [[] for _ in range(graph.size)]
    for of_edge in arcs:
        for tail, lit in of_edge.items():
            out[tail].append(lit)
    return out


def one_tree(sink: Sink, graph: Graph, arcs: Sequence[Arcs], members: Mapping[int, Lit]) -> None:
    """Require that in a forest the parent of each member but the first, the top, is a member: so the members are
    connected.

    arcs: as `forest` gives them.  members: vertices with the literals that they are members, in the order in which they
    are chosen as the top.  On a plane graph this must be an order in which all vertices are found from the root of the
    forest, each beside an earlier vertex: then the spanning tree of the members towards their first one can be extended
    to a spanning tree of the graph, for a way leads from the top to the root without members.  Disjoint trees of
    several sets of members, in the same order, can be extended as well.
    New variables: one for each member; clauses: at most 3 for each member, 2 for each edge.
    """
    parents, found = outgoing(graph, arcs), FALSE  # found: there is an earlier member
    some: list[tuple[Lit, list[Lit]]] = []  # what there is no earlier member without, and the earlier members
    below: dict[int, Lit] = {}  # members that may have a parent, with the literal that they are not the top
    for v, lit in members.items():
        if found != FALSE:
            below[v] = found
        if found != TRUE and lit != FALSE:
            found = TRUE if lit == TRUE else _implied(sink, lit, found)
            if found != TRUE and len(some) < NOTED:
                some.append((found, [*(some[-1][1] if some else ()), lit]))
    sink.means("any", [lit for lit, _ in some], [lits for _, lits in some], UP)
    for v in sorted(below):
        sink.out += (-members[v], -below[v], *parents[v], 0)
    for edge, of_edge in zip(graph.edges, arcs, strict=True):
        for tail, arc in of_edge.items():
            if tail in below:
                head = members.get(sum(edge) - tail, FALSE)
                sink.out += (-members[tail], -below[tail], -arc, head, 0)
    sink.spill()


def _implied(sink: Sink, *lits: Lit) -> Lit:
    """Return a new literal that each of the given literals implies."""
    implied = sink.var()
    for lit in lits:
        if lit != FALSE:
            sink.out += (-lit, implied, 0)
    return implied


def label_root(sink: Sink, v: int, bits: Sequence[Lit], root: Lit) -> None:
    """Require that the label of a vertex, in binary, is at most the vertex's number v, and is v if the literal `root`
    is true.

    bits: the literals of the label, lowest bit first, enough for v.  Clauses: one for each bit 1 of v, two for
    each bit 0.
    """
    less = [-bit for at, bit in enumerate(bits) if v >> at & 1]
    for at, bit in enumerate(bits):
        if v >> at & 1:
            less.remove(-bit)
            sink.out += (-root, bit, 0)
        else:
            sink.out += (-bit, *less, 0, -root, -bit, 0)


def no_directed_cycle(sink: Sink, size: int, arcs: Iterable[Arc], numbers: Sequence[int] = ()) -> None:
    """Forbid directed cycles of the arcs whose literals are true; several arcs may join the same vertices.

    size: the number of vertices, 0 .. size-1.  numbers: those in the input, () for the same.
    Eliminating a vertex with i ways in and j ways out takes at most ij
    variables and 2ij clauses.  The grid of 30 x 30 vertices, with arcs both ways, takes 16 000 variables and 180 000
    clauses; all arcs between n vertices take about n^2 variables and n^3/3 clauses.
    """
    ways = _Ways(sink, size, arcs)
    by_least_degree(size, ways.degree, ways.eliminate)
    sink.means("words", [*ways.own], lambda: ways.words(numbers or range(size)), UP)


def eliminated(successors: Sequence[Iterable[int]], most: int) -> int:
    """Count the ways through vertices that `no_directed_cycle` eliminates; return some number above `most` if there
    are more than `most` ways.

    Each way stands for one clause of `no_directed_cycle`; the further clauses that join an arc to a new way, at most
    one for each arc, are not counted.

    successors: the ends of the arcs out of each vertex; an arc from a vertex to the same vertex is ignored.
    """
    size, found = len(successors), 0
    ways, back = [0] * size, [0] * size
    for v, ends in enumerate(successors):
        for w in ends:
            if w != v and 0 <= w < size:
                ways[v] |= 1 << w
                back[w] |= 1 << v

    def eliminate(v: int) -> Iterable[int]:
        nonlocal found
        into, out = [*_bits(back[v])], [*_bits(ways[v])]
        found += len(into) * len(out)
        if found > most:
            raise StopIteration
        for u in into:
            ways[u] = (ways[u] | ways[v]) & ~(1 << u | 1 << v)
        for w in out:
            back[w] = (back[w] | back[v]) & ~(1 << w | 1 << v)
        return {*into, *out}

    with suppress(StopIteration):
        by_least_degree(size, lambda v: ways[v].bit_count() * back[v].bit_count(), eliminate)
    return found


def _bits(number: int) -> Iterator[int]:
    """Yield the places of the bits 1 of a number, lowest first."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def by_least_degree(size: int, degree: Callable[[int], int], eliminate: Callable[[int], Iterable[int]]) -> None:
    """Eliminate the vertices 0 .. size-1, each time one of least degree, by calling eliminate(v).

    degree: gives the degree of a vertex at that time.  eliminate: takes a vertex away and gives its neighbours.
    """
    heap = [(degree(v), v) for v in range(size)]
    heapify(heap)
    gone = [False] * size
    while heap:
        at, v = heappop(heap)
        if not gone[v] and at == degree(v):
            gone[v] = True
            for u in eliminate(v):
                heappush(heap, (degree(u), u))


class _Ways:
    """A directed graph of the ways between vertices that are not eliminated yet, each with its literal."""

    def __init__(self, sink: Sink, size: int, arcs: Iterable[Arc]):
        self._sink = sink
        self._ways: list[dict[int, Lit]] = [{} for _ in range(size)]
        self._back: list[set[int]] = [set() for _ in range(size)]
        self._gone: list[int] = []  # the vertices that are eliminated, in this order
        self.own: dict[Lit, tuple[int, int, int]] = {}  # literals that anything may imply: ends, and how many were gone
        for u, v, lit in arcs:
            if v in self._ways[u]:
                self._sink.out += (-lit, self._own_way(u, v), 0)
            else:
                self._ways[u][v] = lit
                self._back[v].add(u)

    def degree(self, v: int) -> int:
        """Return the number of ways through vertex v: of ways in times ways out."""
        return len(self._ways[v]) * len(self._back[v])

    def eliminate(self, v: int) -> set[int]:
        """Take vertex v away, write the clauses of the ways through v, and return its neighbours."""
        into = [(u, self._ways[u].pop(v)) for u in sorted(self._back[v])]
        self._gone.append(v)
        for w in self._ways[v]:
            self._back[w].discard(v)
        own, out = self.own, self._sink.out
        for u, a in into:
            ways = self._ways[u]
            for w, b in self._ways[v].items():
                if u == w:
                    out += (-a, -b, 0)
                    continue
                way = ways.get(w, 0)  # no literal is 0
                if way not in own:
                    way = self._own_way(u, w)
                out += (-a, -b, way, 0)
        self._sink.spill()
        return self._back[v] | self._ways[v].keys()

    def words(self, numbers: Sequence[int]) -> list[str]:
        """Return what the literals in `own` are implied by; `numbers` are those of the vertices in the input."""
        return [through(numbers, (u, w), self._gone[:count]) for u, w, count in self.own.values()]

    def _own_way(self, u: int, w: int) -> Lit:
        """Return the literal of a way from vertex u to vertex w that anything may imply, as the present way does."""
        old = self._ways[u].get(w)
        if old in self.own:
            return old
        way = self._sink.var()
        self.own[way] = u, w, len(self._gone)
        if old is not None:
            self._sink.out += (-old, way, 0)
        self._ways[u][w] = way
        self._back[w].add(u)
        return way
