"""Graphs for the cuts of graph rules, areas in them, and the search for few values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Value = bool | None
CutClause = list[tuple[int, bool]]


class Cut(NamedTuple):
    """A clause of a graph rule.

    clause: pairs of a vertex or edge and a value.  border: the vertices or edges that the statement speaks of. note:
    for people, why the rule says so.  why: the vertices from which the rule says so; cuts of one rule with the same
    ones, which a person sees at once, are one statement; () for a cut that is a statement alone.  at: the vertex that
    the statement is about, -1 if there are several.  between: two vertices, or two edges of a loop, that
    the border parts, () if none are; then vertices of other groups, whose ways matter.
    """

    clause: CutClause
    border: tuple[int, ...]
    note: str
    why: tuple[int, ...] = ()
    at: int = -1
    between: tuple[int, ...] = ()


class Net(NamedTuple):
    """A graph with the edges at each vertex.

    size: the number of vertices.  edges: pairs of vertices.  at: for each vertex pairs of an edge and its other end.
    ends: the vertices that must be joined, for the rule `joined`.  anchors: the sizes of the islands by their anchors,
    0 for any size, for the rule `islands`; the groups of vertices for the rule `joined-groups`; the
    vertices to which dots point for the rule `beams`; one entry, the size of
    areas, for the rules `exact-areas` and `larger-areas`.
    """

    size: int
    edges: list[tuple[int, int]]
    at: list[list[tuple[int, int]]]
    ends: list[int]
    anchors: dict[int, int]

    @classmethod
    def of(
        cls, size: int, edges: Sequence[Sequence[int]], ends: Sequence[int], anchors: Iterable[tuple[int, int]] = ()
    ) -> Net:
        """Return the net of a graph with `size` vertices; edges: pairs of vertices; no `ends` means all vertices;
        anchors: pairs of a vertex and a size.
        """
        at: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for number, (u, v) in enumerate(edges):
            at[u].append((number, v))
            at[v].append((number, u))
        return cls(size, [(u, v) for u, v in edges], at, list(ends) or list(range(size)), dict(anchors))


def outwards(net: Net, start: int, usable: Callable[[int, int], bool]) -> list[int]:
    """Return the vertices that are reached from `start`, by their distance.

    usable: edge and its far end -> whether the way goes on there.
    """
    found, todo = {start}, [start]
    for u in todo:
        for edge, v in net.at[u]:
            if v not in found and usable(edge, v):
                found.add(v)
                todo.append(v)
    return todo


def area(net: Net, start: int, usable: Callable[[int, int], bool]) -> set[int]:
    """Return the vertices that are reached from `start`; usable: as in `outwards`."""
    return set(outwards(net, start, usable))


class Subtree(NamedTuple):
    """A subtree of a depth-first search that its upper neighbour parts from the other vertices.

    above: the vertex that parts the subtree from the others.  edge: the number of the tree's edge from there.
    by_bridge: whether the edge alone parts them.  vertices: of the subtree.
    """

    above: int
    edge: int
    by_bridge: bool
    vertices: list[int]


class DepthFirst:
    """A depth-first search for the vertices and edges without which a graph falls apart, by Hopcroft and Tarjan: with
    the least place in the order of the search that each subtree reaches.

    usable: as in `outwards`.  order: the vertices that were found so far.
    """

    def __init__(self, net: Net, root: int, usable: Callable[[int, int], bool]):
        self._net, self._usable = net, usable
        self.order = [root]

    def __iter__(self) -> Iterator[Subtree]:
        """Yield the subtrees that their upper neighbour parts from the others, each after those inside of it."""
        at, usable, order = self._net.at, self._usable, self.order
        root = order[0]
        place, low = {root: 0}, {root: 0}
        stack = [(root, -1, iter(at[root]))]
        while stack:
            v, by, ways = stack[-1]
            for edge, u in ways:
                if u in place:
                    if edge != by and place[u] < low[v] and usable(edge, u):
                        low[v] = place[u]
                elif usable(edge, u):
                    place[u] = low[u] = len(place)
                    order.append(u)
                    stack.append((u, edge, iter(at[u])))
                    break
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    if low[v] < low[above]:
                        low[above] = low[v]
                    if low[v] >= place[above]:
                        yield Subtree(above, by, low[v] > place[above], order[place[v] :])


def fewest(items: Sequence[T], enough: Callable[[list[T]], bool], size: int = 0) -> list[T]:
    """Return a part of the items that is enough, and none of whose items can be left out.

    Items are left out from the first one on: a third of all at a time, then smaller parts, then one by one.
    items: all together are enough.  enough: whether a part is.  size: the number of items at a time in the beginning, 0
    for a third of all; one by one, an item is kept only if the items behind it are not enough.
    """
    kept, size = list(items), size or max(1, len(items) // 3)
    while True:
        at = 0
        while at < len(kept):
            less = kept[:at] + kept[at + size :]
            if enough(less):
                kept = less
            else:
                at += size
        if size == 1:
            return kept
        size = max(1, size // 3)
