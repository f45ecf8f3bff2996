"""Kakuro: a symmetric pattern of black cells, random digits, and the sums of all lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.random.shadings import is_connected
from ...puzzles.spec import Board, Cell
from ...puzzles.types.kakuro import BLACK, DIGITS, PUZZLE, STEPS
from ..spec import Draft, Maker
from ..uniqueness import made_unique, near

LONG = 5  # cells of a line that is not broken up, on large boards; small ones with such lines have many solutions
LONGEST = 9
BLACKS = 0.12  # chance of a cell in a line that is not long
PASSES = 3  # over all cells
REPAIRS = 2.4  # for each white cell: a pattern that takes more is better left for another one
NEAR = 1  # rows and columns from a fault to what is changed

DigitsOf = dict[Cell, int]  # of the white cells


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: digits near cells
    in which solutions differ are drawn anew until there is one solution.
    """
    white = _pattern(random, rows, cols)
    lines = _lines(white)
    start = _filled(random, dict.fromkeys(sorted(white), 0), sorted(white), lines) if lines else None

    def change(digits: DigitsOf, wrong: list[Cell]) -> DigitsOf:
        around = near(random.pick(wrong), digits, NEAR)
        return _filled(random, digits, random.shuffled(around)[: 1 + random.below(4)], lines) or digits

    tries = int(REPAIRS * len(white))
    return made_unique(start, lambda digits: drawn(digits, rows, cols), change, tries) if start else None


def _pattern(random: RandomSource, rows: int, cols: int) -> set[Cell]:
    """Return the white cells of a random pattern on rows x cols cells, connected and in lines of at least two cells.

    The first row and column are black; the rest of the board is point-symmetric.
    """
    cells = [(r, c) for r in range(1, rows) for c in range(1, cols)]
    white, long = set(cells), min(LONG, max(3, (max(rows, cols) + 1) // 2))
    for cell in random.shuffled(cells * PASSES):
        opposite = (rows - cell[0], cols - cell[1])
        left = white - {cell, opposite}
        wanted = max(map(len, _through(white, cell)), default=0) > long or random.chance(BLACKS / PASSES)
        if cell in white and wanted and left and _is_right(left, cell, opposite):
            white = left
    return white


def _is_right(white: set[Cell], *black: Cell) -> bool:
    beside = {cell for each in black for cell in neighbours(each) if cell in white}
    return all(min(map(len, _through(white, cell))) > 1 for cell in beside) and is_connected(white)


def _through(white: Collection[Cell], cell: Cell) -> Iterator[list[Cell]]:
    """Yield the lines across and down through a white cell, each from that cell on, first one way, then the other way.

    Yield nothing if the cell is black.
    """
    for i, j in STEPS.values() if cell in white else ():
        line = [cell]
        for sign in (1, -1):
            r, c = cell[0] + sign * i, cell[1] + sign * j
            while (r, c) in white:
                line.append((r, c))
                r, c = r + sign * i, c + sign * j
        yield line


def _lines(white: set[Cell]) -> dict[Cell, list[Cell]]:
    """Return for each white cell the other cells in its two lines; {} if a line is longer than LONGEST."""
    found = {cell: list(_through(white, cell)) for cell in sorted(white)}
    if any(len(line) > LONGEST for both in found.values() for line in both):
        return {}
    return {cell: [other for line in both for other in line[1:]] for cell, both in found.items()}


def _filled(
    random: RandomSource, digits: DigitsOf, cells: Collection[Cell], lines: dict[Cell, list[Cell]]
) -> DigitsOf | None:
    """Return the digits with those of some cells drawn anew, one cell after the other, all different within each line;
    None if no digit is left for a cell.

    lines: for each cell the other cells in its lines.  The digits 1, 2, 8 and 9 are drawn twice as often, since their
    sums leave fewer possibilities.
    """
    found = dict(digits) | dict.fromkeys(cells, 0)
    for cell in cells:
        free = [digit for digit in (*DIGITS, 1, 2, 8, 9) if all(found[other] != digit for other in lines[cell])]
        if not free:
            return None
        found[cell] = random.pick(free)
    return found


def drawn(digits: DigitsOf, rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells with the sums of all lines of digits, and the digits as its solution."""
    givens: list[list[Any]] = [[None if (r, c) in digits else dict(BLACK) for c in range(cols)] for r in range(rows)]
    for r, c in ((r, c) for r in range(rows) for c in range(cols) if (r, c) not in digits):
        for way, (i, j) in STEPS.items():
            total, here = 0, (r + i, c + j)
            while here in digits:
                total, here = total + digits[here], (here[0] + i, here[1] + j)
            givens[r][c][way] = total or None
    solution = [[digits.get((r, c), 0) for c in range(cols)] for r in range(rows)]
    return Draft(Board(PUZZLE.name, rows, cols, givens), solution)


MAKER = Maker(attempt, least=3, usual=8, minimal=False)
