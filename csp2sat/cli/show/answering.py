"""What `solve` does with an input: the question that is asked, and where the answer goes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from ...api.pipelines import folder_for, pipeline_of
from ...base import files
from ...base.numbers import decimal
from ...errors import LimitReached, UsageError
from ...runner.process.deadline import disarm
from ...runner.process.outcome import RunOptions
from ...solving.first_solution import Result, solve, solve_unique
from ...solving.inputs import CnfInput, Input, as_problem, several, stem, with_goal
from ...solving.pipeline import Pipeline, Record, SolverStrategy
from ...solving.problem import Problem, check_patterns, without_objective
from ...solving.trace import Trace
from ..reporting import note, stopped_with, warn
from ..streams import inert
from . import drawings, results
from .request import Request
from .views import BoardView, View, chosen_format, style, view_of

if TYPE_CHECKING:
    from ...optimizing.optimize import Optimum


class Job(NamedTuple):
    """A request that is ready to run; view, form: how solutions are shown."""

    request: Request
    pipeline: Pipeline
    view: View
    form: str
    out: IO[str]

    def warn(self, reason: str, more: str = "") -> None:
        """Say why something is not known."""
        if reason:
            warn(results.why(reason) + more, self.request.form.quiet)


def answer(request: Request, deadline: float | None, trace: Trace) -> int:
    """Solve and print; the exit code."""
    form = request.form
    request.name_files()
    with folder_for(request.keep) as folder, _output(None if form.drawing else form.output) as out:
        trace.say(f"READING {request.input}")
        with trace.phase("read"):
            problems = several(request.input, request.kind)
            first, second = with_goal(next(problems), request.goal), next(problems, None)
        pipeline = pipeline_of(
            request.settings,
            folder,
            stem=stem(request.input),
            trace=trace,
            deadline=deadline,
            one=not request.many,
        )
        _warn_of_ignored(pipeline.strategy, pipeline.run_options, form.quiet)
        if target := request.proof_target:
            target.check(pipeline.solver)
        if second is None:
            return _answer(first, pipeline, request, out)
        request.check_several()
        return _each(chain([first, second], problems), pipeline, request, out)


def _each(problems: Iterable[Input], pipeline: Pipeline, request: Request, out: IO[str]) -> int:
    """The answers to several boards, one after the other; the exit code that all have, or else the most doubtful."""
    codes = set()
    for number, problem in enumerate(problems, start=1):
        if number > 1 and request.form.apart:
            out.write("\n")
        pipeline.trace.seconds.clear()
        each = replace(pipeline, record=Record(), stem=f"{pipeline.stem}-{number}")
        codes.add(_answer(problem, each, request._replace(input=""), out))
        out.flush()
    return max(codes) if request.expect or request.form.convention == "unix" or len(codes) == 1 else 0


def _answer(problem: Input, pipeline: Pipeline, request: Request, out: IO[str]) -> int:
    form = request.form
    if isinstance(problem, CnfInput) and not request.compares:
        from .cnf_answers import answer

        code = answer(problem, pipeline, request, out)
    else:
        if isinstance(problem, CnfInput) and request.proof is not None:
            raise UsageError("--proof of a CNF is for `unsatisfiable`: not with --unique or --expect unique, several")
        problem = as_problem(problem)
        check_patterns(problem, pipeline.options.encode)
        view = view_of(problem, style(form.color))
        job = Job(request, pipeline, view, chosen_format(view, form.to, form.json, form.output), out)
        code = _how(problem, request)(problem, job)
    if pipeline.record.unconfirmed:
        warn(pipeline.record.unconfirmed, form.quiet)
    return code


def _how(problem: Problem, request: Request) -> Callable[[Problem, Job], int]:
    """What answers the request; UsageError for what does not go with the problem."""
    if request.many or request.asks_unique:
        without_objective(problem, request.compared)
    if problem.objective is not None:
        return _best
    if request.search:
        raise UsageError("--search is for an input with an objective, or with --max or --weighted")
    return _many if request.many else _one


def _one(problem: Problem, job: Job) -> int:
    request, pipeline = job.request, job.pipeline
    asked = request.asks_unique
    refutation, checked = None, True
    if request.proof is None:
        result = (solve_unique if asked else solve)(problem, pipeline)
    else:
        from ...certifying.proving import prove

        result, refutation = prove(problem, pipeline, asked)
        if refutation is not None:
            checked = request.certified(refutation, problem.digest, pipeline)
        elif not result.reason:
            which = "second solution" if asked and result.unique is False else "solution"
            more = "" if asked or not problem.board else "; add --unique to prove that it is the only one"
            note(f"there is a {which}, so there is nothing to prove{more}", request.form.quiet)
    if (target := request.form.drawing) and problem.board:
        drawings.show(target, problem.board, result, asked)
    else:
        job.out.write(_text(result, job))
    job.warn(result.reason)
    if said := _aside(problem, result, job):
        note(said, request.form.quiet)
    _say_times(pipeline.trace)
    return request.ended(results.found(result) if checked else "unknown", request.asks_unique)


def _aside(problem: Problem, result: Result, job: Job) -> str:
    """What is told on stderr: that there is no solution, and who says why; what was asked, where the answer is in a
    file.  Nothing of one of several boards."""
    request = job.request
    if result.status == "UNSATISFIABLE" and (said := _none(problem, job)):
        return said
    if not request.input or request.form.output in (None, "-") or request.form.drawing:
        return ""
    if result.status == "UNSATISFIABLE":
        return "no solution"
    return results.verdict(result) if request.asks_unique and result.solution is not None else ""


def _none(problem: Problem, job: Job) -> str:
    """That there is no solution, and who says why; '' where that may take long, or is not to be said."""
    command, seen = job.request.explained_by, job.pipeline.record.contradiction
    if not command or not (seen or problem.board):
        return ""
    return f"no solution{', seen while encoding' if seen else ''}; for the reason run: {command}"


def _text(result: Result, job: Job) -> str:
    if job.form == "json":
        return results.as_json(result, job.view, job.pipeline)
    return results.text(result, job.view, job.form, job.request.asks_unique)


def _best(problem: Problem, job: Job) -> int:
    """Search the best solution, and print `o` lines on the way (not with JSON)."""
    from ...api.optimizing import optimum, proved_optimum, warm

    def report(value: int, solution: Any) -> None:
        if job.form != "json":
            job.out.write(job.view.objective(value))
            job.out.flush()

    request = job.request
    job = job._replace(pipeline=warm(job.pipeline, request.settings))
    result = optimum(problem, job.pipeline, request.search, report)
    checked = True
    if request.proof is not None:
        refutation = proved_optimum(problem, job.pipeline, result)
        if isinstance(refutation, LimitReached):
            job.warn(refutation.reason, ": not proved")
        checked = not isinstance(refutation, LimitReached)
        if refutation is not None and not isinstance(refutation, LimitReached):
            checked = request.certified(refutation, problem.digest, job.pipeline)
    disarm()
    job.out.write(_text(result, job))
    if result.bound and not request.form.quiet:
        print("bound: {} <= objective <= {}".format(*map(decimal, result.bound)), file=sys.stderr)
    job.warn(result.reason)
    return _exit_code(result, request) if checked else request.ended("unknown")


def _exit_code(result: Optimum, request: Request) -> int:
    if result.stopped is not None:
        return stopped_with(result.stopped)
    if request.expect:
        return request.ended(results.found(result))
    return request.form.exit_code("UNKNOWN" if result.reason and request.form.convention == "unix" else result.status)


def _many(problem: Problem, job: Job) -> int:
    """Print solutions as they are found (JSON and HTML: at the end)."""
    from ...solving.enumeration import solutions

    request = job.request
    limit, form = request.limit, request.form
    at_end = job.form in ("json", "html")
    found = []
    reason = ""
    try:
        for solution in solutions(problem, job.pipeline, limit):
            found.append(solution if at_end else None)
            if not at_end:
                job.out.write(results.one_of_many(len(found), solution, job.view, job.form))
                job.out.flush()
    except LimitReached as ended:
        reason = ended.reason
    complete = not reason and (limit is None or len(found) < limit)
    if job.form == "json":
        job.out.write(results.many_as_json(found, complete, job.view, job.pipeline))
    elif (target := form.drawing) and isinstance(job.view, BoardView):
        drawings.show_all(target, job.view, found, complete)
    else:
        job.out.write(results.count(len(found), complete, job.view))
    job.warn(reason)
    if not found and complete and (said := _none(problem, job)):
        note(said, form.quiet)
    _say_times(job.pipeline.trace)
    known = results.found_many(len(found), complete)
    return request.ended(known) if request.expect or not reason else form.exit_code("UNKNOWN")


def _warn_of_ignored(strategy: SolverStrategy, options: RunOptions, quiet: bool) -> None:
    for wish in ("seed", "threads"):
        if getattr(options, wish) is not None and wish not in strategy.can():
            warn(f"{strategy.solver.name} cannot be given --{wish}; it is ignored", quiet)


def _say_times(trace: Trace) -> None:
    trace.say("TIMES " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in trace.seconds.items()))


@contextmanager
def _output(path: str | None) -> Iterator[IO[str]]:
    """Where results go: stdout as they come, or a file that appears when all is there."""
    if path in (None, "-"):
        yield sys.stdout
        return
    text = StringIO()
    yield text
    files.write_text(Path(str(path)), inert(text.getvalue()))
