"""Solving: attempts one after the other, and the question of a second solution."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, Self

from ..errors import LimitReached
from ..runner.process.outcome import Outcome
from .oracle import OneShotOracle
from .pipeline import EncodedCnf, Pipeline, WrongAnswer
from .problem import Attempt, Problem
from .schedule import Schedule

Conclusion = Literal["OPTIMUM FOUND", "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]
DOUBTED: dict[Conclusion, Conclusion] = {"OPTIMUM FOUND": "SATISFIABLE", "UNSATISFIABLE": "UNKNOWN"}


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

    def in_doubt(self, doubt: str) -> Self:
        """The same without what a problem leaves in doubt (`Problem.doubt`): that there is no solution, no other one,
        no better one."""
        status = DOUBTED.get(self.status, self.status)
        if not doubt or (status == self.status and not self.unique):
            return self
        return replace(self, status=status, unique=None, reason=doubt)


def solve(problem: Problem, pipeline: Pipeline, unique: bool = False) -> Result:
    """A solution, or that there is none; unique: and whether it is the only one.

    By the problem's refinement if it has one, else by the attempts in order: what an attempt says is believed as far as
    its relation to the problem allows; the last one is exact.
    A limit that is reached gives UNKNOWN; after the first solution, `unique` is None then and `reason` says why.
    """
    result = Result("UNKNOWN")
    with closing(Schedule(problem, pipeline)) as schedule:
        try:
            result = _first(problem, pipeline, schedule)
            if unique and result.status == "SATISFIABLE":
                _look_for_second(problem, pipeline, schedule, result)
        except LimitReached as limit:
            result.reason = limit.reason
    return result.in_doubt(problem.doubt)


def solve_unique(problem: Problem, pipeline: Pipeline) -> Result:
    """A solution, and whether it is the only one; see `solve`."""
    return solve(problem, pipeline, unique=True)


def _first(problem: Problem, pipeline: Pipeline, schedule: Schedule) -> Result:
    refined = _refined(problem, pipeline, schedule)
    quick = (partial(_try, problem, pipeline, attempt) for attempt in problem.attempts()[:-1])
    return refined or next(filter(None, (trying() for trying in quick)), None) or _asked(problem, pipeline, schedule)


def _refined(problem: Problem, pipeline: Pipeline, schedule: Schedule) -> Result | None:
    """What the refinement says; None: there is none, or it has given up."""
    if not schedule.refines:
        return None
    outcome, solution = schedule.ask()
    return _result(problem, pipeline, outcome, solution) if schedule.refines else None


def _asked(problem: Problem, pipeline: Pipeline, schedule: Schedule) -> Result:
    return _result(problem, pipeline, *schedule.ask())


def _try(problem: Problem, pipeline: Pipeline, attempt: Attempt) -> Result | None:
    """What one attempt says; None: it proves nothing."""
    found = pipeline.encode(problem, attempt)
    outcome = pipeline.run(found)
    if outcome.status == "unsat" and attempt.relation == "stronger":
        return None
    try:
        return _decoded(problem, pipeline, outcome, found)
    except WrongAnswer:
        if attempt.relation == "weaker":
            return None
        raise


def _decoded(problem: Problem, pipeline: Pipeline, outcome: Outcome, found: EncodedCnf) -> Result:
    """What the outcome of a run means."""
    solution = pipeline.decode(problem, found, outcome.literals) if outcome.status == "sat" else None
    return _result(problem, pipeline, outcome, solution)


def _result(problem: Problem, pipeline: Pipeline, outcome: Outcome, solution: Any) -> Result:
    """What the outcome of a question means, if it is as good as that of the exact CNF."""
    if outcome.status != "sat":
        return Result("UNKNOWN" if outcome.status == "unknown" else "UNSATISFIABLE", reason=outcome.reason)
    return Result("SATISFIABLE", pipeline.judged(problem, solution))


def _look_for_second(problem: Problem, pipeline: Pipeline, schedule: Schedule, result: Result) -> None:
    pipeline.trace.say("SEARCHING a second solution")
    at_once = problem.another(result.solution)
    if at_once is not None:
        result.unique, result.second = False, pipeline.judged(problem, at_once)
        return
    second = _second(problem, pipeline, schedule, result.solution)
    result.reason, result.second = second.reason, second.solution
    if second.status != "UNKNOWN":
        result.unique = second.solution is None


def _second(problem: Problem, pipeline: Pipeline, schedule: Schedule, first: Any) -> Result:
    """Another solution than the first one."""
    if schedule.refines:
        schedule.block(first)
    refined = _refined(problem, pipeline, schedule)
    if refined is not None:
        return refined
    others = problem.others(first)
    if others is not None:
        return _other(problem, pipeline, others)
    schedule.block(first)
    return _asked(problem, pipeline, schedule)


def _other(problem: Problem, pipeline: Pipeline, others: Attempt) -> Result:
    """Another solution by a model of them: at first with what the attempt names assumed, then without."""
    found = pipeline.encode(problem, others)
    first = found.map.bools.get(others.first)
    with closing(OneShotOracle(pipeline, found)) as oracle:
        outcome = oracle.ask([] if first is None else [[first]])
        if first is not None and outcome.status != "sat":
            outcome = oracle.ask()
        return _decoded(problem, pipeline, outcome, oracle.found)
