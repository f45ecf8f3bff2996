"""Makers of the boards of one kind of puzzle: the constant MAKER of a file, or the puzzle's own constant MAKING."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..base.portable_random import RandomSource
from ..puzzles.spec import PUZZLES, Board, Cell, Solution


class Draft(NamedTuple):
    """A board and the solution from which it was made."""

    board: Board
    solution: Solution


class SpareGivens(NamedTuple):
    """The givens of a board that may be dropped, and the way to drop them.

    order: their cells, in the order in which they are tried.
    anchor: the cell of a given that is tried last and holds until then, since solvers find loops sooner if a point of
        the loop is known; None for none.
    blanked: a board and cells -> the board without the givens of these cells; None: `Clues.without` of the puzzle.
    value: a cell -> the Boolean of the model without these givens (`=x` for the value of the integer x) whose value in
        the solution is the cell's given; None: each given has constraints of its own.
    """

    order: Sequence[Cell]
    anchor: Cell | None = None
    blanked: Callable[[Board, Sequence[Cell]], Board] | None = None
    value: Callable[[Cell], str] | None = None


def all_clues(random: RandomSource, board: Board) -> SpareGivens:
    """Return all clues of a board that can be left out, in random order."""
    return SpareGivens(random.shuffled(PUZZLES[board.puzzle].clues.optional(board)))


class Maker(NamedTuple):
    """A way to make boards of one kind.

    attempt: random source, rows, columns -> a board and its solution, or None if the random draws have led to none;
        the only solution unless there are spare givens.
    least: the smallest number of rows, and of columns.
    minimal: whether every given is needed.
    spare: random source, board -> its givens that may be dropped; None if all givens stay.
    refuse: ValueError, with a text on expected sizes, for a size that the kind cannot have.
    usual: rows and columns of a board if no size is asked for, one number if both are equal.
    """

    attempt: Callable[[RandomSource, int, int], Draft | None]
    least: int
    minimal: bool
    spare: Callable[[RandomSource, Board], SpareGivens] | None = None
    refuse: Callable[[int, int], None] = lambda rows, cols: None
    usual: int | tuple[int, int] = 10

    def usual_size(self) -> tuple[int, int]:
        """Return the numbers of rows and columns of a board if no size is asked for."""
        return self.usual if isinstance(self.usual, tuple) else (self.usual, self.usual)
