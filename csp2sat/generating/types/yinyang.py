"""Yin-Yang: a random board of white and black circles, of which only the needed ones are kept."""

from __future__ import annotations

from ...puzzles.spec import Board
from ...puzzles.types.yinyang import BLANK, PUZZLE
from ..from_models import from_solution
from ..spec import Dice, Draft, Maker


def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
    """The circles are dropped in random order."""
    return from_solution(dice, Board(PUZZLE.name, rows, cols, [BLANK * cols] * rows), lambda circles: circles)


MAKER = Maker(attempt, least=3, minimal=True)
