"""Slitherlink: a random loop, all its numbers, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.clues import digits_of
from ...puzzles.spec import Board
from ...puzzles.types.slitherlink import PUZZLE
from ..random_solutions import border, random_region
from ..spec import Draft, Maker
from ..uniqueness import without_spare_givens


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order; a big one in the middle is the last."""
    loop = border(random_region(random, rows, cols), rows, cols)
    board = Board(PUZZLE.name, rows, cols, numbers(loop, rows, cols))
    found = digits_of(board)
    anchor = min(found, key=lambda cell: (-found[cell], board.from_middle(cell), cell))
    return without_spare_givens(Draft(board, loop), random.shuffled(found), anchor)


def numbers(loop: dict[str, list[str]], rows: int, cols: int) -> list[str]:
    """How many sides of each cell the loop uses."""
    h, v = loop["h"], loop["v"]

    def sides(r: int, c: int) -> str:
        return str([h[r][c], h[r + 1][c], v[r][c], v[r][c + 1]].count("1"))

    return ["".join(sides(r, c) for c in range(cols)) for r in range(rows)]


MAKER = Maker(attempt, least=2, minimal=True)
