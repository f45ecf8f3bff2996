"""The forms of the constraints of the CSP language, by their spellings.

A constraint whose form is a pattern takes one line here; see `forms` for patterns. The constraints on graphs contain
the graph, whose vertices are numbered from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from ...base.numbers import cut
from ...model.constraint import CONSTRAINTS as KNOWN
from ...model.ops import FORMULA, TERM
from ..base.forms import (
    CARDINALITIES,
    IN_ORDER,
    WEIGHTED,
    WITH_COSTS,
    ConstraintForm,
    FormItem,
    Pairs,
    PatternShape,
    Words,
    chunks,
    form,
    integer,
    listed,
    packed,
    tasks,
    tuples,
)
from ..base.names import DATA
from ..base.wrong import Wrong
from .shapes import BINS, BLOCKS, BOXES, EXCEPT, STAR, TABLE, WORD

if TYPE_CHECKING:
    from ...graphs.graph import Edge, Graph, Grid

WORDS = Words("OPERATOR", "= != < <= > >=")


def _form(name: str, pattern: str, shape: PatternShape | None = None) -> ConstraintForm:
    """Return the form of the constraint `name` with a pattern; messages show the pattern in parentheses, with and
    without its optional part.
    """
    written = [pattern.replace("OPERATOR? ", ""), pattern.replace("?", "")] if "?" in pattern else [pattern]
    return form(name, pattern, WORDS, " or ".join(f"({name} {each})" for each in written), shape)


AT = "at"  # the head of the list of candidates
_graphs: WeakValueDictionary[tuple[int, tuple[Edge, ...], tuple[int, ...]], Graph] = WeakValueDictionary()


def _vertex(item: FormItem, size: int) -> int:
    """Return the item, which must be a vertex of a graph of that size. Raises Wrong otherwise."""
    if size == 0:
        raise Wrong(item, "expected no edge in a graph without vertices")
    return integer(item, "a vertex", 0, size - 1)


def _edge(u: FormItem, v: FormItem, size: int) -> Edge:
    """Return the edge between the vertices `u` and `v` of a graph of that size. Raises Wrong if one is no vertex, or
    both are the same.
    """
    edge = _vertex(u, size), _vertex(v, size)
    if edge[0] == edge[1]:
        raise Wrong(v, "expected another vertex: an edge joins two")
    return edge


def written_graph(size: int, edges: tuple[Edge, ...], candidates: tuple[int, ...] = ()) -> tuple[Graph, list[int]]:
    """Return the graph with `size` vertices, these edges and these candidates, and for each edge of the graph its
    position in `edges`.

    The same arguments give the same object. The graph is a Grid, which has smaller encodings, if the vertices are the
    cells of a grid in reading order, and the edges are all edges of that grid, each once.
    """
    from ...graphs.graph import Graph, Grid

    graph = _graphs.get((size, edges, candidates))
    if graph is None:
        graph = _grid(size, edges, candidates) or Graph(size, edges, None, candidates)
        _graphs[size, edges, candidates] = graph
    if not isinstance(graph, Grid):
        return graph, list(range(len(edges)))
    position = {(min(edge), max(edge)): at for at, edge in enumerate(edges)}
    return graph, [position[edge] for edge in graph.edges]


def _grid(size: int, edges: tuple[Edge, ...], candidates: tuple[int, ...]) -> Grid | None:
    from ...graphs.graph import Grid

    cols = max((abs(u - v) for u, v in edges), default=0)
    if cols == 0 or size % cols:
        return None
    grid = Grid(1, size, candidates) if cols == 1 else Grid(size // cols, cols, candidates)
    return grid if sorted((min(edge), max(edge)) for edge in edges) == sorted(grid.edges) else None


def _simple(size: int, ends: Sequence[FormItem]) -> Graph:
    """Return the graph with `size` vertices and edges whose ends follow each other; loops (from a vertex to itself) and
    repeated edges are dropped.
    """
    edges = chunks([_vertex(v, size) for v in ends], 2)
    return written_graph(size, tuple(dict.fromkeys((min(e), max(e)) for e in edges if e[0] != e[1])))[0]


# a list of an item for each vertex, then edges to the end


def _of_vertices(
    usage: str, items: Sequence[FormItem], what: str, before: int = 1
) -> tuple[list[FormItem], list[FormItem]]:
    """Return the items of the vertices, which are the first of `items`, and the ends of the edges, in one list (U, V,
    U, V, ...), which begin at the item number `before`. usage: the text of a message for too few items; what: the kind
    of the vertices' items, for a message. Raises Wrong.
    """
    if len(items) < before:
        raise Wrong(None, f"expected {usage}")
    of_vertices = listed(items[0], what)
    return of_vertices, [end for item in items[before:] for end in packed(item, 2, "an edge (U V)")]


def _connected(usage: str, items: Sequence[FormItem]) -> Pairs:
    active, ends = _of_vertices(usage, items, "formulas")
    return [(_simple(len(active), ends), DATA), *((item, FORMULA) for item in active)]


def _connected_items(graph: Graph, *active: Any) -> list[FormItem]:
    return [list(active), *map(list, graph.edges)]


def _islands(usage: str, items: Sequence[FormItem]) -> Pairs:
    active, _ = _of_vertices(usage, items[:2], "formulas", 2)
    anchors: dict[int, int] = {}
    for item, size in tuples(items[1], 2, "an anchor (V SIZE)"):
        v = _vertex(item, len(active))
        if v in anchors:
            raise Wrong(item, f"vertex {v} is an anchor already")
        anchors[v] = integer(size, "a size", 0)
    graph, *formulas = _connected(usage, [active, *items[2:]])
    return [graph, (tuple(anchors.items()), DATA), *formulas]


def _islands_items(graph: Graph, anchors: Sequence[Edge], *active: Any) -> list[FormItem]:
    return [list(active), [list(anchor) for anchor in anchors], *map(list, graph.edges)]


def _value_regions(usage: str, items: Sequence[FormItem]) -> Pairs:
    """Return the arguments of value-regions in which every value is the size of its region, with their sorts: the
    graph, the sizes, and the terms of the vertices. Raises Wrong.
    """
    from ...constraints.graphs.value_regions import RegionSizes

    terms, ends = _of_vertices(usage, items, "terms")
    return [(_simple(len(terms), ends), DATA), (RegionSizes(len(terms), 0), DATA), *((item, TERM) for item in terms)]


def _value_regions_items(graph: Graph, sizes: Sequence[int], *values: Any) -> list[FormItem]:
    if tuple(sizes) != (graph.size, 0):
        raise ValueError("value 0 of value-regions cannot be written")
    return [list(values), *map(list, graph.edges)]


# a number of vertices, perhaps candidates, then edges with formulas


def _edges(usage: str, items: Sequence[FormItem]) -> Pairs:
    """Return the arguments of a constraint on a graph whose edges have formulas: graph and formulas. A second item `(at
    V ...)` lists the candidates. Vertices without edges are left out of a large graph (see `used_part`). Raises Wrong.
    """
    from ...graphs.graph import used_part

    if not items:
        raise Wrong(None, f"expected {usage}")
    n = integer(items[0], "the number of vertices", 0)
    candidates = items[1][1:] if len(items) > 1 and isinstance(items[1], list) and items[1][:1] == [AT] else []
    edges = [packed(item, 3, "an edge (U V FORMULA)") for item in items[2 if candidates else 1 :]]
    roots = tuple(_vertex(v, n) for v in candidates)
    graph, order = written_graph(*used_part(n, tuple(_edge(u, v, n) for u, v, _ in edges), roots))
    return [(graph, DATA), *((edges[at][2], FORMULA) for at in order)]


def _edges_items(graph: Graph, *active: Any) -> list[FormItem]:
    candidates = [[AT, *graph.candidates]] if graph.candidates else []
    return [graph.size, *candidates, *([u, v, p] for (u, v), p in zip(graph.edges, active, strict=True))]


# numbers of vertices and edges, then all in one row, as cspuz writes it


def _cut_row(usage: str, items: Sequence[FormItem], per_edge: int) -> list[Sequence[FormItem]]:
    """Cut the items N, M, ... into one item for each of the N vertices, the ends of the M edges, and the other items of
    the edges. usage: the text of messages; per_edge: the number of items for each edge, both ends included. Raises
    Wrong if the number of `items` does not fit.
    """
    if len(items) < 2:
        raise Wrong(None, f"expected {usage}")
    n, m = integer(items[0], "the number of vertices", 0), integer(items[1], "the number of edges", 0)
    if len(items) != 2 + n + per_edge * m:
        raise Wrong(None, f"expected {usage}: {cut(2 + n + per_edge * m)} arguments, not {len(items)}")
    return [items[2 : 2 + n], items[2 + n : 2 + n + 2 * m], items[2 + n + 2 * m :]]


def _active_vertices(usage: str, items: Sequence[FormItem]) -> Pairs:
    active, ends, _ = _cut_row(usage, items, 2)
    return [(_simple(len(active), ends), DATA), *((item, FORMULA) for item in active)]


def _division(usage: str, items: Sequence[FormItem]) -> Pairs:
    """Return the arguments of graph-division, with their sorts: the graph, the vertices with a size, their sizes, a
    formula for each edge of the graph. A size is a term, or `*` for any size. Raises Wrong.
    """
    sizes, ends, cut = _cut_row(usage, items, 3)
    graph, order = written_graph(len(sizes), tuple(_edge(u, v, len(sizes)) for u, v in chunks(ends, 2)))
    sized = tuple(v for v, size in enumerate(sizes) if size != STAR)
    given = ((sizes[v], TERM) for v in sized)
    return [(graph, DATA), (sized, DATA), *given, *((cut[e], FORMULA) for e in order)]


def _division_items(graph: Graph, sized: Sequence[int], *values: Any) -> list[FormItem]:
    sizes = dict(zip(sized, values, strict=False))
    ends = [v for edge in graph.edges for v in edge]
    given = [sizes.get(v, "*") for v in range(graph.size)]
    return [graph.size, len(graph.edges), *given, *ends, *values[len(sized) :]]


_ROWS = {
    "acyclic": ("N (U V FORMULA) ...", _edges, _edges_items),
    "connected": ("(FORMULA ...) (U V) ...", _connected, _connected_items),
    "graph-active-vertices-connected": (
        "N M ACTIVE_0 .. ACTIVE_(N-1) U_0 V_0 .. U_(M-1) V_(M-1)",
        _active_vertices,
        _connected_items,
    ),
    "graph-division": (
        "N M SIZE_0 .. SIZE_(N-1) U_0 V_0 .. U_(M-1) V_(M-1) CUT_0 .. CUT_(M-1)",
        _division,
        _division_items,
    ),
    "islands": ("(FORMULA ...) ((V SIZE) ...) (U V) ...", _islands, _islands_items),
    "joined": ("N (U V FORMULA) ...", _edges, _edges_items),
    "single-loop": ("N (U V FORMULA) ...", _edges, _edges_items),
    "value-regions": ("(TERM ...) (U V) ...", _value_regions, _value_regions_items),
}
CONSTRAINTS = {"graph-active-vertices-connected": "connected"}  # what is not called as it is written
_GRAPH_FORMS = {
    name: ConstraintForm(CONSTRAINTS.get(name, name), f"({name} {usage})", partial(read, f"({name} {usage})"), write)
    for name, (usage, read, write) in _ROWS.items()
}
_PATTERN_FORMS = {
    each.constraint: each
    for each in (
        _form("alldifferent", IN_ORDER),
        _form("alldifferent_except", "(TERM ...) (VALUE ...)", EXCEPT),
        _form("blocks", "(FORMULA ...) (LENGTH ...)", BLOCKS),
        _form("circuit", "(TERM ...)"),
        _form("count", "VALUE (TERM ...) OPERATOR NUMBER"),
        _form("cumulative", "((ORIGIN DURATION END HEIGHT) ...) LIMIT", tasks("nil")),
        _form("diffn", "(((ORIGIN SIZE) ...) ...)", BOXES),
        _form("disjunctive", "((ORIGIN DURATION) ...)"),
        _form("element", "INDEX (TERM ...) OPERATOR? VALUE"),
        _form("extension-supports", "(TERM ...) ((VALUE ...) ...)", TABLE),
        _form("global_cardinality", "(TERM ...) ((VALUE NUMBER) ...)", CARDINALITIES),
        _form("global_cardinality_with_costs", "(TERM ...) ((VALUE NUMBER) ...) ((I K WEIGHT) ...) COST", WITH_COSTS),
        _form("inverse", "(TERM ...) (TERM ...)"),
        _form("lex_less", "(TERM ...) (TERM ...)"),
        _form("lex_lesseq", "(TERM ...) (TERM ...)"),
        _form("nvalue", "NUMBER (TERM ...)"),
        _form("regular", "(TERM ...) ((STATE VALUE STATE) ...) START (STATE ...)", WORD),
        _form("weightedsum", "((WEIGHT TERM) ...) OPERATOR TERM", WEIGHTED),
    )
}
_BINS = _form("bin_packing", "((BIN WEIGHT) ...) CAPACITY", BINS)._replace(constraint="cumulative")
_OWN = {name: _form(name, each.pattern) for name in KNOWN.own() if (each := KNOWN[name]).pattern}
FORMS: dict[str, ConstraintForm] = _OWN | _GRAPH_FORMS | _PATTERN_FORMS | {"bin_packing": _BINS}
