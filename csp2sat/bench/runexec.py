"""Runs of solvers under BenchExec's `runexec`, limited and measured by cgroups, in a container; limits are whole
seconds.
"""

from __future__ import annotations

import math
import shutil
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from ..base.folders import work_folder
from ..errors import SolverError, UsageError
from ..runner.process.outcome import End, FinishedRun, RunBounds
from ..runner.process.process import run_limited

PROGRAM = "runexec"
LATE = 3.0  # seconds that it may take to start, to end the solver and to say what that has used
HEADER = b"\n\n\n" + b"-" * 80 + b"\n\n\n"  # after the command in its log
ENDS: dict[str, End] = {"walltime": "deadline", "cputime": "deadline", "memory": "memory", "killed": "stopped"}
MISSING = f"--limiter {PROGRAM}: {PROGRAM} is not installed; to install: pip install benchexec"


def check() -> None:
    """Try `runexec` on a program that does nothing.

    Raises UsageError if it is not installed, or may not use cgroups or containers.
    """
    try:
        with work_folder() as folder:
            run_under(["true"], folder, RunBounds(time.monotonic() + 60, 64, 1 << 20))
    except SolverError as error:
        raise UsageError(str(error)) from error


def run_under(command: Sequence[str], folder: Path, bounds: RunBounds) -> FinishedRun:
    """Run `command` in `folder` within the bounds, as `process.run_limited` does, but by `runexec`.

    stdout of the result has stderr in it.  Raises SolverError if `runexec` is missing or itself fails.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        raise SolverError(MISSING)
    log = folder / f"{PROGRAM}.log"
    words = [program, "--quiet", *_limits(bounds), *_container(folder), "--output", str(log), "--", *command]
    outer = bounds._replace(memory=None, cpu=None, deadline=None if bounds.deadline is None else bounds.deadline + LATE)
    return _understood(run_limited(words, folder, outer), log, bounds)


def _limits(bounds: RunBounds) -> list[str]:
    """Return the options of `runexec` for the bounds of time (whole seconds, at least 1) and memory; there is no option
    for a bound that is None.
    """
    words = []
    if bounds.cpu is not None and math.isfinite(bounds.cpu):
        words += ["--cputimelimit", f"{max(1, math.ceil(bounds.cpu))}s"]
    if bounds.deadline is not None:
        words += ["--walltimelimit", f"{max(1, math.ceil(bounds.deadline - time.monotonic()))}s"]
    if bounds.memory is not None:
        words += ["--memlimit", f"{bounds.memory << 20}B"]
    return words


def _container(folder: Path) -> list[str]:
    """Return the arguments for a container in which all files can be read but only those in `folder` written."""
    return ["--read-only-dir", "/", "--read-only-dir", "/tmp", "--full-access-dir", str(folder), "--dir", str(folder)]


def _understood(outer: FinishedRun, log: Path, bounds: RunBounds) -> FinishedRun:
    """Return the run of the solver: the figures that `runexec` printed, and the output of the solver from its log.

    outer: the run of `runexec`, returned as it is if it was stopped or printed too much.  log: the file with the
    solver's output; if it is too large for `bounds`, the end is `overflow`.  Raises SolverError if `runexec` failed.
    """
    if outer.end in ("stopped", "overflow"):
        return outer
    lines = outer.stdout.decode("utf-8", "replace").splitlines()
    fields = dict(line.split("=", 1) for line in lines if "=" in line)
    reason = fields.get("terminationreason", "")
    if outer.end == "exit" and ("walltime" not in fields or reason == "failed"):
        raise SolverError(f"{PROGRAM} failed: {_last_line(outer)}")
    end = "deadline" if outer.end == "deadline" else ENDS.get(reason, "exit")
    large = log.exists() and log.stat().st_size > bounds.output
    text = b"" if large or not log.exists() else log.read_bytes().partition(HEADER)[2]
    return FinishedRun(
        "overflow" if large else end,
        _code(fields),
        text,
        b"",
        _number(fields, "walltime", "s") or outer.seconds,
        _number(fields, "cputime", "s"),
        int(_number(fields, "memory", "B") or 0) or None,
    )


def _code(fields: dict[str, str]) -> int:
    """Return the exit code; a negative number for a signal."""
    return int(fields["returnvalue"]) if "returnvalue" in fields else -int(fields.get("exitsignal", signal.SIGKILL))


def _number(fields: dict[str, str], name: str, unit: str) -> float | None:
    return float(fields[name].removesuffix(unit)) if name in fields else None


def _last_line(outer: FinishedRun) -> str:
    """Return the first critical line of runexec's log without the date; the last line if none is critical, and the exit
    code in words if the log is empty.
    """
    lines = [line for line in outer.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    critical = [line for line in lines if "CRITICAL" in line]
    return (critical or lines[-1:] or [f"exit code {outer.code}"])[0].rpartition(" - ")[2]
