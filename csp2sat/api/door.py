"""The one door: a problem and a question go in, events come out on the way, and an immutable report at the end.

Commands, `csp2sat-fzn`, `csp2sat-sugar` and the functions of `csp2sat` ask here; they only parse and print.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..errors import LimitReached
from ..solving.first_solution import Conclusion, solve
from ..solving.problem_run import ProblemRun, RunReport

if TYPE_CHECKING:
    from ..certifying.certificate import Claim
    from ..certifying.evidence import Refutation
    from ..optimizing.objective_search import Optimum, ReportBetter
    from .certifying import ProofTarget

ProofPlace = Callable[["Claim"], "ProofTarget"]
"""Where the proof of a claim is to go; called when there is a proof."""


class Question(NamedTuple):
    """A question about a problem.

    wanted: one solution; whether a solution is `unique`; the best solution; or all solutions.  limit: the most
    solutions of `all`.  search: the way to approach the best value; None: the usual one.  proof: the place for a proof
    that there is no (other, better) solution; None: no proof is wanted.
    """

    wanted: Literal["one", "unique", "best", "all"] = "one"
    limit: int | None = None
    search: str | None = None
    proof: ProofPlace | None = None


class BetterSolution(NamedTuple):
    """An event: a solution that is better than all before it, and its objective."""

    objective: int
    solution: Any


class FoundSolution(NamedTuple):
    """An event: a solution, the first one or a further one."""

    solution: Any


class Refuted(NamedTuple):
    """An event: a proof of a claim is in its place.  unchecked: the limit that ended the check; '' after a check."""

    claim: Claim
    target: ProofTarget
    unchecked: str


class Ended(NamedTuple):
    """The last event: the report of a question that is answered as far as its limits allow."""

    report: AnswerReport


AnswerEvent = BetterSolution | FoundSolution | Refuted | Ended
Listener = Callable[[AnswerEvent], None]
"""Called with each event at once, on the thread of the search: an optimizer finds solutions while it encodes."""


@dataclass(frozen=True)
class AnswerReport:
    """The answer to a question.

    solution, second: the first (or best) solution and another one.  unique: whether `solution` is the only one; None if
    that was not asked or not decided.  reason: why something that was asked is not known (`time`, `memory`, ...).
    objective: the value of the solution.  bound: two values between which the best one is, if that is not decided.
    number: the count of solutions that were found.  complete: whether there are no others than those (of `all`).
    stopped: an interrupt, or an error of the solver, that ended a search for the best solution; whoever asked raises it
    after the solution is printed.  refuted: the claim of the proof that was written.  unproved, unchecked: the limit
    that ended the search for that proof, or its check.  asked: who answered, and what was written; None:
    nobody was asked, as for an answer that is decoded from a file.
    """

    status: Conclusion
    solution: Any = None
    unique: bool | None = None
    second: Any = None
    reason: str = ""
    objective: int | None = None
    bound: tuple[int, int] | None = None
    number: int = 0
    complete: bool = False
    stopped: BaseException | None = None
    refuted: Claim | None = None
    unproved: str = ""
    unchecked: str = ""
    asked: RunReport | None = None


def answer(run: ProblemRun, question: Question, listen: Listener = lambda event: None) -> AnswerReport:
    """Return the report, after each event was given to `listen`.

    A limit that is reached is in the report.  Raises SolverError, ProofError, and what ends the process; a search for
    the best solution returns these in the report instead, where it has a solution.
    """
    refutation = None
    if question.wanted == "all":
        report = _all(run, question, listen)
    elif question.wanted == "best":
        report, refutation = _best(run, question, listen)
    else:
        unique = question.wanted == "unique"
        if question.proof is None:
            found = solve(run, unique)
        else:
            from ..certifying.proving import prove

            found, refutation = prove(run, unique)
        given = [each for each in (found.solution, found.second) if each is not None]
        for solution in given:
            listen(FoundSolution(solution))
        report = AnswerReport(found.status, found.solution, found.unique, found.second, found.reason, number=len(given))
    if refutation is not None:
        event = _certified(run, question, refutation)
        listen(event)
        report = replace(report, refuted=event.claim, unchecked=event.unchecked)
    report = replace(report, asked=run.report)
    listen(Ended(report))
    return report


def _best(run: ProblemRun, question: Question, listen: Listener) -> tuple[AnswerReport, Refutation | None]:
    """Return the report of the best solution, and the refutation of better ones if a proof is wanted."""
    found = optimum(run, question.search, lambda *better: listen(BetterSolution(*better)))
    report = AnswerReport(
        found.status,
        found.solution,
        reason=found.reason,
        objective=found.objective,
        bound=found.bound,
        number=int(found.solution is not None),
        stopped=found.stopped,
    )
    if question.proof is None or found.stopped is not None:
        return report, None
    from ..certifying.proving import prove_optimum

    try:
        return report, prove_optimum(run, found)
    except LimitReached as limit:
        return replace(report, unproved=limit.reason), None


def optimum(run: ProblemRun, search: str | None, report: ReportBetter) -> Optimum:
    """Return the best solution, and what is known of better ones.

    search: the name of a way to approach the best value; None: the usual way.  report: called with each improvement.
    Soft constraints are weighed by a core-guided MaxSAT solver first, unless a way to search is named.
    """
    from ..optimizing.core_guided import least_cost
    from ..optimizing.optimize import DEFAULT, optimize

    run = run.within(run.pipeline.for_objective())
    if run.pipeline.incremental and not search and run.problem.relaxed is not None:
        result = least_cost(run, report)
        if result.status != "UNKNOWN" or result.stopped is not None:
            return result.in_doubt(run.problem.doubt)
    alone = run.within(replace(run.pipeline, second_solver=None)) if search else run
    return optimize(alone, search or DEFAULT, report).in_doubt(run.problem.doubt)


def _all(run: ProblemRun, question: Question, listen: Listener) -> AnswerReport:
    """Return the report of all solutions, or of as many as are wanted."""
    from ..solving.enumeration import solutions

    number, reason = 0, ""
    try:
        for solution in solutions(run, question.limit):
            number += 1
            listen(FoundSolution(solution))
    except LimitReached as limit:
        reason = limit.reason
    complete = not reason and (question.limit is None or number < question.limit)
    status: Conclusion = "SATISFIABLE" if number else "UNSATISFIABLE" if complete else "UNKNOWN"
    return AnswerReport(status, reason=reason, number=number, complete=complete)


def _certified(run: ProblemRun, question: Question, refutation: Refutation) -> Refuted:
    """Check a proof, and put it in its place.  Raises ProofError and SolverError."""
    from .certifying import certify

    assert question.proof is not None
    target = question.proof(refutation.claim)
    limit = certify(refutation, run.problem.digest, run, target)
    return Refuted(refutation.claim, target, "" if limit is None else limit.reason)
