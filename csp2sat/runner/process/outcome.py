"""What goes into a run of a solver, and what comes out: options, bounds of its process, its end, the outcome."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from ...errors import LimitReached

EFFORT_PER_SECOND = 36_000  # about: what a solver that is kept warm does in a second of CPU, as it counts itself
Status = Literal["sat", "unsat", "unknown"]
SLACK = 20  # wall time for a budget of CPU time: solvers are not alone on a machine, and need time to begin
End = Literal["exit", "deadline", "overflow", "memory", "stopped"]
UnknownReason = Literal["", "time", "memory", "gave up", "interrupted"]
OnMemory = Callable[[int], None]


class Stop:
    """A flag that ends solver runs from another thread, such as the losers of a portfolio.

    Once `set` is called, every run that was given this object ends; one that starts later ends at once.
    """

    def __init__(self) -> None:
        self.is_set = False
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def set(self) -> None:
        """End the runs; any thread may call it."""
        with self._lock:
            self.is_set, listeners = True, self._listeners
            self._listeners = []
        for listener in listeners:
            listener()

    @contextmanager
    def listening(self, listener: Callable[[], None]) -> Iterator[None]:
        """Within the block the listener is called, in the thread that sets this, or now if it is set."""
        with self._lock:
            late = self.is_set
            if not late:
                self._listeners.append(listener)
        if late:
            listener()
        try:
            yield
        finally:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)


class RunBounds(NamedTuple):
    """When to end a run.

    deadline: in time.monotonic().  memory: MB, of each process, and of all together where that can be seen.
    output: bytes, of each of its two pipes.  stop: ends it from another thread.
    on_memory: called twice a second, at first more often, with the peak of memory (bytes, 0 if not known) so far.
    """

    deadline: float | None
    memory: int | None
    output: int
    stop: Stop | None = None
    on_memory: OnMemory | None = None


class FinishedRun(NamedTuple):
    """A process that ended: how, its exit code (negative: a signal), its output, and what it used (as in Outcome)."""

    end: End
    code: int
    stdout: bytes
    stderr: bytes
    seconds: float
    cpu: float | None = None
    peak: int | None = None


@dataclass(frozen=True)
class RunOptions:
    """How to run a solver.  None: not asked for.

    deadline: a value of time.monotonic(), for the whole command.  memory: in MB (2**20 bytes).
    budget: of effort, for one question to a solver that is kept warm: conflicts and propagations, EFFORT_PER_SECOND, so
    that no clock decides what is found.  One that is started anew has as many conflicts, if it takes a number of
    them (`{conflicts}` in its arguments), or else SLACK times as much of wall time.
    extra: further arguments for it.  proof: the file that gets its proof.
    stop: ends the run from another thread, with the reason `interrupted`.  on_memory: as in Bounds.
    check: evaluate each model on the formula before it is believed.  log: keep what the solver says besides its answer.
    limiter: what runs the process and keeps its limits; None: `process.run_limited`.
    """

    deadline: float | None = None
    memory: int | None = None
    seed: int | None = None
    threads: int | None = None
    extra: tuple[str, ...] = ()
    proof: Path | None = None
    check: bool = True
    stop: Stop | None = None
    log: bool = False
    limiter: Callable[[Sequence[str], Path, RunBounds], FinishedRun] | None = None
    budget: int | None = None
    on_memory: OnMemory | None = None


def run_end(deadline: float | None, budget: int | None, grace: float = 0.0) -> float | None:
    """The end of a run in time.monotonic(), if it begins now.  grace: seconds more than the budget says."""
    ends = [deadline, None if budget is None else time.monotonic() + SLACK * budget / EFFORT_PER_SECOND + grace]
    return min((end for end in ends if end is not None), default=None)


@dataclass(frozen=True)
class Outcome:
    """One answer of a solver.

    literals: with `sat`, the true literal of each variable 1, 2, ..., in that order.
    core: with `unsat`, assumptions that are together impossible (in a session).
    reason: with `unknown`, why.  solver: its name; command: how it was started.
    seconds: wall time; cpu_seconds, peak_memory (bytes): of the process, None where the system does not tell.
    exit_code: of the process, negative: a signal.  effort: of a solver that is kept warm and counts it.
    log: what the solver said besides its answer, if that was to be kept.
    ignored: what was asked for and this solver, or this system, cannot do (`seed`, `threads`, `memory`).
    """

    status: Status
    literals: list[int] = field(default_factory=list)
    core: list[int] = field(default_factory=list)
    reason: UnknownReason = ""
    solver: str = ""
    command: tuple[str, ...] = ()
    seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory: int | None = None
    exit_code: int | None = None
    effort: int | None = None
    ignored: tuple[str, ...] = ()
    log: str = ""

    def known(self) -> Outcome:
        """The same, which says sat or unsat.  Raises LimitReached where it is unknown."""
        if self.status == "unknown":
            raise LimitReached(self.reason)
        return self
