"""Solving: one attempt after another until a solution is found or refuted, and the search for a second solution."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from ..errors import LimitReached
from ..runner.process.outcome import EFFORT_PER_SECOND, Outcome
from .oracle import OneShotOracle, ask_light, oracle_of
from .pipeline import EncodedCnf, WrongAnswer
from .problem import Attempt
from .problem_run import ProblemRun
from .schedule import Schedule

Conclusion = Literal["OPTIMUM FOUND", "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]
DOUBTED: dict[Conclusion, Conclusion] = {"OPTIMUM FOUND": "SATISFIABLE", "UNSATISFIABLE": "UNKNOWN"}


@dataclass
class Result:
    """The result of solving a problem.

    solution: a solution, None if none was found.  unique: whether the solution is the only one; None if the question
    was not asked or is not decided.  second: another solution, None if none was found.  reason: why the question is
    still open (`time`, `memory`, ...), '' if no question is open.
    """

    status: Conclusion
    solution: Any = None
    unique: bool | None = None
    second: Any = None
    reason: str = ""

    def known(self) -> Result:
        """Return this result.  Raises LimitReached if `reason` says that something that was asked is still open."""
        if self.reason:
            raise LimitReached(self.reason)
        return self

    def in_doubt(self, doubt: str) -> Self:
        """Return this result without the conclusions that a problem's `doubt` forbids: no solution, no other one, no
        better one.

        UNSATISFIABLE becomes UNKNOWN, OPTIMUM FOUND becomes SATISFIABLE, `unique` becomes None, and `doubt` becomes the
        reason; a result without such a conclusion stays as it is, as does any result if `doubt` is ''.
        """
        status = DOUBTED.get(self.status, self.status)
        if not doubt or (status == self.status and not self.unique):
            return self
        return replace(self, status=status, unique=None, reason=doubt)


def solve(run: ProblemRun, unique: bool = False) -> Result:
    """Return a solution of the run's problem, or UNSATISFIABLE; with `unique`, also search for a second solution.

    The methods, tried in turn until one decides, are: the preferred values, the model without its heavy constraints
    (`ask_light`), the problem's refinement, its quick attempts (each believed as far as its relation to the problem
    allows), and the exact attempt by a schedule.  The result is UNKNOWN if a limit is reached first; `unique` is None,
    and `reason` says why, if a limit is reached during the search for a second solution.  Raises SolverError if a
    solver fails, WrongAnswer if a solution breaks the problem's rules.
    """
    result = Result("UNKNOWN")
    with closing(Schedule(run)) as schedule:
        try:
            quick = (found for attempt in run.attempts()[:-1] if (found := _try(run, attempt)))
            result = (
                _preferred(run)
                or (_light(run) if run.problem.board is None else None)
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
    """Return a solution, and whether the solution is the only one; see `solve`."""
    return solve(run, unique=True)


def _preferred(run: ProblemRun) -> Result | None:
    """Return a solution that has the preferred values; None if no values are preferred, or no solution with them is
    found.

    The problem's rules judge the values without a solver if all variables have preferred values; otherwise a solver
    tries the values as assumptions, with little effort.
    """
    values, problem = run.problem.preferred, run.problem
    if not values:
        return None
    answer = problem.preferred_answer
    if answer is not None:
        if problem.faults(answer):
            return None
        return Result("SATISFIABLE", run.judged(problem.solution(answer)))
    found = run.encode(problem.exact_attempt())
    clauses = [[lit] for lit in found.map.phases(values)]
    with closing(oracle_of(run, run.copy(found, "preferred"))) as oracle:
        outcome = oracle.ask(clauses, replace(run.pipeline.run_options, budget=EFFORT_PER_SECOND))
    return _decoded(run, outcome, found) if outcome.status == "sat" else None


def _light(run: ProblemRun) -> Result | None:
    """Return the result of a question about the light model of the problem; None if the answer decides nothing."""
    is_refuted, solution = ask_light(run)
    if is_refuted:
        return Result("UNSATISFIABLE")
    return None if solution is None else Result("SATISFIABLE", solution)


def _refined(run: ProblemRun, schedule: Schedule) -> Result | None:
    """Return the result of the schedule's next question if a refinement answers it; None if there is no refinement, or
    if it has given up.
    """
    if not schedule.refines:
        return None
    outcome, solution = schedule.next_solution()
    return _result(run, outcome, solution) if schedule.refines else None


def _try(run: ProblemRun, attempt: Attempt) -> Result | None:
    """Return the result of solving one attempt; None if the answer proves nothing about the problem.

    An answer proves nothing if a stronger attempt is unsatisfiable, or if the answer of a weaker attempt breaks the
    problem's rules.  Raises WrongAnswer if the answer of any other attempt breaks the rules.
    """
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
    """Return the result that a solver's outcome means, with the model decoded by the map of the CNF `found`."""
    solution = run.decode(found, outcome.literals) if outcome.status == "sat" else None
    return _result(run, outcome, solution)


def _result(run: ProblemRun, outcome: Outcome, solution: Any) -> Result:
    """Return the result that the outcome of an exact question means, with `solution` if the outcome is sat.

    Raises WrongAnswer if the solution breaks the problem's rules.
    """
    if outcome.status != "sat":
        return Result("UNKNOWN" if outcome.status == "unknown" else "UNSATISFIABLE", reason=outcome.reason)
    return Result("SATISFIABLE", run.judged(solution))


def _search_second(run: ProblemRun, schedule: Schedule, result: Result) -> None:
    """Search for a solution other than the result's, and set `unique`, `second` and `reason` of the result."""
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
    """Return the result of a search for a solution other than `first`."""
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
    """Return the result of a search in `others`, a model of the other solutions.

    At first the variable that the attempt names as `first` is assumed; the search is repeated without the assumption if
    no solution has it.
    """
    found = run.encode(others)
    first = found.map.bools.get(others.first)
    with closing(OneShotOracle(run, found)) as oracle:
        outcome = oracle.ask([] if first is None else [[first]])
        if first is not None and outcome.status != "sat":
            outcome = oracle.ask()
        return _decoded(run, outcome, oracle.found)
