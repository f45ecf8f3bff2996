"""connected: the true vertices of a graph are connected by edges between true vertices."""

from __future__ import annotations

from typing import Any

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from .reaching import both_ways, linked


def require(formulas: StatedFormulas, graph: Any, *active: Literal) -> None:
    """State for each vertex: it is false, or reached from the first true one.  graph: with `edges`, pairs of
    vertices.
    """
    for each in _reached(formulas, graph, active):
        formulas.clause((each,))


def literal(formulas: StatedFormulas, graph: Any, *active: Literal) -> Literal:
    """Return the literal that this holds for each vertex; graph: as in `require`."""
    return formulas.definitions.all_of(_reached(formulas, graph, active))


def _reached(formulas: StatedFormulas, graph: Any, active: tuple[Literal, ...]) -> list[Literal]:
    usable = [formulas.definitions.all_of((active[u], active[v])) for u, v in graph.edges]
    return linked(formulas, active, both_ways(graph.edges, usable))


RULE = StatementRule(require, literal)
