"""The best solution: of a CSP with an objective, or with soft constraints."""

from __future__ import annotations

from dataclasses import replace

from ..certifying.evidence import Refutation
from ..certifying.proving import prove_optimum
from ..errors import LimitReached
from ..optimizing.core_guided import least_cost
from ..optimizing.objective_search import Optimum, ReportBetter
from ..optimizing.optimize import DEFAULT, optimize
from ..runner.config.config import Solvers
from ..runner.session.session import NAME, SECOND
from ..solving.pipeline import Pipeline, SingleSolver
from ..solving.problem_run import ProblemRun
from .settings import Settings


def warm(pipeline: Pipeline, settings: Settings) -> Pipeline:
    """The pipeline for a problem with an objective: where no solver is named, with the one that is kept warm; with a
    second solver if there is to be a portfolio."""
    if not pipeline.incremental or settings.solver is not None:
        return pipeline
    solvers = Solvers.load(settings.solvers)
    second_solver = solvers.find(SECOND) if settings.has_portfolio and len(solvers.portfolio) > 1 else None
    return replace(pipeline, strategy=SingleSolver(solvers.find(NAME)), second_solver=second_solver)


def optimum(run: ProblemRun, search: str | None, report: ReportBetter) -> Optimum:
    """The best solution.  search: how to search for it; None: as is usual.  report: called with each better one.

    Soft constraints are weighed by a core-guided MaxSAT solver first, unless a way to search is named.
    """
    result = Optimum("UNKNOWN")
    if run.pipeline.incremental and not search and run.problem.relaxed is not None:
        result = least_cost(run, report)
    if result.status == "UNKNOWN" and result.stopped is None:
        alone = run.within(replace(run.pipeline, second_solver=None)) if search else run
        result = optimize(alone, search or DEFAULT, report)
    return result.in_doubt(run.problem.doubt)


def proved_optimum(run: ProblemRun, result: Optimum) -> Refutation | LimitReached | None:
    """The refutation of a better solution; None: the search came to no end; or the limit that ended the proof."""
    try:
        return prove_optimum(run, result)
    except LimitReached as limit:
        return limit
