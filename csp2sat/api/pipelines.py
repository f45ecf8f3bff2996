"""The step from Settings to the pipeline that answers: which solvers, how they are called, where the files go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Literal

from ..base.deadline import deadline
from ..base.folders import claimed, work_folder
from ..base.time_limit import end_after, is_over
from ..encoder.options import EncoderOptions
from ..encoder.options import believed_parts as believed_parts
from ..errors import UsageError, warn
from ..model.expr import forget_between
from ..model.model import Model
from ..runner.config.config import Solvers
from ..runner.config.entry import Solver
from ..runner.session.session import KEPT, NAME, SECOND
from ..settings import KNOWN
from ..solving.maxcsp import Mode
from ..solving.pipeline import Pipeline, SingleSolver, SolverStrategy
from ..solving.problem import Problem, check_patterns
from ..solving.trace import Trace
from .settings import Settings

OF_SOLVERS = ("solver", "solvers", "seed", "threads", "solver_args", "cross_check", "race", "cubes", "portfolio")
BESIDE_KEPT = ("solvers", "threads", "solver_args", "portfolio", "loop")  # what names another solver is an error


def pipeline_of(
    settings: Settings,
    folder: Path,
    *,
    stem: str = "problem",
    trace: Trace | None = None,
    deadline: float | None = None,
    one: bool = False,
) -> Pipeline:
    """Return the pipeline that answers questions as the settings say; raise SolverError for a solver that is not
    installed.

    folder: for its files, named `stem`[-attempt].  deadline: on the monotonic clock; None: from the settings' timeout.
    one: whether the question has a single answer, which the portfolio may give if the settings allow.
    """
    if deadline is None:
        deadline = deadline_of(settings.timeout)
    solvers = Solvers.load(settings.solvers)
    starter = _starter(solvers) if one and settings.has_portfolio else None
    named = settings.solver or next(iter(settings.race), None)
    solver = starter or (solvers.find(named) if named else solvers.default())
    strategy = _growing(starter, solvers, settings) if starter else _strategy(settings, solvers, solver)
    second = _second(settings, solver, solvers)
    can_be_kept = (settings.solver is None or solver.name in KEPT) and not settings.solver_args
    return Pipeline(
        strategy,
        settings.run_options(deadline),
        folder,
        stem,
        settings.coding(),
        trace or Trace(),
        settings.loop,
        settings.break_symmetry,
        incremental=can_be_kept and settings.is_single,
        cross_check=second,
        kept_solvers=None if settings.solver else partial(_kept, solvers, settings.has_portfolio),
        gap=settings.gap if one else None,
    )


def _kept(solvers: Solvers, portfolio: bool) -> tuple[Solver, Solver | None]:
    """Return the solver that is kept from question to question, and a second one beside it (None if there is no
    portfolio).
    """
    second = solvers.find(SECOND) if portfolio and len(solvers.portfolio) > 1 else None
    return solvers.find(NAME), second


def deadline_of(timeout: float | None) -> float | None:
    """Return the end of a timeout, in seconds from now, on the monotonic clock; None without a timeout."""
    return None if timeout is None else end_after(timeout)


def _strategy(settings: Settings, solvers: Solvers, solver: Solver) -> SolverStrategy:
    if settings.race:
        from ..solving.parallel.portfolio import Portfolio

        return Portfolio(solver, tuple(map(solvers.find, settings.race)))
    if settings.cubes:
        from ..solving.parallel.cube_and_conquer import CubeAndConquer

        return CubeAndConquer(solver, settings.cubes, settings.executor or "threads", settings.proofs)
    return SingleSolver(solver)


def _starter(solvers: Solvers) -> Solver | None:
    """Return the first solver of the portfolio; None if it is not installed, or if no other solver could join it."""
    return solvers.first(solvers.portfolio[0]) if len(solvers.portfolio) > 1 else None


def _growing(starter: Solver, solvers: Solvers, settings: Settings) -> SolverStrategy:
    from ..solving.parallel.growing import GrowingPortfolio

    return GrowingPortfolio(starter, solvers, settings.cross_check or "")


def _second(settings: Settings, solver: Solver, solvers: Solvers) -> Solver | None:
    """Return the solver that must confirm answers of the first one, or None; raise UsageError if both are the same."""
    if settings.cross_check is None:
        return None
    second = solvers.find(settings.cross_check)
    if second.name in (settings.race or [solver.name]):
        raise UsageError("this is the solver itself; expected another solver", "cross_check", second.name)
    return second


@contextmanager
def question(
    path: str,
    kind: str | None,
    refusal: str | None,
    settings: Settings,
    trace: Trace | None = None,
    goal: Mode | Literal[False] | None = False,
) -> Iterator[tuple[Problem, Pipeline]]:
    """Yield the problem read from `path`, and the pipeline that answers questions about it, within the settings' time
    limit.

    kind: as after `--from`.  refusal: the text of the UsageError for a CNF; None: a CNF is accepted, and its models are
    the solutions.  trace: records the phases.  goal: as in `read_problem`.
    """
    from ..solving.inputs import read_problem

    trace = trace or Trace()
    with deadline(settings.timeout, settings.memory) as end, folder_for() as folder:
        with trace.phase("read"):
            problem = read_problem(path, kind, refusal, goal)
        pipeline = pipeline_of(settings, folder, trace=trace, deadline=end)
        check_patterns(problem, pipeline.options.encode)
        yield problem, pipeline


@contextmanager
def folder_for(keep: str | None = None) -> Iterator[Path]:
    """Yield a folder for the files of one question: the folder with the path `keep`, which stays; for None a new one,
    deleted at the end of the block.

    Raises FileError if the folder to keep cannot be used, or another run uses it.
    """
    if keep is None:
        with work_folder() as folder:
            yield folder
    else:
        with claimed(Path(keep)) as folder:
            yield folder.absolute()


@contextmanager
def asked(
    problem: Problem, settings: Settings, progress: Callable[[str], None] | None = None, *, one: bool = False
) -> Iterator[Pipeline]:
    """Yield the pipeline for one question about a problem, with its own folder, deleted at the end of the block; then
    forget the nodes that the question has left, unless its time is over.

    progress: called with a description of each step.  one: as in `pipeline_of`.
    """
    pipeline = None
    try:
        with folder_for() as folder:
            pipeline = pipeline_of(settings, folder, trace=Trace(tell=progress), one=one)
            check_patterns(problem, pipeline.options.encode)
            warn_of_hints(pipeline)
            if not one:
                warn_of_parts(problem.model, pipeline.options)
                warn_of_unused(settings, ("portfolio", "gap"), "a question for more than one answer")
            yield pipeline
    finally:
        if pipeline is None or not is_over(pipeline.run_options.deadline):
            forget_between()


def ignored_hints(
    solver: Solver, able: Collection[str], seed: int | None, threads: int | None, sign: str = ""
) -> Iterator[str]:
    """Yield a sentence for a seed and for a number of threads that a solver does not take, or takes as another one; a
    single thread every solver has.

    able: the abilities of the solver, or of all solvers that may answer.  sign: what stands before the name of a
    setting.
    """
    for name, value, usual in (("seed", seed, None), ("threads", threads, 1)):
        if value not in (None, usual) and name not in able:
            yield f"{solver.name} has no option for {sign}{name}, which is ignored"
    if seed is not None and "seed" in solver.can() and (taken := solver.entry.seed(seed)) != seed:
        least, most = solver.entry.seeds
        yield f"{solver.name} takes seeds from {least} to {most}; {sign}seed {seed} means {taken} for it"
    most = solver.entry.threads
    if "threads" in solver.can() and (threads or 1) > most:
        yield f"{solver.name} has at most {most} threads; {sign}threads {threads} means {most} for it"


def warn_of_hints(pipeline: Pipeline) -> None:
    """Warn the caller of the package of each hint that the solvers of a pipeline do not take."""
    options = pipeline.run_options
    for text in ignored_hints(pipeline.solver, pipeline.strategy.can(), options.seed, options.threads):
        warn(text)


def warn_of_parts(model: Model, options: EncoderOptions) -> None:
    """Warn the caller of the package that a claim about all solutions of a model believes parts of the user's, if there
    are any.
    """
    if words := believed_parts(model, options):
        warn(f"{words}; to test this, run: csp2sat count --compare MODEL")


def warn_of_unused(settings: Settings, names: Collection[str], question: str) -> None:
    """Warn the caller of the package of each of the settings called `names` that says something; the `question` has no
    use for these.
    """
    for name in names:
        value = getattr(settings, name)
        if value is not False and value != KNOWN[name].default and (name, value) != ("threads", 1):
            warn(f"{question} has no use for {name}, which is ignored")
