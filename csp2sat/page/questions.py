"""Questions of the page to a solver: a solution, whether it is the only one, how many, why none or several."""

from __future__ import annotations

import json
from typing import Any

from ..api import functions
from ..api.answers import solve
from ..api.door import Question, answer
from ..api.explaining import ExtraClues, one_solution, plain_cells, reasons
from ..api.pipelines import asked as pipeline_for
from ..api.results import BoardResult, ModelResult, ModelSolution
from ..api.settings import Settings
from ..api.writing.mend_texts import mends_text, unique_text
from ..api.writing.reason_texts import (
    board_reason_fields,
    board_reason_text,
    csp_reason_fields,
    csp_reason_text,
    extra_clues_text,
)
from ..errors import LimitReached, SolverError, UsageError
from ..explaining.board_conflicts import BoardExplanation
from ..ints.spec import ENCODINGS
from ..puzzles.drawing import svg
from ..puzzles.spec import PUZZLES, Board, Cell, clues_of
from ..runner.config.config import Solvers
from ..settings import Keywords
from ..solving.pipeline import Pipeline
from ..solving.problem import Problem
from ..solving.problem_run import ProblemRun
from .boards import described, drawings
from .requests import PageRequest

MOST_COUNTED = 1000  # solutions, if the request does not say
SHOWN_VALUES = 5000  # variables of a CSP
COMPARED_SECONDS = 30  # for each encoding and solver, if the request does not say


def solved(asked: PageRequest) -> dict[str, Any]:
    """Return a solution of a board or CSP, and for `unique` whether there is another one; the best solution of a CSP
    with an objective, and each better one as progress.
    """
    unique = asked.op == "unique"
    problem = _without_objective(asked.problem()) if unique else asked.problem()

    def better(value: int, solution: ModelSolution) -> None:
        asked.tell(json.dumps({"better": {"objective": value, "values": _values(solution)}}))

    result = solve(
        problem,
        unique=unique,
        on_better=None if problem.objective is None else better,
        on_progress=asked.progress,
        **asked.keywords(),
    )
    statistics = result.statistics
    found = described(problem) | {"status": result.status, "unique": result.unique, "reason": result.reason}
    found["variables"], found["clauses"] = statistics.variables, statistics.clauses
    if isinstance(result, ModelResult):
        return found | _model_fields(result)
    assert isinstance(result, BoardResult) and problem.board is not None
    found |= {"solution": result.solution, "second": result.second}
    return found | (drawings(problem.board, result.solution, result.second) if result.solution is not None else {})


def _without_objective(problem: Problem) -> Problem:
    """Return the problem; raise UsageError if it has an objective, in words for a page, which has no options."""
    if problem.objective is not None:
        raise UsageError(
            "this CSP has an objective, so it has a best value; remove the objective to ask for all solutions"
        )
    return problem


def _model_fields(result: ModelResult) -> dict[str, Any]:
    """Return the fields of the answer to a question about a CSP."""
    violated = [str(each) for each in result.violated]
    return {
        "solution": None if result.solution is None else _values(result.solution),
        "second": None if result.second is None else _values(result.second),
        "value": result.objective,
        "bound": result.bound,
        "violated": violated[:SHOWN_VALUES],
    }


def _values(solution: ModelSolution) -> dict[str, int | bool]:
    """Return the values of a CSP's variables by their names, SHOWN_VALUES at most."""
    return dict(list(solution.as_dict().items())[:SHOWN_VALUES])


def counted(asked: PageRequest) -> dict[str, Any]:
    """Return how many solutions there are, counted up to `limit`."""
    problem = _without_objective(asked.problem())
    limit = asked.number("limit", 1, 1_000_000) or MOST_COUNTED
    asked.progress(f"counting, up to {limit:,}")
    found = functions.count(problem, limit=limit, **asked.keywords())
    status = "SATISFIABLE" if found.number else "UNSATISFIABLE" if found.complete else "UNKNOWN"
    return described(problem) | {
        "status": status,
        "number": found.number,
        "complete": found.complete,
        "reason": found.limit,
    }


def explained(asked: PageRequest) -> dict[str, Any]:
    """Return the words that explain why there is no solution, or show a second one, and drawings of both.

    The words for a board with one solution are: nothing to explain.
    """
    problem = asked.problem()
    with pipeline_for(problem, Settings.of({**asked.keywords()}), asked.progress) as pipeline:
        result = answer(ProblemRun(problem, pipeline), Question("one" if problem.board is None else "unique"))
        found = described(problem) | {"status": result.status, "unique": result.unique, "reason": result.reason}
        if result.status == "UNSATISFIABLE":
            return found | _reasons(problem, pipeline)
        board = problem.board
        if board is None or result.second is None:
            found["words"] = "There is a solution: nothing to explain." if result.solution is not None else ""
            return found
        found |= {"solution": result.solution, "second": result.second}
        found |= drawings(board, result.solution, result.second)
        extra, changes = one_solution(board, (result.solution, result.second), pipeline)
        words = extra_clues_text(board, extra) + unique_text(board, changes)
        return found | {"words": words, "pictures": _with_clues(board, extra)}


def _with_clues(board: Board, extra: ExtraClues) -> list[str]:
    """Return the drawing of a board with the clues that would leave a single solution; none without clues."""
    if not extra.clues:
        return []
    more = clues_of(board).added(board, extra.clues)
    return [_marked(more, [cell for cell, _ in extra.clues], "With more clues.")]


def _marked(board: Board, cells: list[Cell], words: str) -> str:
    """Return the drawing of a board with marks on cells; words: for people who cannot see it."""
    return svg.draw(PUZZLES[board.puzzle].picture(board, None), plain_cells(cells), board.title(), words)


def _reasons(problem: Problem, pipeline: Pipeline) -> dict[str, Any]:
    """Return one reason why a problem has no solution: words, fields, and the drawing of a board's clues."""
    found = reasons(problem, pipeline, 1)
    if found.stopped is not None:
        raise found.stopped
    if not found.reasons:
        raise LimitReached(found.limit or "no reason was found before the search was stopped")
    if isinstance(found, BoardExplanation):
        assert problem.board is not None
        reason = found.reasons[0]
        picture = _marked(problem.board, list(reason.clues), "The clues of the reason are marked.")
        text = board_reason_text(problem.board, reason) + mends_text(problem.board, found.mends)
        return {"words": text, "reasons": [board_reason_fields(reason)], "pictures": [picture]}
    source = getattr(problem, "source", None)
    parts = [csp_reason_fields(source, each) for each in found.reasons]
    return {"words": csp_reason_text(source, found.reasons[0]), "reasons": parts, "pictures": []}


def sizes(asked: PageRequest) -> dict[str, Any]:
    """Return how large the CNF is in each encoding of integers and how long each takes to be solved, then how long each
    solver that is here takes for the usual encoding.
    """
    problem = asked.problem()
    encodings, solvers = [], []
    for encoding in ENCODINGS:
        asked.progress(f"encoding {encoding}")
        encodings.append({"encoding": encoding} | _size(problem, asked, {"encoding": encoding}))
    configured = Solvers.load()
    for name in configured.names():
        if configured.entries[name.partition(":")[0]].locate():
            asked.progress(f"solver {name}")
            solvers.append({"solver": name} | _size(problem, asked, {"solver": name}))
    return described(problem) | {"rows_of_sizes": encodings, "rows_of_solvers": solvers}


def _size(problem: Problem, asked: PageRequest, changed: Keywords) -> dict[str, Any]:
    """Return variables, clauses, status and seconds with changed settings; the error in their place if these cannot be
    used.
    """
    keywords: Keywords = {"timeout": float(COMPARED_SECONDS), **asked.keywords(), **changed}
    try:
        result = solve(problem, **keywords)
    except (LimitReached, SolverError, UsageError) as error:
        return {"error": str(error).rpartition("last line: ")[2]}
    about = result.statistics
    seconds = round(sum(about.seconds.values()), 3)
    return {"status": result.status, "variables": about.variables, "clauses": about.clauses, "seconds_taken": seconds}
