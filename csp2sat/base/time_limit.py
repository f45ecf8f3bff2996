"""A time limit for work in this process: set by whoever knows it, examined wherever the work is long."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ..errors import LimitReached

MOST = 1e9  # seconds: what is longer than thirty years is as long, for the clocks of systems count no further
OLD = 30.0  # seconds: a process of that age when its command begins has done something else before
_begun: list[float] = []  # when the command began that this process is for, on the monotonic clock
_end: ContextVar[float | None] = ContextVar("end", default=None)


def command_begins() -> None:
    """This process is for one command, whose time began when the process did."""
    _begun[:] = [time.monotonic() - _age()]


def since() -> float:
    """Return when the command began, on the monotonic clock; where that is not known, now."""
    return _begun[0] if _begun else time.monotonic()


def _age() -> float:
    """Return how many seconds ago this process was started; 0 where the system does not tell."""
    try:
        with open("/proc/self/stat", "rb", buffering=0) as file:  # noqa: PTH123
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0
    return age if 0 < age < OLD else 0.0


@contextmanager
def until(end: float | None) -> Iterator[None]:
    """Within the block let `check_time` raise LimitReached from this time on.

    end: on the monotonic clock; None: no limit.

    It is cooperative, so that a program which uses the package may have threads and alarms of its own.
    """
    token = _end.set(end)
    try:
        yield
    finally:
        _end.reset(token)


def end_after(seconds: float) -> float:
    """Return the time of the monotonic clock that lies `seconds`, at most MOST, in the future."""
    return time.monotonic() + min(seconds, MOST)


def check_time() -> None:
    """Raises LimitReached if the time is over; for loops that take long, at most some thousand times a second."""
    end = _end.get()
    if end is not None and time.monotonic() >= end:
        raise LimitReached("time")
