"""within: each active vertex is at most so many steps from the root along active vertices; the root counts as one.

A connected set of at most n vertices, of which one is known, is within n - 1 steps of it.
"""

from __future__ import annotations

from collections.abc import Collection

from ...cnf.sink import FALSE, Lit, Sink
from ...graphs.graph import Graph, neighbours
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation
from .islands import layered

Around = tuple[int, int]  # the root, and how many steps


def holds(graph: Graph, around: Around, *active: bool) -> bool:
    """The meaning: walk from the root."""
    on = {v for v, is_active in enumerate(active) if is_active}
    return on.issubset(_steps(graph, around, on))


def _steps(graph: Graph, around: Around, usable: Collection[int]) -> dict[int, int]:
    """The least number of steps to each vertex that is reached in time, by usable vertices."""
    root, most = around
    near, steps = neighbours(graph), {root: 0}
    for u in (queue := [root]):
        if steps[u] < most:
            new = [v for v in sorted(near[u]) if v not in steps and v in usable]
            steps |= dict.fromkeys(new, steps[u] + 1)
            queue += new
    return steps


def encode(sink: Sink, graph: Graph, around: Around, *active: Lit) -> None:
    """Layers, as for `islands`: of n vertices that are near enough at most n * most variables, twice the clauses."""
    steps = _steps(graph, around, {v for v, lit in enumerate(active) if lit != FALSE})
    for v in set(range(graph.size)) - steps.keys():
        sink.out += (-active[v], 0)
    layered(sink, neighbours(graph), {v: active[v] for v in steps}, steps, around[1])


def formula(graph: Graph, around: Around, *active: Expr) -> Expr:
    """The same as a formula: what is reached in so many steps."""
    root, most = around
    near, there = neighbours(graph), [all_of(()) if v == root else any_of(()) for v in range(graph.size)]
    for _ in range(most):
        there = [any_of((there[v], all_of((p, any_of(there[u] for u in near[v]))))) for v, p in enumerate(active)]
    return all_of(any_of((negation(p), q)) for p, q in zip(active, there, strict=True))


CONSTRAINT = GlobalConstraint("within", holds, encode, formula)
