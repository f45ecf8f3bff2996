"""Gokigen Naname: random diagonals without a loop, all numbers at corners, and of these only the needed ones."""

from __future__ import annotations

from ...puzzles.types.gokigen import PUZZLE, towards
from ..from_models import from_corners
from ..spec import Dice, Draft, Maker


def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
    """The numbers are dropped in random order."""
    return from_corners(dice, PUZZLE.name, (rows, cols), lambda char, cell, corner: char == towards(cell, corner))


MAKER = Maker(attempt, least=2, minimal=True)
