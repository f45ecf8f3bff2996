"""Numbers at the corners of cells.

Corner (r, c) is the upper left one of cell (r, c); the corners have one row and one column more than the cells.
"""

from __future__ import annotations

from collections.abc import Callable

from ...base.portable_random import RandomSource
from ..drawing.picture import Mark
from ..spec import Board, Cell
from .checks import place
from .clues import CellClues, sign_cells

BLANK, DIGITS = ".", "01234"
CORNERS = sign_cells(dict.fromkeys(DIGITS, ""))


def meeting(board: Board, corner: Cell) -> list[Cell]:
    """Return the cells of the board that meet at a corner, up to four."""
    r, c = corner
    return [cell for cell in ((r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)) if board.has(cell)]


def corner_name(corner: Cell) -> str:
    """Return the name of a corner for people."""
    return place(corner, "the corner at")


def corner_marks(board: Board, solution: object = None) -> list[Mark]:
    """Return the marks of the given numbers at corners, for a drawing."""
    return [Mark((2 * r, 2 * c), digit, digit, "given", "ring") for (r, c), digit in board.filled(BLANK).items()]


def corner_counts(counted: Callable[[str, Cell, Cell], bool]) -> Callable[[RandomSource, Board, list[str]], Board]:
    """Return a function that writes at every corner how many of the cells that meet there count.

    `counted` gets a cell's value in the solution, the cell, and a corner of it, and returns whether the cell counts for
    this corner.
    """

    def numbered(random: RandomSource, board: Board, solution: list[str]) -> Board:
        def number(corner: Cell) -> str:
            return str(sum(counted(solution[r][c], (r, c), corner) for r, c in meeting(board, corner)))

        return board.with_values({(r, c): number((r, c)) for r in range(board.rows + 1) for c in range(board.cols + 1)})

    return numbered


class CornerClues(CellClues):
    """The numbers at corners as clues, each under the row and column of its corner."""

    def __init__(self, blank: str):
        super().__init__(blank, lambda board: DIGITS)

    def extent(self, board: Board) -> tuple[int, int]:
        return board.rows + 1, board.cols + 1
