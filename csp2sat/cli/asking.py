"""What `solve` does with an input: the folder for its files, the question that is asked, where the answer goes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from .. import files
from ..cnf import dimacs
from ..encode.encoder import Options
from ..errors import LimitReached, UsageError
from ..run import output
from ..run.config import load
from ..run.entry import Solver
from ..run.outcome import Options as RunOptions
from ..run.runner import run
from ..search.engine import Engine
from ..search.enumeration import solutions
from ..search.inputs import CnfInput, read, stem, with_goal
from ..search.problem import BoardProblem, CspProblem
from ..search.solving import solve, solve_unique
from ..search.trace import Trace
from . import results
from .reporting import note, warn
from .views import View, chosen_format, style, view_of

if TYPE_CHECKING:
    from ..search.maxcsp import Mode


@dataclass(frozen=True)
class Request:
    """The command line of `solve`: what is asked of what, and how the answer is to be printed."""

    input: str
    kind: str | None
    solver: str | None
    solvers: str | None
    encoding: str
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

    def check(self, proof: bool) -> None:
        """UsageError for questions that exclude each other."""
        if self.unique + self.many + proof > 1:
            raise UsageError("ask for one thing: --unique, or --all (--limit), or --proof")


class Job(NamedTuple):
    """A request that is ready to run."""

    request: Request
    engine: Engine
    view: View
    form: str
    out: IO[str]


def answer(request: Request, run_options: RunOptions, trace: Trace) -> int:
    """Solve and print; the exit code."""
    with _folder(request.keep) as folder, _output(request.output) as out:
        trace.say(f"READING {request.input}")
        with trace.phase("read"):
            problem = with_goal(read(request.input, request.kind), request.goal)
            solvers = load(request.solvers)
            solver = solvers.find(request.solver) if request.solver else solvers.default()
        _warn_of_ignored(solver, run_options, request.quiet)
        if isinstance(problem, CnfInput):
            return _cnf(problem, solver, run_options, folder, request, out)
        engine = Engine(solver, run_options, folder, stem(request.input), Options(request.encoding), trace)
        view = view_of(problem, style(request.color))
        job = Job(request, engine, view, chosen_format(view, request.to, request.json), out)
        if request.search or (isinstance(problem, CspProblem) and problem.model.objective is not None):
            from . import best  # only here: others need not wait for its imports

            if best.wanted(problem, request, run_options.proof is not None):
                return best.best(problem, job)
        return _many(problem, job) if request.many else _one(problem, job)


def _one(problem: CspProblem | BoardProblem, job: Job) -> int:
    unique = job.request.unique
    result = (solve_unique if unique else solve)(problem, job.engine)
    if job.form == "json":
        job.out.write(results.as_json(result, job.view, job.engine))
    else:
        job.out.write(results.text(result, job.view, job.form, unique))
    if result.reason:
        warn(results.why(result.reason), job.request.quiet)
    if job.engine.contradiction and result.solution is None:
        note(f"{job.request.input}: {job.engine.contradiction}: false by the domains alone", job.request.quiet)
    _say_times(job.engine.trace)
    return results.exit_status(result, unique, job.request.convention)


def _many(problem: CspProblem | BoardProblem, job: Job) -> int:
    """Print solutions as they are found (JSON: at the end)."""
    incremental = job.request.solver is None or job.engine.solver.entry.name == "embedded"
    found = []
    reason = ""
    try:
        for solution in solutions(problem, job.engine, job.request.limit, incremental):
            found.append(solution if job.form == "json" else None)
            if job.form != "json":
                job.out.write(results.one_of_many(len(found), solution, job.view, job.form))
                job.out.flush()
    except LimitReached as limit:
        reason = limit.reason
    complete = not reason and (job.request.limit is None or len(found) < job.request.limit)
    if job.form == "json":
        job.out.write(results.many_as_json(found, complete, job.view, job.engine))
    else:
        job.out.write(results.count(len(found), complete))
    if reason:
        warn(results.why(reason), job.request.quiet)
    _say_times(job.engine.trace)
    return results.exit_status_of_many(len(found), reason, job.request.convention)


def _cnf(problem: CnfInput, solver: Solver, options: RunOptions, folder: Path, request: Request, out: IO[str]) -> int:
    """Run a solver on a CNF; its answer in one dialect whatever its own.  The digest says which CNF it is for."""
    if request.unique or request.many:
        raise UsageError("a CNF has no declared variables: --unique, --all and --limit need its source")
    found = dimacs.read(problem.data, problem.path)
    plain = folder / "problem.cnf"
    with dimacs.new_dimacs(plain) as copy:
        copy.defs.clear()  # the reader's clauses are all there is
        copy.num_vars = found.num_vars
        copy.out += found.flat
        copy.finish()
    outcome = run(solver, plain, found.num_vars, folder, options)
    out.write(f"{output.DIGEST}{problem.digest}\n{output.show(outcome.status, outcome.literals)}")
    if outcome.reason:
        warn(results.why(outcome.reason), request.quiet)
    return results.CODES[request.convention][output.SPELLINGS[outcome.status]]


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
        path = Path(keep).absolute()
        path.mkdir(parents=True, exist_ok=True)
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="csp2sat-") as name:
        yield Path(name)


@contextmanager
def _output(path: str | None) -> Iterator[IO[str]]:
    """Where results go: stdout as they come, or a file that appears when all is there."""
    if path in (None, "-"):
        yield sys.stdout
        return
    text = StringIO()
    yield text
    files.write_text(Path(str(path)), text.getvalue())
