"""Results for users, and calls of their listeners, made of what a search has found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from ...build.formula_list import FormulaList
from ...build.model import Model
from ...errors import SolverError
from ...model.meaning import evaluate
from ...model.model import Answer, Soft
from ...optimizing.objective_search import Optimum, ReportBounded
from ...solving.first_solution import Result
from ..door import AnswerReport
from ..results import Better, ModelResult, ModelSolution
from ..settings import better_listener
from ..writing.common_result import AnswerStatistics

R = TypeVar("R")


def known_bound(found: Optimum | AnswerReport) -> tuple[int, int] | None:
    """Return two values between which the best value lies: twice the value itself if it is known to be the best; None
    if unknown.
    """
    if found.status == "OPTIMUM FOUND" and found.objective is not None:
        return found.objective, found.objective
    return found.bound


def violated_of(model: Model, answer: Answer | None, others: Sequence[Soft] = ()) -> FormulaList:
    """Return the soft constraints of a model that a solution violates, with their names and weights; `others` if there
    are none, [] without a solution.
    """
    if answer is None:
        return FormulaList()
    violated = [each for each in model.soft_parts() if not evaluate(each.constraint.formula, answer)] or others
    return FormulaList.of(model, (each.constraint for each in violated), (each.weight for each in violated))


def kept_result(model: Model, found: Result, statistics: AnswerStatistics) -> ModelResult:
    """Return the result for users of a question to a solver that is kept, without the conclusions that the model's
    doubt forbids.
    """
    found = found.in_doubt(model.about.get("doubt", ""))
    value = found.objective if isinstance(found, Optimum) else None
    solution = None if found.solution is None else ModelSolution(model, found.solution, value)
    result = ModelResult(found.status, None, found.reason, statistics, solution)
    if not isinstance(found, Optimum):
        return result
    decided, violated = () if value is None else (value,), violated_of(model, found.solution)
    return replace(result, objective=value, bound=known_bound(found), objectives=decided, violated=violated)


def reporter(model: Model, on_better: Better | None) -> ReportBounded:
    """Return a function for the search to call with each better value, its answer and the bound, which calls
    `on_better`, if not None.
    """
    listener = better_listener(on_better)
    return lambda value, answer, bound: listener(value, ModelSolution(model, answer, value), bound)


def unless_stopped(best: Optimum | AnswerReport, result: R) -> R:
    """Return the result; raise the interrupt or error that ended the search, if any, with the result as its `best`."""
    if best.stopped is not None:
        best.stopped.best = result  # type: ignore[attr-defined]
        raise best.stopped
    return result


@contextmanager
def best_kept(best: ModelResult | None) -> Iterator[None]:
    """Give an interrupt, SystemExit or SolverError that leaves the block the result `best`, with the status
    SATISFIABLE, as its `best`, unless the error has one already or `best` is None.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit, SolverError) as stop:
        if best is not None and getattr(stop, "best", None) is None:
            stop.best = replace(best, status="SATISFIABLE")  # type: ignore[union-attr]
        raise
