"""New boards: a maker's draws until there is one solution, then the same question again, as any board is asked it."""

from __future__ import annotations

import hashlib

from ..base.numbers import cut
from ..base.portable_random import RandomSource
from ..errors import Csp2SatError, LimitReached, UsageError
from ..puzzles.formats import json
from ..puzzles.spec import PUZZLES
from ..solving.first_solution import solve_unique
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem
from ..solving.problem_run import ProblemRun
from .makers import MAKERS
from .spec import Draft

TRIES = 50
MOST = 60  # rows or columns: far beyond what is made in a minute


class NoBoard(Csp2SatError):
    """No board of that type and size has been found."""


class NotUnique(Csp2SatError):
    """A new board has not the one solution that it should have: a defect of csp2sat."""


def check_size(puzzle: str, rows: int, cols: int) -> None:
    """UsageError where there are no boards of that size; UnknownPart where there is no maker of that name."""
    maker = MAKERS[puzzle]
    if not maker.least <= min(rows, cols) <= max(rows, cols) <= MOST:
        raise UsageError(
            f"size {cut(rows)}x{cut(cols)}: expected {maker.least} to {MOST} rows and columns for {puzzle}"
        )
    try:
        maker.refuse(rows, cols)
    except ValueError as error:
        raise UsageError(f"size {rows}x{cols}: {error}") from None


def generate(puzzle: str, rows: int, cols: int, seed: int, pipeline: Pipeline | None = None) -> Draft:
    """A board with one solution, and that solution: the same for the same arguments.

    pipeline: asks once more whether the solution is the only one, by its own solver and by the model that any board
    has.  Raises UsageError for a size that cannot be, NoBoard, SolverError, LimitReached.
    """
    check_size(puzzle, rows, cols)
    random = RandomSource(seed)
    for _ in range(TRIES):
        draft = MAKERS[puzzle].attempt(random, rows, cols)
        if draft is not None:
            if pipeline is not None:
                confirm(draft, pipeline)
            return draft
    usual, area = MAKERS[puzzle].usual_size(), rows * cols
    size = f"a smaller size, such as {usual[0]}x{usual[1]}" if area > usual[0] * usual[1] else "a larger size"
    advice = f"take another seed, or {size}"
    raise NoBoard(f"no {puzzle} of {rows}x{cols} with one solution in {TRIES} tries; {advice}")


def confirm(draft: Draft, pipeline: Pipeline) -> None:
    """NotUnique if the board is no board of its type, or has another solution; LimitReached if that is not decided."""
    PUZZLES[draft.board.puzzle].check(draft.board)
    digest = hashlib.sha256(json.write(draft.board).encode()).hexdigest()
    result = solve_unique(ProblemRun(BoardProblem(draft.board, digest), pipeline))
    if result.unique is None and result.status != "UNSATISFIABLE":
        raise LimitReached(result.reason)
    if not result.unique or result.solution != draft.solution:
        raise NotUnique(f"a board without one solution, please report this as a defect: {json.write(draft.board)}")
