"""labels: each vertex has a label, and the two ends of an active edge have the same label.

A label is a row of bits, equally many for each vertex; the bits of all vertices follow each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...cnf.sink import Lit, Sink
from ...graphs.graph import Graph
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation, node

T = TypeVar("T", bool, int, Expr)


def split(graph: Graph, values: Sequence[T]) -> tuple[Sequence[T], list[Sequence[T]]]:
    """Return the values of the edges, and the bits of each vertex's label."""
    bits = values[len(graph.edges) :]
    width = len(bits) // max(1, graph.size)
    return values[: len(graph.edges)], [bits[v * width : (v + 1) * width] for v in range(graph.size)]


def holds(graph: Graph, *values: bool) -> bool:
    """Whether the constraint holds; `values` has the values of the edges, then the bits of the labels."""
    active, label = split(graph, values)
    return all(label[u] == label[v] for (u, v), on in zip(graph.edges, active, strict=True) if on)


def encode(sink: Sink, graph: Graph, *values: Lit) -> None:
    """Write the clauses, which make each bit equal: no variables, two clauses for each bit of an edge.  values: the
    literals of the edges, then the bits of the labels.
    """
    out = sink.out
    active, label = split(graph, values)
    for (u, v), on in zip(graph.edges, active, strict=True):
        for a, b in zip(label[u], label[v], strict=True):
            out += (-on, -a, b, 0, -on, a, -b, 0)
    sink.spill()


def formula(graph: Graph, *values: Expr) -> Expr:
    """Return the constraint as a formula: an equivalence of bits for each bit of an edge."""
    active, label = split(graph, values)
    return all_of(
        any_of((negation(on), node("iff", a, b)))
        for (u, v), on in zip(graph.edges, active, strict=True)
        for a, b in zip(label[u], label[v], strict=True)
    )


CONSTRAINT = GlobalConstraint("labels", holds, encode, formula)
