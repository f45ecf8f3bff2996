"""A local worker process: pinned to its cores, deaf to Ctrl-C, ended when its parent is."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from multiprocessing import parent_process
from multiprocessing.connection import wait
from multiprocessing.sharedctypes import Synchronized
from types import FrameType
from typing import NoReturn

LAST = 3.0  # seconds that a worker without a parent has to end its solver


def begin(counter: Synchronized[int], cores: tuple[tuple[int, ...], ...]) -> None:
    """Set the cores and the signal handlers of a worker, and follow its parent; called once in each worker.

    counter: the shared number of workers that have begun.  cores: the cores of each worker, () if workers are not
    pinned.
    """
    with counter.get_lock():
        number = counter.value
        counter.value += 1
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores[number % len(cores)])
    # A function, not SIG_IGN, which solvers would inherit.
    signal.signal(signal.SIGINT, _deaf)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_follow, daemon=True).start()


def _deaf(_: int, __: FrameType | None) -> None:
    """Ignore Ctrl-C, which the parent receives, too, and handles."""


def _end(_: int, __: FrameType | None) -> NoReturn:
    """Handle SIGTERM: exit by an exception, which unwinds the job, so that its solver is stopped; print nothing after
    that.

    A busy worker does not end at once: the executor takes the exception for the result of the job and reads the next
    job.  The message of that job may be cut, if another worker ended while reading the message, and the traceback of
    such an error is of no use to anyone.  The file descriptor 2 is redirected, and not `sys.stderr`, since a job that
    had replaced `sys.stderr` restores the old one when the job is unwound.
    """
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    os.close(null)
    sys.exit(0)


def _follow() -> None:
    """Wait until the parent dies, however that happens, and end this worker with its job."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(LAST)
        os._exit(1)


def shares(workers: int, threads: int) -> tuple[tuple[int, ...], ...]:
    """Return the cores for each worker, as many as `threads` says; () if there are too few cores, or they cannot be
    chosen.
    """
    if not hasattr(os, "sched_getaffinity"):
        return ()
    cores = sorted(os.sched_getaffinity(0))
    if workers * threads > len(cores):
        return ()
    return tuple(tuple(cores[at * threads : (at + 1) * threads]) for at in range(workers))
