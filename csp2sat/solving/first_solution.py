"""Solving: attempts one after the other, and the question of a second solution."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from ..errors import LimitReached
from ..model.model import Answer
from ..runner.process.outcome import EFFORT_PER_SECOND, Outcome
from .oracle import OneShotOracle, oracle_of
from .pipeline import EncodedCnf, WrongAnswer
from .problem import Attempt
from .problem_run import ProblemRun
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


def solve(run: ProblemRun, unique: bool = False) -> Result:
    """A solution, or that there is none; unique: and whether it is the only one.

    By the problem's refinement if it has one; else by its quick attempts, if it has any, of which each is believed as
    far as its relation to the problem allows; else by its exact attempt, which a schedule asks in one or several ways.
    A limit that is reached gives UNKNOWN; after the first solution, `unique` is None then and `reason` says why.
    """
    result = Result("UNKNOWN")
    with closing(Schedule(run)) as schedule:
        try:
            quick = (found for attempt in run.problem.quick_attempts() if (found := _try(run, attempt)))
            result = (
                _preferred(run)
                or _refined(run, schedule)
                or next(quick, None)
                or _result(run, *schedule.next_solution())
            )
            if unique and result.status == "SATISFIABLE":
                _search_second(run, schedule, result)
        except LimitReached as limit:
            result.reason = limit.reason
    return result.in_doubt(run.problem.doubt)


def solve_unique(run: ProblemRun) -> Result:
    """A solution, and whether it is the only one; see `solve`."""
    return solve(run, unique=True)


def _preferred(run: ProblemRun) -> Result | None:
    """Return a solution that has the preferred values; None if there are no such values, or no such solution is found.

    Values for all variables are judged by the problem's rules, without a solver; fewer are assumed, with little effort.
    """
    values, problem = run.problem.preferred, run.problem
    if not values:
        return None
    model = problem.model
    if values.keys() >= {*model.ints, *model.bools}:
        ints, bools = ({name: values[name] for name in names} for names in (model.ints, model.bools))
        answer = Answer(ints, {name: bool(value) for name, value in bools.items()})
        if not problem.faults(answer):
            return Result("SATISFIABLE", run.judged(problem.solution(answer)))
    found = run.encode(problem.exact_attempt())
    clauses = [[lit] for lit in found.map.phases(values)]
    with closing(oracle_of(run, run.copy(found, "preferred"))) as oracle:
        outcome = oracle.ask(clauses, replace(run.pipeline.run_options, budget=EFFORT_PER_SECOND))
    return _decoded(run, outcome, found) if outcome.status == "sat" else None


def _refined(run: ProblemRun, schedule: Schedule) -> Result | None:
    """What the refinement says; None: there is none, or it has given up."""
    if not schedule.refines:
        return None
    outcome, solution = schedule.next_solution()
    return _result(run, outcome, solution) if schedule.refines else None


def _try(run: ProblemRun, attempt: Attempt) -> Result | None:
    """What one attempt says; None: it proves nothing."""
    found = run.encode(attempt)
    outcome = run.ask(found)
    if outcome.status == "unsat" and attempt.relation == "stronger":
        return None
    try:
        return _decoded(run, outcome, found)
    except WrongAnswer:
        if attempt.relation == "weaker":
            return None
        raise


def _decoded(run: ProblemRun, outcome: Outcome, found: EncodedCnf) -> Result:
    """What the outcome of a run means."""
    solution = run.decode(found, outcome.literals) if outcome.status == "sat" else None
    return _result(run, outcome, solution)


def _result(run: ProblemRun, outcome: Outcome, solution: Any) -> Result:
    """What the outcome of a question means, if it is as good as that of the exact CNF."""
    if outcome.status != "sat":
        return Result("UNKNOWN" if outcome.status == "unknown" else "UNSATISFIABLE", reason=outcome.reason)
    return Result("SATISFIABLE", run.judged(solution))


def _search_second(run: ProblemRun, schedule: Schedule, result: Result) -> None:
    run.pipeline.trace.say("SEARCHING a second solution")
    at_once = run.problem.another(result.solution)
    if at_once is not None:
        result.unique, result.second = False, run.judged(at_once)
        return
    second = _second(run, schedule, result.solution)
    result.reason, result.second = second.reason, second.solution
    if second.status != "UNKNOWN":
        result.unique = second.solution is None


def _second(run: ProblemRun, schedule: Schedule, first: Any) -> Result:
    """Another solution than the first one."""
    if schedule.refines:
        schedule.block(first)
    refined = _refined(run, schedule)
    if refined is not None:
        return refined
    others = run.problem.others(first)
    if others is not None:
        return _other(run, others)
    schedule.block(first)
    return _result(run, *schedule.next_solution())


def _other(run: ProblemRun, others: Attempt) -> Result:
    """Another solution by a model of them: at first with what the attempt names assumed, then without."""
    found = run.encode(others)
    first = found.map.bools.get(others.first)
    with closing(OneShotOracle(run, found)) as oracle:
        outcome = oracle.ask([] if first is None else [[first]])
        if first is not None and outcome.status != "sat":
            outcome = oracle.ask()
        return _decoded(run, outcome, oracle.found)
