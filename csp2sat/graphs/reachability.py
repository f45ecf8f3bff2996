"""Reachability as a formula, for graph constraints that are not simply required."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model.expr import Expr, all_of, any_of, negation


def first_of(formulas: Sequence[Expr]) -> list[Expr]:
    """For each formula: it is true, and none before it."""
    return [all_of((p, *map(negation, formulas[:at]))) for at, p in enumerate(formulas)]


def reached(start: Sequence[Expr], arcs: Iterable[tuple[int, int, Expr]], steps: int) -> list[Expr]:
    """For each vertex: it is reached in at most so many steps from a vertex whose formula in `start` is true.

    arcs: tail, head, and when the arc may be used.  Nodes: a step has two for each arc and one for each vertex.
    """
    into: list[list[tuple[int, Expr]]] = [[] for _ in start]
    for u, v, usable in arcs:
        into[v].append((u, usable))
    now = list(start)
    for _ in range(steps):
        now = [any_of((now[v], *(all_of((now[u], p)) for u, p in near))) for v, near in enumerate(into)]
    return now
