"""The job that runs one solver on one formula, judges the answer, and measures everything."""

from __future__ import annotations

import math
import os
import platform
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .. import decoder
from ..base import files
from ..base.folders import work_folder
from ..base.time_limit import end_after
from ..cnf import dimacs
from ..errors import InputError, SolverError, defect, own_faults
from ..executors.tasks import FileStore, StoredFile
from ..runner.config.entry import Solver, located
from ..runner.process.outcome import Outcome, RunOptions, Stop
from ..runner.runner import ShortModel, SolverFailed, run
from .encoding import Encoded, Phases, problem_of
from .optimum import Interrupted, best
from .plan import SolveJob, version_of
from .runexec import PROGRAM as RUNEXEC
from .runexec import run_under
from .shuffling import renamed_back, shuffle
from .store import ResultRow

REASONS = {"time": "timeout", "memory": "memout", "gave up": "error"}


def solve(job: SolveJob, encoded: Encoded, store: FileStore, stop: Stop) -> ResultRow:
    """Run the solver of a job on the encoded formula, judge its answer, and return the row of results.

    The solver is run on formulas for better and better solutions if the input has an objective and the settings say so.
    A missing encoding, a missing solver, and a solver that fails become a row with an error.  Raises Interrupted if
    `stop` ends the run.
    """
    phases = Phases()
    row = about(job, encoded)
    if encoded.cnf is None:
        return row | _times(encoded, phases) | {"status": encoded.status, "why": encoded.why}
    solver = located(job.contestant.entry, job.contestant.preset)
    if isinstance(solver, str):
        return row | _times(encoded, phases) | {"status": "error", "why": solver}
    row["version"] = version_of(solver)
    searches = encoded.goal and job.settings.objective
    with work_folder() as folder:
        try:
            with own_faults():
                if searches:
                    return _with_times(row, encoded, best(job, solver, store.path(job.encoding.content), folder, stop))
                outcome = _run(job, encoded, solver, (store, folder, stop))
                verdict = _verdict(job, encoded, outcome, (store, phases))
        except SolverFailed as failed:
            status = "wrong" if isinstance(failed.__cause__, ShortModel) else "error"
            outcome, verdict = failed.outcome, (status, str(failed))
        except (SolverError, InputError) as error:
            return row | _times(encoded, phases) | {"status": "error", "why": str(error)}
    phases.add("solve", outcome.seconds, outcome.cpu_seconds)
    return row | _times(encoded, phases) | _measured(outcome) | {"status": verdict[0], "why": verdict[1]}


def _run(job: SolveJob, encoded: Encoded, solver: Solver, where: tuple[FileStore, Path, Stop]) -> Outcome:
    """Run the solver on a copy of the formula of a job, shuffled as the job says, and return the outcome, whose model
    is not checked.  A solver that changes its input spoils nothing but this run.

    where: the store, the folder to run in, and the flag that stops the run.  Raises Interrupted if the flag is set, and
    SolverError.
    """
    store, folder, stop = where
    assert encoded.cnf is not None
    settings = job.settings
    cpu = settings.timeout if settings.limited == "cpu" else math.inf
    limiter = run_under if settings.limiter == RUNEXEC else None
    with tempfile.TemporaryDirectory(dir=store.folder) as own:
        cnf = Path(own) / encoded.cnf.name
        files.copy_file(shuffled(store, encoded.cnf, job.shuffle), cnf)
        asked = (end_after(settings.wall), settings.memory, settings.seed, settings.threads, settings.extra)
        options = RunOptions(*asked, check=False, values=True, stop=stop, limiter=limiter, cpu=cpu, statistics=True)
        outcome = run(solver, cnf, encoded.variables, folder, options)
    if outcome.reason == "interrupted":
        raise Interrupted
    return outcome


def shuffled(store: FileStore, cnf: StoredFile, seed: int) -> Path:
    """Return the path of a CNF in the store; for a `seed` other than 0 that of the CNF shuffled by the seed, made if
    missing.
    """
    plain = store.path(cnf)
    if not seed:
        return plain
    path = plain.with_name(f"shuffled-{seed}.cnf")
    if not path.exists():
        shuffle(plain, path, seed)
    return path


def _verdict(job: SolveJob, encoded: Encoded, outcome: Outcome, where: tuple[FileStore, Phases]) -> tuple[str, str]:
    """Return the status of a run, such as `sat`, `timeout` or `wrong`, and the reason in words, '' if there is none.

    A model must satisfy the formula and, decoded, the input.  where: the store, and the phases that get the times.
    """
    if outcome.status == "unknown":
        return REASONS.get(outcome.reason, "error"), outcome.reason if outcome.reason == "gave up" else ""
    if outcome.status == "unsat":
        return "unsat", encoded.why
    store, phases = where
    assert encoded.cnf is not None
    literals = outcome.literals
    with phases.phase("check"):
        if job.shuffle:
            literals = renamed_back(literals, encoded.variables, job.shuffle)
        false = dimacs.falsified(store.path(encoded.cnf), literals)
    if false is not None:
        return "wrong", f"the model falsifies the clause in {false}"
    faults = _faults(job, encoded, literals, where) if encoded.map else []
    return ("wrong", defect(f"the decoded answer is wrong ({faults[0]})")) if faults else ("sat", "")


def _faults(job: SolveJob, encoded: Encoded, literals: list[int], where: tuple[FileStore, Phases]) -> list[str]:
    """Return the faults of a model, decoded, by the input's own rules; [] if it is right.

    where: the store, and the phases that get the times.
    """
    store, phases = where
    problem = problem_of(store.path(job.encoding.content), job.encoding).as_problem()
    assert encoded.map is not None
    with phases.phase("decode"):
        found = decoder.read(files.read_source(str(store.path(encoded.map))))
        solution = problem.solution(found.decode(literals))
    with phases.phase("judge"):
        return problem.faults(solution)


def about(job: SolveJob, encoded: Encoded) -> ResultRow:
    """Return the fields of a row that do not depend on the run: its input, encoding, solver, limits and machine, and
    the present time.
    """
    settings = job.settings
    return {
        "key": job.key,
        "input": job.encoding.name,
        "digest": job.encoding.content.digest + ((encoded.goal and job.encoding.goal) or ""),  # each has its own values
        "family": encoded.family,
        "encoding": job.encoding.description,
        "encoder": encoded.version,
        "solver": job.contestant.name,
        "version": job.contestant.version,
        "repeat": job.repeat,
        "shuffle": job.shuffle,
        "seed": None if settings.seed is None else job.contestant.entry.seed(settings.seed),
        "threads": settings.threads,
        "timeout": settings.timeout,
        "clock": settings.limited,
        "memory_limit": settings.memory,
        "limiter": settings.limiter,
        "expect": job.expect,
        "variables": encoded.variables,
        "clauses": encoded.clauses,
        "literals": encoded.literals,
        "bytes": encoded.bytes,
        "cnf": encoded.cnf.digest if encoded.cnf else None,
        "formula": encoded.formula,
        "host": platform.node(),
        "cores": _cores(),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _cores() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def _with_times(row: ResultRow, encoded: Encoded, found: ResultRow) -> ResultRow:
    """Return a row with the fields of a search for the best solution, and with the seconds of the encoding."""
    times = _times(encoded, Phases())
    return row | found | {clock: times[clock] | found[clock] for clock in ("wall", "cpu")}


def _times(encoded: Encoded, phases: Phases) -> ResultRow:
    return {"wall": {**(encoded.wall or {}), **phases.wall}, "cpu": {**(encoded.cpu or {}), **phases.cpu}}


def _measured(outcome: Outcome) -> ResultRow:
    fields: dict[str, Any] = {"memory": outcome.peak_memory, "exit": outcome.exit_code}
    fields["statistics"] = outcome.statistics
    return fields | {"command": list(outcome.command), "ignored": list(outcome.ignored)}
