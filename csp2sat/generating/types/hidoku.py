"""Hidoku: a random path of a king through all cells, of whose numbers only the needed ones are kept."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.spec import Board, Cell
from ...puzzles.types.hidoku import PUZZLE, touching
from ..from_models import with_needed_clues
from ..spec import Draft, Maker

MIXING = 20  # for each cell: changes of the path


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    empty = Board(PUZZLE.name, rows, cols, [[0] * cols for _ in range(rows)])
    numbers = {cell: number for number, cell in enumerate(random_path(random, empty), start=1)}
    grid = [[numbers[r, c] for c in range(cols)] for r in range(rows)]
    return with_needed_clues(random, Board(PUZZLE.name, rows, cols, grid), grid)


def random_path(random: RandomSource, board: Board) -> list[Cell]:
    """A path through all cells, from each one to one that it touches.

    It begins with rows to and fro.  Then, again and again, an end is joined to a cell that it touches; the part between
    them is gone the other way round, which has the end at another place.
    """
    path = [cell for r in range(board.rows) for cell in board.cells()[r * board.cols :][: board.cols][:: 1 - r % 2 * 2]]
    for _ in range(MIXING * len(path)):
        if random.chance(0.5):
            path.reverse()
        at = path.index(random.pick(touching(board, path[-1]))) if len(path) > 1 else 0
        path[at + 1 :] = path[:at:-1]
    return path


MAKER = Maker(attempt, least=2, minimal=True)
