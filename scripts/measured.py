"""Running programs and measuring them, for the benchmarks."""

from __future__ import annotations

import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Timer
from typing import NamedTuple, TypeVar

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
CSP2SAT = (sys.executable, "-m", "csp2sat")
END = 1 << 16  # bytes of an output that are kept
QUIET = {"kissat": ("-q",), "cadical": ("-q",), "minisat": ("-verb=0",)}
T = TypeVar("T")


class Used(NamedTuple):
    """CPU seconds and peak memory (MiB) of a process and of those that it waited for (the memory: of the largest), its
    exit code, whether it was ended at the limit, wall seconds, and the end of what it printed."""

    cpu: float
    memory: float
    code: int
    late: bool = False
    wall: float = 0.0
    said: str = ""


class Cnf(NamedTuple):
    """What a DIMACS file holds."""

    variables: int
    clauses: int
    literals: int


def run(command: Sequence[str], limit: float = 600.0, cpu: float = math.inf) -> Used:
    """Run a program.

    After `limit` seconds of wall time it is ended, and after `cpu` seconds of CPU time (whole ones, rounded up).
    """
    most = resource.RLIM_INFINITY if math.isinf(cpu) else math.ceil(cpu)

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))

    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        with subprocess.Popen(command, stdout=out, stderr=out, env=ENVIRONMENT, preexec_fn=bound) as process:
            ended: list[bool] = []
            timer = Timer(limit, lambda: (ended.append(True), process.kill()))
            timer.daemon = True
            try:
                timer.start()
                _, status, usage = os.wait4(process.pid, 0)
            except BaseException:  # Ctrl-C, at any moment
                process.kill()
                raise
            finally:
                timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        out.seek(max(0, out.seek(0, os.SEEK_END) - END))
        said = out.read().decode(errors="replace")
    seconds = usage.ru_utime + usage.ru_stime
    return Used(seconds, usage.ru_maxrss / 1024, process.returncode, bool(ended) or seconds >= cpu, wall, said)


def succeed(command: Sequence[str]) -> Used:
    """Run a program that is to end with exit code 0."""
    used = run(command)
    if used.code:
        sys.exit(f"{' '.join(command)}: exit code {used.code}")
    return used


def median_of(runs: int, work: Callable[[], Used]) -> Used:
    """The run with the median of the CPU seconds."""
    return sorted((work() for _ in range(runs)), key=lambda used: used.cpu)[(runs - 1) // 2]


def solved(solver: str, cnf: Path, limit: float, runs: int = 5, enough: float = 20.0) -> Used:
    """A SAT solver on a CNF: the median of CPU seconds over its runs, fewer when they are more than `enough`.

    limit: of CPU seconds, so that it means the same on a busy machine.
    """
    command = [program(solver), *QUIET.get(solver, ()), str(cnf)]
    found: list[Used] = []
    while len(found) < runs and sum(used.cpu for used in found) <= enough:
        found.append(run(command, cpu=limit))
        if found[-1].late:
            return found[-1]
    return found[0]._replace(cpu=statistics.median(used.cpu for used in found))


def program(name: str) -> str:
    """Where a solver is: on PATH, or in the wheel that brings kissat."""
    wheels = (Path(folder, "sage_wheels", "bin", name) for folder in sys.path)
    return shutil.which(name) or next((str(path) for path in wheels if path.exists()), name)


def size_of(cnf: Path) -> Cnf:
    """Read the header, count the literals."""
    variables = clauses = literals = 0
    with cnf.open("rb") as file:
        while lines := file.readlines(1 << 20):
            for line in lines:
                if line[:1] == b"p":
                    _, _, variables, clauses = (int(word) if word.isdigit() else 0 for word in line.split())
                elif line[:1] != b"c":
                    literals += line.count(b" ")
    return Cnf(variables, clauses, literals)
