"""A place to work: an engine with a folder for its files, which vanishes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..encode.encoder import Options
from ..folders import work_folder
from ..run.config import load
from ..run.outcome import Options as RunOptions
from .engine import Engine
from .trace import Trace


@contextmanager
def working(
    solver: str | None, solvers: str | None, run_options: RunOptions, coding: Options, trace: Trace
) -> Iterator[Engine]:
    """solver: its name, None for the usual one; solvers: a file as after `--solvers`."""
    known = load(solvers)
    with work_folder() as folder:
        chosen = known.find(solver) if solver else known.default()
        yield Engine(chosen, run_options, folder, options=coding, trace=trace)
