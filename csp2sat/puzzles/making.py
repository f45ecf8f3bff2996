"""How boards of a puzzle follow from its solutions: the constant MAKING beside PUZZLE, if it says so.

Boards of other puzzles, of which more than clues has to be found, are made by files under `generating/types/`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple

from ..base.portable_random import RandomSource
from .notation import Givens, GivenValue
from .spec import Board, Cell, S


class Making(NamedTuple, Generic[S]):
    """A way to make boards: a random solution, the board with all clues that it implies, of which the needed ones stay.

    least: the smallest number of rows, and of columns.
    givens_of: random source, a board without clues, a solution of it -> the board with all its clues; None: these are
        the values that all cells have in the solution.  Its own result is None if the solution is of no use.
    solution: random source, rows, columns -> a random solution, None if these draws lead to none.  If it is left out,
        one variable of the board without clues after the other gets a random value that its model allows.
    share: the chance of a Boolean to be tried as true first in that case.
    empty: random source, rows, columns -> the givens of a board without clues; if it is left out, all cells are blank.
    blank: what a blank cell has, and other givens that are no strings.
    cleared: does a cell become blank when its clue is dropped?  If not, it becomes what `Clues.without` leaves, such as
        a number that is not given.
    change: random source, board with all its clues, its solution, the cells in which other solutions differ -> another
        board with all clues, and its solution.  So it goes on until there is one solution, at most `changes` times.
    dropped: the cells with a clue that may be dropped; None: all that `Clues.optional` has.
    rank: a clue is dropped before all those of a higher rank; clues of the same rank are in random order.
    anchor: the clue that is dropped last, if it can be, and holds until then: it makes other solutions easier to find.
    usual: rows and columns of a board if no size is asked for.
    refuse: ValueError, with what was expected, for a size that no board has.
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
    """Return no cell: all clues stay."""
    return []


def cells_first(board: Board, cell: Cell) -> int:
    """Return the rank of clues that are dropped in cells before they are dropped beside the board."""
    return 0 if board.has(cell) else 1
