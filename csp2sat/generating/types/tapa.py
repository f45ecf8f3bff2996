"""Tapa: random connected shaded cells, all clues, and of these only the needed ones."""

from __future__ import annotations

from ...puzzles.spec import Board, Cell
from ...puzzles.types.tapa import PUZZLE, RING, runs
from ..from_models import random_solution, with_needed_clues
from ..spec import Dice, Draft, Maker

SHADED = 0.8  # of the cells that may be either


def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
    """The clues are dropped in random order."""
    solution = random_solution(dice, Board(PUZZLE.name, rows, cols, [[None] * cols for _ in range(rows)]), SHADED)
    if solution is None:
        return None
    shaded = {(r, c) for r in range(rows) for c in range(cols) if solution[r][c] == "#"}
    givens = [[None if (r, c) in shaded else clue(shaded, (r, c)) for c in range(cols)] for r in range(rows)]
    return with_needed_clues(dice, Board(PUZZLE.name, rows, cols, givens), solution)


def clue(shaded: set[Cell], cell: Cell) -> list[int]:
    """The runs of shaded cells around a cell, as they are usually written."""
    ring = "".join(".#"[(cell[0] + down, cell[1] + right) in shaded] for down, right in RING)
    return sorted(runs(ring)) or [0]


MAKER = Maker(attempt, least=3, minimal=True)
