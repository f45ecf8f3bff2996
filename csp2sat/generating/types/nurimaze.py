"""Nuri-Maze: random shaded cells, tiles to them, a way between two dead ends, its circles and triangles, and of these
only the needed ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import beside, neighbours
from ...puzzles.kit.random.rooms import joined_rooms
from ...puzzles.spec import Board, Cell
from ...puzzles.types.nurimaze import BLANK, PUZZLE
from ..from_models import random_solution
from ..spec import Draft, Maker
from ..uniqueness import without_spare_givens

LARGEST = 4  # cells of a tile
SHARE = 0.3  # chance of a cell to be tried as shaded first


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The circles and triangles are dropped in random order."""
    cells = [[r * cols + c for c in range(cols)] for r in range(rows)]
    empty = Board(PUZZLE.name, rows, cols, {"regions": cells, "grid": [BLANK * cols] * rows})
    solution = random_solution(random, empty, SHARE)
    if solution is None:
        return None

    def fits(tile: Collection[Cell]) -> bool:
        return len(tile) <= LARGEST and len({solution[r][c] for r, c in tile}) == 1

    free = {(r, c) for r, c in empty.cells() if solution[r][c] != "#"}
    if len(free) < 2:
        return None
    tiles, signs = joined_rooms(random, rows, cols, fits), signs_of(random, free)
    board = replace(empty, givens={**empty.givens, "regions": tiles}).with_values(signs)
    return without_spare_givens(Draft(board, solution), random.shuffled(cell for cell in signs if signs[cell] in "ot"))


def signs_of(random: RandomSource, free: set[Cell]) -> dict[Cell, str]:
    """The signs of the cells of a tree: S is at a random dead end, G at one of those to which the way is longest."""
    ends = random.shuffled(sorted(cell for cell in free if beside(cell, free) == 1))
    ways = [way_between(free, ends[0], end) for end in ends[1:]]
    way = max(ways, key=len)
    return {cell: "o" if cell in way else "t" for cell in sorted(free)} | {way[0]: "S", way[-1]: "G"}


def way_between(free: set[Cell], start: Cell, end: Cell) -> list[Cell]:
    """The cells of the way from one cell to another one, in a tree of cells."""
    before = {end: end}
    for cell in (queue := [end]):
        new = [near for near in neighbours(cell) if near in free and near not in before]
        before |= dict.fromkeys(new, cell)
        queue += new
    way = [start]
    while way[-1] != end:
        way.append(before[way[-1]])
    return way


MAKER = Maker(attempt, least=3, minimal=False)
