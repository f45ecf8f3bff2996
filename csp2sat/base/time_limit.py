"""A time limit for work in this process, which the caller sets and which long loops check; and an event by which
another thread ends the work.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec

from ..errors import LimitReached

MOST = 1e9  # seconds: what is longer than thirty years is as long, for the clocks of systems count no further
GRACE = 0.3  # seconds after a deadline: the runner has them to stop its solver by itself
OLD = 30.0  # seconds: a process of that age when its command begins has done something else before
_begun: list[float] = []  # when the command began that this process is for, on the monotonic clock
_end: ContextVar[float | None] = ContextVar("end", default=None)
P = ParamSpec("P")
IsSet = Callable[[], bool]
"""Whether an event is set, such as the method `is_set` of a `threading.Event`."""
_is_set: ContextVar[IsSet | None] = ContextVar("is_set", default=None)


def command_begins() -> None:
    """Declare that this process is for one command, whose time began when the process was started."""
    _begun[:] = [time.monotonic() - _age()]


def since() -> float:
    """Return the time at which the command began, on the monotonic clock, or the time now if the beginning is not
    known.
    """
    return _begun[0] if _begun else time.monotonic()


def count_from_now() -> None:
    """Let the time limits that are set from now on begin when they are set, not when the command began."""
    _begun.clear()


def _age() -> float:
    """Return how many seconds ago this process was started, or 0 if the system does not report that or the process is
    older than OLD.
    """
    try:
        with open("/proc/self/stat", "rb", buffering=0) as file:  # noqa: PTH123
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0
    return age if 0 < age < OLD else 0.0


@contextmanager
def until(end: float | None) -> Iterator[None]:
    """Set the time limit of the block: `check_time` raises LimitReached there from the time `end` of the monotonic
    clock on; None sets no limit.

    After the block the limit from before holds again.  The limit is cooperative, so that a program that uses the
    package may have threads and alarms of its own.
    """
    token = _end.set(end)
    try:
        yield
    finally:
        _end.reset(token)


def soon_after(end: float | None) -> AbstractContextManager[None]:
    """Set the time limit of the block to GRACE after `end`, as `until` does, for a question whose solver runs and
    encoders stop at `end` by themselves: the result that they leave is still taken.
    """
    return until(None if end is None else end + GRACE)


@contextmanager
def cancelled_by(is_set: IsSet | None) -> Iterator[None]:
    """Let an event end the work of the block: once `is_set` returns True, `check_time` raises LimitReached there with
    the reason `interrupted`, and solvers are stopped within a second, as an event of the block around this one does.
    None stands for no further event.
    """
    outer = _is_set.get()
    either = outer if is_set is None else is_set if outer is None else lambda: is_set() or outer()
    token = _is_set.set(either)
    try:
        yield
    finally:
        _is_set.reset(token)


def is_cancelled() -> bool:
    """Whether the event of `cancelled_by` is set."""
    is_set = _is_set.get()
    return is_set is not None and is_set()


def also_cancelled(work: Callable[P, object]) -> Callable[P, None]:
    """Return a function that does the work in another thread, and that the event of the present block ends, too."""
    is_set = _is_set.get()

    @wraps(work)  # threads have the name of their work
    def call(*args: P.args, **kwargs: P.kwargs) -> None:
        with cancelled_by(is_set):
            work(*args, **kwargs)

    return call


def end_after(seconds: float) -> float:
    """Return the time of the monotonic clock that lies `seconds`, but at most MOST, in the future."""
    return time.monotonic() + min(seconds, MOST)


def is_over(end: float | None) -> bool:
    """Whether a time of the monotonic clock has passed; None never does."""
    return end is not None and time.monotonic() >= end


def time_left() -> float | None:
    """Return the seconds that the time limit of `until` leaves, at least 0; None without a limit."""
    end = _end.get()
    return None if end is None else max(0.0, end - time.monotonic())


def check_time() -> None:
    """Raise LimitReached if the time limit of `until` has passed, or the event of `cancelled_by` is set; for long
    loops, which call this at most some thousand times a second.
    """
    if (end := _end.get()) is not None and time.monotonic() >= end:
        raise LimitReached("time")
    if (is_set := _is_set.get()) is not None and is_set():
        raise LimitReached("interrupted")
