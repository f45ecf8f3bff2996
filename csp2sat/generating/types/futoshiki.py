"""Futoshiki: a random Latin square with some signs between its cells, and of its numbers only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.spec import Board
from ...puzzles.types.futoshiki import PUZZLE
from ..from_models import with_needed_clues
from ..random_solutions import latin_square, refuse_oblong
from ..spec import Draft, Maker

SIGNS = 0.35  # chance of a sign between two cells


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order; all signs stay."""
    grid = latin_square(random, 1, rows)

    def sign(one: int, other: int, signs: str) -> str:
        return signs[one > other] if random.chance(SIGNS) else "."

    across = ["".join(sign(row[c], row[c + 1], "<>") for c in range(rows - 1)) for row in grid]
    down = ["".join(sign(grid[r][c], grid[r + 1][c], "^v") for c in range(rows)) for r in range(rows - 1)]
    return with_needed_clues(random, Board(PUZZLE.name, rows, rows, {"grid": grid, "h": across, "v": down}), grid)


MAKER = Maker(attempt, least=3, minimal=True, refuse=refuse_oblong, usual=6)
