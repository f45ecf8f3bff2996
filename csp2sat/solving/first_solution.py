"""Solving: attempts one after the other, and the question of a second solution."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import LimitReached
from .loop_schedule import LoopSchedule
from .pipeline import Pipeline
from .problem import Attempt, Problem

Conclusion = Literal["OPTIMUM FOUND", "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]


@dataclass
class Result:
    """What came out.

    solution: if satisfiable.  unique: whether it is the only one, None if that was not asked or not decided.
    second: another solution.  reason: why something is not known (`time`, `memory`, ...).
    """

    status: Conclusion
    solution: Any = None
    unique: bool | None = None
    second: Any = None
    reason: str = ""


def solve(problem: Problem, pipeline: Pipeline) -> Result:
    """A solution, or that there is none, by the attempts in order.

    What an attempt says is believed as far as its relation to the problem allows; the last attempt is exact.
    A limit that is reached gives UNKNOWN.
    """
    with closing(LoopSchedule(problem, pipeline)) as schedule:
        return _first(problem, pipeline, schedule)


def _first(problem: Problem, pipeline: Pipeline, schedule: LoopSchedule) -> Result:
    try:
        for attempt in problem.attempts()[:-1]:
            result = _try(problem, pipeline, attempt)
            if result is not None:
                return result
        return _next(problem, pipeline, schedule)
    except LimitReached as limit:
        return Result("UNKNOWN", reason=limit.reason)


def _try(problem: Problem, pipeline: Pipeline, attempt: Attempt) -> Result | None:
    """The verdict of one attempt; None: it proves nothing."""
    found = pipeline.encode(problem, attempt)
    outcome = pipeline.run(found)
    if outcome.status == "unknown":
        return Result("UNKNOWN", reason=outcome.reason)
    if outcome.status == "unsat":
        return None if attempt.relation == "stronger" else Result("UNSATISFIABLE")
    solution = pipeline.decode(problem, found, outcome.literals)
    if attempt.relation == "weaker" and pipeline.faults(problem, solution):
        return None
    return Result("SATISFIABLE", pipeline.judged(problem, solution))


def _next(problem: Problem, pipeline: Pipeline, schedule: LoopSchedule) -> Result:
    """A solution that is not blocked, or that there is none."""
    outcome, found = schedule.ask()
    if outcome.status != "sat":
        return Result("UNKNOWN" if outcome.status == "unknown" else "UNSATISFIABLE", reason=outcome.reason)
    return Result("SATISFIABLE", pipeline.judged(problem, pipeline.decode(problem, found, outcome.literals)))


def solve_unique(problem: Problem, pipeline: Pipeline) -> Result:
    """A solution, and whether it is the only one.

    Where a limit is reached after the first solution, `unique` is None and `reason` says why.
    """
    with closing(LoopSchedule(problem, pipeline)) as schedule:
        result = _first(problem, pipeline, schedule)
        if result.status == "SATISFIABLE":
            try:
                _look_for_second(problem, pipeline, schedule, result)
            except LimitReached as limit:
                result.reason = limit.reason
        return result


def _look_for_second(problem: Problem, pipeline: Pipeline, schedule: LoopSchedule, result: Result) -> None:
    pipeline.trace.say("SEARCHING a second solution")
    at_once = problem.another(result.solution)
    if at_once is not None:
        result.unique, result.second = False, pipeline.judged(problem, at_once)
        return
    others = problem.others(result.solution)
    if others is not None:
        second = _try(problem, pipeline, others)
        assert second is not None
    else:
        schedule.block(result.solution)
        second = _next(problem, pipeline, schedule)
    result.reason, result.second = second.reason, second.solution
    if second.status != "UNKNOWN":
        result.unique = second.solution is None
