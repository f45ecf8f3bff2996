"""Kurodoko: random shaded cells, all numbers, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import seen_from
from ...puzzles.spec import Board
from ...puzzles.types.kurodoko import PUZZLE
from ..from_models import cleared, with_needed_clues
from ..random_solutions import random_shading, shading_rows
from ..spec import Draft, Maker

SHARE = 0.6  # of the cells that could be shaded: fewer of them make larger numbers


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    shaded = {cell for cell in sorted(random_shading(random, rows, cols)) if random.chance(SHARE)}
    white = {(r, c) for r in range(rows) for c in range(cols)} - shaded
    numbers = [[seen_from((r, c), white) if (r, c) in white else 0 for c in range(cols)] for r in range(rows)]
    board = Board(PUZZLE.name, rows, cols, numbers)
    return with_needed_clues(random, board, shading_rows(shaded, rows, cols), cleared)


MAKER = Maker(attempt, least=3, minimal=True)
