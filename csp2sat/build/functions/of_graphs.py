"""Functions about tours, and about parts of graphs that are connected, loops or without loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, overload

from ...errors import ModelError
from ...model.expr import Expr, all_of, as_term, node
from ..calls import listed, matched, rows_of
from ..handles import Formula, FormulaLike, conjunction, of_terms
from ..nesting import flat_numbers, is_nested
from ..owner import as_formulas, integer, node_of_formula, owner_of, shown
from .counting import FormulasLike, TermsLike

if TYPE_CHECKING:
    from ...graphs.graph import Graph

TourArc = tuple[int, int, FormulaLike]
"""The tail and the head of an arc, vertices from 0, and the formula that holds if the arc is used."""


@overload
def circuit(arcs: Iterable[TourArc], /) -> Formula: ...
@overload
def circuit(*successors: TermsLike) -> Formula: ...
@overload
def circuit(*, successors: TermsLike) -> Formula: ...
def circuit(*given: Any, **named: Any) -> Formula:
    """Require one circuit through all vertices, at least two: term v is the vertex after v, counted from 0.

    `circuit([(tail, head, formula), ...])` is `circuit_of_arcs`, which may leave out vertices.
    """
    if len(given) == 1 and is_nested(given[0]):
        given = (list(given[0]),)
        if any(map(is_nested, given[0])):
            return circuit_of_arcs(given[0])
    given = _successors("circuit", given, named)
    moves = (of_terms(Formula, "ne", term, v) for v, term in enumerate(given))
    return conjunction([of_terms(Formula, "circuit", *given), *moves])


@overload
def subcircuit(*successors: TermsLike) -> Formula: ...
@overload
def subcircuit(*, successors: TermsLike) -> Formula: ...
def subcircuit(*given: TermsLike, **named: TermsLike) -> Formula:
    """Require one circuit: term v is the vertex after v, counted from 0, and v itself if v is not on the circuit."""
    return of_terms(Formula, "circuit", *_successors("subcircuit", given, named))


def _successors(name: str, given: Sequence[TermsLike], named: dict[str, TermsLike]) -> tuple[Any, ...]:
    call = matched(name, ("successors",), given, named) if named else {"successors": given}
    return tuple(flat_numbers(name, call["successors"]))


def circuit_of_arcs(arcs: Iterable[TourArc]) -> Formula:
    """Require that the arcs whose formula holds are one circuit.

    arcs: (tail, head, formula); vertices are integers from 0.  A vertex whose arc to itself holds is not on the
    circuit; every other vertex is.
    """
    rows = rows_of(arcs, "arc (tail, head, formula)")
    wrong = next((row for row in rows if len(row) != 3), None)
    if wrong is not None:
        raise ModelError(f"{shown(tuple(wrong))} is no arc; expected (tail, head, formula)")
    owner, holds = as_formulas(row[2] for row in rows)
    ends = [(integer(tail, "vertex"), integer(head, "vertex")) for tail, head, _ in rows]
    vertices = {v: at for at, v in enumerate(sorted(set(chain.from_iterable(ends))))}
    leaving: list[list[tuple[int, Expr]]] = [[] for _ in vertices]
    for (tail, head), lit in zip(ends, holds, strict=True):
        leaving[vertices[tail]].append((vertices[head], lit))
    once = (node("eq", node("add", *(as_term(lit) for _, lit in out)), 1) for out in leaving)
    after = (node("add", *(node("if", lit, head, 0) for head, lit in out)) for out in leaving)
    return owner.handle(Formula, all_of((*once, node("circuit", *after))))


def connected(graph: Graph, vertices: FormulasLike) -> Formula:
    """Require that the vertices whose formula is true are connected in the graph.

    graph: a Graph or Grid of `csp2sat.graphs.graph`.  vertices: a formula for each vertex, in their order in the graph.
    """
    return _of_graph("connected", graph, vertices, _size(graph, "size"))


def single_loop(graph: Graph, edges: FormulasLike) -> Formula:
    """Require that the edges whose formula is true are one simple loop.

    graph: a Graph or Grid of `csp2sat.graphs.graph`.  edges: a formula for each edge, in their order in the graph.
    """
    return _of_graph("single-loop", graph, edges, len(_size(graph, "edges")))


def acyclic(graph: Graph, edges: FormulasLike) -> Formula:
    """Require that the edges whose formula is true contain no loop; the parameters are those of `single_loop`."""
    return _of_graph("acyclic", graph, edges, len(_size(graph, "edges")))


def _size(graph: Graph, attribute: str) -> Any:
    """Return the value of an attribute of a graph.  Raises ModelError if `graph` is no graph."""
    from ...graphs.graph import Graph

    if not isinstance(graph, Graph):
        raise ModelError(f"{shown(graph)} is no graph; expected a Graph or Grid of csp2sat.graphs.graph")
    return getattr(graph, attribute)


def _of_graph(name: str, graph: Graph, parts: FormulasLike, number: int) -> Formula:
    given = listed(parts)
    if len(given) != number:
        raise ModelError(f"{name}: {len(given)} formulas for a graph that takes {number}")
    used = graph if name == "connected" else graph.without_unused()
    return owner_of(given).handle(Formula, node(name, used, *map(node_of_formula, given)))


def _by_name(name: str, form: tuple[Any, ...]) -> Formula:
    from ..forms import by_form

    return by_form(name, form)


def islands(formulas: FormulasLike, anchors: Iterable[tuple[int, int]], *edges: tuple[int, int]) -> Formula:
    """Require islands as `islands` of CSP text does: anchors are (vertex, size), edges are (vertex, vertex)."""
    return _by_name("islands", (formulas, anchors, *edges))


def joined(size: int, *edges: tuple[int, int, FormulaLike]) -> Formula:
    """Require that the edges (vertex, vertex, formula) that hold join all `size` vertices, as in CSP text."""
    return _by_name("joined", (size, *edges))


def value_regions(terms: TermsLike, *edges: tuple[int, int]) -> Formula:
    """Require regions of equal values that are as large as their value, as `value-regions` of CSP text does."""
    return _by_name("value-regions", (terms, *edges))


def graph_division(*form: Any) -> Formula:
    """Require that edges are cut so that the components of a graph are regions of given sizes, as `graph-division` of
    CSP text does.

    form: the numbers n of vertices and m of edges, for each vertex the size of its region (a term, or `"*"` for any),
    the two vertices of each edge, and for each edge a formula (the edge is cut).
    """
    return _by_name("graph-division", form)


def graph_active_vertices_connected(*form: Any) -> Formula:
    """Require connected vertices, as `graph-active-vertices-connected` of CSP text does.

    form: the numbers n of vertices and m of edges, a formula for each vertex (the vertex is active), and the two
    vertices of each edge.
    """
    return _by_name("graph-active-vertices-connected", form)
