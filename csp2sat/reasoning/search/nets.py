"""Graphs for the cuts of graph rules, and areas in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

Value = bool | None
CutClause = list[tuple[int, bool]]


class Cut(NamedTuple):
    """A clause of a graph rule.

    clause: pairs of a vertex or edge and a value.  border: the vertices or edges that the statement speaks of.
    """

    clause: CutClause
    border: tuple[int, ...]


class Net(NamedTuple):
    """A graph with the edges at each vertex.

    size: the number of vertices.  edges: pairs of vertices.  at: for each vertex pairs of an edge and its other end.
    ends: the vertices that must be joined, for the rule `joined`.
    """

    size: int
    edges: list[tuple[int, int]]
    at: list[list[tuple[int, int]]]
    ends: list[int]

    @classmethod
    def of(cls, size: int, edges: Sequence[Sequence[int]], ends: Sequence[int]) -> Net:
        """Return the net of a graph with `size` vertices; edges: pairs of vertices; no `ends` means all vertices."""
        at: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for number, (u, v) in enumerate(edges):
            at[u].append((number, v))
            at[v].append((number, u))
        return cls(size, [(u, v) for u, v in edges], at, list(ends) or list(range(size)))


def area(net: Net, start: int, usable: Callable[[int, int], bool]) -> set[int]:
    """Return the vertices that are reached from `start`.

    usable: edge and its far end -> whether the way goes on there.
    """
    found, todo = {start}, [start]
    for u in todo:
        for edge, v in net.at[u]:
            if v not in found and usable(edge, v):
                found.add(v)
                todo.append(v)
    return found
