"""Yajilin: a random loop, with shaded cells and cells with arrows beside it, about equally many of both."""

from __future__ import annotations

from typing import NamedTuple

from ...base.portable_random import RandomSource
from ...puzzles.kit.arrows import FREE, LETTERS
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.random.loops import Region, border, improve, random_region
from ...puzzles.kit.random.shadings import shading_rows
from ...puzzles.kit.variables import EdgeRows, ahead
from ...puzzles.spec import Board, Cell
from ...puzzles.types.yajilin import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique, near

REPAIRS = 300
NEAR = 2  # rows and columns from a fault to what is changed


class Plan(NamedTuple):
    """A region that the loop goes around, and for each cell a number, which decides whether a cell off the loop is
    shaded or has an arrow, and where the arrow points.
    """

    region: Region
    turn: dict[Cell, int]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: the loop and the
    numbers of cells near differing solutions change until there is one solution.
    """
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    faces = [(r, c) for r in range(rows - 1) for c in range(cols - 1)]
    region = random_region(random, rows - 1, cols - 1)

    def change(plan: Plan, wrong: list[Cell]) -> Plan:
        cell = random.pick(wrong)
        turn = plan.turn | {each: random.below(1000) for each in near(cell, cells, NEAR) if random.chance(0.5)}
        region = set(plan.region)
        around = near(cell, faces, NEAR)
        improve(region, [random.pick(around) for _ in range(random.below(4))], lambda region, cell: 0)
        return Plan(region, turn)

    start = Plan(region, {cell: random.below(1000) for cell in cells})
    return made_unique(start, lambda plan: drawn(plan, rows, cols), change, REPAIRS)


def drawn(plan: Plan, rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells of a plan, and its solution: cells off the loop with odd numbers are
    shaded, the least number first, if they touch no shaded cell; other cells off the loop have arrows.
    """
    loop = border(plan.region, rows - 1, cols - 1)
    off = sorted(_off_the_loop(loop, rows, cols), key=lambda cell: (plan.turn[cell], cell))
    shaded: set[Cell] = set()
    for cell in off:
        if shaded.isdisjoint(neighbours(cell)) and plan.turn[cell] % 2:
            shaded.add(cell)
    blank = Board(PUZZLE.name, rows, cols, [[FREE] * cols for _ in range(rows)])
    givens = [list(row) for row in blank.givens]
    arrows = set(off) - shaded
    for r, c in arrows:
        givens[r][c] = _arrow(blank, (shaded, arrows), (r, c), plan.turn[r, c])
    solution = {**loop, "shaded": shading_rows(shaded, rows, cols)}
    return Draft(Board(PUZZLE.name, rows, cols, givens), solution)


def _off_the_loop(loop: EdgeRows, rows: int, cols: int) -> set[Cell]:
    across = {(r, c) for r, row in enumerate(loop["h"]) for c, on in enumerate(row) if on == "1"}
    down = {(r, c) for r, row in enumerate(loop["v"]) for c, on in enumerate(row) if on == "1"}
    on_loop = {*across, *((r, c + 1) for r, c in across), *down, *((r + 1, c) for r, c in down)}
    return {(r, c) for r in range(rows) for c in range(cols)} - on_loop


def _arrow(board: Board, off: tuple[set[Cell], set[Cell]], cell: Cell, turn: int) -> str:
    """Return the number and letter of an arrow at the cell, which counts the shaded cells in its direction.

    off: the shaded cells, and those with arrows.  turn: decides between the directions in which there is a free cell,
    for other arrows say nothing; between those in which there are cells if there is none.
    """
    shaded, arrows = off
    seen = {letter: ahead(board, cell, way) for letter, way in LETTERS.items()}
    free = [letter for letter in LETTERS if not arrows.issuperset(seen[letter])]
    letters = free or [letter for letter in LETTERS if seen[letter]]
    letter = letters[turn % len(letters)]
    return f"{len(shaded.intersection(seen[letter]))}{letter}"


MAKER = Maker(attempt, least=3, minimal=False)
