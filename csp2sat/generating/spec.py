"""What a generator of boards is: one file for each type of puzzle, with the constant MAKER."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..base.plugins import Parts
from ..puzzles.spec import Board, Solution
from .portable_random import Dice


class Draft(NamedTuple):
    """A board, and the solution from which it was made."""

    board: Board
    solution: Solution


class Maker(NamedTuple):
    """How boards of a type are made.

    attempt: dice, rows, columns -> a board with one solution, or None if these draws have led to none.
    least: the smallest number of rows, and of columns.
    minimal: is every given needed?  usual: rows and columns where nothing is said.
    refuse: ValueError, with what was expected, for a size that the type cannot have.
    """

    attempt: Callable[[Dice, int, int], Draft | None]
    least: int
    minimal: bool
    refuse: Callable[[int, int], None] = lambda rows, cols: None
    usual: int = 10


MAKERS: Parts[Maker] = Parts("generator", "MAKER", "csp2sat.generating.types")
