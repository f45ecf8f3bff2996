"""The work of `solve` on an input: the question that it asks, and the output of the answer."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from itertools import chain
from typing import IO, Any

from ...api import door
from ...api.door import AnswerEvent, AnswerReport, BetterSolution, FoundSolution, Question, Refuted
from ...api.inputs import problem_asked, read_inputs, stem, without_objective
from ...api.pipelines import folder_for, pipeline_of
from ...base import files
from ...base.deadline import disarm
from ...base.numbers import decimal
from ...errors import NEAR, Unsupported, UsageError
from ...model.model import Soft
from ...model.name_patterns import split_patterns
from ...solving.inputs import CnfInput, Input
from ...solving.pipeline import Pipeline
from ...solving.problem import Problem
from ...solving.problem_run import ProblemRun, SolverRuns
from ...solving.trace import Trace
from ...tuples import NamedTuple
from ..reporting import note, stopped_with, warn, warn_of_ignored
from ..streams import inert
from ..suffixes import LINES
from . import drawings, results
from .request import AnswerForm, Request
from .results import Expectation, KnownAnswer
from .views import BoardView, View, chosen_format, projected_view, style, view_of


class Job(NamedTuple):
    """A request that is ready to run.

    view, form: how and in which format solutions are printed.  out: the stream for results.  kept: an item for each of
    several solutions found so far: the solution if all are printed at the end (JSON, HTML), None if it was printed at
    once.
    """

    request: Request
    pipeline: Pipeline
    view: View
    form: str
    out: IO[str]
    kept: list[Any]

    def warn(self, reason: str, more: str = "") -> None:
        """Print a warning with the reason why a question is not decided, and the text `more`, a note for the reason of
        --gap; nothing if the reason is ''.
        """
        if reason:
            (note if reason == NEAR else warn)(results.why(reason) + more, self.request.is_silent)

    def take(self, event: AnswerEvent) -> None:
        """Print what an event gives to print at once: an `o` line, with `--intermediate` its solution, too; a solution
        of several; or the place of a proof.
        """
        match event:
            case BetterSolution() if self.form not in ("json", LINES):
                self.out.write(self.view.objective(event.objective))
                if self.request.intermediate:
                    self.out.write(self.view.text(event.solution, self.form))
                self.out.flush()
            case FoundSolution() if self.request.many:
                self._take_solution(event.solution)
            case Refuted():
                self.request.say_certified(event.unchecked)

    def _take_solution(self, solution: Any) -> None:
        """Keep one of several solutions for the end if the format is JSON or HTML; else print it at once."""
        at_end = self.form in ("json", "html")
        self.kept.append(solution if at_end else None)
        if not at_end:
            self.out.write(results.one_of_many(len(self.kept), solution, self.view, self.form))
            self.out.flush()


def answer(request: Request, deadline: float | None, trace: Trace) -> int:
    """Answer a request, print the answer, and return the exit code.

    An input file with several boards, or a request for a booklet, is answered board by board.  deadline: the time on
    the monotonic clock, None for no limit.  Raises Csp2SatError: UsageError for options that do not fit the input,
    InputError, SolverError and others.
    """
    form = request.form
    request.name_files()
    with folder_for(request.keep) as folder, _output(None if form.drawing else form.output) as out:
        trace.say(f"READING {request.input}")
        with trace.phase("read"):
            problems = read_inputs(request.input, request.kind, request.goal)
            try:
                first, second = next(problems), next(problems, None)
            except Unsupported:
                out.write("s UNSUPPORTED\n" * (form.to == "v"))  # as competitions want it
                raise
        pipeline = pipeline_of(
            request.settings,
            folder,
            stem=stem(request.input),
            trace=trace,
            deadline=deadline,
            one=not request.many,
        )
        if (hints := (pipeline.run_options.seed, pipeline.run_options.threads)) != (None, None):
            warn_of_ignored(pipeline.solver, pipeline.strategy.can(), hints, form.quiet)
        if target := request.proof_target:
            target.check(pipeline.solver)
        if second is None and request.booklet is None:
            return _answer(first, pipeline, request, out)
        request.check_several(problems)
        inputs = chain([first] if second is None else [first, second], problems)
        return (_bound if form.drawing else _each)(inputs, pipeline, request, out)


def _bound(problems: Iterable[Input], pipeline: Pipeline, request: Request, out: IO[str]) -> int:
    """Answer boards one after the other, write a booklet of all of them, and return the exit code, as of `_each`.

    out: not used, since no answer is printed.  Raises UsageError or FileError, before any work, for a booklet that
    cannot be written.
    """
    from .booklets import numbered

    booklet = (request.booklet or request.form.booklet())._replace(strict=request.expect == Expectation("unique"))
    booklet.check()
    # JSON, since notes about an answer printed as text (what its stars mean) are not about the booklet
    asked = request._replace(unique=True, form=request.form._replace(to="json", output=None))
    with door.answers_kept() as kept:
        code = _each(problems, pipeline, asked, StringIO())
    booklet.write_answers(numbered(request.input, kept))
    return code


def _each(problems: Iterable[Input], pipeline: Pipeline, request: Request, out: IO[str]) -> int:
    """Answer several boards one after the other, and return the exit code.

    The exit code is that of each board if these are equal; else the greatest, which is the most doubtful, or 0 under
    the convention of SAT solvers.
    """
    codes = set()
    for number, problem in enumerate(problems, start=1):
        if number > 1 and request.form.apart:
            out.write("\n")
        pipeline.trace.seconds.clear()
        each = replace(pipeline, stem=f"{pipeline.stem}-{number}")
        codes.add(_answer(problem, each, request._replace(input=""), out))
        out.flush()
    return max(codes) if request.expect or request.form.convention == "unix" or len(codes) == 1 else 0


def _answer(problem: Input, pipeline: Pipeline, request: Request, out: IO[str]) -> int:
    """Answer the question of a request about one input, print the answer to `out`, and return the exit code; warn of an
    answer that was not confirmed.

    A CNF for one model goes to the solver as it is; for a question about several models it is a problem like the
    others.  Raises UsageError for options that do not fit the input, among others a proof of a question about several
    models of a CNF.
    """
    form = request.form
    if request.from_source and problem.is_cnf:
        raise UsageError("--from-source: not for a CNF, which is the formula itself")
    if request.expect:
        request.check_expected(problem)
    if isinstance(problem, CnfInput) and not request.compares:
        from .cnf_answers import answer

        runs = SolverRuns(pipeline)
        code, unconfirmed = answer(problem, runs, request, out), runs.report.unconfirmed
    else:
        if isinstance(problem, CnfInput) and request.proof is not None:
            raise UsageError("--proof of a CNF: only of `unsatisfiable`; not with --unique or --expect unique, several")
        problem = problem_asked(problem, pipeline.options)
        question = _question(problem, request)
        view = _view(problem, question, form)
        chosen = LINES if form.to == LINES else chosen_format(view, form.to, form.json, form.output)
        job = Job(request, pipeline, view, chosen, out, [])
        report = door.answer(ProblemRun(problem, pipeline), question, job.take)
        if request.input:  # no other board follows
            disarm()
        code = _SHOWN.get(question.wanted, _one)(problem, report, job)
        unconfirmed = report.asked.unconfirmed if report.asked else ""
        unasked = "" if request.proof is not None else _unasked(report, pipeline)
        for aside in filter(None, (unasked, results.believed(problem, pipeline, report, request.input))):
            note(aside, form.quiet)
    if unconfirmed:
        warn(unconfirmed, form.quiet)
    return code


def _view(problem: Problem, question: Question, form: AnswerForm) -> View:
    """Return the view of a problem's solutions, of the variables of a projection alone if the question has one; note if
    the others are shown, too, with one of their values.
    """
    if question.project is not None:
        from ...api.counting import Projection

        found = projected_view(problem, Projection(problem.model, question.project))
        if found is not None:
            return found
        note("--project: the other variables have one of the values that fit; there may be several", form.quiet)
    return view_of(problem, style(form.color))


def _question(problem: Problem, request: Request) -> Question:
    """Return the question that a request asks about a problem.  Raises UsageError for options that do not fit the
    problem.
    """
    if request.compares and not request.best:
        without_objective(problem, request.compared)
    proof = None if request.proof is None else lambda claim: request.target
    if problem.objective is not None and not request.best:
        return Question("best", search=request.search, proof=proof, from_source=request.from_source)
    if request.intermediate:
        raise UsageError("--intermediate: only for an input with an objective, or with --max or --weighted")
    if request.for_best and not request.best:
        raise UsageError(f"{request.for_best}: only for an input with an objective, or with --max or --weighted")
    if request.many:
        names = None if request.project is None else split_patterns(request.project)
        return Question("all", request.limit, names, request.best, request.search)
    wanted = Question("unique" if request.asks_unique else "one", files=request.keep is not None)
    return wanted._replace(proof=proof, from_source=request.from_source)


def _one(problem: Problem, report: AnswerReport, job: Job) -> int:
    """Print a solution, with the verdict on its uniqueness if the request asks for it, and return the exit code."""
    request, asked = job.request, job.request.asks_unique
    if request.proof is not None and report.refuted is None and not report.reason:
        which = "second solution" if asked and report.unique is False else "solution"
        more = "" if asked or not problem.board else "; add --unique to prove that it is the only one"
        note(f"there is a {which}, so there is nothing to prove{more}", request.form.quiet)
    if (target := request.form.drawing) and problem.board:
        drawings.show(target, problem.board, report, asked)
    else:
        job.out.write(_text(report, job))
    job.warn(report.reason, ": no proof, and no file written" * (request.proof is not None and not report.refuted))
    notes = _aside(problem, report, job), results.unconfirmed(report, request.settings, request.input)
    for aside in filter(None, notes):
        note(aside, request.form.quiet)
    _say_times(job.pipeline.trace)
    return request.ended(KnownAnswer("unknown") if report.unchecked else results.found(report), asked)


def _aside(problem: Problem, report: AnswerReport, job: Job) -> str:
    """Return a note for stderr, '' for none.

    The note says that no solution exists and which command explains why, or, if the answer is text in a file, the
    answer in short.  A board in a file of several gets no note.
    """
    request = job.request
    if report.status == "UNSATISFIABLE" and (aside := _none(problem, report, job)):
        return aside
    if request.form.drawing:
        return ""
    stars = ""
    if report.second is not None and job.form == "board" and problem.board:
        stars = f"{results.marked(problem.board, report.second)}; {results.EXPLAINED}"
    if not request.input or request.form.output in (None, "-"):
        return stars
    if report.status == "UNSATISFIABLE":
        return "no solution"
    verdict = results.verdict(report) if request.asks_unique and report.solution is not None else ""
    return "; ".join(filter(None, (verdict, stars)))


def _none(problem: Problem, report: AnswerReport, job: Job) -> str:
    """Return the note that no solution exists, with the command that explains why.

    Returns '' for an input without a board, unless the contradiction was found while encoding, since the explanation
    may take long; and if no command can be named, as for a board in a file of several.
    """
    command, seen = job.request.explained_by, bool(report.asked and report.asked.contradiction)
    if not command or not (seen or problem.board):
        return ""
    found = "encoding alone shows that there is no solution" if seen else "no solution"
    return f"{found}; for the reason run: {command}"


def _unasked(report: AnswerReport, pipeline: Pipeline) -> str:
    """Return the note that a second solver had nothing to confirm, since no solver was asked; '' if a solver was asked,
    or if there is no second one.
    """
    second = pipeline.cross_check
    if second is None or not report.contradiction:
        return ""
    which = "second solution" if report.unique else "solution"
    asked = f"neither the solver nor {second.name} was asked, so nothing is confirmed"
    return f"{asked}: encoding alone shows that there is no {which}"


def _text(result: AnswerReport, job: Job, lost: Sequence[Soft] = ()) -> str:
    """Return a result in the job's format: as JSON, or as text with the verdict on uniqueness if the request asks for
    it.

    lost: the soft constraints that the solution violates.
    """
    if job.form == "json":
        return results.as_json(result, job.view, job.pipeline, lost)
    text = results.text(result, job.view, job.form, job.request.asks_unique)
    if not lost:
        return text
    from ...api.writing.violations import violations

    return text + violations(lost)


def _best(problem: Problem, report: AnswerReport, job: Job) -> int:
    """Print the best solution, or the best one found before a limit, and the bound; return the exit code."""
    request = job.request
    job.warn(report.unproved, ": not proved")
    disarm()
    lost = [] if report.solution is None else problem.violated(report.solution)
    job.out.write(_text(report, job, lost))
    if report.bound and not (request.form.quiet and job.form == "json"):
        print("bound: {} <= objective <= {}".format(*map(decimal, report.bound)), file=sys.stderr)
    job.warn(report.reason)
    return request.ended(KnownAnswer("unknown")) if report.unproved or report.unchecked else _exit_code(report, request)


def _exit_code(report: AnswerReport, request: Request) -> int:
    """Return the exit code after a search for the best solution that a limit did not leave without a proof.

    The code is that of the interrupt or error that stopped the search, whose message is printed; else that of
    `--expect`; else that of the status, or UNKNOWN if another reason than --gap leaves the best value open and the
    convention is `unix`.
    """
    if report.stopped is not None:
        return stopped_with(report.stopped, request.form.quiet)
    if request.expect:
        return request.ended(results.found(report))
    return request.form.exit_code("UNKNOWN" if report.is_open and request.form.convention == "unix" else report.status)


def _many(problem: Problem, report: AnswerReport, job: Job) -> int:
    """Print the rest of the answer after a search for several solutions, and return the exit code.

    Text forms have only the number of solutions left, since the solutions were printed as they were found.  JSON and
    the page of a board (`--to html`) have all solutions.  Warnings, and the note on a problem without a solution, go to
    stderr.
    """
    request, form = job.request, job.request.form
    if job.form == "json":
        job.out.write(results.many_as_json(job.kept, report, job.view, job.pipeline))
    elif (target := form.drawing) and isinstance(job.view, BoardView):
        drawings.show_all(target, job.view, job.kept, report.complete)
    elif job.form != LINES:
        job.out.write(results.count(report.number, report.complete, job.view))
    job.warn(report.reason)
    if report.status == "UNSATISFIABLE" and (aside := _none(problem, report, job)):
        note(aside, form.quiet)
    _say_times(job.pipeline.trace)
    is_judged = request.expect or not report.reason
    return request.ended(results.found(report)) if is_judged else form.exit_code("UNKNOWN")


_SHOWN = {"best": _best, "all": _many}


def _say_times(trace: Trace) -> None:
    trace.say("TIMES " + ", ".join([f"{name} {seconds:.2f} s" for name, seconds in trace.seconds.items()]))


@contextmanager
def _output(path: str | None) -> Iterator[IO[str]]:
    """Yield the stream for results: stdout if `path` is None or `-`, else a text that is written to the file at the end
    of the block; an error in the block leaves the file as it was.
    """
    if path in (None, "-"):
        yield sys.stdout
        return
    where = files.named(str(path))
    text = StringIO()
    yield text
    files.write_text(where, inert(text.getvalue()))
