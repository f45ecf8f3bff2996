"""single-loop: the true edges of a graph are one cycle."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from .reaching import both_ways, linked


def require(formulas: StatedFormulas, graph: Any, *active: Literal) -> None:
    """State: each vertex has 0 or 2 true edges; a vertex has one; each that has one is reached from the first one.

    graph: with `size`, `edges`, which are pairs of vertices, and `candidates`, of which one must be on the loop.
    """
    for each in _facts(formulas, graph, active):
        formulas.clause((each,))


def literal(formulas: StatedFormulas, graph: Any, *active: Literal) -> Literal:
    """Return the literal that all this holds; graph: as in `require`."""
    return formulas.definitions.all_of(_facts(formulas, graph, active))


def _facts(formulas: StatedFormulas, graph: Any, active: tuple[Literal, ...]) -> list[Literal]:
    make = formulas.definitions
    at: list[list[Literal]] = [[] for _ in range(graph.size)]
    for edge, a in zip(graph.edges, active, strict=True):
        for v in edge:
            at[v].append(a)
    used = [make.any_of(each) for each in at]
    facts = [make.any_of([used[v] for v in graph.candidates or range(graph.size)])]
    for edges in at:
        facts += [make.any_of((opposite(a), *edges[:n], *edges[n + 1 :])) for n, a in enumerate(edges)]
        facts += [make.any_of([opposite(a) for a in three]) for three in combinations(edges, 3)]
    return [*facts, *linked(formulas, used, both_ways(graph.edges, active))]


RULE = StatementRule(require, literal)
