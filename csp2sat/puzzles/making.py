"""The generation of a puzzle's boards from solutions: the constant MAKING beside PUZZLE, if the puzzle has one.

Boards of other puzzles, whose generation is more than choosing clues, are made by files under `generating/types/`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from ..base.portable_random import RandomSource
from ..tuples import NamedTuple
from .notation import Givens, GivenValue
from .spec import Board, Cell, S


class Making(NamedTuple, Generic[S]):
    """A way to make boards: draw a solution, write all clues that it implies, and drop those not needed.

    least: the smallest number of rows, and of columns.
    givens_of: random source, a board without clues, a solution of it -> the board with all its clues, or None if the
        solution is of no use.  If `givens_of` is None, the clues are the values that all cells have in the solution.
    solution: random source, rows, columns -> a random solution, None if these draws lead to none.  If left out,
        one variable of the board without clues after the other gets a random value that its model allows.
    share: the probability that a Boolean is tried as true first in that case.
    empty: random source, rows, columns -> the givens of a board without clues; if it is left out, all cells are blank.
    blank: the value of a blank cell, and of other givens that are no strings.
    cleared: whether a cell becomes blank when its clue is dropped, instead of having what `Clues.without` leaves, such
        as a number that is not given.
    change: random source, board with all its clues, its solution, the cells in which other solutions differ -> another
        board with all clues, and its solution.  Boards are changed until there is one solution, at most `changes`
        times.
    dropped: board -> the cells whose clue may be dropped; None: all of `Clues.optional`.
    rank: board, cell -> a rank: clues of lower rank are dropped first, and clues of equal rank in random order.
    anchor: board -> the cell whose clue is dropped last, if at all; until then it makes other solutions easier to find.
    usual: the rows and columns of a board if no size is asked for.
    refuse: rows, columns -> None; ValueError with the expected sizes if no board has this one.
    """

    least: int
    givens_of: Callable[[RandomSource, Board, S], Board | None] | None = None
    solution: Callable[[RandomSource, int, int], S | None] | None = None
    share: float = 0.5
    empty: Callable[[RandomSource, int, int], Givens] | None = None
    blank: GivenValue = "."
    cleared: bool = False
    change: Callable[[RandomSource, Board, S, list[Cell]], tuple[Board, S]] | None = None
    changes: int = 200
    dropped: Callable[[Board], list[Cell]] | None = None
    rank: Callable[[Board, Cell], int] = lambda board, cell: 0
    anchor: Callable[[Board], Cell] | None = None
    usual: int = 10
    refuse: Callable[[int, int], None] = lambda rows, cols: None


def none_dropped(board: Board) -> list[Cell]:
    """Return no cell, so that no clue is dropped."""
    return []


def cells_first(board: Board, cell: Cell) -> int:
    """Return a rank that drops clues in cells (0) before clues beside the board (1)."""
    return 0 if board.has(cell) else 1
