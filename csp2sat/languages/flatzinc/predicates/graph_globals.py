"""Predicates of MiniZinc about subgraphs, as formulas; the library uses them only under reification.

A subgraph is given by a formula for each vertex and each edge of a graph, whose vertices are numbered from `first` on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ....graphs.graph import reached
from ....model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node
from ..arguments import formulas, together

TermNode = Expr | int
IntegerValues = Sequence[int]
FormulaNodes = Sequence[Expr]


class Subgraph(NamedTuple):
    """A subgraph of a graph. vertices, edges: the formulas that they belong to the subgraph; ends: the two vertices of
    each edge, counted from 0; first: the number of the first vertex in the arguments.
    """

    first: int
    vertices: FormulaNodes
    edges: FormulaNodes
    ends: list[tuple[int, int]]

    def is_one(self) -> Expr:
        """Return the formula that both ends of each edge of the subgraph belong to the subgraph."""
        return all_of(any_of((negation(edge), all_of(map(self._has, pair)))) for pair, edge in self._pairs())

    def _has(self, vertex: int) -> Expr:
        return self.vertices[vertex] if 0 <= vertex < len(self.vertices) else FALSE

    def _pairs(self) -> Iterable[tuple[tuple[int, int], Expr]]:
        return zip(self.ends, self.edges, strict=True)

    def at(self, root: TermNode) -> list[Expr]:
        """Return for each vertex the formula that the vertex is the root."""
        return [node("eq", root, self.first + v) for v in range(len(self.vertices))]

    def lowest(self) -> list[Expr]:
        """Return for each vertex the formula that the vertex is the first that belongs to the subgraph."""
        return [all_of((p, *map(negation, self.vertices[:v]))) for v, p in enumerate(self.vertices)]

    def all_from(self, start: FormulaNodes, directed: bool) -> Expr:
        """Return the formula that this is a subgraph (`is_one`), that some vertex is a start, that all starts belong to
        the subgraph, and that all its vertices are reached from the starts.

        start: for each vertex the formula that the vertex is a start. directed: whether an edge leads from its first
        vertex to its second only, not in both directions.
        """
        usable = [(pair, edge) for pair, edge in self._pairs() if FALSE not in map(self._has, pair)]
        there = reached(start, [pair for pair, _ in usable], [edge for _, edge in usable], directed)
        begins = (any_of((negation(p), q)) for p, q in zip(start, self.vertices, strict=True))
        all_there = (any_of((negation(p), q)) for p, q in zip(self.vertices, there, strict=True))
        return all_of((self.is_one(), any_of(start), *begins, *all_there))

    def is_thin(self) -> Expr:
        """Return the formula that the subgraph has exactly one vertex more than edges, so that it is a tree if it is
        connected.
        """
        return node("eq", _number(self.vertices), node("add", _number(self.edges), 1))

    def degree(self, v: int, ends: Iterable[int] = (0, 1)) -> TermNode:
        """Return the number of edges of the subgraph that begin (0 in `ends`) or end (1 in `ends`) at the vertex `v`,
        as a term.
        """
        return _number([edge for pair, edge in self._pairs() for end in ends if pair[end] == v])

    def weighs(self, weights: IntegerValues, total: TermNode) -> Expr:
        """Return the formula that the weights of the subgraph's edges add up to the total."""
        paid = (node("if", edge, weight, 0) for edge, weight in together(self.edges, weights))
        return node("eq", total, node("add", *paid))


def _number(formulas: FormulaNodes) -> TermNode:
    return node("add", *(node("if", p, 1, 0) for p in formulas))


def of_graph(formula: Callable[..., Expr], *settings: Any) -> Callable[..., Expr]:
    """Return a function that makes the same formula from a subgraph as FlatZinc gives it: the number of the first
    vertex, tails, heads, vertices, edges, and then the other arguments of `formula`.

    settings: fixed arguments of `formula`, between the subgraph and the other arguments.  The function raises Wrong if
    tails, heads and edges differ in length.
    """

    def read(first: int, *given: Any) -> Expr:
        tails, heads, vertices, edges, *others = given
        ends = [(u - first, v - first) for u, v, _ in together(tails, heads, edges)]
        return formula(Subgraph(first, formulas(vertices), formulas(edges), ends), *settings, *others)

    return read


def reachable(graph: Subgraph, directed: bool, root: TermNode) -> Expr:
    """Return the formula that the root belongs to the subgraph and reaches all its vertices, along the edges if
    `directed` is set, else in both directions.
    """
    return graph.all_from(graph.at(root), directed)


def connected(graph: Subgraph) -> Expr:
    """Return the formula that the subgraph has a vertex, and that its edges connect all its vertices."""
    return graph.all_from(graph.lowest(), directed=False)


def dconnected(graph: Subgraph) -> Expr:
    """Return the formula that one vertex of the subgraph reaches all its vertices along the edges."""
    vertices = range(len(graph.vertices))
    starts = ([TRUE if v == root else FALSE for v in vertices] for root in vertices)
    return any_of(graph.all_from(start, directed=True) for start in starts)


def tree(graph: Subgraph, directed: bool, root: TermNode) -> Expr:
    """Return the formula that the subgraph is a tree with that root; if `directed` is set, all edges lead away from the
    root.
    """
    return all_of((reachable(graph, directed, root), graph.is_thin()))


def path(graph: Subgraph, directed: bool, start: TermNode, end: TermNode) -> Expr:
    """Return the formula that the subgraph is a simple path from `start` to `end`, along the edges if `directed` is
    set.
    """
    degrees = (each for v in range(len(graph.vertices)) for each in _degrees(graph, v, (start, end), directed))
    return all_of((tree(graph, directed, start), *degrees))


def _degrees(graph: Subgraph, v: int, ends: Sequence[TermNode], directed: bool) -> Iterator[Expr]:
    """Yield the formulas that fix the number of the subgraph's edges at the vertex `v`, if the subgraph is a path.

    The number is 0 at a vertex off the path, 2 at one on the path, less 1 for each of the two `ends` (terms, the start
    and the end) that is `v`; so a path with equal ends has no edges.  If `directed` is set, two formulas fix it apart:
    each vertex on the path but the end has one outgoing edge, each but the start one incoming edge.
    """
    inside = node("if", graph.vertices[v], 1, 0)
    at_start, at_end = (node("if", node("eq", end, graph.first + v), 1, 0) for end in ends)
    if directed:
        yield node("eq", node("add", graph.degree(v, (0,)), at_end), inside)
        yield node("eq", node("add", graph.degree(v, (1,)), at_start), inside)
    else:
        yield node("eq", node("add", graph.degree(v), at_start, at_end), node("mul", 2, inside))


def bounded_path(
    graph: Subgraph, directed: bool, start: TermNode, end: TermNode, weights: IntegerValues, total: TermNode
) -> Expr:
    """Return the formula that the subgraph is a simple path from `start` to `end`, along the edges if `directed` is
    set, and that the weights of its edges add up to the total.
    """
    return all_of((path(graph, directed, start, end), graph.weighs(weights, total)))


def steiner(graph: Subgraph, weights: IntegerValues, total: TermNode) -> Expr:
    """Return the formula that the subgraph is a tree, and that the weights of its edges add up to the total."""
    return all_of((connected(graph), graph.is_thin(), graph.weighs(weights, total)))


def dsteiner(graph: Subgraph, root: TermNode, weights: IntegerValues, total: TermNode) -> Expr:
    """Return the formula that the subgraph is a tree whose edges lead away from the root, and that their weights add up
    to the total.
    """
    return all_of((tree(graph, True, root), graph.weighs(weights, total)))


def dag(graph: Subgraph) -> Expr:
    """Return the formula that the subgraph has both ends of each of its edges, and no directed cycle: no edge is left
    if the edges without predecessors are removed repeatedly.
    """
    left: FormulaNodes = graph.edges
    for _ in graph.vertices:
        entering: dict[int, list[Expr]] = {}
        for edge, (_, head) in zip(left, graph.ends, strict=True):
            entering.setdefault(head, []).append(edge)
        entered = {v: any_of(edges) for v, edges in entering.items()}
        left = [all_of((edge, entered.get(tail, FALSE))) for edge, (tail, _) in zip(left, graph.ends, strict=True)]
    return all_of((graph.is_one(), *map(negation, left)))
