"""Geradeweg: a random loop, the numbers of all cells that can have one, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import drawn_lines, goes_straight
from ...puzzles.kit.straight import drawn_arms
from ...puzzles.spec import Board
from ...puzzles.types.geradeweg import PUZZLE
from ..from_models import cleared, with_needed_clues
from ..random_solutions import random_loop
from ..spec import Draft, Maker


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    loop = random_loop(random, rows, cols)
    drawn = drawn_lines(loop, rows, cols)
    grid = [[0] * cols for _ in range(rows)]
    for r, c in drawn:
        lengths, straight = drawn_arms(drawn, (r, c)), goes_straight(drawn, (r, c))
        if straight or len(set(lengths)) == 1:
            grid[r][c] = sum(lengths) if straight else lengths[0]
    return with_needed_clues(random, Board(PUZZLE.name, rows, cols, grid), loop, cleared)


MAKER = Maker(attempt, least=3, minimal=True)
