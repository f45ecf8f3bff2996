"""The rectangles of cells that contain a cell and none of some others, without a list of them all."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from itertools import product, takewhile
from typing import NamedTuple

from ..spec import Board, Cell


class Box(NamedTuple):
    """A rectangle by its first and last row and column."""

    top: int
    left: int
    bottom: int
    right: int

    def corners(self) -> set[Cell]:
        """The cells at the corners."""
        return set(product((self.top, self.bottom), (self.left, self.right)))

    def cells(self) -> list[Cell]:
        """All cells, in reading order."""
        return list(product(range(self.top, self.bottom + 1), range(self.left, self.right + 1)))


def box_around(cells: Collection[Cell]) -> Box:
    """The smallest rectangle around all cells."""
    rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
    return Box(min(rows), min(columns), max(rows), max(columns))


def reach(board: Board, cell: Cell, size: int, others: Container[Cell]) -> set[Cell]:
    """The cells that are together with the cell in a rectangle of at most `size` cells without others.

    others: cells; that the cell itself is one does not matter.
    """
    ways = product((-1, 1), (-1, 1))
    return {there for way in ways for there in _quarter(board, cell, way, size, others)}


def _quarter(board: Board, cell: Cell, way: Cell, size: int, others: Container[Cell]) -> Iterator[Cell]:
    """Those on one side in both directions: rows of cells, none longer than the one before."""

    def free(there: Cell) -> bool:
        return board.has(there) and (there == cell or there not in others)

    width = size
    for i in range(board.rows):
        steps = range(min(width, size // (i + 1)))
        row = list(takewhile(free, ((cell[0] + way[0] * i, cell[1] + way[1] * j) for j in steps)))
        if not row:
            return
        yield from row
        width = len(row)


def beyond(cell: Cell, reached: set[Cell]) -> list[Cell]:
    """What shuts `reached` in: a rectangle with the cell, not higher or wider than `reached`, is inside it if and only
    if it has none of these cells."""

    def nearer(at: int, goal: int) -> int:
        return at + (goal > at) - (goal < at)

    outside = [there for there in box_around(reached).cells() if there not in reached]
    return [(r, c) for r, c in outside if {(nearer(r, cell[0]), c), (r, nearer(c, cell[1]))} <= reached]


def boxes(cell: Cell, size: int, reached: set[Cell]) -> Iterator[Box]:
    """The rectangles of exactly `size` cells with the cell in them; reached: by `reach` for that size."""
    r, c = cell
    around = box_around(reached)
    for height in range(1, around.bottom - around.top + 2):
        width, rest = divmod(size, height)
        if rest or width > around.right - around.left + 1:
            continue
        for top, left in product(range(r - height + 1, r + 1), range(c - width + 1, c + 1)):
            box = Box(top, left, top + height - 1, left + width - 1)
            if box.corners() <= reached:
                yield box
