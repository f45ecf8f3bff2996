"""The reading of an instance and the search, in a process whose lines go through a pipe to the process that prints."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from ... import __version__
from ...api.door import AnswerEvent, AnswerReport, BetterSolution, FoundSolution, Question, answer
from ...api.inputs import read_problem
from ...api.pipelines import pipeline_of
from ...api.settings import Settings
from ...base.deadline import deadline
from ...base.numbers import decimal
from ...errors import LimitReached, Unsupported
from ...languages.spec import LANGUAGES
from ...solving.problem import Problem
from ...solving.problem_run import ProblemRun
from ...solving.trace import Trace
from ..show.results import why
from .lines import XCSP3


def search(path: str, settings: Settings, folder: Path, verbose: bool, out: IO[str]) -> None:
    """Read the instance at a path, search, and write to `out` the lines that CompetitionLines takes.

    folder: for the files of the solver.  verbose: whether phases are printed to stderr.

    Raises Csp2SatError, after the line `s UNSUPPORTED` for an instance with what
    csp2sat does not have; a limit ends the search without an error.
    """
    out.write(f"c csp2sat {__version__}\n")
    trace = Trace(verbose)
    try:
        with deadline(settings.timeout, settings.memory) as end:
            with trace.phase("read"):
                problem = read_problem(path, XCSP3, None)
            run = ProblemRun(problem, pipeline_of(settings, folder, trace=trace, deadline=end, one=True))
            out.write(f"d VARIABLES {len(problem.model.ints)}\nd CONSTRAINTS {len(problem.model.constraints)}\n")
            out.flush()
            _search(run, problem, out)
    except LimitReached as limit:
        out.write(f"c {why(limit.reason)}\n")
    except Unsupported:
        out.write("s UNSUPPORTED\n")
        raise


def _search(run: ProblemRun, problem: Problem, out: IO[str]) -> None:
    """Search for a solution, or the best one, and write solutions, the reason for no answer, and the status."""
    answers = LANGUAGES[XCSP3].answers

    def take(event: AnswerEvent) -> None:
        """Write a solution, and the value of the objective if it is better than all before."""
        if isinstance(event, BetterSolution):
            out.write(answers.line(problem.model, event.solution) + answers.objective(event.objective))
        elif isinstance(event, FoundSolution):
            out.write(answers.line(problem.model, event.solution))
        out.flush()

    report = answer(run, Question("one" if problem.objective is None else "best"), take)
    if report.stopped is not None:
        raise report.stopped
    out.write(_figures(run, report))
    if report.reason:
        out.write(f"c {why(report.reason)}\n")
    out.write(f"s {report.status}\n")


def _figures(run: ProblemRun, report: AnswerReport) -> str:
    """Return diagnostics, a `d` line each: the sizes of the CNF, and the bound of an objective that is not decided."""
    written, found = run.report.written, ""
    if written is not None:
        found = f"d SAT VARIABLES {written.num_vars}\nd SAT CLAUSES {written.num_clauses}\n"
    if report.bound is not None:
        found += "d BOUND {} {}\n".format(*map(decimal, report.bound))
    return found
