"""An instance answered by the competition's protocol, by two processes: one searches, the other keeps the best solution
and the limits.

The second one does nothing but wait, so SIGTERM is answered at once, even while the first reads or encodes a large
instance in C code, and what kills the first, such as a lack of memory, leaves the best solution.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, NamedTuple

from ...base.folders import work_folder
from ...base.process_tree import tree_usage
from ...base.time_limit import MOST, since
from ...errors import UsageError, own_faults
from ..reporting import ENDING, FAILURES, INTERRUPTED, complain, failure

if TYPE_CHECKING:
    from ...api.settings import Settings
    from .lines import CompetitionLines

RESERVE, SHARE = 1.0, 0.05  # seconds before the time limit at which the search ends, and their greatest share of it
TICK = 0.2  # seconds between two measurements
FULL = 0.97  # of the memory limit: then the search ends
GRACE = 0.5  # seconds that the search has to tidy up after the answer
UNDECIDED = 3  # exit code
CHUNK = 1 << 16


class CompetitionTask(NamedTuple):
    """An instance that is to be answered, and the limits of the search.

    path: of the instance.  settings: a function that returns the settings of the search, given how many seconds of wall
    time the search has (None: no limit); it is called in the process that searches, a fork of this one.  seconds, cpu,
    memory: limits of wall time and CPU time in seconds, and of memory in MB (2**20 bytes), None for no limit; they
    count for the searching process and all its children.  verbose: whether phases are printed to stderr.
    """

    path: str
    settings: Callable[[float | None], Settings]
    seconds: float | None = None
    memory: int | None = None
    cpu: float | None = None
    verbose: bool = False


class SearchLimits(NamedTuple):
    """The limits of a search.  end: on the monotonic clock.  memory: in bytes.  cpu: in seconds."""

    end: float
    memory: float
    cpu: float

    def reached(self, number: int) -> str:
        """Return which limit the process with this number and its descendants have reached, in words, or '' if none
        is.
        """
        if time.monotonic() >= self.end:
            return "the time limit was reached"
        if self.memory == self.cpu == MOST or (usage := tree_usage(number)) is None:
            return ""
        if usage.memory >= self.memory:
            return "the memory limit was reached"
        return "the limit of CPU time was reached" if usage.cpu >= self.cpu else ""


def compete(task: CompetitionTask) -> int:
    """Answer an instance, print the answer to stdout, and return the exit code: 0 for an answer, UNDECIDED if a limit
    or a signal left it open, that of the error after an error, whose message is on stderr.

    Raises UsageError where a process cannot be copied (Windows).
    """
    if not hasattr(os, "fork"):
        raise UsageError("the competition's protocol needs fork, which this system does not have; use csp2sat solve")
    limits = _limits(task)
    with _signalled() as woken, work_folder() as folder, _Searcher(partial(_job, task, limits, folder)) as searcher:
        from .lines import CompetitionLines

        lines = CompetitionLines()
        reason = _follow(searcher, lines, limits, woken)
        lines.end(reason)
        searcher.waits = not reason
    if lines.is_final:
        return 0
    return UNDECIDED if reason or not searcher.code else max(1, searcher.code)


def _job(task: CompetitionTask, limits: SearchLimits, folder: Path, out: IO[str]) -> None:
    """Run the search of a task, in the process that searches, and write its lines to `out`."""
    from .searching import search

    seconds = None if task.seconds is None else max(0.001, limits.end - since())
    search(task.path, task.settings(seconds), folder, task.verbose, out)


def _limits(task: CompetitionTask) -> SearchLimits:
    seconds, memory = task.seconds, task.memory
    end = MOST if seconds is None else min(seconds, MOST) - min(RESERVE, seconds * SHARE)
    return SearchLimits(since() + end, MOST if memory is None else (memory << 20) * FULL, task.cpu or MOST)


def _follow(searcher: _Searcher, lines: CompetitionLines, limits: SearchLimits, woken: int) -> str:
    """Take the lines of the search until it is over, a limit is reached, or a signal comes; return the reason for an
    end before its time, or ''.

    woken: the descriptor that can be read when a signal has come.
    """
    while not lines.status:
        if reason := limits.reached(searcher.number):
            return reason
        left = limits.end - time.monotonic()
        ready, _, _ = select.select([searcher.lines, woken], [], [], max(0.0, min(TICK, left)))
        if woken in ready:
            return "interrupted"
        if searcher.lines in ready:
            if not (data := os.read(searcher.lines, CHUNK)):
                return ""
            lines.take(data)
    return ""


@contextmanager
def _signalled() -> Iterator[int]:
    """Yield, to a `with` block of the main thread, a file descriptor that can be read as soon as SIGINT or a signal of
    ENDING has come.

    Within the block these signals do nothing else; a signal that was ignored before is still ignored, and makes nothing
    readable.  At the end of the block the handlers of before are back, and the descriptor is closed.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    numbers = [getattr(signal, name) for name in ("SIGINT", *ENDING)]
    numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    woken_before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(woken_before)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reading)
        os.close(writing)


class _Searcher:
    """A copy of this process that does a job, which gets a stream for its lines; gone when the block ends.

    number: of the process.  lines: the descriptor of the pipe with the lines.  waits: whether the process is given time
    to end by itself.  code: the exit code, after the block.
    """

    def __init__(self, job: Callable[[IO[str]], None]):
        self.lines, writing = os.pipe()
        self.code, self.waits = 0, False
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        self.number = os.fork()
        if not self.number:
            _do(job, writing)
        os.close(writing)

    def __enter__(self) -> _Searcher:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the process: by itself within GRACE after its lines, by SIGTERM, or by SIGKILL; keep its exit code.

        kind, error, at: of the error that ended the block, which do not matter.
        """
        os.close(self.lines)
        for number in (None, signal.SIGTERM, signal.SIGKILL) if self.waits else (signal.SIGTERM, signal.SIGKILL):
            if number is not None:
                os.kill(self.number, number)
            end = time.monotonic() + (GRACE if number != signal.SIGKILL else MOST)
            while time.monotonic() < end:
                ended, status = os.waitpid(self.number, os.WNOHANG)
                if ended:
                    self.code = os.waitstatus_to_exitcode(status)
                    return
                time.sleep(0.005)


def _do(job: Callable[[IO[str]], None], writing: int) -> None:
    """Run the job of the copied process, and end the process with the exit code."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process answers
        for number in (getattr(signal, name) for name in ENDING):
            if signal.getsignal(number) is not signal.SIG_IGN:  # as after nohup
                signal.signal(number, _leave)
        with open(writing, "w") as out, own_faults():
            job(out)
        code = 0
    except FAILURES as error:
        code = complain(*failure(error))
    except SystemExit:
        code = INTERRUPTED
    finally:
        sys.stderr.flush()
        os._exit(code)


def _leave(number: int, frame: object) -> None:
    raise SystemExit(number)
