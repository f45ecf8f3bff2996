"""Battleship: a fleet at random places, all numbers, all cells, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import areas
from ...puzzles.spec import PUZZLES, Board, Cell
from ...puzzles.types.battleship import BLANK, INNER, ONE, PUZZLE, WATER
from ..from_models import random_solution
from ..spec import Draft, Maker
from ..uniqueness import without_spare_givens

SHARE = 0.28  # of the cells that ships may take: the usual fleet of twenty on 10 x 10


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """What is in cells is dropped before the numbers; both in random order."""
    givens = {"fleet": fleet(rows, cols), "rows": [None] * rows, "cols": [None] * cols, "grid": [BLANK * cols] * rows}
    solution = random_solution(random, Board(PUZZLE.name, rows, cols, givens))
    if solution is None:
        return None
    numbers = {"rows": [row.count("#") for row in solution]}
    numbers["cols"] = ["".join(column).count("#") for column in zip(*solution, strict=True)]
    board = Board(PUZZLE.name, rows, cols, {**givens, **numbers, "grid": parts(solution)})
    given = random.shuffled(PUZZLES[PUZZLE.name].clues.optional(board))
    return without_spare_givens(Draft(board, solution), sorted(given, key=lambda cell: not board.has(cell)))


def fleet(rows: int, cols: int) -> list[int]:
    """One ship of the largest size, two of the next one, and so on: as large as the board has room for."""
    largest = 1
    while sum(k * (largest + 2 - k) for k in range(1, largest + 2)) <= SHARE * rows * cols and largest < max(
        rows, cols
    ):
        largest += 1
    return [size for size in range(largest, 0, -1) for _ in range(largest + 1 - size)]


def parts(solution: list[str]) -> list[str]:
    """What is in each cell: water, or that part of a ship."""
    sign = dict[Cell, str]()
    for ship in areas([(r, c) for r, row in enumerate(solution) for c, char in enumerate(row) if char == "#"]):
        ends = "ns" if ship[0][1] == ship[-1][1] else "we"
        sign |= dict.fromkeys(ship, INNER) | {ship[0]: ends[0], ship[-1]: ends[1]}
        sign |= {ship[0]: ONE} if len(ship) == 1 else {}
    return ["".join(sign.get((r, c), WATER) for c in range(len(row))) for r, row in enumerate(solution)]


MAKER = Maker(attempt, least=3, minimal=True)
