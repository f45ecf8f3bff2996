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
    """Exit by an exception, which unwinds the job, so that its solver is stopped; print nothing from now on.

    A busy worker does not end at once: the executor takes the exception for the result of the job and reads the next
    job, which may be half a message, because another worker ended while it read the rest.  The traceback of that error
    would be of no use to anyone.  The descriptor is closed to it, since a job that had another `sys.stderr` puts the
    one before back.
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
