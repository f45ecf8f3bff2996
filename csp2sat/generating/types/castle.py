"""Castle Wall: a random loop, clues beside it, and of these only the needed ones."""

from __future__ import annotations

from itertools import pairwise

from ...base.portable_random import RandomSource
from ...puzzles.kit.arrows import LETTERS
from ...puzzles.kit.checks import Drawn, drawn_lines
from ...puzzles.kit.variables import ahead
from ...puzzles.spec import Board, Cell
from ...puzzles.types.castle import BLACK, BLANK, GREY, PUZZLE, WHITE
from ..from_models import with_needed_clues
from ..random_solutions import border, random_region
from ..spec import Draft, Maker

GREYS = 0.3  # chance of a clue to be grey


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The clues are dropped in random order."""
    region = random_region(random, rows - 1, cols - 1)
    loop = border(region, rows - 1, cols - 1)
    drawn = drawn_lines(loop, rows, cols)
    blank = Board(PUZZLE.name, rows, cols, [[BLANK] * cols for _ in range(rows)])
    clues = {}
    for r, c in blank.cells():
        if (r, c) not in drawn:
            colour = GREY if random.chance(GREYS) else WHITE if (r, c) in region else BLACK
            clues[r, c] = colour + _steps(random, blank, drawn, (r, c))
    return with_needed_clues(random, blank.with_values(clues), loop)


def _steps(random: RandomSource, board: Board, drawn: Drawn, cell: Cell) -> str:
    """How many steps of the loop lie on the cell's line, that way, and the way."""
    letter, way = random.pick([(letter, way) for letter, way in LETTERS.items() if ahead(board, cell, way)])
    line = ahead(board, cell, way)
    return f"{sum(there in drawn.get(here, ()) for here, there in pairwise(line))}{letter}"


MAKER = Maker(attempt, least=4, minimal=True)
