"""A spanning tree of a plane graph and a spanning tree of its dual, complementary: connectivity without numbers.

Every spanning tree T of a plane connected graph has a complement: the edges outside T, crossed, are a spanning tree of
the dual graph.  Both trees are written as arcs towards a root, one arc for each edge: either the edge is in T and
carries the arc of one of its ends, or it is not and carries the arc of one of its faces.

Source: J. C. Williams, A linear-size zero-one programming model for the minimum spanning tree problem in planar graphs,
Networks 39(1), 2002; here as clauses.

Why the clauses of `tree_pair` make a tree, although nothing in them forbids a cycle: let K be a cycle of edges that
carry vertex arcs.  Each vertex but root 0 emits one arc, so K (as many edges as vertices, each edge with an arc of one
of its ends) takes all arcs of its vertices; hence the root is not on K.  The root touches face 0, so both roots lie on
the same side of K.  On the other side let there be k vertices and f faces.  By Euler's formula k + f - 1 edges lie
strictly on that side.  All k + f vertices and faces there emit an arc, and the arc of a face cannot cross K, whose
edges carry vertex arcs; so k + f arcs are carried by k + f - 1 edges, but an edge carries one.  Contradiction.  So the
vertex arcs are a forest, and with one arc out of each vertex but the root the forest is a spanning tree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from ..cnf.gates import exactly_one, exactly_one_of_each
from ..cnf.sink import Lit, Sink
from .graph import Graph, parent


def tree_pair(sink: Sink, graph: Graph, root: int = 0) -> list[list[Lit]]:
    """Write the clauses of a spanning tree of a plane graph and return for each edge the literals of its vertex arcs.

    The arcs of an edge are in the order of the two vertices that the arcs leave; no arc leaves `root`, so an edge at
    the root has one literal and any other edge two.  An edge is in the tree if and only if one of its vertex arcs is
    true.  Exactly the spanning trees of `graph`, whose faces must be given, are possible, and the tree determines the
    arcs.  root: a vertex that touches face 0.
    New variables: at most 4 per edge.  Clauses: 7 per edge, and at most d(d-1)/2 + 1 per vertex or face of degree d; on
    a grid about 8 variables and 28 clauses a vertex.
    """
    assert graph.faces is not None, "the graph is not plane"
    ends: list[list[Lit]] = [[] for _ in range(graph.size)]  # the arcs out of each vertex
    sides: dict[int, list[Lit]] = defaultdict(list)  # and out of each face
    arcs_of: list[Sequence[Lit]] = [() for _ in graph.edges]
    tree: list[list[Lit]] = [[] for _ in graph.edges]
    inner: list[int] = []
    for e, ((u, v), (f, g)) in enumerate(zip(graph.edges, graph.faces, strict=True)):
        if root not in (u, v) and f and g and f != g:
            inner.append(e)
            continue
        from_vertex = [ends[x] for x in (u, v) if x != root]
        from_face = [sides[x] for x in (f, g) if x and f != g]
        arcs_of[e] = arcs = _one_arc(sink, [*from_vertex, *from_face])
        tree[e] = arcs[: len(from_vertex)]
    arcs_of_inner = sink.new(4 * len(inner))
    columns = [arcs_of_inner[at::4] for at in range(4)]  # the first arc of all of these edges, the second of all, ...
    exactly_one_of_each(sink, columns)
    for e, a, b, c, d in zip(inner, *columns, strict=True):
        (u, v), (f, g) = graph.edges[e], graph.faces[e]
        ends[u].append(a)
        ends[v].append(b)
        sides[f].append(c)
        sides[g].append(d)
        arcs_of[e], tree[e] = (a, b, c, d), [a, b]
    sink.means("words", [*chain.from_iterable(arcs_of)], lambda: [*_words(graph, root)])
    _leave_once(sink, [*ends[:root], *ends[root + 1 :], *sides.values()])
    sink.spill()
    return tree


def _words(graph: Graph, root: int) -> Iterator[str]:
    """Yield what the arcs of a tree pair stand for, those of each edge out of its vertices before those out of its
    faces; no arc leaves `root`, or face 0.
    """
    for edge, (f, g) in zip(graph.edges, graph.faces or (), strict=True):
        u, v = (graph.numbers[end] for end in edge)
        for tail in edge:
            if tail != root:
                yield parent(graph, tail, sum(edge) - tail)
        for face in (f, g):
            if face and f != g:
                yield f"edge {u}-{v} is not in the tree, and face {face} leads across it"


def _one_arc(sink: Sink, out_of: Sequence[list[Lit]]) -> list[Lit]:
    """Return new arcs of an edge, of which exactly one is true, and append each arc to the list of its vertex or face.

    out_of: the lists of arcs out of the edge's ends and faces.
    """
    arcs = list(sink.new(len(out_of)))
    exactly_one(sink, arcs)
    for known, arc in zip(out_of, arcs, strict=True):
        known.append(arc)
    return arcs


def _leave_once(sink: Sink, arcs_out: Sequence[Sequence[Lit]]) -> None:
    """Require that exactly one arc leaves each vertex and each face; most of them have four arcs."""
    fours = [arcs for arcs in arcs_out if len(arcs) == 4]
    if fours:
        exactly_one_of_each(sink, list(zip(*fours, strict=True)))
    for arcs in arcs_out:
        if len(arcs) != 4:
            exactly_one(sink, arcs)
