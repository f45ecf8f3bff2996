"""Graphs for the cuts of graph rules, areas in them, and the search for few values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Value = bool | None
CutClause = list[tuple[int, bool]]


class Cut(NamedTuple):
    """A clause of a graph rule.

    clause: pairs of a vertex or edge and a value.  border: the vertices or edges that the statement speaks of.
    note: for people, why the rule says so.
    """

    clause: CutClause
    border: tuple[int, ...]
    note: str


class Net(NamedTuple):
    """A graph with the edges at each vertex.

    size: the number of vertices.  edges: pairs of vertices.  at: for each vertex pairs of an edge and its other end.
    ends: the vertices that must be joined, for the rule `joined`.  anchors: the sizes of the islands by their anchors,
    0 for any size, for the rule `islands`.
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
    """A subtree of a depth-first search, and the tree's edge that leads down to the subtree.

    above: the upper end of the edge.  edge: the number of the edge.  vertices: of the subtree.  is_parted: whether the
    subtree is parted from the other vertices without `above`.  by_bridge: whether it is parted without the edge.
    """

    above: int
    edge: int
    vertices: list[int]
    is_parted: bool
    by_bridge: bool


def subtrees(net: Net, root: int, usable: Callable[[int, int], bool]) -> Iterator[Subtree]:
    """Yield the subtrees of a depth-first search from `root`, each after those inside of it.

    The search is that of Hopcroft and Tarjan, with the least place in the order of the search that each subtree
    reaches.  usable: as in `outwards`.
    """
    place, low = {root: 0}, {root: 0}
    order = [root]
    stack = [(root, -1, iter(net.at[root]))]
    while stack:
        v, by, ways = stack[-1]
        for edge, u in ways:
            if edge == by or not usable(edge, u):
                continue
            if u in place:
                low[v] = min(low[v], place[u])
            else:
                place[u] = low[u] = len(place)
                order.append(u)
                stack.append((u, edge, iter(net.at[u])))
                break
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                low[above] = min(low[above], low[v])
                yield Subtree(above, by, order[place[v] :], low[v] >= place[above], low[v] > place[above])


def fewest(items: Sequence[T], enough: Callable[[list[T]], bool]) -> list[T]:
    """Return a part of the items that is enough, and none of whose items can be left out.

    Items are left out from the first one on: a third of all at a time, then smaller parts, then one by one.
    items: all together are enough.  enough: whether a part is.
    """
    kept, size = list(items), max(1, len(items) // 3)
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
