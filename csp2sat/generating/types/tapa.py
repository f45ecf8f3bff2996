"""Tapa: random connected shaded cells, all clues, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.spec import Board, Cell
from ...puzzles.types.tapa import PUZZLE, RING, runs
from ..from_models import from_solution
from ..spec import Draft, Maker

SHADED = 0.8  # of the cells that may be either


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The clues are dropped in random order."""
    empty = Board(PUZZLE.name, rows, cols, [[None] * cols for _ in range(rows)])
    return from_solution(random, empty, clues, SHADED)


def clues(shading: list[str]) -> list[list[list[int] | None]]:
    """The clue of each cell that is not shaded."""
    shaded = {(r, c) for r, row in enumerate(shading) for c, char in enumerate(row) if char == "#"}
    rows = ((r, range(len(row))) for r, row in enumerate(shading))
    return [[None if (r, c) in shaded else clue(shaded, (r, c)) for c in columns] for r, columns in rows]


def clue(shaded: set[Cell], cell: Cell) -> list[int]:
    """The runs of shaded cells around a cell, as they are usually written."""
    ring = "".join(".#"[(cell[0] + down, cell[1] + right) in shaded] for down, right in RING)
    return sorted(runs(ring)) or [0]


MAKER = Maker(attempt, least=3, minimal=True)
