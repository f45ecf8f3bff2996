"""Balance Loop: a random loop, a circle in each of its cells, some with the sum, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import drawn_lines
from ...puzzles.kit.straight import drawn_arms
from ...puzzles.spec import Board
from ...puzzles.types.balance import BLACK, BLANK, PUZZLE, WHITE
from ..from_models import with_needed_clues
from ..random_solutions import random_loop
from ..spec import Draft, Maker

SUMS = 0.6  # chance of a circle to have its sum


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The circles are dropped in random order."""
    loop = random_loop(random, rows, cols)
    drawn = drawn_lines(loop, rows, cols)
    grid = [[BLANK] * cols for _ in range(rows)]
    for r, c in sorted(drawn):
        one, other = drawn_arms(drawn, (r, c))
        grid[r][c] = (WHITE if one == other else BLACK) + (str(one + other) if random.chance(SUMS) else "")
    return with_needed_clues(random, Board(PUZZLE.name, rows, cols, grid), loop)


MAKER = Maker(attempt, least=3, minimal=True)
