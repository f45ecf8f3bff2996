"""labelled-regions: the vertices of each label are connected; a vertex has one label at most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...cnf.gates import at_most_one
from ...cnf.sink import Lit, Sink
from ...graphs.forest import forest, outgoing
from ...graphs.graph import Graph, component, linked, neighbours
from ...model.constraint import GlobalConstraint
from ...model.expr import FALSE, Expr, all_of, any_of

Labels = tuple[tuple[int, ...], ...]  # for each vertex the labels that it may have
T = TypeVar("T")


def by_label(labels: Labels, values: Sequence[T]) -> dict[int, dict[int, T]]:
    """Return for each label its vertices with their values; `values` has for each vertex one for each of its labels."""
    left, found = iter(values), dict[int, dict[int, T]]()
    for v, of in enumerate(labels):
        for label in of:
            found.setdefault(label, {})[v] = next(left)
    return found


def holds(graph: Graph, labels: Labels, *having: bool) -> bool:
    """Whether no vertex has two labels, and the vertices of each label are connected; `having` is in the order of
    `labels`.
    """
    seen = set[int]()
    for of in by_label(labels, having).values():
        members = {v for v, on in of.items() if on}
        near = neighbours(graph, (u in members and v in members for u, v in graph.edges))
        if seen & members or (members and component(near, min(members)) != members):
            return False
        seen |= members
    return True


def encode(sink: Sink, graph: Graph, labels: Labels, *having: Lit) -> None:
    """Require that no vertex has two labels, and that the vertices of each label are connected.

    having: for each vertex one literal for each of its `labels`, in their order, true if the vertex has the label.  The
    clauses state a forest in which the parent of a vertex has its label, except for one vertex of each label, the top.

    The spanning trees of all regions are part of one spanning tree of a connected graph; however this is rooted, each
    region has one vertex whose parent is not in it.

    New variables: one for each vertex and one for each of its labels, and those of `forest`.  Clauses besides those of
    `forest`: one for each edge, end of the edge and label of this end; one for each vertex; one for each vertex and
    label of it; an `at_most_one` for each vertex and each label.
    """
    of_label = by_label(labels, having)
    lits = [{label: of_label[label][v] for label in of} for v, of in enumerate(labels)]
    arcs = forest(sink, graph)
    top = [sink.var() for _ in range(graph.size)]
    for v, (of, parents) in enumerate(zip(lits, outgoing(graph, arcs), strict=True)):
        at_most_one(sink, list(of.values()))
        sink.out += (top[v], *parents, 0)
    for of in of_label.values():
        tops = []
        for v, lit in of.items():
            tops.append(sink.var())
            sink.out += (-top[v], -lit, tops[-1], 0)
        at_most_one(sink, tops)
    for edge, of_edge in zip(graph.edges, arcs, strict=True):
        for tail, arc in of_edge.items():
            parent = lits[edge[0] if tail == edge[1] else edge[1]]
            for label, lit in lits[tail].items():
                sink.out += (top[tail], -arc, -lit, *([parent[label]] if label in parent else []), 0)
    sink.spill()


def formula(graph: Graph, labels: Labels, *having: Expr) -> Expr:
    """Return the constraint as a formula: all vertices of a label are reached from its first vertex, and no vertex has
    two labels.
    """
    parts = []
    for of in by_label(labels, having).values():
        used = [of.get(v, FALSE) for v in range(graph.size)]
        parts += linked(used, graph.edges, [all_of((used[u], used[v])) for u, v in graph.edges])
    left = iter(having)
    for of_vertex in labels:
        lits = [next(left) for _ in of_vertex]
        parts += [any_of((~a, ~b)) for at, a in enumerate(lits) for b in lits[:at]]
    return all_of(parts)


CONSTRAINT = GlobalConstraint("labelled-regions", holds, encode, formula)
