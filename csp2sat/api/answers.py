"""Solutions in Python: one, all of them, the best, and with a proof that no other solution exists."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack, overload

from ..base.file_guard import each_within, guarded
from ..base.files import path_of
from ..build.model import Model
from ..counting.projection import excluding
from ..errors import LimitReached, UsageError, warn
from ..model import model as csp
from ..model.expr import Expr, node
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint
from ..puzzles.spec import Board, Solution
from ..settings import QuestionKeywords
from ..solving import enumeration
from ..solving.pipeline import Pipeline
from ..solving.problem import Problem, without_objective
from ..solving.problem_run import ProblemRun
from .certifying import ProofTarget
from .door import AnswerEvent, AnswerReport, BetterSolution, Listener, Question, answer, best_only, is_refuted
from .growing.found_results import best_kept, known_bound, reporter, unless_stopped, violated_of
from .growing.session import Session, takes_phases
from .pipelines import asked, deadline_of, warn_of_parts
from .problems import Projected, What, aims_of, best_of, model_of, of_model, problem_of, projected
from .results import Better, BoardResult, ModelResult, ModelSolution
from .settings import Search, Settings, better_listener, check_listener, check_search, whole
from .writing.common_result import AnswerStatistics
from .writing.proof_sources import write_source

Progress = Callable[[str], None]
"""Called with what is being done, in words."""


@overload
def solve(
    what: Model,
    *,
    unique: bool = False,
    search: Search | None = None,
    on_better: Better | None = None,
    on_progress: Progress | None = None,
    **settings: Unpack[QuestionKeywords],
) -> ModelResult: ...
@overload
def solve(
    what: Board,
    *,
    unique: bool = False,
    search: Search | None = None,
    on_better: Better | None = None,
    on_progress: Progress | None = None,
    **settings: Unpack[QuestionKeywords],
) -> BoardResult: ...
@overload
def solve(
    what: Problem | str | Path,
    *,
    unique: bool = False,
    search: Search | None = None,
    on_better: Better | None = None,
    on_progress: Progress | None = None,
    **settings: Unpack[QuestionKeywords],
) -> ModelResult | BoardResult: ...
@guarded
def solve(
    what: What,
    *,
    unique: bool = False,
    search: Search | None = None,
    on_better: Better | None = None,
    on_progress: Progress | None = None,
    **settings: Unpack[QuestionKeywords],
) -> ModelResult | BoardResult:
    """Return a solution, or the result that no solution exists; the best solution for a model with an objective or soft
    constraints.

    what: a model, a board, a path, or a result of `load`.  unique: also search for a second solution (`r.unique`,
    `r.second`).  search: how to search for the best value, `geometric`, `bisect`, `down` or `up`; None: `geometric`,
    for soft constraints after a core-guided MaxSAT solver.  on_better: called with the objective and each better
    solution, and with the known bound if the function has a parameter `bound` or needs three, for the first one only of
    several objectives, which are decided in their order.  on_progress: called with a description of each step.
    settings: see `Settings`.

    The status is UNKNOWN if a limit ends the search without a solution; with the best solution so far it is
    SATISFIABLE. An interrupt is raised, with the best result so far as its `best`, None without one.  Raise SolverError
    if a solver fails, with `best` if there is a solution, and UsageError for `unique` with an objective, or `search`
    without one.
    """
    how = Settings.of({**settings})
    better_listener(on_better)
    check_listener("on_progress", on_progress, "a text")
    if isinstance(what, Model) and len(what.objectives) > 1:
        if unique:
            raise UsageError("unique=True is for a model without an objective")
        return best_in_order(what, how, search, on_better, on_progress)
    problem = problem_of(what)
    model = model_of(what, problem)
    if unique:
        without_objective(problem, "unique=True")
    check_search(search, how.gap, problem.objective is not None)
    if model is not None and model.preferred and problem.objective is None and not unique and takes_phases(how):
        with Session(model, how) as kept:
            return kept.solve()
    with asked(problem, how, on_progress, one=True) as pipeline:
        if model is None or problem.objective is None:
            report = answer(ProblemRun(problem, pipeline), Question("unique" if unique else "one"))
            return result_of(report, problem, model, pipeline)
        report = answer(ProblemRun(problem, pipeline), Question("best", search=search), _reporter(model, on_better))
        return unless_stopped(report, result_of(report, problem, model, pipeline))


def _reporter(model: Model, on_better: Better | None) -> Listener:
    """Return a listener that calls a user's function with each better solution."""
    report = reporter(model, on_better)

    def listen(event: AnswerEvent) -> None:
        if isinstance(event, BetterSolution):
            report(*event)

    return listen


@overload
def result_of(found: AnswerReport, problem: Problem, model: Model, pipeline: Pipeline) -> ModelResult: ...


@overload
def result_of(
    found: AnswerReport, problem: Problem, model: Model | None, pipeline: Pipeline
) -> ModelResult | BoardResult: ...


def result_of(
    found: AnswerReport, problem: Problem, model: Model | None, pipeline: Pipeline
) -> ModelResult | BoardResult:
    """Return the result for users from a report.  model: the owner of the handles whose values users ask for; None for
    a board.
    """
    assert found.asked is not None
    if found.status in ("UNSATISFIABLE", "OPTIMUM FOUND") or found.unique:
        warn_of_parts(problem.model, pipeline.options)
    written = found.asked.written
    variables, clauses = (None, None) if written is None else (written.num_vars, written.num_clauses)
    seconds, counts = dict(pipeline.trace.seconds), found.asked.statistics
    statistics = AnswerStatistics(found.asked.answered, variables, clauses, seconds, found.contradiction, counts)
    common = (found.status, found.unique, found.reason, statistics)
    if model is None:
        return BoardResult(*common, problem.board, found.solution, found.second)
    given = found.solution, found.second
    first, second = (None if each is None else ModelSolution(model, each, found.objective) for each in given)
    if problem.objective is None:
        return ModelResult(*common, first, second)
    decided = () if found.objective is None else (found.objective,)
    violated_too = [] if found.solution is None else problem.violated(found.solution)  # of a model read for a goal
    violated = violated_of(model, found.solution, violated_too)
    return ModelResult(*common, first, second, found.objective, known_bound(found), violated, decided)


def best_in_order(
    model: Model, how: Settings, search: Search | None, on_better: Better | None, on_progress: Progress | None
) -> ModelResult:
    """Return the best solution for several objectives in order: each decides among the solutions that are best for
    those before.  A solution has a value of each objective.

    The best value of an objective is required from then on, and the solution is preferred.  The result is the best
    solution so far, with the status SATISFIABLE, if a limit ends the search.
    """
    deadline, given = deadline_of(how.timeout), model.snapshot()
    preferred, decided, best = dict(model.preferred), list[int](), None
    aims = aims_of(model, given)
    for aim in aims:
        problem = of_model(replace(given, constraints=list(given.constraints), objective=aim, preferred=preferred))
        left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
        with asked(problem, replace(how, timeout=left), on_progress, one=True) as pipeline, best_kept(best):
            check_search(search, how.gap, problem.objective is not None)
            report = answer(
                ProblemRun(problem, pipeline),
                Question("best", search=search),
                _reporter(model, on_better if aim is aims[0] else None),
            )
            found = result_of(report, problem, model, pipeline)
        assert isinstance(found, ModelResult)
        if report.solution is None and best is not None:  # the time was over: the best solution so far stays
            return replace(best, status="SATISFIABLE", reason=report.reason)
        decided += found.objectives
        best = replace(found, objective=decided[0] if decided else None, objectives=tuple(decided))
        if report.status != "OPTIMUM FOUND":
            return unless_stopped(report, best)
        assert report.objective is not None and best is not None
        given.constraints.append(Constraint(node("eq", aim.term, report.objective)))
        preferred = {**report.solution.ints, **report.solution.bools}
    assert best is not None
    return best


@overload
def solutions(
    what: Model,
    limit: int | None = None,
    *,
    project: Projected | None = None,
    best: bool = False,
    **settings: Unpack[QuestionKeywords],
) -> Iterator[ModelSolution]: ...
@overload
def solutions(what: Board, limit: int | None = None, **settings: Unpack[QuestionKeywords]) -> Iterator[Solution]: ...
@overload
def solutions(
    what: Problem | str | Path,
    limit: int | None = None,
    *,
    project: Projected | None = None,
    best: bool = False,
    **settings: Unpack[QuestionKeywords],
) -> Iterator[ModelSolution] | Iterator[Solution]: ...
@guarded
def solutions(
    what: What,
    limit: int | None = None,
    *,
    project: Projected | None = None,
    best: bool = False,
    **settings: Unpack[QuestionKeywords],
) -> Iterator[ModelSolution] | Iterator[Solution]:
    """Yield different solutions one by one, all of them or at most `limit`; those of a board in the neutral form of its
    puzzle.

    project: names, patterns such as `x_*`, variables, arrays: one solution for each combination of their values; None:
    solutions differ in any variable whose name does not begin with `_`.  best: whether only solutions with the best
    value of the objective are yielded, or with the least cost of violated soft constraints, which are ignored
    otherwise.  The solutions are those of the current model; later additions to the model have no effect.  Raise
    LimitReached if a limit ends the search before the last solution, and UsageError for a model with an objective,
    unless `best` is set.
    """
    how = Settings.of({**settings})
    problem, then = best_of(what) if best else (without_objective(problem_of(what), "solutions", soft=True), None)
    whole("limit", limit, 0)
    differs = excluding(problem, None if project is None else projected(project, what))
    return each_within(_solutions(problem, model_of(what, problem), how, then, limit, differs))


def _solutions(
    problem: Problem,
    model: Model | None,
    how: Settings,
    then: Sequence[csp.Objective] | None,
    limit: int | None,
    differs: enumeration.Excluding | None,
) -> Generator[Any, None, None]:
    with asked(problem, how) as pipeline:
        run: ProblemRun | None = ProblemRun(problem, pipeline)
        best = None if then is None else problem.objective
        if then is not None and run is not None:
            run, known = best_only(run, None, then)
            if known.status == "UNKNOWN":
                raise LimitReached(known.reason)
        for found in () if run is None or is_refuted(run) else enumeration.solutions(run, limit, differs):
            yield found if model is None else ModelSolution(model, found, None if best is None else _value(best, found))


def _value(objective: csp.Objective, found: Answer) -> int:
    """Return the value of an objective, whose term may be a number, in a solution."""
    return int(evaluate(objective.term, found)) if isinstance(objective.term, Expr) else objective.term


@guarded
def prove(
    what: What,
    proof: str | Path,
    *,
    unique: bool = False,
    from_source: bool = False,
    source: str | Path | None = None,
    **settings: Unpack[QuestionKeywords],
) -> ModelResult | BoardResult:
    """Solve a problem, and write a proof if no solution, no second solution or no better solution exists; return the
    result as `solve` does.

    The claim of the proof is that the problem has no solution; with `unique`, that its solution is the only one; for a
    model with an objective or soft constraints, that no solution is better than the one returned.  A certificate, which
    states the claim, is written beside the proof.  Neither is written if a problem without an objective has a solution,
    or with `unique` a second one.

    proof: the path of the proof.  unique: whether to ask for a second solution.  from_source: whether the proof is also
    to derive the formula from a statement of the source, in further files beside the proof.  source: the path of a file
    to which the problem is written, a model as CSP text, a board as JSON; the proof is then about the content of this
    file, so that anybody can verify the proof with this file alone; None: no such file.  Raise ProofError for a proof
    that does not hold, SolverError for a solver that writes no proofs, UsageError for a path in no existing folder and
    for `unique` with an objective, and LimitReached if a limit ends the search or the check of the proof.
    """
    stated = what if source is None else write_source(what, source)
    name = str(stated) if isinstance(stated, Path | str) else "model"
    target = ProofTarget(Path(path_of("proof", proof)), name, from_source=from_source)
    target.name_files()
    if earlier := target.replaces():
        warn(earlier)
    problem, how = problem_of(stated), Settings.of({**settings})
    if how.gap is not None:
        raise UsageError("not with a proof, which needs the best value", "gap", how.gap)
    if unique:
        without_objective(problem, "unique=True")
    model = model_of(what, problem)
    best = problem.objective is not None
    wanted = Question("best" if best else "unique" if unique else "one", proof=lambda claim: target)._replace(
        from_source=from_source
    )
    with asked(problem, how, one=True) as pipeline:
        target.check(pipeline.solver)
        report = answer(ProblemRun(problem, pipeline), wanted)
        if limit := report.unproved or report.unchecked:
            raise LimitReached(limit)
        return unless_stopped(report, result_of(report, problem, model, pipeline))
