"""Models of boards with a number in every cell: the variables, and the rules that many of these puzzles share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...model.expr import Expr, node
from ...model.model import Model, Origin
from ..spec import Board, Cell
from .rooms import check_connected, rooms

LatinCells = dict[Cell, Expr]


def begin(board: Board, most: Callable[[Cell], int]) -> tuple[Model, LatinCells]:
    """Return a new model of a board with an integer x_r_c for each cell, and these integers by their cells.

    Each integer is from 1 to `most` of its cell; given numbers are fixed.
    """
    m = Model(about={"board": board.neutral()})
    x = {(r, c): m.int(f"x_{r}_{c}", 1, most((r, c))) for r, c in board.cells()}
    for cell, number in board.filled().items():
        m.add(node("eq", x[cell], number), Origin("cell", *cell, f"number {number}"))
    return m, x


def begin_latin(board: Board) -> tuple[Model, LatinCells]:
    """Return the model and integers of `begin` for an n x n board, with all numbers from 1 to n in every row and
    column.
    """
    m, x = begin(board, lambda cell: board.rows)
    for name, cells in board.lines():
        differ(m, x, cells, Origin("rule", rule=name))
    return m, x


def begin_rooms(board: Board) -> tuple[Model, LatinCells]:
    """Return the model and integers of `begin` with the numbers from 1 to n in every room of n cells; rows and columns
    have no rule.
    """
    found = rooms(board)
    size = {cell: len(cells) for cells in found for cell in cells}
    m, x = begin(board, size.__getitem__)
    for cells in found:
        differ(m, x, cells, Origin("rule", rule=f"room at row {cells[0][0] + 1}, column {cells[0][1] + 1}"))
    return m, x


def differ(m: Model, x: LatinCells, cells: Sequence[Cell], origin: Origin) -> None:
    """Require, in the model `m`, that the integers `x` of the cells are different."""
    m.add(node("alldifferent", *(x[cell] for cell in cells)), origin)


def check_square(board: Board) -> None:
    """Raise ValueError if the board is not square.

    Numbers that are too big pass: a board with too big a number is well-formed, but has no solution.
    """
    if board.rows != board.cols:
        raise ValueError(f"expected a square board; this one has {board.rows} rows and {board.cols} columns")


def check_room_numbers(board: Board) -> None:
    """Raise CellError if the rooms of the board are not numbered in order, or not connected."""
    check_connected(rooms(board, "regions"), "regions")


def pairs_in_line(board: Board) -> Iterator[tuple[Cell, Cell, int]]:
    """Yield any two cells of a row or column, with the number of steps between them."""
    for _, line in board.lines():
        for at, one in enumerate(line):
            yield from ((one, line[at + steps], steps) for steps in range(1, len(line) - at))
