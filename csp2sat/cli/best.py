"""The answer of `solve` where the best solution is wanted: of a CSP with an objective, or with soft constraints."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeGuard

from ..errors import UsageError
from ..run.config import load
from ..run.deadline import disarm
from ..run.session import NAME
from ..search.cores import least_cost
from ..search.maxcsp import MaxCspProblem
from ..search.optimize import DEFAULT, Optimum, optimize
from ..search.problem import CspProblem
from . import results
from .reporting import INTERRUPTED, warn

if TYPE_CHECKING:
    from .asking import Job, Request


def wanted(problem: Any, request: Request) -> TypeGuard[CspProblem]:
    """Is the best solution wanted?  UsageError for questions that do not go with that."""
    if not isinstance(problem, CspProblem) or problem.model.objective is None:
        if request.search:
            raise UsageError("--search is for an input with an objective, or with --max or --weighted")
        return False
    if request.unique or request.many:
        raise UsageError("--unique, --all and --limit do not go with an objective")
    return True


def best(problem: CspProblem, job: Job) -> int:
    """Search, and print `o` lines on the way (not with JSON); the exit code."""
    request = job.request

    def report(value: int, solution: Any) -> None:
        if job.form != "json":
            job.out.write(job.view.objective(value))
            job.out.flush()

    incremental = job.engine.incremental
    if incremental and request.solver is None:
        job.engine.solver = load(request.solvers).find(NAME)
    result = Optimum("UNKNOWN")
    if incremental and not request.search and isinstance(problem, MaxCspProblem):
        result = least_cost(problem, job.engine, report)
    if result.status == "UNKNOWN" and result.stopped is None:
        result = optimize(problem, job.engine, request.search or DEFAULT, report, incremental)
    checked = request.proof is None or _prove(problem, job, result)
    disarm()
    as_text = results.as_json(result, job.view, job.engine) if job.form == "json" else ""
    job.out.write(as_text or results.text(result, job.view, job.form, False))
    if result.bound and not request.quiet:
        print("bound: {} <= objective <= {}".format(*result.bound), file=sys.stderr)
    if result.reason:
        warn(results.why(result.reason), request.quiet)
    return _exit_code(result, request.convention) if checked else results.CODES[request.convention]["UNKNOWN"]


def _prove(problem: CspProblem, job: Job, result: Optimum) -> bool:
    """Prove that nothing is better; False if there was no time for that."""
    from ..errors import LimitReached
    from ..search.proving import prove_optimum
    from .proving import deliver

    try:
        refutation = prove_optimum(problem, job.engine, result)
    except LimitReached as limit:
        warn(f"{results.why(limit.reason)}: not proved", job.request.quiet)
        return False
    return refutation is None or deliver(refutation, problem.digest, job.engine, job.request)


def _exit_code(result: Optimum, convention: str) -> int:
    if result.stopped is not None:
        return INTERRUPTED if isinstance(result.stopped, KeyboardInterrupt) else int(str(result.stopped))
    return results.CODES[convention]["UNKNOWN" if result.reason and convention == "unix" else result.status]
