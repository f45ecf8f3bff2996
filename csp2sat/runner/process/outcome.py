"""The input and the result of a solver's run: its options, the bounds of its process, how the process ended, the
outcome.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import ClassVar, Literal

from ...errors import LimitReached
from ...frozen import dataclass
from ...tuples import NamedTuple

EFFORT_PER_SECOND = 36_000  # about: what a solver that is kept warm does in a second of CPU, as it counts itself
Status = Literal["sat", "unsat", "unknown"]
REPORTS_CPU = Path("/proc/self/stat").exists()  # the system reports the CPU time of processes that still run
SLACK = 20  # wall time for a budget of CPU time: solvers are not alone on a machine, and need time to begin
End = Literal["exit", "deadline", "overflow", "memory", "stopped"]
UnknownReason = Literal["", "time", "memory", "gave up", "interrupted"]
OnMemory = Callable[[int], None]


class Stop:
    """A flag by which another thread ends solver runs, such as the runs that lose in a portfolio.

    Once `set` is called, every run that was given this object ends; a run that starts later ends at once.
    """

    def __init__(self) -> None:
        self.is_set = False
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def set(self) -> None:
        """Set the flag, and so end the runs; any thread may call this."""
        with self._lock:
            self.is_set, listeners = True, self._listeners
            self._listeners = []
        for listener in listeners:
            listener()

    @contextmanager
    def listening(self, listener: Callable[[], None]) -> Iterator[None]:
        """Call the listener if the flag is set within the block, in the thread that sets it, or at once if the flag is
        set already.
        """
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
    """The bounds at which a run is ended.

    deadline: a time of time.monotonic(). memory: in MB, for each process, and for all together if the system reports
    that. output: bytes, for stdout and for stderr. stop: the flag by which another thread ends the run. on_memory:
    called twice a second, more often at first, with the peak of memory so far (bytes, 0 if not known). cpu: CPU
    seconds of the process and its descendants, where the system reports them (see `usage.cpu_of_tree`); math.inf
    measures them without a limit. each: whether the limit of memory is one of the address space of each process, too,
    which threads and Python itself take up with memory that they do not use. on_output: called with what has been
    printed to stdout since the last call, as often as `on_memory`.
    """

    deadline: float | None
    memory: int | None
    output: int
    stop: Stop | None = None
    on_memory: OnMemory | None = None
    cpu: float | None = None
    each: bool = True
    on_output: Callable[[bytes], None] | None = None


class FinishedRun(NamedTuple):
    """A process that ended: the kind of its end, its exit code (negative: a signal), its output, and its time and
    memory as in Outcome.
    """

    end: End
    code: int
    stdout: bytes
    stderr: bytes
    seconds: float
    cpu: float | None = None
    peak: int | None = None

    @property
    def own_code(self) -> int | None:
        """The exit code of a process that ended by itself; None of one that was ended here."""
        return self.code if self.end == "exit" else None


@dataclass(frozen=True)
class RunOptions:
    """The options of a solver's run; None stands for an option that is not given.

    deadline: a time of time.monotonic(), for the whole command. memory: in MB (2**20 bytes). budget: the effort for one
    question to a solver that is kept warm: conflicts and propagations, EFFORT_PER_SECOND, so that no clock decides what
    is found. A solver that is started anew has the budget as its number of conflicts, if it takes one (`{conflicts}` in
    its arguments), or else as wall time, multiplied by SLACK. extra: further arguments for the solver. proof: the file
    for the solver's proof. stop: ends the run from another thread, with the reason `interrupted`. on_memory: as in
    RunBounds. check: evaluate each model on the formula before it is believed. log: keep the solver's output besides
    its answer. limiter: the function that runs the process within its bounds; None: the host's `run`. cpu: as in
    RunBounds. statistics: let the solver print statistics, which its entry declares, and read them. values: refuse a
    model without a value of a variable in a clause, even if models are not evaluated.
    limits_cpu: whether the system reports CPU times, so that `cpu` is kept.
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
    cpu: float | None = None
    statistics: bool = False
    values: bool = False
    limits_cpu: ClassVar[bool] = REPORTS_CPU


def run_end(deadline: float | None, budget: int | None, grace: float = 0.0) -> float | None:
    """Return when a run that begins now has to end, in time.monotonic(): at the deadline or after the budget, whichever
    is earlier; None if neither is given. grace: seconds that are added to the time of the budget.
    """
    ends = [deadline, None if budget is None else time.monotonic() + SLACK * budget / EFFORT_PER_SECOND + grace]
    return min((end for end in ends if end is not None), default=None)


@dataclass(frozen=True)
class Outcome:
    """An answer of a solver, and the resources that it took.

    literals: with `sat`, the true literal of each variable 1, 2, ..., in that order. core: with `unsat` in a session,
    assumptions that are together impossible. reason: with `unknown`, the cause. solver: the solver's name; command: the
    command line that started it. seconds: wall time; cpu_seconds, peak_memory (bytes): of the process, None if the
    system does not report them. exit_code: of the process; a negative one is a signal; None of a
    process that did not end by itself. effort: of a solver that is kept
    warm and counts its effort. log: the solver's output besides its answer, if it was to be kept. ignored: the names of
    options that this solver, or this system, does not have (`seed`, `threads`, `memory`). statistics: the figures that
    the solver printed and its entry declares, such as `conflicts`, if they were asked for.
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
    statistics: dict[str, int] = field(default_factory=dict)

    def known(self) -> Outcome:
        """Return this outcome. Raises LimitReached if its status is `unknown`."""
        if self.status == "unknown":
            raise LimitReached(self.reason)
        return self
