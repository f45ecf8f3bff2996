"""Python's collector of cyclic garbage, switched off while a model is read, built or encoded, and run seldom in
commands.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

CYCLES_ONLY = sys.implementation.name == "cpython"
MANY = 20_000  # objects
SELDOM = 100_000  # objects made since the last collection; a command imports half as many, which stay until it ends


def collect_seldom() -> None:
    """Make the collector run only after SELDOM new objects, in a process that is one command: checks of all objects
    that the command has just imported take a twentieth of a small `solve`.
    """
    if CYCLES_ONLY:
        gc.set_threshold(SELDOM)


@contextmanager
def no_collector() -> Iterator[None]:
    """Switch the collector off within the block, for models and encodings have no cycles, and the collector would
    examine them over and over as they grow, which takes up to half of the time.

    If the block ends well and made more than MANY objects, all objects count as examined; otherwise the next collection
    would examine all of them. If the block fails, nothing counts as examined: the exception's traceback may be a cycle
    that holds all data read so far, which the collector has to find. Nothing is done under PyPy, which frees no memory
    without its collector.
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
