"""The Python interpreter as commands set it: how often the collector of cyclic garbage runs, and what Ctrl-C means
while a command starts.

Programs call `leave_when_interrupted` before anything else is imported. So this file imports only what Python itself
has imported already: `signal` or `contextlib`, with all that they import, would take a third of Python's own start.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import gc
import os
import sys

CYCLES_ONLY = sys.implementation.name == "cpython"
MANY = 20_000  # objects
SELDOM = 100_000  # objects made since the last collection; a command imports half as many, which stay until it ends


def leave_when_interrupted() -> None:
    """Let SIGINT end this process with a line on stderr and the code 130, without a traceback, from now on until a
    command handles SIGINT itself; a SIGINT that is ignored, as in the background of a shell, stays so.
    """
    if _signal.getsignal(_signal.SIGINT) != _signal.SIG_IGN:
        _signal.signal(_signal.SIGINT, _leave)


def _leave(number: int, frame: object) -> None:
    os.write(2, b"csp2sat: interrupted\n")
    os._exit(128 + number)


def collect_seldom() -> None:
    """Make the collector run only after SELDOM new objects, in a process that is one command: checks of all objects
    that the command has just imported take a twentieth of a small `solve`.
    """
    if CYCLES_ONLY:
        gc.set_threshold(SELDOM)


class CollectorOff:
    """A block within which the collector is switched off, for models and encodings have no cycles, and the collector
    would examine them over and over as they grow, which takes up to half of the time.

    If the block ends well and made more than MANY objects, all objects count as examined; otherwise the next collection
    would examine all of them. If the block fails, nothing counts as examined: the exception's traceback may be a cycle
    that holds all data read so far, which the collector has to find. Nothing is done under PyPy, which frees no memory
    without its collector.
    """

    def __enter__(self) -> None:
        self._was_enabled = gc.isenabled()
        if CYCLES_ONLY:
            gc.disable()

    def __exit__(self, error: type[BaseException] | None, *others: object) -> None:
        if not (CYCLES_ONLY and self._was_enabled):
            return
        if error is None and gc.get_count()[0] > MANY and not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()
