"""degrees: each vertex has one of its allowed numbers of active edges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise

from ...cnf.sink import Lit, Sink
from ...graphs.graph import Graph
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, node

Allowed = Sequence[frozenset[int]]  # for each vertex


def holds(graph: Graph, allowed: Allowed, *active: bool) -> bool:
    """Whether the number of active edges at each vertex is one of its allowed numbers."""
    degrees = (sum(active[e] for e in edges) for edges in graph.incident())
    return all(degree in may for degree, may in zip(degrees, allowed, strict=True))


def encode(sink: Sink, graph: Graph, allowed: Allowed, *active: Lit) -> None:
    """Write the prime clauses over the edges of each vertex: meant for small degrees.

    active: the literal of each edge.  Size: no variables; for 0 or 2 of 4 edges 8 clauses, for 1 of 4 edges 7, for at
    most 2 of 4 edges 4.
    """
    out = sink.out
    known: dict[tuple[int, frozenset[int]], list[list[int]]] = {}
    for edges, may in zip(graph.incident(), allowed, strict=True):
        key = len(edges), may
        if key not in known:
            known[key] = _clauses(*key)
        lits = [active[e] for e in edges]
        lits += [-lit for lit in lits]
        for clause in known[key]:
            out += [lits[at] for at in clause]
            out.append(0)
    sink.spill()


def at_vertex(may: frozenset[int], active: Sequence[Expr]) -> Expr:
    """Return the formula that the number of true ones among some formulas is one of the numbers `may`."""
    return node("degrees", _star(len(active)), (may, *[frozenset((0, 1))] * len(active)), *active)


@cache
def _star(edges: int) -> Graph:
    """Return a graph of edges from one vertex, always the same one, so that equal formulas are one node."""
    return Graph(edges + 1, [(0, at + 1) for at in range(edges)])


def _clauses(degree: int, may: frozenset[int]) -> list[list[int]]:
    """Return the clauses for a vertex of `degree` edges, of which as many may be active as one of the numbers `may`.

    A literal e below `degree` means that edge number e is active, a literal `degree` + e that this edge is not active.

    A run of forbidden counts low..high gives a clause for each choice of `low` edges that are active and `degree` -
    `high` others that are not: one of these edges must differ.
    """
    found = []
    for low, high in _forbidden(degree, may):
        for some in combinations(range(degree), low):
            others = [e for e in range(degree) if e not in some]
            found += [[*(degree + e for e in some), *more] for more in combinations(others, degree - high)]
    return found


def _forbidden(degree: int, may: frozenset[int]) -> list[tuple[int, int]]:
    """Return the longest runs (first, last) of the numbers 0 .. degree that are not in `may`."""
    bounds = [-1, *sorted(d for d in may if 0 <= d <= degree), degree + 1]
    return [(low + 1, high - 1) for low, high in pairwise(bounds) if high - low > 1]


def formula(graph: Graph, allowed: Allowed, *active: Expr) -> Expr:
    """Return the constraint as equations of a sum of the edges of each vertex."""
    ones = [node("if", p, 1, 0) for p in active]
    sums = (node("add", *(ones[e] for e in edges)) for edges in graph.incident())
    return all_of(any_of(node("eq", s, k) for k in sorted(may)) for s, may in zip(sums, allowed, strict=True))


CONSTRAINT = GlobalConstraint("degrees", holds, encode, formula)
