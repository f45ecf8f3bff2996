"""The outcome of a question and its time, in CPMpy's terms."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cpmpy.solvers.solver_interface import ExitStatus, SolverStatus

STATUS = {
    "SATISFIABLE": ExitStatus.FEASIBLE,
    "OPTIMUM FOUND": ExitStatus.OPTIMAL,
    "UNSATISFIABLE": ExitStatus.UNSATISFIABLE,
    "UNKNOWN": ExitStatus.UNKNOWN,
}


@contextmanager
def question(solver: Any) -> Iterator[SolverStatus]:
    """Yield the status of a new question to a CPMpy solver, which is UNKNOWN until the block of the `with` sets another
    status.

    The time is recorded when the block ends, by an exception, too; CPMpy 1.0 reads `runtime` alone.
    """
    solver.cpm_status = status = SolverStatus(solver.name)
    status.exitstatus, start = ExitStatus.UNKNOWN, time.perf_counter()
    try:
        yield status
    finally:
        status.solve_time = status.runtime = time.perf_counter() - start
