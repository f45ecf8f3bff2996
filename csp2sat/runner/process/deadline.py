"""One wall deadline for a whole command or job."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from ...base.signals import insist
from ...errors import LimitReached

GRACE = 0.3  # seconds that the runner has to stop its solver by itself


@contextmanager
def deadline(seconds: float | None) -> Iterator[float | None]:
    """LimitReached in the main thread when the block takes longer; gives the deadline on the monotonic clock.

    A solver's run stops at the deadline by itself; the alarm, a little later, is for everything else.  Where there
    is no alarm signal (Windows), only solver runs are limited.
    """
    if seconds is None:
        yield None
        return
    end = time.monotonic() + seconds
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield end
        return
    before = signal.signal(signal.SIGALRM, _reached)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001) + GRACE)
    try:
        yield end
    finally:
        disarm()
        signal.signal(signal.SIGALRM, before)


def disarm() -> None:
    """No LimitReached from here on: what was found is to be printed.  An alarm of somebody else's stays."""
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is _reached:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _reached(signum: int, frame: FrameType | None) -> NoReturn:
    insist(LimitReached("time"), signum, _reached)
