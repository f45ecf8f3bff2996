"""Binairo: a random filled board, of whose digits only the needed ones are kept."""

from __future__ import annotations

from ...puzzles.spec import Board
from ...puzzles.types.binairo import BLANK, PUZZLE
from ..from_models import random_solution, with_needed_clues
from ..spec import Dice, Draft, Maker


def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
    """The digits are dropped in random order.  Equal rows, and equal columns, are allowed."""
    empty = Board(PUZZLE.name, rows, cols, {"grid": [BLANK * cols] * rows, "distinct": False})
    solution = random_solution(dice, empty)
    if solution is None:
        return None
    return with_needed_clues(dice, Board(PUZZLE.name, rows, cols, {**empty.givens, "grid": solution}), solution)


def refuse(rows: int, cols: int) -> None:
    """Every line has as many of both digits."""
    if rows % 2 or cols % 2:
        raise ValueError(f"rows and columns of a binairo are even numbers, not {rows}x{cols}")


MAKER = Maker(attempt, least=2, minimal=True, refuse=refuse)
