"""Python's collector of cycles, switched off while a model is read, built or encoded, and seldom in commands."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

CYCLES_ONLY = sys.implementation.name == "cpython"
MANY = 20_000  # objects
SELDOM = 100_000  # objects made since the last look; a command imports half as many, which stay until it ends


def collect_seldom() -> None:
    """For a process that is one command: checks of what it has just imported take a twentieth of a small `solve`."""
    if CYCLES_ONLY:
        gc.set_threshold(SELDOM)


@contextmanager
def no_collector() -> Iterator[None]:
    """Models and encodings have no cycles, and the collector would examine them over and over as they grow: up to half
    of the time.

    When the block ends well, what it made counts as examined: else all of it would be, at the next opportunity.  When
    it does not, an exception's traceback may be a cycle with all that was read so far, which has to be found.

    PyPy frees nothing without its collector, which has no such problem.
    """
    if not CYCLES_ONLY:
        yield
        return
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
        if enabled and gc.get_count()[0] > MANY and not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
    finally:
        if enabled:
            gc.enable()
