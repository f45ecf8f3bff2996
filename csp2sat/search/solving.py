"""Solving: attempts one after the other, and the question of a second solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..errors import LimitReached
from .engine import Engine, Files
from .problem import Attempt, Problem

Status = Literal["OPTIMUM FOUND", "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]


@dataclass
class Result:
    """What came out.

    solution: if satisfiable.  unique: whether it is the only one, None if that was not asked or not decided.
    second: another solution.  reason: why something is not known (`time`, `memory`, ...).
    """

    status: Status
    solution: Any = None
    unique: bool | None = None
    second: Any = None
    reason: str = ""


def solve(problem: Problem, engine: Engine) -> Result:
    """A solution, or that there is none, by the attempts in order.

    What an attempt says is believed as far as its relation to the problem allows; the last attempt is exact.
    A limit that is reached gives UNKNOWN.
    """
    try:
        found = (_try(problem, engine, attempt) for attempt in problem.attempts())
        return next(result for result in found if result is not None)
    except LimitReached as limit:
        return Result("UNKNOWN", reason=limit.reason)


def _try(problem: Problem, engine: Engine, attempt: Attempt) -> Result | None:
    """The verdict of one attempt; None: it proves nothing."""
    found = engine.encode(problem, attempt)
    outcome = engine.run(found)
    if outcome.status == "unknown":
        return Result("UNKNOWN", reason=outcome.reason)
    if outcome.status == "unsat":
        return None if attempt.relation == "stronger" else Result("UNSATISFIABLE")
    solution = engine.decode(problem, found, outcome.literals)
    if attempt.relation == "weaker" and engine.faults(problem, solution):
        return None
    return Result("SATISFIABLE", engine.judged(problem, solution))


def solve_unique(problem: Problem, engine: Engine) -> Result:
    """A solution, and whether it is the only one.

    Where a limit is reached after the first solution, `unique` is None and `reason` says why.
    """
    result = solve(problem, engine)
    if result.status == "SATISFIABLE":
        try:
            _look_for_second(problem, engine, result)
        except LimitReached as limit:
            result.reason = limit.reason
    return result


def _look_for_second(problem: Problem, engine: Engine, result: Result) -> None:
    engine.trace.say("SEARCHING a second solution")
    at_once = problem.another(result.solution)
    if at_once is not None:
        result.unique, result.second = False, engine.judged(problem, at_once)
        return
    found = _others(problem, engine, result.solution)
    outcome = engine.run(found)
    if outcome.status == "unknown":
        result.reason = outcome.reason
        return
    result.unique = outcome.status == "unsat"
    if not result.unique:
        result.second = engine.judged(problem, engine.decode(problem, found, outcome.literals))


def _others(problem: Problem, engine: Engine, solution: Any) -> Files:
    """A CNF whose models mean other solutions."""
    attempt = problem.others(solution)
    if attempt is not None:
        return engine.encode(problem, attempt)
    found = engine.exact(problem, "second")
    found.block(found.map.blocking_clause(problem.values(solution)))
    return found
