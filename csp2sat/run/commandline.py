"""The command line of a run: the entry's template, filled with what is asked for."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path
from typing import NamedTuple

from ..errors import SolverError
from .entry import Solver
from .launch import KEEPS_MEMORY_LIMIT
from .outcome import Options


class CommandLine(NamedTuple):
    """words: program and arguments.  time: the time limit in it, in seconds, if any.
    ignored: what is asked for and cannot be had."""

    words: tuple[str, ...]
    time: int | None
    ignored: tuple[str, ...]


def command_line(solver: Solver, cnf: Path, result: Path, options: Options) -> CommandLine:
    """Raises SolverError when a proof is asked of a solver that writes none."""
    entry, known = solver.entry, solver.entry.args.names()
    if options.proof is not None and not entry.proof:
        raise SolverError(f"{solver.name} writes no proofs")
    values = {"cnf": os.path.abspath(cnf), "result": os.path.abspath(result), **_wishes(solver, options)}  # noqa: PTH100
    words = solver.program + tuple(entry.args.fill(values, [*solver.preset_args(), *options.extra]))
    limit = int(values["time"]) if "time" in values and "time" in known else None
    kept = {"cnf", "result", "time"} | ({"memory"} if KEEPS_MEMORY_LIMIT else set())
    ignored = tuple(name for name in values if name not in known and name not in kept)
    return CommandLine(words, limit, ignored)


def _wishes(solver: Solver, options: Options) -> dict[str, str]:
    wishes: dict[str, object] = {}
    if options.deadline is not None:
        wishes["time"] = max(1, math.ceil(options.deadline - time.monotonic()))
    if options.memory is not None:
        wishes["memory"] = options.memory
    if options.seed is not None:
        wishes["seed"] = solver.entry.seed(options.seed)
    if options.threads is not None:
        wishes["threads"] = min(options.threads, solver.entry.threads)
    if options.proof is not None:
        wishes["proof"] = os.path.abspath(options.proof)  # noqa: PTH100
    return {name: str(value) for name, value in wishes.items()}
