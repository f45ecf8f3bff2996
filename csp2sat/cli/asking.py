"""What `solve` does with an input: the folder for its files, the question that is asked, where the answer goes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from .. import files
from ..cnf import dimacs
from ..encode.encoder import Options
from ..errors import LimitReached, UsageError
from ..folders import claimed, work_folder
from ..run import output
from ..run.config import Solvers, load
from ..run.entry import Solver
from ..run.outcome import Options as RunOptions
from ..search.engine import Engine
from ..search.inputs import CnfInput, Input, read, stem, with_goal
from ..search.problem import BoardProblem, CspProblem
from ..search.solving import solve, solve_unique
from ..search.trace import Trace
from . import drawings, results
from .drawings import DRAWN, Target
from .reporting import note, warn
from .views import BoardView, View, chosen_format, style, view_of

if TYPE_CHECKING:
    from ..search.loops import How
    from ..search.maxcsp import Mode
    from .together import Together


@dataclass(frozen=True)
class Request:
    """The command line of `solve`: what is asked of what, and how the answer is to be printed."""

    input: str
    kind: str | None
    solver: str | None
    solvers: str | None
    coding: Options
    unique: bool
    many: bool
    limit: int | None
    to: str | None
    json: bool
    keep: str | None
    output: str | None
    color: str
    convention: str
    quiet: bool
    search: str | None
    goal: Mode | None
    proof: str | None = None
    loop: How = "auto"
    together: Together | None = None
    cross_check: str | None = None

    def check(self) -> None:
        """UsageError for questions that exclude each other."""
        if self.together:
            self.together.check(self)
        if self.many and (self.unique or self.proof is not None):
            raise UsageError("ask for one thing: --all (--limit), or --unique and --proof")
        if target := self.target():
            target.check(self.many)

    def target(self) -> Target | None:
        """What is to be drawn where, if the answer is to be a drawing."""
        return Target(str(self.to), self.output, self.quiet) if self.to in DRAWN and not self.json else None


class Job(NamedTuple):
    """A request that is ready to run."""

    request: Request
    engine: Engine
    view: View
    form: str
    out: IO[str]


def answer(request: Request, run_options: RunOptions, trace: Trace) -> int:
    """Solve and print; the exit code."""
    with _folder(request.keep) as folder, _output(None if request.target() else request.output) as out:
        trace.say(f"READING {request.input}")
        with trace.phase("read"):
            problem = with_goal(read(request.input, request.kind), request.goal)
            solvers = load(request.solvers)
            solver = solvers.find(request.solver) if request.solver else solvers.default()
            how = request.together.engine(solvers) if request.together else Engine
        _warn_of_ignored(solver, run_options, request.quiet)
        if request.proof is not None:
            from .proving import can_prove

            can_prove(solver, request)
        name = "problem" if isinstance(problem, CnfInput) else stem(request.input)
        engine = how(solver, run_options, folder, name, request.coding, trace, loop=request.loop)
        engine.cross_check = _second(request, solver, solvers)
        embedded = request.solver is None or solver.entry.name == "embedded"
        engine.incremental = embedded and not request.together and engine.cross_check is None
        code = _answer(problem, engine, request, out)
        if engine.unconfirmed:
            warn(engine.unconfirmed, request.quiet)
        return code


def _second(request: Request, solver: Solver, solvers: Solvers) -> Solver | None:
    """The solver that is to confirm what the first one says; UsageError if they are the same."""
    if request.cross_check is None:
        return None
    second = solvers.find(request.cross_check)
    if second.name in ((request.together and request.together.race) or [solver.name]):
        raise UsageError(f"--cross-check {second.name}: that is the solver itself; expected another one")
    return second


def _answer(problem: Input, engine: Engine, request: Request, out: IO[str]) -> int:
    if isinstance(problem, CnfInput):
        return _cnf(problem, engine, request, out)
    view = view_of(problem, style(request.color))
    job = Job(request, engine, view, chosen_format(view, request.to, request.json), out)
    if request.search or (isinstance(problem, CspProblem) and problem.model.objective is not None):
        from . import best  # only here: others need not wait for its imports

        if best.wanted(problem, request):
            return best.best(problem, job)
    return _many(problem, job) if request.many else _one(problem, job)


def _one(problem: CspProblem | BoardProblem, job: Job) -> int:
    unique = job.request.unique
    checked = True
    if job.request.proof is not None:
        from .proving import proved

        result, checked = proved(problem, job)
    else:
        result = (solve_unique if unique else solve)(problem, job.engine)
    if (target := job.request.target()) and isinstance(problem, BoardProblem):
        drawings.show(target, problem.board, result, unique)
    elif job.form == "json":
        job.out.write(results.as_json(result, job.view, job.engine))
    else:
        job.out.write(results.text(result, job.view, job.form, unique))
    if result.reason:
        warn(results.why(result.reason), job.request.quiet)
    if job.engine.contradiction and result.solution is None:
        note(f"{job.request.input}: {job.engine.contradiction}: false by the domains alone", job.request.quiet)
    _say_times(job.engine.trace)
    status = results.exit_status(result, unique, job.request.convention)
    return status if checked else results.CODES[job.request.convention]["UNKNOWN"]


def _many(problem: CspProblem | BoardProblem, job: Job) -> int:
    """Print solutions as they are found (JSON and HTML: at the end)."""
    from ..search.enumeration import solutions

    at_end = job.form in ("json", "html")
    found = []
    reason = ""
    try:
        for solution in solutions(problem, job.engine, job.request.limit, job.engine.incremental):
            found.append(solution if at_end else None)
            if not at_end:
                job.out.write(results.one_of_many(len(found), solution, job.view, job.form))
                job.out.flush()
    except LimitReached as limit:
        reason = limit.reason
    complete = not reason and (job.request.limit is None or len(found) < job.request.limit)
    if job.form == "json":
        job.out.write(results.many_as_json(found, complete, job.view, job.engine))
    elif (target := job.request.target()) and isinstance(job.view, BoardView):
        drawings.show_all(target, job.view, found, complete)
    else:
        job.out.write(results.count(len(found), complete, job.view))
    if reason:
        warn(results.why(reason), job.request.quiet)
    _say_times(job.engine.trace)
    return results.exit_status_of_many(len(found), reason, job.request.convention)


def _cnf(problem: CnfInput, engine: Engine, request: Request, out: IO[str]) -> int:
    """Run a solver on a CNF; its answer in one dialect whatever its own.  The digest says which CNF it is for."""
    if request.unique or request.many:
        raise UsageError("a CNF has no declared variables: --unique, --all and --limit need its source")
    if target := request.target():
        raise UsageError(f"--to {target.to}: a CNF has no board; decode its answer with the map")
    found = dimacs.read(problem.data, problem.path)
    plain = engine.folder / "problem.cnf"
    with dimacs.new_dimacs(plain) as copy:
        copy.defs.clear()  # the reader's clauses are all there is
        copy.num_vars = found.num_vars
        copy.out += found.flat
        copy.finish()
    proof = engine.folder / "problem.proof" if request.proof is not None else None
    engine.run_options = replace(engine.run_options, proof=proof)
    outcome = engine.confirmed(engine.ask(plain, found.num_vars), plain, found.num_vars)
    checked = True
    if proof is not None:
        from .proving import proved_cnf

        checked = proved_cnf(problem, outcome, engine, request)
    out.write(f"{output.DIGEST}{problem.digest}\n{output.show(outcome.status, outcome.literals)}")
    if outcome.reason:
        warn(results.why(outcome.reason), request.quiet)
    return results.CODES[request.convention][output.SPELLINGS[outcome.status] if checked else "UNKNOWN"]


def _warn_of_ignored(solver: Solver, options: RunOptions, quiet: bool) -> None:
    for wish in ("seed", "threads"):
        if getattr(options, wish) is not None and wish not in solver.entry.can():
            warn(f"{solver.name} cannot be given --{wish}; it is ignored", quiet)


def _say_times(trace: Trace) -> None:
    trace.say("TIMES " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in trace.seconds.items()))


@contextmanager
def _folder(keep: str | None) -> Iterator[Path]:
    """A folder for the files of this command, which vanishes unless it is to be kept."""
    if keep is not None:
        with claimed(Path(keep)) as folder:
            yield folder.absolute()
        return
    with work_folder() as folder:
        yield folder


@contextmanager
def _output(path: str | None) -> Iterator[IO[str]]:
    """Where results go: stdout as they come, or a file that appears when all is there."""
    if path in (None, "-"):
        yield sys.stdout
        return
    text = StringIO()
    yield text
    files.write_text(Path(str(path)), text.getvalue())
