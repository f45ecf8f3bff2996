"""Skyscrapers: a random Latin square, all numbers beside it, and of these, and of the heights, only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.sides import EACH, SIDES, from_side
from ...puzzles.spec import PUZZLES, Board
from ...puzzles.types.skyscrapers import PUZZLE
from ..random_solutions import latin_square, refuse_oblong
from ..spec import Draft, Maker
from ..uniqueness import without_spare_givens


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Heights are dropped before numbers, as all of these are often enough; both in random order."""
    grid = latin_square(random, 1, rows)
    empty = Board(PUZZLE.name, rows, rows, {**{key: [0] * rows for key in EACH}, "grid": grid})

    def seen(side: str, at: int) -> int:
        line = [grid[r][c] for r, c in from_side(empty, side, at)]
        return sum(height == max(line[: k + 1]) for k, height in enumerate(line))

    numbers = {side: [seen(side, at) for at in range(rows)] for side in SIDES}
    board = Board(PUZZLE.name, rows, rows, {**numbers, "grid": grid})
    given = random.shuffled(PUZZLES[PUZZLE.name].clues.optional(board))
    return without_spare_givens(Draft(board, grid), sorted(given, key=lambda cell: not board.has(cell)))


MAKER = Maker(attempt, least=3, minimal=True, refuse=refuse_oblong, usual=6)
