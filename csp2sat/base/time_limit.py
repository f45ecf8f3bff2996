"""A time limit for work in this process: set by whoever knows it, looked at wherever the work is long."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ..errors import LimitReached

_end: ContextVar[float | None] = ContextVar("end", default=None)


@contextmanager
def until(end: float | None) -> Iterator[None]:
    """Inside the block `look` raises LimitReached from this time on.  end: on the monotonic clock; None: no limit.

    It is cooperative, so that a program which uses the package may have threads and alarms of its own.
    """
    token = _end.set(end)
    try:
        yield
    finally:
        _end.reset(token)


def look() -> None:
    """Raises LimitReached if the time is over; for loops that take long, at most some thousand times a second."""
    end = _end.get()
    if end is not None and time.monotonic() >= end:
        raise LimitReached("time")
