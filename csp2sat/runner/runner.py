"""Running a solver on a CNF file. Each answer is checked: its text against the exit code, a model against the CNF."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from ..base import file_guard, folders
from ..cnf import dimacs
from ..errors import SolverError
from ..tuples import NamedTuple
from .config.entry import SWITCHES, Solver
from .host import host
from .process import output
from .process.outcome import FinishedRun, Outcome, RunBounds, RunOptions, run_end
from .unchanged import watched
from .verdict import GivenLimits, judge

CHATTER = 64 << 20  # bytes that a solver may print ...
KEEPING = "; csp2sat solve --keep DIR keeps that file"  # advice about a temporary formula
PER_VARIABLE = 24  # ... and for each variable
MOST_CONFLICTS = 2_000_000_000  # that a solver gets; some count with 32 bits


class CommandLine(NamedTuple):
    """A solver's command line: the template of its entry, filled with the options of a run.

    words: program and arguments. time: the time limit among the arguments in seconds, or None. ignored: the names of
    options that this solver does not have.
    """

    words: tuple[str, ...]
    time: int | None
    ignored: tuple[str, ...]


def command_line(solver: Solver, cnf: Path, result: Path, options: RunOptions) -> CommandLine:
    """Return the command line that runs `solver` on the file `cnf`. result: the file for the answer, if the solver
    writes one.

    Raises SolverError if the options ask for a proof and the solver writes none.
    """
    entry = solver.entry
    known = entry.args.names() - ({"seed"} - {*solver.can()})
    if options.proof is not None and not solver.proof:
        raise SolverError(f"{solver.name} writes no proofs")
    values = {"cnf": os.path.abspath(cnf), "result": os.path.abspath(result), **_requested(solver, options)}  # noqa: PTH100
    usable = {name: value for name, value in values.items() if name != "seed" or name in known}
    words = solver.program + tuple(entry.args.fill(usable, [*solver.preset_args(), *options.extra]))
    limit = int(values["time"]) if "time" in values and "time" in known else None
    kept = {"cnf", "result", "time", *SWITCHES} | ({"memory"} if host().KEEPS_MEMORY_LIMIT else set())
    ignored = tuple([name for name in values if name not in known | kept])
    return CommandLine(words, limit, ignored)


def _requested(solver: Solver, options: RunOptions) -> dict[str, str]:
    """Return the values of the options that are given, as texts, by the names of their placeholders: whole seconds from
    now as `time`, a seed that the solver takes, at most as many threads as it can use; and one of SWITCHES.
    """
    requested = {
        "time": None if options.deadline is None else max(1, math.ceil(options.deadline - time.monotonic())),
        "conflicts": options.budget,
        "memory": options.memory,
        "seed": None if options.seed is None else solver.entry.seed(options.seed),
        "threads": None if options.threads is None else min(options.threads, solver.entry.threads),
        "proof": None if options.proof is None else os.path.abspath(options.proof),  # noqa: PTH100
        "statistics" if options.statistics and solver.entry.statistics else "quiet": "",
    }
    return {name: str(value) for name, value in requested.items() if value is not None}


class ShortModel(SolverError):
    """The error for an answer whose model has no value of a variable that the formula uses."""


class WrongModel(SolverError):
    """The error for an answer whose model falsifies a clause."""


class SolverFailed(SolverError):
    """The error for a solver that ran and gave no answer or a wrong one. outcome: what the run used; its status is
    `unknown`.
    """

    def __init__(self, message: str, outcome: Outcome):
        super().__init__(message, outcome)  # both, so that it can be pickled
        self.outcome = outcome

    def __str__(self) -> str:
        return str(self.args[0])


def run(solver: Solver, cnf: Path, num_vars: int, workdir: Path, options: RunOptions | None = None) -> Outcome:
    """Run a solver on a DIMACS file (plain, one clause per line) with variables 1..num_vars, and return the checked
    answer.

    workdir: an existing folder, in which the solver runs and writes its files. options: None for the defaults. A proof
    file of an earlier run is replaced. The status is `unknown`, with a reason, if a limit of `options` ends the run, if
    the run is stopped by `options.stop`, or if the solver gives up. Raises SolverError, with a message of one line that
    names the solver, if the solver cannot start, crashes, gives no answer, contradicts itself, gives a wrong model, or
    leaves out a proof that `options` ask for, or if the file has changed meanwhile; the error is SolverFailed, with the
    outcome, if the solver ran.
    """
    options = _in_its_terms(solver, options or RunOptions())
    if options.deadline is not None and options.deadline <= time.monotonic():
        return Outcome("unknown", reason="time", solver=solver.name)
    result = workdir / f"{cnf.name}.result"
    for path in (result, options.proof):  # of an earlier run, they could be taken for this one's
        file_guard.writes(path or result)
        if path is not None and path.is_file() and not path.is_symlink():  # a link such as /dev/stdout stays
            path.unlink()
    line = command_line(solver, cnf, result, options)
    bounds = RunBounds(
        options.deadline, options.memory, most_output(num_vars), options.stop, options.on_memory, options.cpu
    )
    for word in solver.program:
        file_guard.reads(word)
    ended: FinishedRun | None = None
    try:
        with watched(cnf, solver.name):
            ended = (options.limiter or host().run)(line.words, workdir, bounds)
            for path in (result, options.proof):
                if path is not None and path.is_file():
                    file_guard.made(path, path.stat())
            outcome = _judged(solver, ended, Asked(cnf, num_vars, result, line, options))
    except SolverError as error:
        if ended is None:
            raise
        raise SolverFailed(str(error), _measured(Outcome("unknown"), solver, line, ended)) from error
    if options.statistics and ended.end != "stopped":
        outcome = replace(outcome, statistics=solver.entry.statistics_in(ended.stdout))
    return _measured(outcome, solver, line, ended)


def _in_its_terms(solver: Solver, options: RunOptions) -> RunOptions:
    """Return the options with a budget that the solver understands: the budget becomes a deadline if the solver takes
    no number of conflicts, and is dropped if it exceeds MOST_CONFLICTS. A solver without a budget that still answers
    `unknown` has given up.
    """
    if options.budget is None:
        return options
    if "conflicts" not in solver.entry.args.names():
        return replace(options, deadline=run_end(options.deadline, options.budget), budget=None)
    return options if options.budget <= MOST_CONFLICTS else replace(options, budget=None)


class Asked(NamedTuple):
    """A question that was put to a solver, and the file in which its answer may be."""

    cnf: Path
    num_vars: int
    result: Path
    line: CommandLine
    options: RunOptions


def _judged(solver: Solver, ended: FinishedRun, asked: Asked) -> Outcome:
    """Return the outcome of a run that ended, with its model checked if the options have `check`.

    Raises SolverError if the solver crashed, gave no answer or a wrong one, or wrote no proof that the options ask for.
    """
    num_vars, options = asked.num_vars, asked.options
    answer = output.SolverAnswer(None)
    if ended.end == "exit":
        from_file = solver.entry.output == "result-file"
        text = _result(solver.name, asked.result, most_output(num_vars)) if from_file else ended.stdout
        answer = output.parse(text, num_vars, solver.entry.output)
    status, reason = judge(
        solver.name, solver.entry, ended, answer, GivenLimits(asked.line.time, options.memory, options.budget)
    )
    literals = output.complete(answer.literals, num_vars) if status == "sat" else []
    if (options.check or options.values) and status == "sat":  # first: a value that is missing counts as false
        check_values(solver.name, asked.cnf, answer.literals, num_vars)
    if options.check and status == "sat":
        check_model(solver.name, asked.cnf, literals)
    if status == "unsat" and options.proof is not None and not options.proof.exists():
        raise SolverError(f"{solver.name} wrote no proof to {options.proof}")
    return Outcome(status, literals, reason=reason, log=_log(ended) if options.log else "")


def most_output(num_vars: int) -> int:
    """Return how many bytes a solver may print for a formula with this number of variables."""
    return CHATTER + PER_VARIABLE * num_vars


def _log(ended: FinishedRun) -> str:
    """Return the solver's output, then its stderr, without the `s` and `v` lines."""
    lines = (ended.stdout + ended.stderr).decode("utf-8", "replace").splitlines()
    return "\n".join(line for line in lines if not line.startswith(("v ", "s ")))


def check_values(name: str, cnf: Path, literals: list[int], num_vars: int) -> None:
    """Raise ShortModel if the literals have no value of a variable of 1..num_vars that occurs in a clause of the file.
    name: the name of the solver that gave the model.
    """
    missing: Collection[int] = output.Unvalued(literals, num_vars)
    if missing:
        with cnf.open("rb") as file:
            missing = dimacs.occurring(file, missing)
    if missing:
        raise ShortModel(f"{name} gave a bad answer: {output.too_few(len(literals), num_vars, missing)}")


def check_model(name: str, cnf: Path, literals: list[int]) -> None:
    """Raise SolverError if the true `literals` do not satisfy each clause of the file. name: the name of the solver
    that gave the model.
    """
    wrong = dimacs.falsified(cnf, literals)
    if wrong is not None:
        kept = KEEPING if cnf.parent.name.startswith(folders.FOLDER) else ""
        raise WrongModel(f"{name} gave a wrong model: it falsifies the clause in {cnf}, {wrong}{kept}")


def _result(name: str, path: Path, most: int) -> bytes:
    """Return the content of a result file, b'' if there is no file. Raises SolverError, naming the solver `name`, if
    the file has more than `most` bytes.
    """
    size = path.stat().st_size if path.is_file() else 0
    if size > most:
        raise SolverError(f"{name} wrote more than {most} bytes as its answer")
    return path.read_bytes() if size else b""


def _measured(outcome: Outcome, solver: Solver, line: CommandLine, ended: FinishedRun) -> Outcome:
    """Return the outcome with the solver, its command line, exit code and ignored options, and the resources that the
    ended run took.
    """
    return replace(
        outcome,
        solver=solver.name,
        command=line.words,
        seconds=ended.seconds,
        cpu_seconds=ended.cpu,
        peak_memory=ended.peak,
        exit_code=ended.own_code,
        ignored=line.ignored,
    )
