"""The default maker: a random solution, all clues that it implies, and of these only the needed ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..base.portable_random import RandomSource
from ..puzzles.making import Making
from ..puzzles.notation import CellForm
from ..puzzles.spec import PUZZLES, Board
from .from_models import random_solution, with_needed_clues
from .spec import Draft, Maker


def maker_of(puzzle: str, making: Making[Any]) -> Maker:
    """Return the maker of boards of a puzzle, whose clues are dropped in random order."""

    def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
        empty = board_without_clues(puzzle, making, rows, cols)
        solution = random_solution(random, empty, making.share)
        if solution is None:
            return None
        full = making.givens_of(random, empty, solution) if making.givens_of else with_solution(empty, solution)
        return with_needed_clues(random, full, solution)

    return Maker(attempt, making.least, True, making.refuse)


def with_solution(board: Board, solution: Sequence[Sequence[Any]]) -> Board:
    """Return the board with the values that all cells have in the solution."""
    return board.with_values({(r, c): solution[r][c] for r, c in board.cells()})


def board_without_clues(puzzle: str, making: Making[Any], rows: int, cols: int) -> Board:
    """Return the board of this size whose solutions are all that the puzzle can have."""
    form = PUZZLES[puzzle].form
    assert isinstance(form, CellForm), "the values of cells are what is given"
    values = [[making.blank] * (cols + form.corners) for _ in range(rows + form.corners)]
    numbers = form.extra.default(rows, cols) if form.extra else ()
    return Board(puzzle, rows, cols, form.givens(values, numbers))
