"""Binairo: a random filled board, of whose digits only the needed ones are kept."""

from __future__ import annotations

from ...puzzles.spec import Board
from ...puzzles.types.binairo import BLANK, PUZZLE
from ..from_models import from_solution
from ..spec import Dice, Draft, Maker


def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
    """The digits are dropped in random order.  Equal rows, and equal columns, are allowed."""
    givens = {"grid": [BLANK * cols] * rows, "distinct": False}
    return from_solution(dice, Board(PUZZLE.name, rows, cols, givens), lambda filled: {**givens, "grid": filled})


def refuse(rows: int, cols: int) -> None:
    """Every line has as many of both digits."""
    if rows % 2 or cols % 2:
        raise ValueError(f"rows and columns of a binairo are even numbers, not {rows}x{cols}")


MAKER = Maker(attempt, least=2, minimal=True, refuse=refuse)
