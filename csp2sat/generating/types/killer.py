"""Killer sudoku: a random filled sudoku, and cages of different numbers with their sums; no number is given."""

from __future__ import annotations

from collections.abc import Collection

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import cells_by_value
from ...puzzles.kit.random.latin_squares import numbers_in_boxes, refuse_unboxed, without_numbers
from ...puzzles.kit.random.rooms import Regions, alone, joined_rooms, moved
from ...puzzles.spec import Board, Cell
from ...puzzles.types.killer import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique

LARGEST = 4  # cells of a cage
MOST_ROWS = 10
REPAIRS = 200
MOVING = 0.8  # chance that a cell comes into a cage beside it, if that can be


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Cells in which solutions differ come into other cages, or leave theirs, until there is one solution."""
    grid = numbers_in_boxes(random, rows, cols)
    givens = without_numbers(random, rows, cols)

    def drawn(cages: Regions) -> Draft:
        cells = cells_by_value(cages)
        sums = [sum(grid[r][c] for r, c in cells[cage]) for cage in range(len(cells))]
        return Draft(Board(PUZZLE.name, rows, rows, {**givens, "cages": cages, "sums": sums}), grid)

    def change(cages: Regions, wrong: list[Cell]) -> Regions:
        cell = random.pick(wrong)
        return moved(random, cages, cell, fits) if random.chance(MOVING) else alone(cages, cell)

    def fits(cells: Collection[Cell]) -> bool:
        return len({grid[r][c] for r, c in cells}) == len(cells) <= LARGEST

    return made_unique(joined_rooms(random, rows, cols, fits), drawn, change, REPAIRS)


def refuse(rows: int, cols: int) -> None:
    """The size is that of a sudoku with boxes; repairs of larger boards take minutes."""
    refuse_unboxed(rows, cols)
    if rows > MOST_ROWS:
        raise ValueError(f"a killer of {rows} x {cols} takes too long to make; expected at most {MOST_ROWS} rows")


MAKER = Maker(attempt, least=4, minimal=False, refuse=refuse, usual=9)
