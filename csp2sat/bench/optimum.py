"""The job that lets one solver search for the best solution of an input, judges the solution, and measures it all."""

from __future__ import annotations

import pickle
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..base.numbers import decimal, loads
from ..base.time_limit import end_after
from ..errors import defect
from ..model.meaning import evaluate
from ..model.model import Answer
from ..runner.config.entry import Solver
from ..runner.host import PYTHON, host
from ..runner.process.outcome import FinishedRun, RunBounds, RunOptions
from .encoding import problem_of
from .optimizing import BEST, END, TASK, OptimizingTask
from .plan import SolveJob
from .runexec import PROGRAM as RUNEXEC
from .runexec import run_under
from .store import ResultRow

PROGRAM = (PYTHON, "-P", "-m", "csp2sat.bench.optimizing")
OUTPUT = 1 << 20  # bytes that the program may print, which is what went wrong
OWN = 64  # MB that it may take besides the limit, which is the solver's; 28 to 38 MB for small inputs, of Python mostly
LATE = 3.0  # seconds that it has to begin, and to end the solver and write how far it came
REASONS = {"time": "timeout", "interrupted": "timeout", "memory": "memout"}
ENDS = {"deadline": "timeout", "memory": "memout"}
OUT_OF_MEMORY = ("MemoryError", "RuntimeError: can't start new thread", "OSError: [Errno 12]")  # as Python says this
STATUSES = {"OPTIMUM FOUND": "optimum", "UNSATISFIABLE": "unsat"}


class Interrupted(Exception):
    """The end of a job from outside, which leaves no row."""


def best(job: SolveJob, solver: Solver, path: Path, folder: Path, stop: Any) -> ResultRow:
    """Search for the best solution of a job's input, and return the fields of its row that depend on the run, with the
    seconds of the phases `first`, `best` and `solve`.

    path: of the input.  folder: to run in.  stop: the flag that ends the run.  A solution must satisfy the input, and
    have its value.  Raises Interrupted if the flag is set, and SolverError if the program cannot be started.
    """
    settings = job.settings
    assert job.encoding.options is not None
    options = RunOptions(None, settings.memory, settings.seed, settings.threads, settings.extra)
    limit = (settings.limited, settings.timeout, settings.wall)
    task = OptimizingTask(path, job.encoding, solver, options, *limit, job.shuffle)
    (folder / TASK).write_bytes(pickle.dumps(task))
    cpu = settings.timeout + LATE if settings.limited == "cpu" else None
    memory = None if settings.memory is None else settings.memory + OWN
    bounds = RunBounds(end_after(settings.wall + LATE), memory, OUTPUT, stop, cpu=cpu, each=False)
    program = run_under if settings.limiter == RUNEXEC else host().run
    ended = program([*PROGRAM, str(folder)], folder, bounds)
    if ended.end == "stopped":
        raise Interrupted
    found, end = _read(folder / BEST), _read(folder / END)
    row: ResultRow = {
        "memory": ended.peak,
        "exit": ended.own_code,
        "command": _command(job),
        "ignored": [],
        "statistics": {},
    }
    times = end["times"] if end else {"wall": ended.seconds, "cpu": ended.cpu or 0.0}
    phases = {"solve": times} | ({"first": found["first"], "best": found["best"]} if found else {})
    for clock in ("wall", "cpu"):
        row[clock] = {phase: round(each[clock], 6) for phase, each in phases.items()}
    return row | _judged(job, path, found, end, ended)


def _read(path: Path) -> dict[str, Any] | None:
    """Return the record that the program has written to a file, None if there is none."""
    return loads(path.read_bytes()) if path.exists() else None


def _judged(
    job: SolveJob, path: Path, found: dict[str, Any] | None, end: dict[str, Any] | None, ended: FinishedRun
) -> ResultRow:
    """Return the status of a run, the reason, the goal, the value of its best solution and the bound.

    path: of the input.  found, end: the best solution, and the end of the search, as the program wrote them.  ended:
    the run of the program.
    """
    problem = problem_of(path, job.encoding).as_problem()
    assert problem.objective is not None
    goal, term = problem.objective
    row: ResultRow = {"goal": goal, "value": found and found["value"], "bound": end and end["bound"]}
    if found:
        solution = Answer(found["ints"], found["bools"])
        faults = problem.faults(solution)
        value = found["value"] if faults else evaluate(term, solution)
        if faults or value != found["value"]:
            why = faults[0] if faults else f"the value is {decimal(value)}, not {decimal(found['value'])}"
            return row | {"status": "wrong", "why": defect(f"the best solution is wrong ({why})")}
    if end is None:
        lines = ended.stderr.decode("utf-8", "replace").strip().splitlines()
        memory = bool(lines) and lines[-1].startswith(OUT_OF_MEMORY)
        status = "memout" if memory else ENDS.get(ended.end, "error")
        why = f"the search ended with exit code {ended.code}: {lines[-1] if lines else ''}"
        return row | {"status": status, "why": why if status == "error" else ""}
    status = STATUSES.get(end["status"]) or REASONS.get(end["reason"], "error")
    return row | {"status": status, "why": end["error"] or (end["reason"] if status == "error" else "")}


def _command(job: SolveJob) -> list[str]:
    """Return the command by which a user does the same search; of a shuffled copy it does the plain one."""
    settings, encoding = job.settings, job.encoding
    kind = ["--from", encoding.kind] if encoding.kind else []
    kind += [f"--{encoding.goal}"] if encoding.goal else []
    words = ["csp2sat", "solve", encoding.name, *kind, "--solver", job.contestant.name]
    assert encoding.options is not None
    plain = replace(encoding.options, assume="")
    words += ["--encoding", *shlex.split(plain.described())]
    pairs = (("--memory", settings.memory), ("--seed", settings.seed), ("--threads", settings.threads))
    words += [word for name, value in pairs if value is not None for word in (name, str(value))]
    return words + [f"--solver-arg={extra}" for extra in settings.extra]
