"""Rectangles around a cell of a board, which contain as many cells as its number says and no other number."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product, repeat, takewhile
from typing import NamedTuple

from ...kit.clues import shown
from ...spec import Board, Cell

ANY = -1  # the number of a ?
NUMBER = "number "  # the beginning of a clue's words


class Box(NamedTuple):
    """A rectangle by its first and last row and column."""

    top: int
    left: int
    bottom: int
    right: int

    def cells(self) -> list[Cell]:
        """Return all cells of the rectangle, in reading order."""
        return list(product(range(self.top, self.bottom + 1), range(self.left, self.right + 1)))


@dataclass(frozen=True)
class Number:
    """A given number or sign: its cell, its size (ANY for ?, not used for signs), the cells that its rectangle can
    reach, a list of all its possible rectangles, which is empty for the number ?, and the words of its clue.
    """

    cell: Cell
    size: int
    reached: set[Cell]
    boxes: list[Box]
    clue: str

    @cached_property
    def every(self) -> list[frozenset[Cell]]:
        """The cells of each rectangle in `boxes`."""
        return [frozenset(box.cells()) for box in self.boxes]

    @cached_property
    def cells(self) -> set[Cell]:
        """The cells of all rectangles that are possible."""
        return self.reached if self.size == ANY else set().union(*self.every)


def numbers(board: Board) -> dict[Cell, Number]:
    """Return each number of a board, by its cell, with the rectangles that it can have beside the other numbers."""
    return _numbers(board.puzzle, tuple(map(tuple, board.values())))


@lru_cache(8)
def _numbers(puzzle: str, rows: tuple[tuple[int, ...], ...]) -> dict[Cell, Number]:
    """Return what `numbers` returns; puzzle, rows: of the board."""
    board = Board(puzzle, len(rows), len(rows[0]), [*map(list, rows)])
    given, found = board.filled(), dict[Cell, Number]()
    for cell, size in given.items():
        reached = reach(board, cell, board.rows * board.cols if size == ANY else size, given.keys())
        listed = [] if size == ANY else [*boxes(cell, size, reached)]
        found[cell] = Number(cell, size, reached, listed, NUMBER + shown(size))
    return found


def box_around(cells: Collection[Cell]) -> Box:
    """Return the smallest rectangle that contains all the cells."""
    rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
    return Box(min(rows), min(columns), max(rows), max(columns))


def reach(board: Board, cell: Cell, size: int, others: Set[Cell]) -> set[Cell]:
    """Return the cells that are together with `cell` in some rectangle of at most `size` cells of the board without any
    of `others`; `cell` itself does not count as one of `others`.
    """
    ways = product((-1, 1), (-1, 1))
    return {there for way in ways for row in _quarter(board, cell, way, size, others) for there in row}


def _quarter(board: Board, cell: Cell, way: Cell, size: int, others: Set[Cell]) -> Iterator[list[Cell]]:
    """Yield the rows of the cells that `reach` finds on one side of a cell in both directions, none longer than the
    previous row.

    way: 1 or -1 for the direction of rows, and of columns.  size, others: as in `reach`.
    """
    rows, columns = (range(n)[at::step] for n, at, step in zip((board.rows, board.cols), cell, way, strict=True))
    width = size
    for height, r in enumerate(rows, start=1):
        row = [*zip(repeat(r), columns[: min(width, size // height)], strict=False)]
        if not others.isdisjoint(row):
            row = [*takewhile(lambda there: there not in others or there == cell, row)]
        if not row:
            return
        yield row
        width = len(row)


def beyond(cell: Cell, reached: set[Cell]) -> list[Cell]:
    """Return the cells that shut `reached` in: a rectangle that contains the cell and is not higher or wider than
    `reached` lies inside `reached` iff it contains none of the returned cells.
    """

    def nearer(at: int, goal: int) -> int:
        return at + (goal > at) - (goal < at)

    outside = [there for there in box_around(reached).cells() if there not in reached]
    return [(r, c) for r, c in outside if {(nearer(r, cell[0]), c), (r, nearer(c, cell[1]))} <= reached]


def boxes(cell: Cell, size: int, reached: set[Cell]) -> Iterator[Box]:
    """Yield the rectangles of exactly `size` cells that contain the cell and lie inside `reached`, which `reach`
    returns for that size.
    """
    r, c = cell
    around = box_around(reached)
    for height in range(1, around.bottom - around.top + 2):
        width, rest = divmod(size, height)
        if rest or width > around.right - around.left + 1:
            continue
        for top, left in product(range(r - height + 1, r + 1), range(c - width + 1, c + 1)):
            bottom, right = top + height - 1, left + width - 1
            if reached.issuperset(((top, left), (top, right), (bottom, left), (bottom, right))):
                yield Box(top, left, bottom, right)
