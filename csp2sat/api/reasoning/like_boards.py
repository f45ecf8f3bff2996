"""New boards at a grade with the solution of a setter's board."""

from __future__ import annotations

from ...errors import UsageError
from ...generating.givens import ANY_GIVENS, WantedGivens, check_givens
from ...puzzles.spec import Board
from ...solving.trace import Trace
from ..settings import Settings
from .graded import GradedMaker, grades_of
from .own_boards import WAYS, OwnBoard, own_board


def maker_like(
    own: OwnBoard,
    grade: object,
    settings: Settings,
    wanted: WantedGivens = ANY_GIVENS,
    trace: Trace | None = None,
    deadline: float | None = None,
) -> GradedMaker:
    """Return the maker of boards with the solution of a setter's board, at a grade.

    grade: as for `grades_of`, or `harder` or `easier` than the board.  settings, wanted, trace, deadline: as of
    GradedMaker.  Raise UsageError for other grades, and for grades and givens that no board of the kind has.
    """
    board = own.draft.board
    size = (board.rows, board.cols)
    way = next((each for each in WAYS if each == grade), None)
    check_givens(board, *size, wanted)
    found = own.grades(way) if way else grades_of(grade)
    return GradedMaker(board.puzzle, size, found, settings, wanted, trace, deadline, own)


def board_like(
    board: Board,
    size: tuple[int | None, int | None],
    grade: object,
    seed: int,
    settings: Settings,
    wanted: WantedGivens,
    deadline: float | None,
) -> Board:
    """Return a board with the solution of another board, at a grade, as `maker_like` and its `board` make it.

    size: rows and columns, which must be None, as those of the board are taken.  seed: of the random draws.  deadline:
    on the monotonic clock, None for none.  The errors are those of `own_board`, `maker_like` and GradedMaker.
    """
    if grade is None or size != (None, None):
        raise UsageError("a board like another has its size; expected grade=, and neither rows nor cols")
    own = own_board("the board", board, settings, None, deadline)
    return maker_like(own, grade, settings, wanted, None, deadline).board(seed).draft.board


def grades_without_board(grade: object) -> range:
    """Return the grades that `grades_of` returns; raise UsageError for `harder` and `easier`, too."""
    if grade in WAYS:
        raise UsageError("needs a board in place of the kind; expected grades, such as 3", "grade", grade)
    return grades_of(grade)
