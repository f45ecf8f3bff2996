"""Graphs that are written in CSP text."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakValueDictionary

from ..model.items import DATA, Item, Pairs, WrongItem, integer, packed
from ..model.ops import FORMULA
from .graph import Edge, Graph, Grid

AT = "at"  # the head of the list of candidates
_graphs: WeakValueDictionary[tuple[int, tuple[Edge, ...], tuple[int, ...]], Graph] = WeakValueDictionary()


def vertex(item: Item, size: int) -> int:
    """A vertex of a graph of that size."""
    if size == 0:
        raise WrongItem(item, "expected no edge in a graph without vertices")
    return integer(item, "a vertex", 0, size - 1)


def written_edge(u: Item, v: Item, size: int) -> Edge:
    """An edge of a graph of that size."""
    edge = vertex(u, size), vertex(v, size)
    if edge[0] == edge[1]:
        raise WrongItem(v, "expected another vertex: an edge joins two")
    return edge


def written_sizes(form: Sequence[Item], per_edge: int, usage: str) -> tuple[int, int]:
    """Numbers of vertices and edges: a form begins with them, then come an item for each vertex and some per edge."""
    if len(form) < 2:
        raise ValueError(f"expected {usage}")
    n, m = integer(form[0], "the number of vertices", 0), integer(form[1], "the number of edges", 0)
    if len(form) != 2 + n + per_edge * m:
        raise ValueError(f"expected {usage}: {2 + n + per_edge * m} arguments, not {len(form)}")
    return n, m


def written_graph(size: int, edges: tuple[Edge, ...], candidates: tuple[int, ...] = ()) -> tuple[Graph, list[int]]:
    """The graph, and for each of its edges the position among the edges as they are written.

    The same text gives the same object.  If the vertices are those of a grid in reading order, and the edges all that a
    grid has, each once, it is a Grid, which has smaller encodings.
    """
    graph = _graphs.get((size, edges, candidates))
    if graph is None:
        graph = _grid(size, edges, candidates) or Graph(size, edges, None, candidates)
        _graphs[size, edges, candidates] = graph
    if not isinstance(graph, Grid):
        return graph, list(range(len(edges)))
    position = {(min(edge), max(edge)): at for at, edge in enumerate(edges)}
    return graph, [position[edge] for edge in graph.edges]


def _grid(size: int, edges: tuple[Edge, ...], candidates: tuple[int, ...]) -> Grid | None:
    cols = max((abs(u - v) for u, v in edges), default=0)
    if cols == 0 or size % cols:
        return None
    grid = Grid(1, size, candidates) if cols == 1 else Grid(size // cols, cols, candidates)
    return grid if sorted((min(edge), max(edge)) for edge in edges) == sorted(grid.edges) else None


def edge_arguments(name: str, form: Sequence[Item]) -> Pairs:
    """`(NAME n (u v formula)...)`: a graph with vertices 0 .. n-1 and for each edge whether it is active.

    `(NAME n (at v...) (u v formula)...)` names candidates.
    """
    if not form:
        raise ValueError(f"expected ({name} N (U V FORMULA) ...)")
    n = integer(form[0], "the number of vertices", 0)
    candidates = form[1][1:] if len(form) > 1 and isinstance(form[1], list) and form[1][:1] == [AT] else []
    edges = [packed(item, 3, "an edge (U V FORMULA)") for item in form[2 if candidates else 1 :]]
    roots = tuple(vertex(v, n) for v in candidates)
    graph, order = written_graph(n, tuple(written_edge(u, v, n) for u, v, _ in edges), roots)
    return [(graph, DATA), *((edges[at][2], FORMULA) for at in order)]


def edge_items(graph: Graph, *active: Item) -> list[Item]:
    """The form of the arguments."""
    candidates = [[AT, *graph.candidates]] if graph.candidates else []
    return [graph.size, *candidates, *([u, v, p] for (u, v), p in zip(graph.edges, active, strict=True))]
