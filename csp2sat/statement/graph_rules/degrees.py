"""degrees: each vertex of a graph has one of its allowed numbers of true edges."""

from __future__ import annotations

from typing import Any

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import number, ones

EdgeNumbers = tuple[frozenset[int], ...]  # for each vertex


def require(formulas: StatedFormulas, graph: Any, allowed: EdgeNumbers, *active: Literal) -> None:
    """State for each vertex: the number of true edges at it is one of the allowed ones.  graph: with `size` and
    `edges`, which are pairs of vertices.
    """
    for each in _facts(formulas, graph, allowed, active):
        formulas.clause(each)


def literal(formulas: StatedFormulas, graph: Any, allowed: EdgeNumbers, *active: Literal) -> Literal:
    """Return the literal that this holds for each vertex; graph: as in `require`."""
    facts = _facts(formulas, graph, allowed, active)
    return formulas.definitions.all_of([formulas.definitions.any_of(each) for each in facts])


def _facts(
    formulas: StatedFormulas, graph: Any, allowed: EdgeNumbers, active: tuple[Literal, ...]
) -> list[list[Literal]]:
    facts = []
    for v, able in enumerate(allowed):
        degree = ones([a for edge, a in zip(graph.edges, active, strict=True) if v in edge])
        facts.append([formulas.equal(degree, number(k)) for k in sorted(able)])
    return facts


RULE = StatementRule(require, literal)
