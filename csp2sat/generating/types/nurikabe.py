"""Nurikabe: random islands in a connected sea of walls, and the size of each island in a random one of its cells."""

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
    """Walls, and for each cell a preference: the cell of an island with the greatest preference has the number."""

    walls: set[Cell]
    preference: dict[Cell, int]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: near cells in which
    solutions differ, cells become wall or island and numbers move until there is one solution.
    """
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
    """Return the walls of rows x cols cells after digging islands until no 2 x 2 block is all wall; None if a block
    cannot be broken up.
    """
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
    """Return the 2 x 2 blocks that are all wall."""
    found = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in sorted(walls))
    return [square for square in found if walls.issuperset(square)]


def _is_right(walls: set[Cell], rows: int, cols: int, squares_too: bool = True) -> bool:
    """Whether the walls of rows x cols cells are connected, no island is larger than LARGEST cells, and (if
    `squares_too`) no 2 x 2 block is all wall.
    """
    rest = {(r, c) for r in range(rows) for c in range(cols)} - walls
    if squares_too and _squares(walls):
        return False
    return is_connected(walls) and max(map(len, areas(rest)), default=0) <= LARGEST


def drawn(state: NumberedWalls, rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells with the number of each island, and the walls as its solution."""
    givens = [[0] * cols for _ in range(rows)]
    for island in areas({(r, c) for r in range(rows) for c in range(cols)} - state.walls):
        r, c = max(island, key=lambda cell: (state.preference[cell], cell))
        givens[r][c] = len(island)
    return Draft(Board(PUZZLE.name, rows, cols, givens), shading_rows(state.walls, rows, cols))


def refuse(rows: int, cols: int) -> None:
    """Raise ValueError if the board has more than MOST_CELLS cells: repairs of larger boards take minutes and may never
    end.
    """
    if rows * cols > MOST_CELLS:
        raise ValueError(f"a nurikabe of {rows} x {cols} takes too long to make; expected at most {MOST_CELLS} cells")


MAKER = Maker(attempt, least=4, minimal=False, refuse=refuse)
