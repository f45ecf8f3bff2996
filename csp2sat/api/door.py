"""The single entry for all questions: a problem and a question go in, events come out meanwhile, and an immutable
report at the end.

Commands, `csp2sat-fzn`, `csp2sat-sugar` and the functions of `csp2sat` use this entry; they only parse and print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from ..base.numbers import cut
from ..base.time_limit import soon_after
from ..errors import NEAR, LimitReached, UsageError
from ..frozen import dataclass
from ..solving.first_solution import Conclusion, Result, solve
from ..solving.problem import with_best
from ..solving.problem_run import ProblemRun, RunReport
from ..tuples import NamedTuple

if TYPE_CHECKING:
    from ..certifying.certificate import Claim
    from ..certifying.evidence import Refutation
    from ..model.model import Objective
    from ..optimizing.objective_search import Optimum, ReportBetter
    from ..puzzles.spec import Board
    from .certifying import ProofTarget

ProofPlace = Callable[["Claim"], "ProofTarget"]
"""Where the proof of a claim is to go; called when there is a proof."""
NO_OBJECTIVE = "only for an input with an objective, or with soft constraints (--max, --weighted)"


class Question(NamedTuple):
    """A question about a problem.

    wanted: one solution; whether a solution is `unique`; the best solution; or all solutions.  limit: the greatest
    number of solutions for `all`.  project: names and patterns of the variables in which these have to differ; None:
    all that are not hidden.  best: whether only the solutions with the best value are wanted.  search: the way to
    approach the best value; None: the usual one.  proof: the place for a proof that no (other, better) solution exists;
    None: no proof is needed.  from_source: whether the proof is to begin at the source.  files: whether the user keeps
    the CNF and its map, so that these are needed.
    """

    wanted: Literal["one", "unique", "best", "all"] = "one"
    limit: int | None = None
    project: Sequence[str] | None = None
    best: bool = False
    search: str | None = None
    proof: ProofPlace | None = None
    from_source: bool = False
    files: bool = False


class BetterSolution(NamedTuple):
    """An event: a solution that is better than all earlier ones, its objective, and two values between which the best
    one lies, None if nothing is known.
    """

    objective: int
    solution: Any
    bound: tuple[int, int] | None = None


class CloserBound(NamedTuple):
    """An event: the best value is known more closely, without a better solution.

    bound: the least and the greatest value that the best one can have.
    """

    bound: tuple[int, int]


class FoundSolution(NamedTuple):
    """An event: a solution, the first or a further one."""

    solution: Any


class Refuted(NamedTuple):
    """An event: the proof of a claim has been written.  unchecked: the limit that ended the check of the proof; ''
    after a check.
    """

    claim: Claim
    target: ProofTarget
    unchecked: str


class Ended(NamedTuple):
    """The last event: the report of a question, answered as far as its limits allow."""

    report: AnswerReport


AnswerEvent = BetterSolution | CloserBound | FoundSolution | Refuted | Ended
Listener = Callable[[AnswerEvent], None]
"""Called with each event at once, on the thread of the search: an optimizer finds solutions while it encodes."""


@dataclass(frozen=True)
class AnswerReport:
    """The answer to a question.

    solution, second: the first (or best) solution and another one.  unique: whether `solution` is the only one; None if
    undecided or not part of the question.  reason: why part of the answer is unknown (`time`, `memory`, ...).
    objective: the value of the solution.  bound: two values between which the best value lies, if undecided.  number:
    the number of solutions found.  complete: whether there are no others (for `all`).  stopped: an interrupt or a
    solver's error that ended a search for the best solution; the caller raises it after printing the solution.
    refuted: the claim of the proof that was written.  unproved, unchecked: the limit that ended the search for this
    proof, or its check.  asked: the solver that answered, and the files written; None if no solver ran, as for a
    decoded file.
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

    @property
    def is_open(self) -> bool:
        """Whether a limit, other than a gap that was asked for, leaves part of the answer unknown."""
        return self.reason not in ("", NEAR)

    @property
    def contradiction(self) -> str:
        """The place of a constraint that cannot hold, if encoding alone shows that no (other) solution exists; else
        ''.
        """
        answered = self.status == "UNSATISFIABLE" or self.unique
        return self.asked.contradiction if answered and self.asked else ""


class KeptAnswer(NamedTuple):
    """An answer that is kept for later: the board that was asked about, None for other problems, and the report without
    what belongs to the run alone (solver, files, interrupt), so that it can be sent to another process.
    """

    board: Board | None
    report: AnswerReport


to_keep: ContextVar[list[KeptAnswer] | None] = ContextVar("answers to keep", default=None)


@contextmanager
def answers_kept() -> Iterator[list[KeptAnswer]]:
    """Yield a list to which `answer` adds each answer that it gives within the block."""
    kept: list[KeptAnswer] = []
    token = to_keep.set(kept)
    try:
        yield kept
    finally:
        to_keep.reset(token)


def answer(run: ProblemRun, question: Question, listen: Listener = lambda event: None) -> AnswerReport:
    """Answer a question; return the report after calling `listen` with each event.

    The work in this process ends soon after the pipeline's deadline, too.  The report contains a limit that ended the
    search.  Raise SolverError, ProofError, and interrupts; a search for the best solution returns these in the report
    instead if it has a solution.
    """
    with soon_after(run.pipeline.run_options.deadline):
        refutation = None
        if question.from_source:
            from ..certifying.from_source import prepared

            run = prepared(run)
        if question.best:
            run, report = _all_best(run, question, listen)
        elif question.proof is None and run.problem.board is None and is_refuted(run):
            report = AnswerReport("UNSATISFIABLE", complete=True)
        elif question.wanted == "all":
            report = _all(run, question, listen)
        elif question.wanted == "best":
            report, refutation = _best(run, question, listen)
        else:
            unique = question.wanted == "unique"
            if question.proof is None:
                found = (None if question.files else _at_once(run, unique)) or solve(run, unique)
            else:
                from ..certifying.proving import prove

                found, refutation = prove(run, unique)
            given = [each for each in (found.solution, found.second) if each is not None]
            for solution in given:
                listen(FoundSolution(solution))
            report = AnswerReport(
                found.status, found.solution, found.unique, found.second, found.reason, number=len(given)
            )
        if refutation is not None:
            event = _certified(run, question, refutation)
            listen(event)
            report = replace(report, refuted=event.claim, unchecked=event.unchecked)
    report = replace(report, asked=run.report)
    listen(Ended(report))
    if (kept := to_keep.get()) is not None:
        kept.append(KeptAnswer(run.problem.board, replace(report, asked=None, stopped=None)))
    return report


def best_only(
    run: ProblemRun, search: str | None = None, then: Sequence[Objective] = ()
) -> tuple[ProblemRun | None, Optimum]:
    """Return a session about the best solutions alone, and the result of the search for the best value, with one
    best solution.

    run: a session about a problem with an objective; this session is asked for the best value.  search: as in
    `optimum`.  then: objectives that decide among the best solutions, in order; the value and the solution that are
    returned are then those of the last one of these objectives.  The returned session has no objective; None is
    returned in its place, with the status UNSATISFIABLE if there is no solution, and with the status UNKNOWN if a limit
    leaves a best value open.  Raise UsageError if the problem has no objective; an interrupt or error that ended the
    search is raised again.
    """
    if run.problem.objective is None:
        raise UsageError(f"--best: {NO_OBJECTIVE}")
    show = run.pipeline.trace.reached
    found = optimum(run, search, lambda value, solution: show(f"the best value so far is {cut(value)}"))
    if found.stopped is not None:
        raise found.stopped
    if found.status != "OPTIMUM FOUND":
        status: Conclusion = "UNSATISFIABLE" if found.status == "UNSATISFIABLE" else "UNKNOWN"
        return None, replace(found, status=status)
    assert found.objective is not None
    left = ProblemRun(with_best(run.problem, found.objective, *then[:1]), run.pipeline)
    return best_only(left, search, then[1:]) if then else (left, found)


def _best(run: ProblemRun, question: Question, listen: Listener) -> tuple[AnswerReport, Refutation | None]:
    """Return the report of the best solution, and the refutation of better solutions, or of all if no solution exists.

    The refutation is None if no proof is wanted, if the search came to no end, or if a limit ends the proof, whose
    reason is then the report's `unproved`.  Raises SolverError if the solver contradicts the search.
    """
    run.hear_bounds(lambda bound: listen(CloserBound(bound)))
    found = optimum(run, question.search, lambda value, best: listen(BetterSolution(value, best, run.report.bound)))
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
    """Return the best solution, with bounds on better ones.

    search: the name of a way to approach the best value; None: the usual way.  report: called with each improvement.  A
    core-guided MaxSAT solver minimizes the cost of soft constraints first, unless `search` is given; the other search
    begins with its best solution and bound if a limit ends it.  A second solver (`cross_check`) confirms the end alone.
    """
    from ..optimizing.confirming import confirmed
    from ..optimizing.core_guided import least_cost
    from ..optimizing.objective_search import Optimum
    from ..optimizing.optimize import DEFAULT, optimize

    if run.pipeline.cross_check is not None:
        alone = run.within(replace(run.pipeline, cross_check=None))
        return confirmed(run, optimum(alone, search, report))
    run, begun = run.within(run.pipeline.for_objective()), Optimum("UNKNOWN")
    if run.pipeline.keeps and not search and run.problem.relaxed is not None:
        begun = least_cost(run, report)
        if begun.reason == NEAR:
            begun.status = "SATISFIABLE"
        if begun.status in ("OPTIMUM FOUND", "UNSATISFIABLE") or begun.stopped is not None or begun.reason == NEAR:
            return begun.in_doubt(run.problem.doubt)
    alone = run.within(replace(run.pipeline, second_solver=None)) if search else run
    try:
        return optimize(alone, search or DEFAULT, report, begun).in_doubt(run.problem.doubt)
    except LimitReached as limit:
        return replace(begun, reason=limit.reason).in_doubt(run.problem.doubt)


def is_refuted(run: ProblemRun) -> bool:
    """Whether it is known without a search that loads or times along tours cannot fit; False if a limit ends this
    check, since the search meets the limit again.
    """
    from ..optimizing.without_objective import refuting

    with suppress(LimitReached):
        return refuting.is_refuted(run)
    return False


def _at_once(run: ProblemRun, unique: bool) -> Result | None:
    """Return the result of a search for a solution, and for a reason why none exists, without clauses; None if that
    finds neither, or for a board.  unique: whether the solution has to be the only one, so that it is not searched for.
    """
    if run.problem.board is not None:
        return None
    from ..optimizing.without_objective import refuting
    from ..optimizing.without_objective.first_answer import first_answer

    if not unique and (solution := first_answer(run)) is not None:
        return Result("SATISFIABLE", solution)
    with suppress(LimitReached):
        return Result("UNSATISFIABLE") if refuting.has_false_sum(run) else None
    return None


def _all(run: ProblemRun, question: Question, listen: Listener) -> AnswerReport:
    """Return the report of all solutions, or of as many as the question's limit allows."""
    from ..counting.projection import excluding
    from ..solving.enumeration import solutions

    number, reason = 0, ""
    try:
        for solution in solutions(run, question.limit, excluding(run.problem, question.project)):
            number += 1
            listen(FoundSolution(solution))
    except LimitReached as limit:
        reason = limit.reason
    complete = not reason and (question.limit is None or number < question.limit)
    status: Conclusion = "SATISFIABLE" if number else "UNSATISFIABLE" if complete else "UNKNOWN"
    return AnswerReport(status, reason=reason, number=number, complete=complete)


def _all_best(run: ProblemRun, question: Question, listen: Listener) -> tuple[ProblemRun, AnswerReport]:
    """Return the report of all best solutions, or of as many as the question's limit allows, and the session that was
    asked last.
    """
    within, known = best_only(run, question.search)
    if within is None:
        return run, AnswerReport(known.status, reason=known.reason, complete=known.status == "UNSATISFIABLE")
    assert known.objective is not None
    listen(BetterSolution(known.objective, known.solution))
    report = _all(within, question, listen)
    return within, replace(report, status="OPTIMUM FOUND", objective=known.objective)


def _certified(run: ProblemRun, question: Question, refutation: Refutation) -> Refuted:
    """Check a proof and write it to its place; return the event.  Raise ProofError and SolverError."""
    from .certifying import certify

    assert question.proof is not None
    target = question.proof(refutation.claim)
    limit = certify(refutation, run.problem.digest, run, target)
    return Refuted(refutation.claim, target, "" if limit is None else limit.reason)
