"""Str8ts: random black cells, a random filling, numbers in some black cells, and of all numbers only those needed."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.spec import Board, Cell
from ...puzzles.types.str8ts import BLACK, PUZZLE
from ..from_models import random_solution, with_needed_clues
from ..random_solutions import Square, refuse_oblong
from ..spec import Draft, Maker

BLACKS = 0.25  # of the cells
NUMBERED = 0.4  # chance of a black cell to get a number, if there is one that its lines do not have


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    cells = [(r, c) for r in range(rows) for c in range(rows)]
    black = sorted(random.shuffled(cells)[: int(BLACKS * len(cells))])
    signs = ["".join(BLACK if (r, c) in black else "." for c in range(rows)) for r in range(rows)]
    empty = Board(PUZZLE.name, rows, rows, {"grid": [[0] * rows for _ in range(rows)], "black": signs})
    filling = random_solution(random, empty)
    if filling is None:
        return None
    numbered(random, filling, [cell for cell in black if random.chance(NUMBERED)])
    full = Board(PUZZLE.name, rows, rows, {"grid": filling, "black": signs})
    found = with_needed_clues(random, full, filling)
    return found and Draft(found.board, filling_of(found.board, filling, black))


def numbered(random: RandomSource, grid: Square, black: list[Cell]) -> None:
    """Write numbers into these black cells, if there are some that are not in their rows and columns."""
    for r, c in black:
        there = {*grid[r], *(row[c] for row in grid)}
        free = [number for number in range(1, len(grid) + 1) if number not in there]
        grid[r][c] = random.pick(free) if free else 0


def filling_of(board: Board, grid: Square, black: list[Cell]) -> Square:
    """The solution of the board: without the numbers of black cells that it has not any more."""
    told = board.filled()
    rows = enumerate(grid)
    return [
        [0 if (r, c) in black and (r, c) not in told else number for c, number in enumerate(row)] for r, row in rows
    ]


MAKER = Maker(attempt, least=3, minimal=True, refuse=refuse_oblong, usual=9)
