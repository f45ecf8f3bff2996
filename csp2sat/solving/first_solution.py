"""Solving: attempts one after the other, and the question of a second solution."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from ..errors import LimitReached
from ..runner.process.outcome import Outcome
from .loop_schedule import LoopSchedule
from .oracle import OneShotOracle
from .pipeline import EncodedCnf, Pipeline, WrongAnswer
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

    def known(self) -> Result:
        """The same, where nothing that was asked is open.  Raises LimitReached otherwise."""
        if self.reason:
            raise LimitReached(self.reason)
        return self


def solve(problem: Problem, pipeline: Pipeline, unique: bool = False) -> Result:
    """A solution, or that there is none, by the attempts in order; unique: and whether it is the only one.

    What an attempt says is believed as far as its relation to the problem allows; the last attempt is exact.
    A limit that is reached gives UNKNOWN; after the first solution, `unique` is None then and `reason` says why.
    """
    result = Result("UNKNOWN")
    with closing(LoopSchedule(problem, pipeline)) as schedule:
        try:
            quick = map(partial(_try, problem, pipeline), problem.attempts()[:-1])
            result = next(filter(None, quick), None) or _result(problem, pipeline, *schedule.ask())
            if unique and result.status == "SATISFIABLE":
                _look_for_second(problem, pipeline, schedule, result)
        except LimitReached as limit:
            result.reason = limit.reason
    return result


def solve_unique(problem: Problem, pipeline: Pipeline) -> Result:
    """A solution, and whether it is the only one; see `solve`."""
    return solve(problem, pipeline, unique=True)


def _try(problem: Problem, pipeline: Pipeline, attempt: Attempt) -> Result | None:
    """What one attempt says; None: it proves nothing."""
    found = pipeline.encode(problem, attempt)
    outcome = pipeline.run(found)
    if outcome.status == "unsat" and attempt.relation == "stronger":
        return None
    try:
        return _result(problem, pipeline, outcome, found)
    except WrongAnswer:
        if attempt.relation == "weaker":
            return None
        raise


def _result(problem: Problem, pipeline: Pipeline, outcome: Outcome, found: EncodedCnf) -> Result:
    """What the outcome of a run means, if it is as good as that of the exact CNF."""
    if outcome.status != "sat":
        return Result("UNKNOWN" if outcome.status == "unknown" else "UNSATISFIABLE", reason=outcome.reason)
    return Result("SATISFIABLE", pipeline.judged(problem, pipeline.decode(problem, found, outcome.literals)))


def _look_for_second(problem: Problem, pipeline: Pipeline, schedule: LoopSchedule, result: Result) -> None:
    pipeline.trace.say("SEARCHING a second solution")
    at_once = problem.another(result.solution)
    if at_once is not None:
        result.unique, result.second = False, pipeline.judged(problem, at_once)
        return
    others = problem.others(result.solution)
    if others is not None:
        second = _other(problem, pipeline, others)
    else:
        schedule.block(result.solution)
        second = _result(problem, pipeline, *schedule.ask())
    result.reason, result.second = second.reason, second.solution
    if second.status != "UNKNOWN":
        result.unique = second.solution is None


def _other(problem: Problem, pipeline: Pipeline, others: Attempt) -> Result:
    """Another solution by a model of them: at first with what the attempt names assumed, then without."""
    found = pipeline.encode(problem, others)
    first = found.map.bools.get(others.first)
    with closing(OneShotOracle(pipeline, found)) as oracle:
        outcome = oracle.ask([] if first is None else [[first]])
        if first is not None and outcome.status != "sat":
            outcome = oracle.ask()
        return _result(problem, pipeline, outcome, oracle.found)
