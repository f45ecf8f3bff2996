"""Easy as ABC: a random Latin square with empty cells for some numbers, all letters beside it, and of these, and of
those in cells, only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.sides import EACH, SIDES, from_side
from ...puzzles.spec import PUZZLES, Board
from ...puzzles.types.easyasabc import ALPHABET, EMPTY, PUZZLE
from ..random_solutions import latin_square, refuse_oblong
from ..spec import Draft, Maker
from ..uniqueness import without_spare_givens

HOLES = 2  # empty cells in each line


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Letters in cells are dropped before those beside the board; both in random order."""
    letters = min(rows - HOLES, len(ALPHABET))
    signs = ALPHABET[:letters].ljust(rows, EMPTY)
    grid = ["".join(signs[number - 1] for number in row) for row in latin_square(random, 1, rows)]
    givens = {"letters": letters, **dict.fromkeys(SIDES, EMPTY * rows), "grid": grid}
    empty = Board(PUZZLE.name, rows, rows, givens)

    def seen(side: str, at: int) -> str:
        return next(grid[r][c] for r, c in from_side(empty, side, at) if grid[r][c] != EMPTY)

    beside = {side: "".join(seen(side, at) for at in range(rows)) for side in EACH}
    board = Board(PUZZLE.name, rows, rows, {**givens, **beside})
    given = random.shuffled(PUZZLES[PUZZLE.name].clues.optional(board))
    return without_spare_givens(Draft(board, grid), sorted(given, key=lambda cell: not board.has(cell)))


MAKER = Maker(attempt, least=4, minimal=True, refuse=refuse_oblong, usual=6)
