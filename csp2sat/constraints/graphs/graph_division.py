"""graph-division: edges are cut so that the components are regions; the size of the region of some vertices is given.

A cut edge joins two different regions.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from ...cnf.sink import Sink
from ...graphs.graph import Graph, component, neighbours
from ...graphs.regions import Regions
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation, node

Sized = tuple[int, ...]  # the vertices whose size is given


def holds(graph: Graph, sized: Sized, *values: Any) -> bool:
    """Whether each cut edge joins different regions, and the regions of the vertices `sized` have the given sizes.

    values: a size for each of `sized`, then for each edge whether it is cut.
    """
    sizes, cut = values[: len(sized)], values[len(sized) :]
    near = neighbours(graph, map(operator.not_, cut))
    region = [component(near, v) for v in range(graph.size)]
    if any(is_cut and u in region[v] for (u, v), is_cut in zip(graph.edges, cut, strict=True)):
        return False
    return all(size == len(region[v]) for v, size in zip(sized, sizes, strict=True))


def encode(sink: Sink, graph: Graph, sized: Sized, *values: Any) -> None:
    """Write the clauses: each region is a tree whose root gives the region its label and counts its vertices (see
    `regions`).

    sized: the vertices with given sizes.  values: an integer for each of `sized`, then a literal for each edge.
    """
    regions = Regions(sink, graph, values[len(sized) :])
    regions.label()
    if sized:
        regions.count(dict(zip(sized, values, strict=False)))


def formula(graph: Graph, sized: Sized, *values: Any) -> Expr:
    """Return the constraint as a formula: which vertices are joined (S. Warshall's closure).

    sized, values: as for `holds`.  For n vertices about n^3 nodes.
    """
    cut = values[len(sized) :]
    joined = _joined(graph, cut)
    ends = [frozenset(edge) for edge in graph.edges]
    apart = (any_of((negation(p), negation(joined[e]))) for e, p in zip(ends, cut, strict=True))
    sizes = (
        node("eq", size, node("add", 1, *(node("if", p, 1, 0) for pair, p in joined.items() if v in pair)))
        for v, size in zip(sized, values, strict=False)
    )
    return all_of((*apart, *sizes))


def also(graph: Graph, sized: Sized, *values: Any) -> Expr:
    """Return the bounds of the given sizes: 1 .. n."""
    sizes = values[: len(sized)]
    return all_of(node("and", node("le", 1, size), node("le", size, graph.size)) for size in sizes)


def _joined(graph: Graph, cut: Sequence[Expr]) -> dict[frozenset[int], Expr]:
    """Return for each two vertices the formula that a path without cut edges joins them.  cut: a formula for each
    edge.
    """
    joined = {frozenset((u, v)): any_of(()) for v in range(graph.size) for u in range(v)}
    for edge, p in zip(map(frozenset, graph.edges), cut, strict=True):
        joined[edge] = any_of((joined[edge], negation(p)))
    for k in range(graph.size):
        for u, v in ((u, v) for u, v in map(sorted, joined) if k not in (u, v)):
            through = all_of((joined[frozenset((u, k))], joined[frozenset((k, v))]))
            joined[frozenset((u, v))] = any_of((joined[frozenset((u, v))], through))
    return joined


CONSTRAINT = GlobalConstraint("graph-division", holds, encode, formula, also)
