"""Nonogram: a random picture of blots, and the lengths of its blocks."""

from __future__ import annotations

from itertools import groupby

from ...base.portable_random import RandomSource
from ...puzzles.spec import Board, Cell
from ...puzzles.types.nonogram import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique

SHADED = 0.58  # part of the cells
SMOOTH = 0.6  # chance that a cell becomes as most around it are
REPAIRS = 300

Image = list[list[bool]]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Cells that other solutions shade differently are changed, until there is one solution."""

    def change(image: Image, wrong: list[Cell]) -> Image:
        other = [list(row) for row in image]
        r, c = random.pick(wrong)
        other[r][c] = not other[r][c]
        return other

    return made_unique(blots(random, rows, cols), measured, change, REPAIRS)


def blots(random: RandomSource, rows: int, cols: int) -> Image:
    """Cells at random, each then perhaps as most of the 3 x 3 cells around it."""
    image = [[random.chance(SHADED) for _ in range(cols)] for _ in range(rows)]

    def most(r: int, c: int) -> bool:
        above, left = max(r - 1, 0), max(c - 1, 0)
        near = [shaded for row in image[above : r + 2] for shaded in row[left : c + 2]]
        return 2 * sum(near) > len(near)

    return [[most(r, c) if random.chance(SMOOTH) else image[r][c] for c in range(cols)] for r in range(rows)]


def measured(image: Image) -> Draft:
    """The board whose lines have the blocks of the picture."""

    def lengths(line: tuple[bool, ...]) -> list[int]:
        return [len(list(block)) for shaded, block in groupby(line) if shaded]

    columns = list(zip(*image, strict=True))
    givens = {"rows": [lengths(tuple(row)) for row in image], "cols": [lengths(column) for column in columns]}
    return Draft(Board(PUZZLE.name, len(image), len(columns), givens), ["".join(".#"[x] for x in row) for row in image])


MAKER = Maker(attempt, least=1, minimal=False)
