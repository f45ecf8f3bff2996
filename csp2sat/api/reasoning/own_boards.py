"""Boards of a setter, of which harder or easier ones are made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from ...errors import LimitReached, UsageError
from ...generating.from_board import differences as differences
from ...generating.spec import Draft
from ...puzzles.grade_bounds import bounds, existing
from ...puzzles.names import puzzle_named
from ...puzzles.spec import Board
from ...reasoning.grades import Grade
from ...solving.first_solution import solve_unique
from ...solving.problem import BoardProblem
from ...solving.problem_run import ProblemRun
from ...solving.trace import Trace
from ..pipelines import folder_for, pipeline_of
from ..settings import Settings
from .chains import USUAL_SECONDS, Steps
from .chains import grade as grade_by

HarderOrEasier = Literal["harder", "easier"]
WAYS: tuple[HarderOrEasier, ...] = get_args(HarderOrEasier)
SEVERAL = "what to do: csp2sat help a board of mine has several solutions"
WORDS = re.compile(r"[^\W\d_][^\W_]*(?:[- ][^\W_]+)*")  # a name such as statue-park, and no path, URL or text


class OwnBoard(NamedTuple):
    """A setter's board with its only solution and its grade; name: for messages."""

    name: str
    draft: Draft
    grade: Grade

    def grades(self, way: HarderOrEasier) -> range:
        """Return the grades above or below that of the board; raise UsageError if boards of its kind have none, or if
        the grade is a lower bound and higher ones are asked for.
        """
        puzzle, value = self.draft.board.puzzle, self.grade.value
        if way == "harder" and self.grade.bound:
            raise UsageError(f"{self.name}: the steps of the board take too long; a harder one would have no grade")
        found = range(value + 1, 11) if way == "harder" else range(1, value)
        if not set(found) & set(existing(bounds(self.draft.board))):
            which = "higher" if way == "harder" else "lower"
            raise UsageError(f"{self.name}: the board has grade {self.grade.text}; {puzzle} has no {which} grade")
        return found


def is_board(name: str) -> bool:
    """Whether a word in place of a kind of puzzle stands for a board: a file, a URL or `-`."""
    if puzzle_named(name) is not None:
        return False
    return not WORDS.fullmatch(name) or Path(name).exists()


def own_board(
    name: str, board: Board, settings: Settings, trace: Trace | None = None, deadline: float | None = None
) -> OwnBoard:
    """Return a board with its solution and its grade.

    name: of the board, for messages.  deadline: on the monotonic clock; None: from the settings' timeout.  Raise
    UsageError for a board without exactly one solution, and LimitReached if a limit ends the search for a second one.
    """
    with folder_for() as folder:
        pipeline = pipeline_of(settings, folder, trace=trace, deadline=deadline)
        result = solve_unique(ProblemRun(BoardProblem(board, ""), pipeline))
    one = f"{name}: expected a board with one solution; this one has"
    if result.status == "UNSATISFIABLE":
        raise UsageError(f"{one} none (csp2sat explain says why)")
    if result.unique is False:
        raise UsageError(f"{one} several ({SEVERAL})")
    if result.unique is None:
        raise LimitReached(result.reason)
    grade = grade_by(Steps(board, deadline, cpu=USUAL_SECONDS))
    assert grade is not None, "a board with one solution has a grade"
    return OwnBoard(name, Draft(board, result.solution), grade)
