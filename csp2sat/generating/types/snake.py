"""Snake: a random snake, all numbers, a circle in each of its cells, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import beside
from ...puzzles.spec import PUZZLES, Board
from ...puzzles.types.snake import BLANK, END, INNER, PUZZLE
from ..from_models import random_solution
from ..spec import Draft, Maker
from ..uniqueness import without_spare_givens

SHARE = 0.8  # chance of a cell to be tried as one of the snake


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Circles are dropped before numbers, those of ends last of them; all in random order."""
    givens = {"rows": [None] * rows, "cols": [None] * cols, "grid": [BLANK * cols] * rows}
    solution = random_solution(random, Board(PUZZLE.name, rows, cols, givens), SHARE)
    if solution is None:
        return None
    snake = {(r, c) for r, row in enumerate(solution) for c, char in enumerate(row) if char == "#"}
    signs = {cell: END if beside(cell, snake) == 1 else INNER for cell in snake}
    numbers = {"rows": [row.count("#") for row in solution]}
    numbers["cols"] = ["".join(column).count("#") for column in zip(*solution, strict=True)]
    grid = ["".join(signs.get((r, c), BLANK) for c in range(cols)) for r in range(rows)]
    board = Board(PUZZLE.name, rows, cols, {**numbers, "grid": grid})
    given = random.shuffled(PUZZLES[PUZZLE.name].clues.optional(board))
    return without_spare_givens(
        Draft(board, solution), sorted(given, key=lambda cell: (INNER, END, "").index(signs.get(cell, "")))
    )


MAKER = Maker(attempt, least=3, minimal=True)
