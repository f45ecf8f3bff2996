"""Cave: a random cave, all its numbers, and of these only the needed ones."""

from __future__ import annotations

from ...puzzles.kit.checks import seen_from
from ...puzzles.spec import Board
from ...puzzles.types.cave import PUZZLE
from ..from_models import cleared, random_solution, with_needed_clues
from ..spec import Dice, Draft, Maker

SHADED = 0.5  # of the cells that may be either


def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order.  A cell that sees no other one has none: 1 is no number of a cave."""
    solution = random_solution(dice, Board(PUZZLE.name, rows, cols, [[0] * cols for _ in range(rows)]), SHADED)
    if solution is None:
        return None
    white = {(r, c) for r in range(rows) for c in range(cols) if solution[r][c] == "."}
    numbers = [[seen_from((r, c), white) if (r, c) in white else 0 for c in range(cols)] for r in range(rows)]
    return with_needed_clues(dice, Board(PUZZLE.name, rows, cols, numbers), solution, cleared)


MAKER = Maker(attempt, least=3, minimal=True)
