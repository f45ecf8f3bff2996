"""A spanning tree of a plane graph and one of its dual, complementary: connectivity without numbers.

Every spanning tree T of a plane connected graph has a complement: the edges outside T, crossed, are a spanning tree of
the dual graph.  Both are written as arcs towards a root, one arc for each edge: either the edge is in T and carries
the arc of one of its ends, or it is not and carries the arc of one of its faces.

Source: J. C. Williams, A linear-size zero-one programming model for the minimum spanning tree problem in planar
graphs, Networks 39(1), 2002; here as clauses.

Why the clauses of `tree_pair` say that, although nothing in them forbids a cycle: let K be a cycle of edges that carry
vertex arcs.  Each vertex but root 0 emits one arc, so K (as many edges as vertices, each edge with an arc of one of its
ends) takes all arcs of its vertices; hence root 0 is not on K.  It touches face 0, so both roots lie on the same side
of K.  On the other side let there be k vertices and f faces.  By Euler's formula k + f - 1 edges lie strictly on that
side.  All k + f vertices and faces there emit an arc, and the arc of a face cannot cross K, whose edges carry vertex
arcs; so k + f arcs are carried by k + f - 1 edges, but an edge carries one.  Contradiction.  So the vertex arcs are a
forest, and with one arc out of each vertex but the root it is a spanning tree.
"""

from __future__ import annotations

from ..cnf.gates import exactly_one
from ..cnf.sink import Lit, Sink
from .graph import Graph


def tree_pair(sink: Sink, graph: Graph) -> list[list[Lit]]:
    """Write the clauses of a spanning tree; returns for each edge the literals of its vertex arcs (one or two).

    An edge is in the tree iff one of them is true, and exactly the spanning trees of `graph` are possible; the arcs
    are determined by the tree.  graph: plane, with its faces.
    New variables: at most 4 per edge.  Clauses: 7 per edge, and at most d(d-1)/2 + 1 per vertex or face of degree d;
    on a grid about 8 variables and 30 clauses a vertex.
    """
    assert graph.faces is not None, "the graph is not plane"
    from_vertex: list[list[Lit]] = [[] for _ in range(graph.size)]
    from_face: dict[int, list[Lit]] = {}
    tree: list[list[Lit]] = []
    for (u, v), (f, g) in zip(graph.edges, graph.faces, strict=True):
        ends = [x for x in (u, v) if x != 0]
        sides = [x for x in (f, g) if x != 0] if f != g else []
        arcs = sink.new(len(ends) + len(sides))
        exactly_one(sink, arcs)
        for x, arc in zip(ends, arcs, strict=False):
            from_vertex[x].append(arc)
        for x, arc in zip(sides, arcs[len(ends) :], strict=True):
            from_face.setdefault(x, []).append(arc)
        tree.append(list(arcs[: len(ends)]))
    for arcs_out in (*from_vertex[1:], *from_face.values()):
        exactly_one(sink, arcs_out)
    sink.spill()
    return tree
