"""induced: used vertices that an edge joins, but no active one, have different labels.

Together with `labels`, and if each path of active edges has a label of its own: no path touches itself.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from ...cnf.sink import TRUE, Lit, Sink
from ...graphs.graph import Graph
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation, node
from .labels import split


def holds(graph: Graph, used: Set[int], *values: bool) -> bool:
    """Whether the constraint holds.

    `used` has the vertices that are used in any case; other vertices are used if they have an active edge.  `values`
    has the values of the edges, then the bits of labels as in `labels`.
    """
    active, label = split(graph, values)
    ends = {v for edge, on in zip(graph.edges, active, strict=True) if on for v in edge} | used
    inactive = [edge for edge, on in zip(graph.edges, active, strict=True) if not on]
    return not any(u in ends and v in ends and label[u] == label[v] for u, v in inactive)


def encode(sink: Sink, graph: Graph, used: Set[int], *values: Lit) -> None:
    """Write the clauses: a literal for each bit of an edge implies that the labels of its ends differ in this bit, and
    one of these literals is true unless the edge is active or an end is unused.

    used, values: as in `holds`.  New variables: one for each bit of an edge, and one for each vertex outside `used`.
    Clauses: 2 for each bit of an edge, 1 for each edge, and 1 for each end of an edge outside `used`.
    """
    active, label = split(graph, values)
    unless = _unused(sink, graph, used, active)
    out = sink.out
    for (u, v), on in zip(graph.edges, active, strict=True):
        differ = sink.new(len(label[u]))
        for lit, a, b in zip(differ, label[u], label[v], strict=True):
            out += (-lit, a, b, 0, -lit, -a, -b, 0)
        out += (on, *unless[u], *unless[v], *differ, 0)
    sink.spill()


def _unused(sink: Sink, graph: Graph, used: Set[int], active: Sequence[Lit]) -> list[tuple[Lit, ...]]:
    """Return for each vertex a tuple with a literal that is false if the vertex is used; () if the vertex is in `used`.

    `active` are the literals of the edges.
    """
    on = [TRUE if v in used else sink.var() for v in range(graph.size)]
    for edge, lit in zip(graph.edges, active, strict=True):
        for v in edge:
            if on[v] != TRUE:
                sink.out += (-lit, on[v], 0)
    return [() if lit == TRUE else (-lit,) for lit in on]


def formula(graph: Graph, used: Set[int], *values: Expr) -> Expr:
    """Return the constraint as a formula: a clause for each edge, by which the edge is active, or an end is unused, or
    the labels of its ends differ in a bit.

    used: the vertices that are used in any case; other vertices are used if they have an active edge. values: a formula
    for each edge (the edge is active), then the bits of the labels.
    """
    active, label = split(graph, values)
    on = [any_of(active[e] for e in edges) for edges in graph.incident()]
    unless = [[] if v in used else [negation(p)] for v, p in enumerate(on)]
    return all_of(
        any_of((p, *unless[u], *unless[v], *(node("xor", a, b) for a, b in zip(label[u], label[v], strict=True))))
        for (u, v), p in zip(graph.edges, active, strict=True)
    )


CONSTRAINT = GlobalConstraint("induced", holds, encode, formula)
