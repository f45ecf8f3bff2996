"""Sudoku: a random filled board, of whose numbers only the needed ones are kept."""

from __future__ import annotations

from math import isqrt

from ...puzzles.spec import Board
from ...puzzles.types.sudoku import PUZZLE
from ..random_solutions import latin_square
from ..spec import Dice, Draft, Maker
from ..uniqueness import without_spare_givens


def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    height, width = box_size(rows)
    grid = latin_square(dice, height, width)
    board = Board(PUZZLE.name, rows, rows, {"box_rows": height, "box_cols": width, "grid": grid})
    return without_spare_givens(Draft(board, grid), dice.shuffled(board.cells()))


def box_size(size: int) -> tuple[int, int]:
    """Rows and columns of the boxes: as square as can be, and not higher than wide."""
    height = max(k for k in range(1, isqrt(size) + 1) if size % k == 0)
    return height, size // height


def refuse(rows: int, cols: int) -> None:
    """A sudoku is square, and its boxes have more than one row."""
    if rows != cols:
        raise ValueError(f"a sudoku is square, not {rows}x{cols}")
    if box_size(rows)[0] == 1:
        raise ValueError(f"a sudoku of {rows}x{cols} has no boxes: {rows} is a prime number")


MAKER = Maker(attempt, least=4, minimal=True, refuse=refuse, usual=9)
