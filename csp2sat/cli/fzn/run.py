"""What `csp2sat-fzn` does with a file: read it, answer it, and print each solution as it comes."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from ...api.pipelines import folder_for, pipeline_of
from ...api.settings import Settings
from ...base import file_guard, files
from ...certifying.certificate import Claim
from ...errors import LimitReached, SolverError, UsageError
from ...languages.flatzinc import LANGUAGE
from ...runner.process.deadline import disarm
from ...solving.pipeline import Pipeline
from ...solving.problem import CspProblem, Problem
from ...solving.trace import Trace
from .options import Wishes
from .protocol import Printer

if TYPE_CHECKING:
    from ...certifying.evidence import Refutation

SOURCE = "model.fzn"  # the copy beside a proof: MiniZinc removes the file that it gives us


@dataclass
class Job:
    """A problem, the bytes of its file, how it is answered, and where that is printed."""

    problem: Problem
    data: bytes
    pipeline: Pipeline
    printer: Printer
    wishes: Wishes


def run(wishes: Wishes, printer: Printer, deadline: float | None) -> None:
    """Answer.  Raises Csp2SatError; LimitReached and interrupts leave what was found to the printer."""
    started = time.monotonic()
    trace = Trace(wishes.verbose)
    _name_files(wishes)
    with folder_for() as folder:
        with trace.phase("read"):
            data = files.read_bytes(wishes.files[0])
            problem = _read(wishes.files[0], data)
        pipeline = pipeline_of(_settings(wishes), folder, trace=trace, deadline=deadline)
        job = Job(problem, data, pipeline, printer, wishes)
        printer.model = problem.model
        many = problem.objective is None and (wishes.all or wishes.limit not in (None, 1))
        if many and wishes.proof:
            raise UsageError("--proof: that there are no further solutions cannot be proved; leave out -a or -n")
        answer = _best if problem.objective is not None else _many if many else _one
        try:
            status = answer(job)
        finally:
            disarm()
            printer.figures |= _figures(job, time.monotonic() - started)
        printer.end(status)


def _read(path: str, data: bytes) -> Problem:
    """The problem, whatever the file is called."""
    source = files.as_source(path, data)
    return CspProblem(LANGUAGE.read(source), hashlib.sha256(data).hexdigest(), source)


def _name_files(wishes: Wishes) -> None:
    """Enter the files of the folder for the proof as outputs.  Raises UsageError for one that is read."""
    if wishes.proof:
        from ...api.certifying import ProofTarget

        folder = Path(wishes.proof)
        file_guard.names("proof", wishes.proof, [folder / SOURCE])
        for claim in get_args(Claim):
            ProofTarget(folder / f"{claim}.proof", SOURCE).name_files()


def _settings(wishes: Wishes) -> Settings:
    solver = None if wishes.solver in ("", "auto") else wishes.solver
    return Settings(solver=solver, encoding=wishes.encoding, seed=wishes.seed, threads=wishes.threads)


def _one(job: Job) -> str:
    """Any solution; the status."""
    refutation: Refutation | None = None
    if job.wishes.proof:
        from ...certifying.proving import prove

        result, refutation = prove(job.problem, job.pipeline, False)
    else:
        from ...solving.first_solution import solve

        result = solve(job.problem, job.pipeline)
    if result.solution is not None:
        job.printer.show(result.solution)
        return "UNKNOWN"
    return "UNSATISFIABLE" if result.status == "UNSATISFIABLE" and _is_certified(refutation, job) else "UNKNOWN"


def _many(job: Job) -> str:
    """All solutions, or as many as are wished for."""
    from ...solving.enumeration import solutions

    count = 0
    for solution in solutions(job.problem, job.pipeline, job.wishes.limit):
        job.printer.show(solution)
        count += 1
    return "COMPLETE" if count != job.wishes.limit else "UNKNOWN"


def _best(job: Job) -> str:
    """The best solution; on the way each better one, if that is wished for."""
    from ...api.optimizing import optimum, proved_optimum, warm

    each = job.wishes.intermediate or job.wishes.all
    take: Callable[[Any], None] = job.printer.show if each else job.printer.hold
    job.pipeline = warm(job.pipeline, _settings(job.wishes))
    result = optimum(job.problem, job.pipeline, None, lambda value, solution: take(solution))
    figures = {} if result.objective is None else {"objective": result.objective}
    bound = result.bound and result.bound[job.problem.objective.goal == "maximize"]  # type: ignore[union-attr]
    job.printer.figures |= figures | ({} if bound is None else {"objectiveBound": bound})
    if isinstance(result.stopped, SolverError):
        job.printer.end("UNKNOWN")
        raise result.stopped
    if result.status not in ("OPTIMUM FOUND", "UNSATISFIABLE"):
        return "UNKNOWN"
    if job.wishes.proof:
        refutation = proved_optimum(job.problem, job.pipeline, result)
        if refutation is None or isinstance(refutation, LimitReached) or not _is_certified(refutation, job):
            return "UNKNOWN"
    return "COMPLETE"


def _is_certified(refutation: Refutation | None, job: Job) -> bool:
    """Check and keep a proof, if one is wished for; False if it could not be checked in time."""
    if not job.wishes.proof:
        return True
    if refutation is None:
        return False
    from ...api.certifying import ProofTarget, certify

    folder = Path(job.wishes.proof)
    folder.mkdir(parents=True, exist_ok=True)
    with files.new_file(folder / SOURCE) as copy:
        copy.write(job.data)
    target = ProofTarget(folder / f"{refutation.claim}.proof", SOURCE, LANGUAGE.name)
    return certify(refutation, job.problem.digest, job.pipeline, target) is None


def _figures(job: Job, seconds: float) -> dict[str, Any]:
    """Statistics by MiniZinc's names, and sizes of the CNF."""
    from ...encoder.described import describe

    model, spent = job.problem.model, job.pipeline.trace.seconds
    search = spent.get("solve", 0.0)
    found: dict[str, Any] = {
        "intVariables": len(model.ints),
        "boolVariables": len(model.bools),
        "propagators": len(model.constraints),
        "initTime": max(0.0, seconds - search),
        "solveTime": search,
        "encoding": describe(job.pipeline.options).replace('"', "'"),
        "satSolver": job.pipeline.answered,
    }
    if job.pipeline.record.written is not None:
        found |= {"satVariables": job.pipeline.record.written.num_vars}
        found |= {"satClauses": job.pipeline.record.written.num_clauses}
    return found | _peak()


def _peak() -> dict[str, Any]:
    """The most memory that this process had, in MB, where the system says so."""
    try:
        import resource
    except ImportError:
        return {}
    return {"peakMem": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}
