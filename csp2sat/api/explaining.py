"""Explanations why a problem has no solution: for a CSP sets of constraints, for a board sets of clues and rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..base.time_limit import until
from ..counting.projection import formula_of
from ..decoder.finding import path_of
from ..errors import LimitReached, UsageError
from ..explaining import board_conflicts, corrections, csp_conflicts
from ..explaining.blamed_parts import ALL as ALL
from ..explaining.blamed_parts import Blame as Blame
from ..explaining.board_conflicts import BoardExplanation
from ..explaining.board_parts import BoardReason as BoardReason
from ..explaining.corrections import BoardCorrection, Correction, Corrections
from ..explaining.csp_conflicts import Explanation, Reason
from ..explaining.extra_clues import ExtraClues as ExtraClues
from ..explaining.extra_clues import extra_clues as extra_clues
from ..explaining.mends import SECONDS, shortened_to, unique_mends
from ..explaining.mends import Mends as Mends
from ..judging.contradicting import variables_of
from ..puzzles.drawing.picture import differing_cells
from ..puzzles.given_parts import plain_cells as plain_cells
from ..puzzles.kit.checks import place as place
from ..puzzles.spec import PUZZLES, Board, Solution
from ..puzzles.spec import clues_of as clues_of
from ..solving.first_solution import solve_unique
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem, Problem
from ..solving.problem_run import ProblemRun

SHORT = 3.0  # seconds for changes of a clue, where more clues would do, too


def reasons(
    problem: Problem, pipeline: Pipeline, most: int | None, blame: Blame = ALL, shortest: bool = False
) -> Explanation[Reason] | BoardExplanation:
    """Return reasons why a problem, known to have no solution, has none; at most `most` of them, all if None.

    blame: which constraints are blamed; ALL for a board.  shortest: whether the first reason is to be as short as
    possible, if that takes little effort; for a board it always is.

    A limit or an interrupt is noted in the result, not raised.  Raise WrongAnswer if a check of a reason fails.
    """
    if (board := _board(problem)) is not None:
        return board_conflicts.explain(board, pipeline, most)
    return csp_conflicts.explain(problem, pipeline, most, blame, shortest)


def corrected(
    problem: Problem, pipeline: Pipeline, most: int | None, blame: Blame = ALL
) -> Corrections[Correction] | Corrections[BoardCorrection]:
    """Return minimal sets of constraints, or of a board's clues, without which a problem, known to have no solution,
    has one; at most `most` of them, all if None.  blame: as for `reasons`.

    A limit or an interrupt is noted in the result, not raised.  Raise WrongAnswer if a check of a set fails.
    """
    if (board := _board(problem)) is not None:
        return corrections.board_corrections(board, pipeline, most)
    return corrections.corrections(problem, pipeline, most, blame)


def leaves_one_solution(board: Board, correction: BoardCorrection, pipeline: Pipeline) -> bool | None:
    """Whether a board without the clues of a correction has a single solution; None if the time limit, or a limit of
    SECONDS seconds, leaves the answer open.
    """
    mended, soon = (
        BoardProblem(clues_of(board).without(board, list(correction.clues)), ""),
        shortened_to(pipeline, SECONDS),
    )
    with suppress(LimitReached), until(soon.run_options.deadline):
        return solve_unique(ProblemRun(mended, soon.apart("corrected"))).known().unique
    return None


def blamed(problem: Problem, by: object, blame: object) -> Blame:
    """Return the choice of the constraints that may be blamed; raise UsageError for a wrong one, and for a board.

    by: "name" to take the constraints of a name together, or None.  blame: names, as a string or a collection, or None.
    """
    if by not in (None, "name"):
        raise UsageError('expected "name", or nothing', "by", by)
    patterns: Any = (blame,) if isinstance(blame, str) else blame
    if patterns is not None and not (isinstance(patterns, Collection) and all(isinstance(p, str) for p in patterns)):
        raise UsageError("expected a name of constraints, or a list of names", "blame", blame)
    if problem.board is not None and (by, blame) != (None, None):
        raise UsageError(
            "a board's clues and rules are blamed; expected a model",
            *next((name, value) for name, value in (("by", by), ("blame", blame)) if value is not None),
        )
    what, always = "clause" if problem.is_cnf else "constraint", problem.always
    names = None if patterns is None else [*patterns]
    return Blame(by == "name" or always is not None, names, what, always or "", problem.background)


def _board(problem: Problem) -> BoardProblem | None:
    """Return a problem of a board; None for another problem."""
    return problem if isinstance(problem, BoardProblem) else None


def one_solution(
    board: Board,
    solutions: tuple[Solution, Solution],
    pipeline: Pipeline,
    patient: bool = False,
    intended: bool = False,
) -> tuple[ExtraClues, Mends]:
    """Return what would leave a board with two known solutions a single one: more clues, and one clue that is changed,
    or written into a cell in which no solution allows a clue.

    patient, intended: as of `extra_clues`; for an intended solution no clue is changed.  The search for changes is
    short if more clues were found.  A limit or an interrupt is noted in both results.
    """
    extra = extra_clues(board, solutions, pipeline, patient, intended)
    if extra.limit or intended:
        return extra, Mends(stopped=extra.stopped)
    picture = PUZZLES[board.puzzle].picture
    differing = differing_cells(*(picture(board, each) for each in solutions))
    changes = unique_mends(board, differing, pipeline, SHORT if extra.clues else SECONDS)
    return replace(extra, limit="interrupted" if changes.stopped else "", stopped=changes.stopped), changes


def decoding_words(problem: Problem, found: Sequence[Reason]) -> Sequence[str]:
    """Return the words behind `csp2sat decode` that say what the clauses of the reasons mean, or the literals of an OPB
    or a WCNF: the map that is beside the formula, an option, and numbers, each a word; () without such a map.
    """
    formula, start = formula_of(problem)
    map_ = path_of(formula)
    constraints = [constraint for reason in found for part in reason.parts for constraint in part]
    numbers = dict.fromkeys(each.origin.indices.removeprefix("clause ") for each in constraints if each.origin)
    names = {str(of.args[0]).removeprefix(start) for each in constraints for of in variables_of(each.formula)}
    option, asked = ("--clause", [*numbers]) if problem.is_cnf else ("--literal", sorted(names))
    return () if map_ is None or not asked else (map_, option, *asked)
