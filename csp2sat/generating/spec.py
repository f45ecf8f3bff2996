"""Makers of the boards of one type of puzzle: the constant MAKER of a file, or the puzzle's own constant MAKING."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..base.portable_random import RandomSource
from ..puzzles.spec import Board, Solution


class Draft(NamedTuple):
    """A board and the solution from which it was made."""

    board: Board
    solution: Solution


class Maker(NamedTuple):
    """A way to make boards of one type.

    attempt: random source, rows, columns -> a board with one solution, or None if the random draws have led to none.
    least: the smallest number of rows, and of columns.  minimal: whether every given is needed.  refuse: ValueError,
    with a text on expected sizes, for a size that the type cannot have.  usual: rows and columns of a board if no size
    is asked for, one number if both are equal.
    """

    attempt: Callable[[RandomSource, int, int], Draft | None]
    least: int
    minimal: bool
    refuse: Callable[[int, int], None] = lambda rows, cols: None
    usual: int | tuple[int, int] = 10

    def usual_size(self) -> tuple[int, int]:
        """Return the numbers of rows and columns of a board if no size is asked for."""
        return self.usual if isinstance(self.usual, tuple) else (self.usual, self.usual)
