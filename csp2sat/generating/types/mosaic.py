"""Mosaic: any shaded cells, all numbers, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.random.shadings import shading_rows
from ...puzzles.spec import Board, Cell
from ...puzzles.types.mosaic import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique, without_spare_givens

SHADED = 0.5  # of the cells
REPAIRS = 200


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Cells that differ in other solutions, as the numbers do not tell them apart, change, until there is only one.
    Then the numbers are dropped in random order."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]

    def change(shaded: set[Cell], wrong: list[Cell]) -> set[Cell]:
        return shaded ^ {random.pick(wrong)}

    start = {cell for cell in cells if random.chance(SHADED)}
    full = made_unique(start, lambda shaded: drawn(shaded, rows, cols), change, REPAIRS)
    return full and without_spare_givens(full, random.shuffled(cells))


def drawn(shaded: set[Cell], rows: int, cols: int) -> Draft:
    """The board with all numbers."""

    def number(r: int, c: int) -> str:
        return str(sum((i, j) in shaded for i in range(r - 1, r + 2) for j in range(c - 1, c + 2)))

    numbers = ["".join(number(r, c) for c in range(cols)) for r in range(rows)]
    return Draft(Board(PUZZLE.name, rows, cols, numbers), shading_rows(shaded, rows, cols))


MAKER = Maker(attempt, least=2, minimal=True)
