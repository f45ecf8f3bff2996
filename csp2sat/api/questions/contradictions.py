"""Why a problem has no solution: minimal sets of constraints that contradict each other, and minimal corrections."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, Literal, Unpack, overload

from ...base.file_guard import guarded
from ...build.model import Model
from ...explaining.board_conflicts import BoardExplanation
from ...explaining.corrections import BoardCorrection, Corrections
from ...explaining.csp_conflicts import Explanation, perhaps_more
from ...puzzles.spec import Board, Solution
from ...settings import QuestionKeywords
from ...solving import first_solution
from ...solving.pipeline import Pipeline
from ...solving.problem import BoardProblem, Problem
from ...solving.problem_run import ProblemRun
from ..checking import GivenAnswer, intended_solution
from ..explaining import blamed, corrected, one_solution, reasons
from ..pipelines import asked
from ..problems import What, model_of, problem_of
from ..settings import MEANT, NAMES, Settings, known_settings, whole
from ..writing.mend_texts import mends_text
from ..writing.model_reasons import ModelCorrection as ModelCorrection
from ..writing.model_reasons import ModelReason as ModelReason
from ..writing.model_reasons import model_correction, model_reason
from ..writing.reason_texts import board_correction_text, board_reason_text, extra_clues_text, no_correction_text

By = Literal["name"] | None
Blamed = str | Collection[str] | None
_BY = 'by="name" takes the constraints of a name together'
_BLAME = "blame=[NAME, ...] says which constraints may be blamed; the others hold always"
GROUPING = {
    **dict.fromkeys(("groups", "group", "group_by", "by_name", "names", "grouped"), _BY),
    **dict.fromkeys(("hard", "background", "soft", "only", "assumptions", "fixed", "keep"), _BLAME),
}
"""Words for groups and backgrounds in other packages, and what is to be written here."""


@overload
def explain(
    what: Model, *, limit: int | None = 1, by: By = None, blame: Blamed = None, **settings: Unpack[QuestionKeywords]
) -> Explanation[ModelReason]: ...
@overload
def explain(
    what: Board,
    *,
    limit: int | None = 1,
    by: By = None,
    blame: Blamed = None,
    solution: GivenAnswer | None = None,
    **settings: Unpack[QuestionKeywords],
) -> BoardExplanation: ...
@overload
def explain(
    what: Problem | str | Path,
    *,
    limit: int | None = 1,
    by: By = None,
    blame: Blamed = None,
    solution: GivenAnswer | None = None,
    **settings: Unpack[QuestionKeywords],
) -> Explanation[ModelReason] | BoardExplanation: ...
@guarded
def explain(
    what: What,
    *,
    limit: int | None = 1,
    by: By = None,
    blame: Blamed = None,
    solution: GivenAnswer | None = None,
    **settings: Unpack[QuestionKeywords],
) -> Explanation[ModelReason] | BoardExplanation:
    """Explain why a problem has no solution, by sets of constraints, or of clues and rules, that contradict each other.

    limit: the greatest number of such sets, at least 1; None: all.  The result has the sets as `reasons`: a ModelReason
    each for a model, a BoardReason for a board.  The list is empty if there is a solution.  If a limit of the settings
    ends the search, `complete` is False and `limit` names the limit.

    by: "name" to take all constraints of a name together, in or out as a whole.  blame: names of the constraints that
    may be blamed, `*` for any characters; the others hold always, as a background.  Neither is for boards.

    solution: the intended solution of a board that has several, in any form that `check` takes; then the result has as
    `extra` the fewest clues that, added to the board, leave this solution alone: `extra.clues`, and whether they are
    known to be the fewest as `extra.fewest`.  Raise InputError if it is no solution of the board.
    """
    problem = problem_of(what)
    whole("limit", limit, 1)
    wanted = blamed(problem, by, blame)
    known_settings({**settings}, NAMES, GROUPING | MEANT)
    how = Settings.of({**settings})
    intended = None if solution is None else intended_solution(problem, solution)
    with asked(problem, how) as pipeline:
        asked_first = first_solution.solve(ProblemRun(problem, pipeline))
        if problem.board is not None and intended is not None and asked_first.status == "SATISFIABLE":
            return _alone(problem.board, intended, pipeline, how.timeout is not None)
        if asked_first.status != "UNSATISFIABLE":
            none = Explanation[ModelReason] if problem.board is None else BoardExplanation
            return none(complete=not asked_first.reason, limit=asked_first.reason, status=asked_first.status)
        problem = problem.separable()
        found = reasons(problem, pipeline, limit, wanted, limit != 1)
        if found.stopped is not None:
            raise found.stopped
    if isinstance(found, BoardExplanation):
        assert problem.board is not None
        texts = [board_reason_text(problem.board, each) for each in found.reasons]
        found.text = "".join([*texts, mends_text(problem.board, found.mends)]).rstrip("\n")
        return found
    model = model_of(what, problem)
    assert model is not None
    source = getattr(problem, "source", None)
    explained = [model_reason(model, each, wanted, source) for each in found.reasons]
    return Explanation(explained, found.complete, found.limit)


@overload
def corrections(
    what: Model, *, limit: int | None = 1, by: By = None, blame: Blamed = None, **settings: Unpack[QuestionKeywords]
) -> Corrections[ModelCorrection]: ...
@overload
def corrections(
    what: Board, *, limit: int | None = 1, by: By = None, blame: Blamed = None, **settings: Unpack[QuestionKeywords]
) -> Corrections[BoardCorrection]: ...
@overload
def corrections(
    what: Problem | str | Path,
    *,
    limit: int | None = 1,
    by: By = None,
    blame: Blamed = None,
    **settings: Unpack[QuestionKeywords],
) -> Corrections[ModelCorrection] | Corrections[BoardCorrection]: ...
@guarded
def corrections(
    what: What, *, limit: int | None = 1, by: By = None, blame: Blamed = None, **settings: Unpack[QuestionKeywords]
) -> Corrections[ModelCorrection] | Corrections[BoardCorrection]:
    """Return minimal correction sets of a problem without a solution: sets of constraints, or of clues, without which
    there is one.

    limit: the greatest number of such sets, at least 1; None: all.  The result has them as `sets`: a ModelCorrection
    each for a model, a BoardCorrection for a board.  The list is empty if there is a solution, and if the domains or
    the rules of the puzzle alone allow none.  If a limit of the settings ends the search, `complete` is False and
    `limit` names the limit.  by, blame: as for `explain`.
    """
    problem = problem_of(what)
    whole("limit", limit, 1)
    wanted = blamed(problem, by, blame)
    known_settings({**settings}, NAMES, GROUPING | MEANT)
    with asked(problem, Settings.of({**settings})) as pipeline:
        asked_first = first_solution.solve(ProblemRun(problem, pipeline))
        if asked_first.status != "UNSATISFIABLE":
            why = asked_first.reason
            none_needed = _none(why, "there is a solution: nothing to leave out")
            return Corrections(complete=not why, limit=why, text=none_needed, status=asked_first.status)
        problem = problem.separable()
        found: Corrections[Any] = corrected(problem, pipeline, limit, wanted)
        if found.stopped is not None:
            raise found.stopped
    board = problem.board
    if board is None:
        model = model_of(what, problem)
        assert model is not None
        source = getattr(problem, "source", None)
        found.sets[:] = [model_correction(model, each, wanted, source) for each in found.sets]
    texts = [str(each) if board is None else board_correction_text(board, each) for each in found.sets]
    texts = texts or [_none(found.limit, no_correction_text(board, wanted))]
    texts += [perhaps_more("corrections", found.limit)] if found.sets and not found.complete else []
    found.text = "\n".join(text.rstrip("\n") for text in texts)
    return found


def _none(limit: str, text: str) -> str:
    """Return the text of no corrections: that a limit came before any, or the given one if there is no limit."""
    return f"no correction was found: {limit}" if limit else text


def _alone(board: Board, intended: Solution, pipeline: Pipeline, patient: bool) -> BoardExplanation:
    """Return the explanation whose `extra` clues leave the intended solution of a board alone; without `extra` if it
    is the only one.  patient: as of `one_solution`.
    """
    found = first_solution.solve_unique(ProblemRun(BoardProblem(board, ""), pipeline)).known()
    if found.second is None:
        return BoardExplanation(complete=not found.reason, limit=found.reason, status=found.status)
    other = found.second if found.solution == intended else found.solution
    extra, _ = one_solution(board, (intended, other), pipeline, patient, intended=True)
    if extra.stopped is not None:
        raise extra.stopped
    text = extra_clues_text(board, extra).rstrip("\n")
    return BoardExplanation(complete=not extra.limit, limit=extra.limit, status=found.status, extra=extra, text=text)
