"""A wall-clock deadline for a whole command or job, and a limit of the memory that this process takes."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ..errors import LimitReached
from .resources import free_memory, own_memory
from .signals import raise_until_noticed
from .time_limit import GRACE, MOST, since, soon_after

FIRST, TICK = 1.0, 0.1  # seconds: before the memory is measured where no limit is given, between two measurements
SPARE = 0.1  # of the free memory, that is left to others
MARGIN = 50 << 20  # bytes that this process may take beyond a limit, which is the solver's first of all


@contextmanager
def deadline(seconds: float | None, memory: int | None = None, cpu: float = math.inf) -> Iterator[float | None]:
    """Raise LimitReached in the main thread if the block goes on more than `seconds` after the beginning of the command
    (see `since`), or if this process takes more than `memory`, or `cpu` seconds of CPU time within the block; yield the
    deadline on the monotonic clock (None if `seconds` is None).

    memory: in MB; None stands for nearly all memory that is free.  cpu: no limit unless given.  A
    solver's run stops at the deadline by itself; the alarm that raises comes GRACE later, for all other work. No alarm
    is set on a system without alarm signals (Windows), outside the main thread, or if neither `seconds` nor `memory` is
    given and other code has set an alarm: then solver runs are limited by the deadline, and what calls `check_time` or
    `time_left` by the limit of the time.
    """
    end = None if seconds is None else since() + min(seconds, MOST)
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        with soon_after(end):
            yield end
        return
    before = signal.getsignal(signal.SIGALRM)
    if seconds is None and memory is None and before not in (signal.SIG_DFL, signal.SIG_IGN, None):
        yield end  # an alarm of other code is worth more than the memory
        return
    signal.signal(signal.SIGALRM, _Watch(math.inf if end is None else end + GRACE, memory, cpu))
    left = math.inf if end is None else max(0.001, end - time.monotonic()) + GRACE
    first = FIRST if memory is None and cpu == math.inf else TICK
    signal.setitimer(signal.ITIMER_REAL, min(left, first), TICK)
    try:
        yield end
    finally:
        disarm()
        signal.signal(signal.SIGALRM, before)


def disarm() -> None:
    """Switch the alarm of `deadline` off, so that results can be printed without a LimitReached; an alarm of other code
    stays.
    """
    if hasattr(signal, "setitimer") and isinstance(signal.getsignal(signal.SIGALRM), _Watch):
        signal.setitimer(signal.ITIMER_REAL, 0)


class _Watch:
    """The handler of the alarm, which comes every TICK. end: the deadline on the monotonic clock; memory: the limit in
    MB, or None; cpu: the CPU seconds that the process may take from now on.
    """

    def __init__(self, end: float, memory: int | None, cpu: float):
        self._end, self._cpu_end = end, time.process_time() + cpu
        self._most = None if memory is None else (memory << 20) + max(MARGIN, (memory << 20) // 20)
        self._reached = ""

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self._reached = self._reached or self._reason()
        if self._reached:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise_until_noticed(LimitReached(self._reached), number, self)

    def _reason(self) -> str:
        """Return the name of the limit that is reached, "time" or "memory", or '' if none is."""
        if time.monotonic() >= self._end or time.process_time() >= self._cpu_end:
            return "time"
        used = own_memory()
        if used is None:
            return ""
        if self._most is None:
            free = free_memory()
            self._most = 1 << 62 if free is None else used + int(free * (1 - SPARE))
        return "memory" if used > self._most else ""
