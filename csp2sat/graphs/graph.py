"""Graphs, and grid graphs with their faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import chain, pairwise, repeat

from ..model.expr import Expr, all_of, any_of, negation

Edge = tuple[int, int]
MOST_NAMED = 8  # vertices that words name
MANY = 10_000  # vertices, of which those that are not used are left out


class Graph:
    """An undirected graph with vertices 0 .. size-1.

    edges: pairs of different vertices, in the order in which constraints take the edges' literals.
    faces: the two faces beside each edge of a plane and connected graph, numbered from 0; face 0 and vertex 0 must
        touch.  A bridge has the same face on both sides.  None for a graph that is not plane.
    candidates: for `single-loop` vertices of which at least one is known to be on the loop, empty if none is known; for
        `joined` the vertices to be joined, empty for all.
    numbers: the numbers of the vertices in the input, where the graph is a part of a larger one; else 0 .. size-1.
    touched: sets of vertices, each with at least one vertex known to be on the loop; the candidates are always one set.
    Raises ValueError for an edge that does not join two different vertices of the graph, and if `faces` has another
    length than `edges`.  Two graphs are equal only if they are the same object.
    """

    faces: Sequence[Edge] | None

    def __init__(
        self,
        size: int,
        edges: Sequence[Edge],
        faces: Sequence[Edge] | None = None,
        candidates: Sequence[int] = (),
        touched: Iterable[Sequence[int]] = (),
        numbers: Sequence[int] = (),
    ):
        if [e for e in edges if e[0] == e[1] or not (0 <= e[0] < size and 0 <= e[1] < size)]:
            raise ValueError("an edge joins two different vertices of the graph")
        if faces is not None and len(faces) != len(edges):
            raise ValueError("each edge has its two faces")
        self.size, self.edges, self.faces = size, tuple(edges), faces
        self.candidates, self.numbers = tuple(candidates), numbers or range(size)
        self.touched = [tuple(some) for some in (candidates, *touched) if some]

    def incident(self) -> list[list[int]]:
        """Return for each vertex the numbers of its edges."""
        at: list[list[int]] = [[] for _ in range(self.size)]
        for e, (u, v) in enumerate(self.edges):
            at[u].append(e)
            at[v].append(e)
        return at

    def without_unused(self) -> Graph:
        """Return the graph without most of its unused vertices (see `used_part`), or itself if it has faces or touched
        sets.

        The result is equivalent for constraints on edges.
        """
        size, edges, candidates = used_part(self.size, self.edges, self.candidates)
        if size == self.size or self.faces is not None or len(self.touched) > 1:
            return self
        numbers = sorted({*chain.from_iterable(self.edges), *self.candidates})
        return Graph(size, edges, None, candidates, (), [*numbers, *range(size)][:size])

    def __repr__(self) -> str:
        return f"<graph of {self.size} vertices and {len(self.edges)} edges>"


def used_part(
    size: int, edges: tuple[Edge, ...], candidates: tuple[int, ...]
) -> tuple[int, tuple[Edge, ...], tuple[int, ...]]:
    """Return a graph's size, edges and candidates without unused vertices, renumbered, if it has more than MANY
    vertices; else unchanged.

    An unused vertex has no edge and is no candidate; one unused vertex is kept if there is any.  The smaller graph is
    equivalent for constraints on edges.
    """
    if size <= MANY:
        return size, edges, candidates
    used = sorted({*chain.from_iterable(edges), *candidates})
    number = {v: at for at, v in enumerate(used)}
    renumbered = tuple((number[u], number[v]) for u, v in edges)
    return min(size, len(used) + 1), renumbered, tuple(number[v] for v in candidates)


def parent(graph: Graph, tail: int, head: int) -> str:
    """Return the words for an arc of a tree: the vertex `head` is the parent of the vertex `tail`."""
    return f"{graph.numbers[head]} is the parent of {graph.numbers[tail]} in the tree"


def through(numbers: Sequence[int], ends: tuple[int, int], gone: Sequence[int]) -> str:
    """Return the words for a way between two ends through none but vertices that are gone.

    numbers: those of the vertices in the input.  gone: the vertices that were eliminated so far, in their order.
    """
    others = ", ".join(str(numbers[v]) for v in gone)
    if len(gone) > MOST_NAMED:
        others = f"the first {len(gone)} that are eliminated, {numbers[gone[-1]]} the last of them"
    within = f", through no vertices but {others}" if gone else ""
    return f"a way leads from {numbers[ends[0]]} to {numbers[ends[1]]}{within}"


class Grid(Graph):
    """A grid graph of rows x cols vertices; vertex r * cols + c is (r, c).

    The edges are (r, c)-(r, c+1) in reading order of (r, c), then (r, c)-(r+1, c) in reading order.  Face 0 is outside;
    the other faces are the unit squares in reading order.
    """

    def __init__(self, rows: int, cols: int, candidates: Sequence[int] = (), touched: Iterable[Sequence[int]] = ()):
        self.rows, self.cols = rows, cols
        points, width = range(rows * cols), cols - 1
        edges = [(v, v + 1) for first in points[::cols] for v in range(first, first + width)]
        edges += zip(points, points[cols:], strict=False)
        outside, units = [0] * width, [range(r * width + 1, r * width + cols) for r in range(rows - 1)]
        faces = [both for beside in pairwise((outside, *units, outside)) for both in zip(*beside, strict=True)]
        faces += [both for row in units for both in pairwise((0, *row, 0))]
        super().__init__(rows * cols, edges, faces, candidates, touched)


def neighbours(graph: Graph, active: Iterable[bool] | None = None) -> list[set[int]]:
    """Return the set of neighbours of each vertex, along the edges whose value in `active` is true (by default along
    all).
    """
    near: list[set[int]] = [set() for _ in range(graph.size)]
    for (u, v), on in zip(graph.edges, repeat(True, len(graph.edges)) if active is None else active, strict=True):
        if on:
            near[u].add(v)
            near[v].add(u)
    return near


def component(near: Sequence[Set[int]], start: int) -> set[int]:
    """Return the vertices that are reached from `start`, with `start` itself.  near: the neighbours of each vertex."""
    found, todo = {start}, [start]
    for u in todo:
        todo += near[u] - found
        found |= near[u]
    return found


def search(near: Sequence[Set[int]], starts: Iterable[int]) -> dict[int, int]:
    """Return the vertices that are reached from the starts, nearest first, each with the vertex before it on its way.

    A start is mapped to itself.  near: the neighbours of each vertex.
    """
    before = {v: v for v in starts}
    todo = list(before)
    for u in todo:
        new = sorted(v for v in near[u] if v not in before)
        before |= dict.fromkeys(new, u)
        todo += new
    return before


def reached(start: Sequence[Expr], edges: Sequence[Edge], usable: Sequence[Expr], directed: bool = False) -> list[Expr]:
    """Return for each vertex a formula: the vertex is reached from a vertex whose formula in `start` is true.

    edges: pairs of vertices. usable: for each edge the formula that the edge may be used. directed: whether edges lead
    from their first vertex to the second only. For n vertices the formulas have n - 1 steps, each with at most one `or`
    for each vertex and two `and` for each edge (one if directed).
    """
    into: list[list[tuple[int, Expr]]] = [[] for _ in start]
    for (u, v), p in zip(edges, usable, strict=True):
        into[v].append((u, p))
    for (u, v), p in zip(edges, usable, strict=True) if not directed else ():
        into[u].append((v, p))
    now = list(start)
    for _ in range(len(start) - 1):
        now = [any_of((now[v], *(all_of((now[u], p)) for u, p in near))) for v, near in enumerate(into)]
    return now


def linked(used: Sequence[Expr], edges: Sequence[Edge], usable: Sequence[Expr], directed: bool = False) -> list[Expr]:
    """Return for each vertex a formula: if the vertex is used, it is reached from the first used vertex.

    used: for each vertex the formula that it is used.  edges, usable and directed are those of `reached`.
    """
    first = [all_of((p, *map(negation, used[:at]))) for at, p in enumerate(used)]
    return [any_of((negation(p), q)) for p, q in zip(used, reached(first, edges, usable, directed), strict=True)]
