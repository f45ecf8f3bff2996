"""Gokigen Naname: random diagonals without a loop, all numbers at corners, and of these only the needed ones."""

from __future__ import annotations

from ...puzzles.kit.corners import meeting
from ...puzzles.spec import Board
from ...puzzles.types.gokigen import PUZZLE, towards
from ..from_models import random_solution, with_needed_clues
from ..spec import Dice, Draft, Maker


def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    empty = Board(PUZZLE.name, rows, cols, ["." * (cols + 1)] * (rows + 1))
    solution = random_solution(dice, empty)
    if solution is None:
        return None

    def number(r: int, c: int) -> str:
        return str(sum(solution[i][j] == towards((i, j), (r, c)) for i, j in meeting(empty, (r, c))))

    numbers = ["".join(number(r, c) for c in range(cols + 1)) for r in range(rows + 1)]
    return with_needed_clues(dice, Board(PUZZLE.name, rows, cols, numbers), solution)


MAKER = Maker(attempt, least=2, minimal=True)
