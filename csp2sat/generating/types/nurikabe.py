"""Nurikabe: random islands in a connected sea of walls, and the size of each in a random one of its cells."""

from __future__ import annotations

from typing import NamedTuple

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import areas, neighbours
from ...puzzles.kit.random.shadings import is_connected, shading_rows
from ...puzzles.spec import Board, Cell
from ...puzzles.types.nurikabe import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique, near

LARGEST = 7  # cells of an island
MOST_CELLS = 225
GROWING = 0.9  # chance that a square is broken up beside an island, if that can be
DIGGINGS = 50  # tries to break up all squares of wall
REPAIRS = 400
NEAR = 1  # rows and columns from a fault to what is changed


class NumberedWalls(NamedTuple):
    """The walls, and for each cell of an island how much it would like to have the number."""

    walls: set[Cell]
    preference: dict[Cell, int]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Where solutions differ cells change sides and numbers move, until there is one solution."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]

    def change(state: NumberedWalls, wrong: list[Cell]) -> NumberedWalls:
        around = near(random.pick(wrong), cells, NEAR)
        preference = state.preference | {cell: random.below(1000) for cell in around}
        walls = set(state.walls)
        for cell in random.shuffled(around)[: random.below(4)]:
            if _is_right(walls ^ {cell}, rows, cols):
                walls ^= {cell}
        return NumberedWalls(walls, preference)

    walls = next((walls for walls in (_dug(random, rows, cols) for _ in range(DIGGINGS)) if walls), None)
    if walls is None:
        return None
    start = NumberedWalls(walls, {cell: random.below(1000) for cell in cells})
    return made_unique(start, lambda state: drawn(state, rows, cols), change, REPAIRS)


def _dug(random: RandomSource, rows: int, cols: int) -> set[Cell] | None:
    """Islands, dug where there is a square of walls; None if one is left that cannot be broken up."""
    cells = {(r, c) for r in range(rows) for c in range(cols)}
    walls = set(cells)
    while squares := _squares(walls):
        order = random.shuffled(random.pick(squares))
        if random.chance(GROWING):
            order.sort(key=lambda cell: all(near in walls or near not in cells for near in neighbours(cell)))
        for cell in order:
            if _is_right(walls - {cell}, rows, cols, squares_too=False):
                walls.remove(cell)
                break
        else:
            return None
    return walls


def _squares(walls: set[Cell]) -> list[list[Cell]]:
    """The 2 x 2 cells that are all wall."""
    found = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in sorted(walls))
    return [square for square in found if walls.issuperset(square)]


def _is_right(walls: set[Cell], rows: int, cols: int, squares_too: bool = True) -> bool:
    """Are the walls connected, no island too large, and (`squares_too`) no 2 x 2 cells all wall?"""
    rest = {(r, c) for r in range(rows) for c in range(cols)} - walls
    if squares_too and _squares(walls):
        return False
    return is_connected(walls) and max(map(len, areas(rest)), default=0) <= LARGEST


def drawn(state: NumberedWalls, rows: int, cols: int) -> Draft:
    """The board with the islands' numbers."""
    givens = [[0] * cols for _ in range(rows)]
    for island in areas({(r, c) for r in range(rows) for c in range(cols)} - state.walls):
        r, c = max(island, key=lambda cell: (state.preference[cell], cell))
        givens[r][c] = len(island)
    return Draft(Board(PUZZLE.name, rows, cols, givens), shading_rows(state.walls, rows, cols))


def refuse(rows: int, cols: int) -> None:
    """Repairs of larger boards take minutes and may come to no end."""
    if rows * cols > MOST_CELLS:
        raise ValueError(f"a nurikabe of {rows} x {cols} takes too long to make; expected at most {MOST_CELLS} cells")


MAKER = Maker(attempt, least=4, minimal=False, refuse=refuse)
