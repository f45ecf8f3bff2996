"""Cave: a random cave, all its numbers, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import seen_from
from ...puzzles.spec import Board
from ...puzzles.types.cave import PUZZLE
from ..from_models import cleared, from_solution
from ..spec import Draft, Maker


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    empty = Board(PUZZLE.name, rows, cols, [[0] * cols for _ in range(rows)])
    return from_solution(random, empty, numbers, blanked=cleared)


def numbers(shading: list[str]) -> list[list[int]]:
    """What each cell of the cave sees, 0 elsewhere."""
    white = {(r, c) for r, row in enumerate(shading) for c, char in enumerate(row) if char == "."}
    return [
        [seen_from((r, c), white) if (r, c) in white else 0 for c in range(len(row))] for r, row in enumerate(shading)
    ]


MAKER = Maker(attempt, least=3, minimal=True)
