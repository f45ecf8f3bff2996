"""The work of `csp2sat-fzn` on a file: read the file, answer it, and print each solution as it comes."""

from __future__ import annotations

import hashlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from ...api.door import AnswerEvent, AnswerReport, BetterSolution, FoundSolution, Question, answer
from ...api.pipelines import folder_for, pipeline_of
from ...api.settings import Settings
from ...base import file_guard, files
from ...base.deadline import disarm
from ...certifying.certificate import Claim
from ...errors import SolverError, UsageError
from ...languages.spec import LANGUAGES
from ...solving.problem import CspProblem, Problem
from ...solving.problem_run import ProblemRun
from ...solving.trace import Trace
from .options import Flags
from .protocol import SolutionPrinter

if TYPE_CHECKING:
    from ...api.certifying import ProofTarget

FLATZINC = "flatzinc"
SOURCE = "model.fzn"  # the copy beside a proof: MiniZinc removes the file that it gives us


@dataclass
class FznJob:
    """A problem, the bytes of its file, the run that answers it, the printer of the answer, and the flags."""

    problem: Problem
    data: bytes
    run: ProblemRun
    printer: SolutionPrinter
    flags: Flags

    def take(self, event: AnswerEvent) -> None:
        """Print a solution at once, or hold it back until the end if only the best is asked for and a better one may
        come.
        """
        if isinstance(event, FoundSolution):
            self.printer.show(event.solution)
        elif isinstance(event, BetterSolution):
            each = self.flags.intermediate or self.flags.all
            (self.printer.show if each else self.printer.hold)(event.solution)

    def place(self, claim: Claim) -> ProofTarget:
        """Make the folder of `--proof`, write a copy of the model there, and return the place in it for the proof of a
        claim.
        """
        from ...api.certifying import ProofTarget

        folder = Path(self.flags.proof)
        folder.mkdir(parents=True, exist_ok=True)
        with files.new_file(folder / SOURCE) as copy:
            copy.write(self.data)
        return ProofTarget(folder / f"{claim}.proof", SOURCE, FLATZINC)


def run(flags: Flags, printer: SolutionPrinter, deadline: float | None) -> None:
    """Answer the file that the flags name, and print solutions, status and statistics by `printer`.

    deadline: the time on the monotonic clock, None for no limit.  Raises Csp2SatError; after an interrupt the printer
    still has the best solution found so far.
    """
    started = time.monotonic()
    trace = Trace(flags.verbose)
    _name_files(flags)
    with folder_for() as folder:
        with trace.phase("read"):
            data = files.read_bytes(flags.files[0])
            problem = _read(flags.files[0], data)
        pipeline = pipeline_of(_settings(flags), folder, trace=trace, deadline=deadline)
        job = FznJob(problem, data, ProblemRun(problem, pipeline), printer, flags)
        printer.model = problem.model
        try:
            report = answer(job.run, _question(job), job.take)
            printer.figures |= _objective(problem, report)
        finally:
            disarm()
            printer.figures |= _figures(job, time.monotonic() - started)
        printer.end(_is_complete(report, flags))
        if isinstance(report.stopped, SolverError):
            raise report.stopped


def _read(path: str, data: bytes) -> Problem:
    """Return the problem that the bytes of a FlatZinc file state, whatever suffix the file has."""
    source = files.as_source(path, data)
    return CspProblem(LANGUAGES[FLATZINC].read(source), hashlib.sha256(data).hexdigest(), source)


def _name_files(flags: Flags) -> None:
    """Enter the files in the folder for the proof as outputs.  Raises UsageError for a file that is also read."""
    if flags.proof:
        from ...api.certifying import ProofTarget

        folder = Path(flags.proof)
        file_guard.names("proof", flags.proof, [folder / SOURCE])
        for claim in get_args(Claim):
            ProofTarget(folder / f"{claim}.proof", SOURCE).name_files()


def _settings(flags: Flags) -> Settings:
    """Return the settings that the flags mean, for one solver alone: only `-p` asks for several threads."""
    solver = None if flags.solver in ("", "auto") else flags.solver
    return Settings(solver=solver, encoding=flags.encoding, seed=flags.seed, threads=flags.threads, portfolio=False)


def _question(job: FznJob) -> Question:
    """Return the question that the flags ask: the best solution if the problem has an objective, else one, all, or a
    number.

    Raises UsageError for a proof of all solutions.
    """
    flags = job.flags
    proof = job.place if flags.proof else None
    if job.problem.objective is not None:
        return Question("best", proof=proof)
    if not flags.all and flags.limit in (None, 1):
        return Question("one", proof=proof)
    if proof is not None:
        raise UsageError("--proof: that there are no further solutions cannot be proved; leave out -a or -n")
    return Question("all", limit=flags.limit)


def _is_complete(report: AnswerReport, flags: Flags) -> bool:
    """Whether no other, or no better, solution exists than the printed ones; with `--proof`, only if this was proved
    and checked.
    """
    proved = not flags.proof or (report.refuted is not None and not report.unchecked)
    return proved and (report.complete or report.status in ("OPTIMUM FOUND", "UNSATISFIABLE"))


def _objective(problem: Problem, report: AnswerReport) -> dict[str, Any]:
    """Return the statistics of the objective, each if known: `objective`, the best value found, and `objectiveBound`,
    the value that no solution can exceed (or, to be minimized, fall below).
    """
    figures = {} if report.objective is None else {"objective": report.objective}
    if report.status == "OPTIMUM FOUND":
        return figures | {"objectiveBound": report.objective}
    if report.bound is None or problem.objective is None:
        return figures
    return figures | {"objectiveBound": report.bound[problem.objective.goal == "maximize"]}


def _figures(job: FznJob, seconds: float) -> dict[str, Any]:
    """Return statistics by MiniZinc's names, and the sizes of the CNF if one was written.

    seconds: of the whole run; those outside the solver are the initial time.
    """

    model, spent = job.problem.model, job.run.pipeline.trace.seconds
    search = spent.get("solve", 0.0)
    found: dict[str, Any] = {
        "intVariables": len(model.ints),
        "boolVariables": len(model.bools),
        "propagators": len(model.constraints),
        "initTime": max(0.0, seconds - search),
        "solveTime": search,
        "encoding": job.run.pipeline.options.described().replace('"', "'"),
        "satSolver": job.run.report.answered,
    }
    if (written := job.run.report.written) is not None:
        found |= {"satVariables": written.num_vars, "satClauses": written.num_clauses}
    return found | _peak()


def _peak() -> dict[str, Any]:
    """Return the peak of this process's memory in MB (2**20 bytes), as a statistic; {} if the system does not report
    it.
    """
    try:
        import resource
    except ImportError:
        return {}
    unit = 1024 if sys.platform == "darwin" else 1  # macOS counts bytes, others kilobytes
    return {"peakMem": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit / 1024}
