"""Akari: random black cells and lights, numbers on all black cells, and of these numbers only the needed ones."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.portable_random import RandomSource
from ...puzzles.kit.variables import WAYS
from ...puzzles.spec import Board, Cell
from ...puzzles.types.akari import BLACK, LIGHT, PUZZLE, WHITE
from ..spec import Draft, Maker, all_clues
from ..uniqueness import made_unique

BLACKS = 0.2  # part of the cells, to begin with
REPAIRS = 200

LightGrid = list[list[str]]  # WHITE, BLACK or LIGHT


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: again and again, a
    random one of the cells that other solutions light differently becomes black, until there is one solution.
    """
    grid = [[BLACK if random.chance(BLACKS) else WHITE for _ in range(cols)] for _ in range(rows)]
    light_up(random, grid)

    def change(grid: LightGrid, wrong: list[Cell]) -> LightGrid:
        other = [list(row) for row in grid]
        r, c = random.pick(wrong)
        other[r][c] = BLACK
        light_up(random, other)
        return other

    return made_unique(grid, numbered, change, REPAIRS)


def light_up(random: RandomSource, grid: LightGrid) -> None:
    """Put lights into white cells on which no light shines, in random order, until light shines on all of them."""
    cells = [(r, c) for r, row in enumerate(grid) for c in range(len(row))]
    for r, c in random.shuffled(cells):
        if grid[r][c] == WHITE and not any(grid[i][j] == LIGHT for i, j in _seen(grid, (r, c))):
            grid[r][c] = LIGHT


def _seen(grid: LightGrid, cell: Cell) -> Iterator[Cell]:
    for i, j in WAYS:
        r, c = cell[0] + i, cell[1] + j
        while _at(grid, r, c) != BLACK:
            yield r, c
            r, c = r + i, c + j


def _at(grid: LightGrid, r: int, c: int) -> str:
    return grid[r][c] if 0 <= r < len(grid) and 0 <= c < len(grid[0]) else BLACK


def numbered(grid: LightGrid) -> Draft:
    """Return the board with a number on every black cell, and the lights as its solution."""

    def number(r: int, c: int) -> str:
        return str(sum(_at(grid, r + i, c + j) == LIGHT for i, j in WAYS))

    black = [[number(r, c) if value == BLACK else WHITE for c, value in enumerate(row)] for r, row in enumerate(grid)]
    board = Board(PUZZLE.name, len(grid), len(grid[0]), list(map("".join, black)))
    return Draft(board, PUZZLE.rewritten(board, list(map("".join, grid))))


MAKER = Maker(attempt, least=2, minimal=True, spare=all_clues)
