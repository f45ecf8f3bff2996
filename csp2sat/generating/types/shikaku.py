"""Shikaku: random rectangles, and the size of each in a random one of its cells."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.random.rectangles import random_rectangles
from ...puzzles.spec import Board, Cell
from ...puzzles.types.shikaku import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique

SIDE, AREA = 5, 10  # of a rectangle, at most
REPAIRS = 300

Numbers = dict[Cell, list[Cell]]  # the rectangle of each number


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Numbers whose rectangles differ in other solutions move within theirs, until there is one solution."""

    def change(numbers: Numbers, wrong: list[Cell]) -> Numbers:
        moved = {random.pick(wrong) for _ in range(1 + len(wrong) // 10)}
        return {random.pick(cells) if cell in moved else cell: cells for cell, cells in numbers.items()}

    start = {random.pick(cells): cells for cells in random_rectangles(random, rows, cols, SIDE, AREA)}
    return made_unique(start, lambda numbers: drawn(numbers, rows, cols), change, REPAIRS)


def drawn(numbers: Numbers, rows: int, cols: int) -> Draft:
    """The board; its regions are counted in the order of their numbers."""
    givens = [[0] * cols for _ in range(rows)]
    regions = [[0] * cols for _ in range(rows)]
    for region, cell in enumerate(sorted(numbers)):
        givens[cell[0]][cell[1]] = len(numbers[cell])
        for r, c in numbers[cell]:
            regions[r][c] = region
    return Draft(Board(PUZZLE.name, rows, cols, givens), regions)


MAKER = Maker(attempt, least=2, minimal=False)
