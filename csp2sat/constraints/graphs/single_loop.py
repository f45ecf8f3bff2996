"""single-loop: the active edges are exactly one simple cycle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter, neg

from ...cnf.gates import at_most_one
from ...cnf.sink import UP, Lit, Sink
from ...graphs.elimination import no_cycle_but_at_root
from ...graphs.graph import Graph, component, linked, neighbours
from ...graphs.tree_pair import tree_pair
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation

FEW = 8  # edges at a vertex, up to which the clauses of a degree are listed once for all


def holds(graph: Graph, *active: bool) -> bool:
    """Whether the active edges are one loop, which passes one of the graph's candidates if the graph names
    candidates.
    """
    degrees = [sum(active[e] for e in edges) for edges in graph.incident()]
    used = [v for v, degree in enumerate(degrees) if degree]
    if not used or any(degree not in (0, 2) for degree in degrees):
        return False
    found = component(neighbours(graph, active), used[0])
    return len(found) == len(used) and (not graph.candidates or not found.isdisjoint(graph.candidates))


def encode(sink: Sink, graph: Graph, *active: Lit) -> None:
    """Write the clauses: degrees, and complementary spanning trees on a plane graph, else elimination of vertices.

    active: the literal of each edge.
    """
    encode_degrees(sink, graph, active)
    if graph.faces is not None:
        encode_trees(sink, graph, active)
    else:
        no_cycle_but_at_root(sink, graph, active)


def encode_degrees(sink: Sink, graph: Graph, active: Sequence[Lit]) -> None:
    """Require that every vertex has 0 or 2 active edges, and a candidate (without candidates: a vertex) has an active
    edge.

    active: the literal of each edge.  Clauses for a vertex of degree d: d of d literals and d(d-1)(d-2)/6 of 3; and one
    for the candidates.
    """
    out = sink.out
    edges_at = graph.incident()
    for edges in edges_at:
        lits = [active[e] for e in edges]
        negated = [*map(neg, lits)]
        out += _at_vertex(len(lits))((*lits, *negated, 0)) if 0 < len(lits) <= FEW else _clauses(lits, negated, 0)
        sink.spill()
    roots = graph.candidates or range(graph.size)
    out += (*sorted({active[e] for v in roots for e in edges_at[v]}), 0)


def _clauses(lits: Sequence[int], negated: Sequence[int], end: int) -> Iterator[int]:
    """Yield the clauses, each ended by `end`, that none or two of the literals `lits` are true.

    negated: the negations of `lits`, in the same order.
    """
    for at, each in enumerate(negated):
        yield from (each, *lits[:at], *lits[at + 1 :], end)
    for three in combinations(negated, 3):
        yield from (*three, end)


@cache
def _at_vertex(degree: int) -> Callable[[Sequence[Lit]], tuple[Lit, ...]]:
    """Return a function that builds the clauses of a vertex from a sequence: its literals, their negations, and 0."""
    return itemgetter(*_clauses(range(degree), range(degree, 2 * degree), 2 * degree))


def encode_trees(sink: Sink, graph: Graph, active: Sequence[Lit]) -> None:
    """Require that all active edges but at most one, at a candidate, are in a spanning tree (see `tree_pair`).

    A loop through a candidate less one edge there is a path, and a path can be extended to a spanning tree; two loops
    cannot be made a forest by taking away one edge.  The candidate on the loop need not be known: each edge at a
    candidate may be the exception, and any edge without candidates.  active: the literal of each edge.
    New variables: at most 4 per edge, and 1 per edge at a candidate; on a grid of known candidates about 10 variables
    and 38 clauses a vertex, edges' own variables and degrees included.
    """
    roots = set(graph.candidates)
    spare = []
    for (u, v), lit, arcs in zip(graph.edges, active, tree_pair(sink, graph), strict=True):
        if roots and u not in roots and v not in roots:
            sink.out += (-lit, *arcs, 0)
        else:
            spare.append(sink.var())
            edge = f"edge {graph.numbers[u]}-{graph.numbers[v]}"
            sink.means("words", spare[-1:], [f"{edge} is active, and not in the tree"], UP)
            sink.out += (-lit, *arcs, spare[-1], 0)
    at_most_one(sink, spare)


def formula(graph: Graph, *active: Expr) -> Expr:
    """Return the constraint as a formula: degrees, and all used vertices are reached from the first used one.

    For n vertices and m edges about n(n + m) nodes.
    """
    edges_at = graph.incident()
    used = [any_of(active[e] for e in edges) for edges in edges_at]
    degrees = (clause for edges in edges_at for clause in _degree([active[e] for e in edges]))
    some = any_of(used[v] for v in graph.candidates or range(graph.size))
    return all_of((*degrees, some, *linked(used, graph.edges, active)))


def _degree(edges: Sequence[Expr]) -> Iterator[Expr]:
    """Yield the clauses that none or two of the edges are active."""
    for at, p in enumerate(edges):
        yield any_of((negation(p), *edges[:at], *edges[at + 1 :]))
    for three in combinations(edges, 3):
        yield any_of(map(negation, three))


CONSTRAINT = GlobalConstraint("single-loop", holds, encode, formula)
