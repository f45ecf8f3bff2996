"""Where bridges between islands may be, for models: straight lines to the next island, which may cross each other."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from ..graphs.graph import Graph
from ..graphs.plane import plane_graph
from .spec import Board, Cell

Way = tuple[Cell, Cell]  # two islands in the same row or column without another one between, in reading order


class Ways(NamedTuple):
    """All ways between islands.  across, down: those that go over a water cell, by the cell."""

    all: list[Way]
    across: dict[Cell, Way]
    down: dict[Cell, Way]

    def crossings(self) -> list[Cell]:
        """The water cells where two ways cross, in reading order."""
        return sorted(self.across.keys() & self.down.keys())


def islands(board: Board) -> dict[Cell, int]:
    """The numbers of the islands (-1: any) by their cells, in reading order."""
    return {(r, c): number for r, row in enumerate(board.givens) for c, number in enumerate(row) if number}


def ways(board: Board) -> Ways:
    """The ways of a board."""
    found = Ways([], {}, {})
    cells = islands(board)
    for one, two in pairwise(cells):
        if one[0] == two[0]:
            found.all.append((one, two))
            found.across.update({(one[0], c): (one, two) for c in range(one[1] + 1, two[1])})
    for one, two in pairwise(sorted(cells, key=lambda cell: cell[::-1])):
        if one[1] == two[1]:
            found.all.append((one, two))
            found.down.update({(r, one[1]): (one, two) for r in range(one[0] + 1, two[0])})
    return found


def drawn_ways(board: Board, found: Ways) -> tuple[Graph, list[Way]]:
    """The ways as a plane graph, and for each edge the way of which it is a part.

    Vertices: the islands, which are the candidates, and the crossings.
    """
    on_way: dict[Way, list[Cell]] = {way: [] for way in found.all}
    for cell in found.crossings():
        on_way[found.across[cell]].append(cell)
        on_way[found.down[cell]].append(cell)
    points = sorted([*islands(board), *found.crossings()])
    number = {point: v for v, point in enumerate(points)}
    edges, parts = [], []
    for (one, two), crossings in on_way.items():
        for u, v in pairwise([one, *crossings, two]):
            edges.append((number[u], number[v]))
            parts.append((one, two))
    return plane_graph(points, edges, [number[cell] for cell in islands(board)]), parts
