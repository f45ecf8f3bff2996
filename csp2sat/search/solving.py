"""Solving: attempts one after the other, and the question of a second solution."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import LimitReached
from .engine import Engine
from .problem import Attempt, Problem
from .turns import Turns

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
    with closing(Turns(problem, engine)) as turns:
        return _solve(problem, engine, turns)


def _solve(problem: Problem, engine: Engine, turns: Turns) -> Result:
    try:
        for attempt in problem.attempts()[:-1]:
            result = _try(problem, engine, attempt)
            if result is not None:
                return result
        return _exactly(problem, engine, turns)
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


def _exactly(problem: Problem, engine: Engine, turns: Turns) -> Result:
    """A solution that is not blocked, or that there is none."""
    outcome, found = turns.ask()
    if outcome.status != "sat":
        return Result("UNKNOWN" if outcome.status == "unknown" else "UNSATISFIABLE", reason=outcome.reason)
    return Result("SATISFIABLE", engine.judged(problem, engine.decode(problem, found, outcome.literals)))


def solve_unique(problem: Problem, engine: Engine) -> Result:
    """A solution, and whether it is the only one.

    Where a limit is reached after the first solution, `unique` is None and `reason` says why.
    """
    with closing(Turns(problem, engine)) as turns:
        result = _solve(problem, engine, turns)
        if result.status == "SATISFIABLE":
            try:
                _look_for_second(problem, engine, turns, result)
            except LimitReached as limit:
                result.reason = limit.reason
        return result


def _look_for_second(problem: Problem, engine: Engine, turns: Turns, result: Result) -> None:
    engine.trace.say("SEARCHING a second solution")
    at_once = problem.another(result.solution)
    if at_once is not None:
        result.unique, result.second = False, engine.judged(problem, at_once)
        return
    others = problem.others(result.solution)
    if others is not None:
        second = _try(problem, engine, others)
        assert second is not None
    else:
        turns.block(result.solution)
        second = _exactly(problem, engine, turns)
    result.reason, result.second = second.reason, second.solution
    if second.status != "UNKNOWN":
        result.unique = second.solution is None
