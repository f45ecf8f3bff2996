"""Sudoku: a random filled board, of whose numbers only the needed ones are kept."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.spec import Board
from ...puzzles.types.sudoku import PUZZLE
from ..random_solutions import box_size, latin_square, refuse_unboxed
from ..spec import Draft, Maker
from ..uniqueness import without_spare_givens


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    height, width = box_size(rows)
    grid = latin_square(random, height, width)
    board = Board(PUZZLE.name, rows, rows, {"box_rows": height, "box_cols": width, "grid": grid})
    return without_spare_givens(Draft(board, grid), random.shuffled(board.cells()))


MAKER = Maker(attempt, least=4, minimal=True, refuse=refuse_unboxed, usual=9)
