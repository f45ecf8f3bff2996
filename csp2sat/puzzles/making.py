"""How boards of a puzzle follow from its solutions: the constant MAKING beside PUZZLE, if it says so.

Boards of other puzzles, of which more than clues has to be found, are made by files under `generating/types/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from ..base.portable_random import RandomSource
from .spec import Board, S


@dataclass(frozen=True)
class Making(Generic[S]):
    """A way to make boards: a random solution, the board with all clues that it implies, of which the needed ones stay.

    least: the smallest number of rows, and of columns.
    givens_of: random source, a board without clues, a solution of it -> the board with all its clues; None: these are
        the values that all cells have in the solution.
    blank: what a cell has that has no clue.
    share: the chance of a Boolean to be tried as true first, when the values of a solution are drawn.
    refuse: ValueError, with what was expected, for a size that no board has.
    """

    least: int
    givens_of: Callable[[RandomSource, Board, S], Board] | None = None
    blank: Any = "."
    share: float = 0.5
    refuse: Callable[[int, int], None] = lambda rows, cols: None
