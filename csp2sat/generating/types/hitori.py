"""Hitori: random shaded cells, a Latin square for the others, and in each shaded cell a number of its row or column."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.random.latin_squares import Square, latin_square
from ...puzzles.kit.random.shadings import random_shading, shading_rows
from ...puzzles.spec import Board, Cell
from ...puzzles.types.hitori import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique, near

REPAIRS = 200
NEAR = 2  # rows and columns from a fault to a number that is changed


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: shaded cells near
    to cells in which solutions differ get other numbers until there is one solution.

    No other cell could be shaded besides the chosen ones, for otherwise such a cell might be shaded or not.
    """
    shaded = random_shading(random, rows, cols)
    latin = latin_square(random, 1, max(rows, cols))
    start = [row[:cols] for row in latin[:rows]]
    picture = shading_rows(shaded, rows, cols)
    for cell in sorted(shaded):
        _renumber(random, start, shaded, cell)

    def drafted(grid: Square) -> Draft:
        return Draft(Board(PUZZLE.name, rows, cols, grid), picture)

    def change(grid: Square, wrong: list[Cell]) -> Square:
        other = [list(row) for row in grid]
        cell = random.pick(wrong)
        others = near(cell, sorted(shaded), NEAR)
        _renumber(random, other, shaded, cell if cell in shaded or not others else random.pick(others))
        return other

    return made_unique(start, drafted, change, REPAIRS)


def _renumber(random: RandomSource, grid: Square, shaded: set[Cell], cell: Cell) -> None:
    """Give a shaded cell a random number that an unshaded cell of its row and one of its column have, or of either if
    there is none in both.
    """
    r, c = cell
    across = {value for k, value in enumerate(grid[r]) if (r, k) not in shaded}
    down = {row[c] for k, row in enumerate(grid) if (k, c) not in shaded}
    grid[r][c] = random.pick(sorted(across & down) or sorted(across | down))


MAKER = Maker(attempt, least=3, minimal=False)
