"""New boards: draws of a maker until there is one solution, which is then checked as for any other board."""

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
from ..solving.trace import Trace
from .dropping import Thinned
from .givens import ANY_GIVENS, WantedGivens, with_wanted_givens
from .makers import MAKERS
from .spec import Draft

TRIES = 50
MOST = 60  # rows or columns: far beyond what is made in a minute


class NoBoard(Csp2SatError):
    """The error that no board of a kind and size with one solution has been found."""


class NotUnique(Csp2SatError):
    """The error that a new board has not exactly the solution from which it was made: a defect of csp2sat."""


def check_size(puzzle: str, rows: int, cols: int) -> None:
    """Raise UsageError if no boards of rows x cols cells can be made of a puzzle, and UnknownPart if `puzzle` has no
    maker.
    """
    maker = MAKERS[puzzle]
    if not maker.least <= min(rows, cols) <= max(rows, cols) <= MOST:
        raise UsageError(
            f"size {cut(rows)}x{cut(cols)}: expected {maker.least} to {MOST} rows and columns for {puzzle}"
        )
    try:
        maker.refuse(rows, cols)
    except ValueError as error:
        raise UsageError(f"size {rows}x{cols}: {error}") from None


def generate(
    puzzle: str,
    rows: int,
    cols: int,
    seed: int,
    pipeline: Pipeline | None = None,
    wanted: WantedGivens = ANY_GIVENS,
) -> Draft:
    """Return a new board of rows x cols cells of a puzzle, together with its only solution: the same for the same
    arguments.

    puzzle: its name.  seed: of the random draws.  pipeline: if given, solves the board once more with its own solver
    and the usual model, to confirm that the solution is the only one.  wanted: the choice of the board's givens, which
    `check_givens` allows.  Raise UsageError for an impossible size, UnknownPart for an unknown puzzle, NoBoard if TRIES
    draws fail, SolverError if a solver fails, LimitReached with the number of the draw that a limit ended, and
    NotUnique as `confirm` does.
    """
    draft = thinned(puzzle, rows, cols, seed, wanted, None if pipeline is None else pipeline.trace).draft
    if pipeline is not None:
        confirm(draft, pipeline)
    return draft


def thinned(
    puzzle: str, rows: int, cols: int, seed: int, wanted: WantedGivens = ANY_GIVENS, trace: Trace | None = None
) -> Thinned:
    """Return a new board as `generate` does, which nothing has confirmed, and the way to it from one with more givens.

    puzzle, rows, cols, seed: as there.  trace: gets the number of the draw.
    """
    check_size(puzzle, rows, cols)
    random = RandomSource(seed)
    for number in range(1, TRIES + 1):
        if trace is not None:
            trace.reached(f"try {number} of {TRIES}")
        try:
            full = MAKERS[puzzle].attempt(random, rows, cols)
            found = full and with_wanted_givens(random, full, wanted)
        except LimitReached as limit:
            raise LimitReached(f"{limit} in try {number} of {TRIES}") from None
        if found is not None:
            return found
    usual, area = MAKERS[puzzle].usual_size(), rows * cols
    size = f"a smaller size, such as {usual[0]}x{usual[1]}" if area > usual[0] * usual[1] else "a larger size"
    advice = f"take another seed, or {size}" if wanted == ANY_GIVENS else "take another seed, or ask less of the givens"
    raise NoBoard(f"no {puzzle} of {rows}x{cols} with one solution{wanted.in_words()} in {TRIES} tries; {advice}")


def confirm(draft: Draft, pipeline: Pipeline) -> None:
    """Raise NotUnique unless the draft's solution is the only solution of its board, which `pipeline` solves once more.

    Raise LimitReached if a limit ends the search first, and ValueError or CellError for a board that is not one of its
    kind of puzzle.
    """
    PUZZLES[draft.board.puzzle].check(draft.board)
    digest = hashlib.sha256(json.write(draft.board).encode()).hexdigest()
    result = solve_unique(ProblemRun(BoardProblem(draft.board, digest), pipeline))
    if result.unique is None and result.status != "UNSATISFIABLE":
        raise LimitReached(result.reason)
    if not result.unique or result.solution != draft.solution:
        raise NotUnique(f"not one solution: a defect of csp2sat; please report it: {json.write(draft.board)}")
