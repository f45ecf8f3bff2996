"""within: each active vertex is at most a given number of steps from the root along active vertices.

The root counts as active.  A connected set of at most n vertices, with a known vertex, is within n - 1 steps of it.
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
    """Whether each active vertex is reached from the root by active vertices within the steps.  around: root and
    steps.
    """
    on = {v for v, is_active in enumerate(active) if is_active}
    return on.issubset(_steps(graph, around, on))


def _steps(graph: Graph, around: Around, usable: Collection[int]) -> dict[int, int]:
    """Return the vertices that are reached from the root by usable vertices in few enough steps, each with its least
    number of steps.  The root, with 0 steps, need not be usable.

    around: the root and the greatest number of steps.
    """
    root, most = around
    near, steps = neighbours(graph), {root: 0}
    for u in (queue := [root]):
        if steps[u] < most:
            new = [v for v in sorted(near[u]) if v not in steps and v in usable]
            steps |= dict.fromkeys(new, steps[u] + 1)
            queue += new
    return steps


def encode(sink: Sink, graph: Graph, around: Around, *active: Lit) -> None:
    """Write the clauses of layers, as for `islands`, around the root.

    active: the literal of each vertex.  around: root and greatest number of steps.  n vertices that are near enough
    take at most n times as many variables as steps, twice as many clauses, and n more.
    """
    steps = _steps(graph, around, {v for v, lit in enumerate(active) if lit != FALSE})
    for v in set(range(graph.size)) - steps.keys():
        sink.out += (-active[v], 0)
    layered(sink, neighbours(graph), {v: active[v] for v in steps}, steps, around[1])


def formula(graph: Graph, around: Around, *active: Expr) -> Expr:
    """Return the constraint as a formula: each active vertex is reached from the root, which counts as active, in at
    most the given number of steps.  around: root and steps.
    """
    root, most = around
    near, there = neighbours(graph), [all_of(()) if v == root else any_of(()) for v in range(graph.size)]
    for _ in range(most):
        there = [any_of((there[v], all_of((p, any_of(there[u] for u in near[v]))))) for v, p in enumerate(active)]
    return all_of(any_of((negation(p), q)) for p, q in zip(active, there, strict=True))


CONSTRAINT = GlobalConstraint("within", holds, encode, formula)
