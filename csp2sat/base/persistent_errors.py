"""Raising an exception in a signal handler so that Python does not swallow it.

Python ignores exceptions in some places: in a destructor, in a callback of a weak reference.  A signal that arrives
there would be printed and forgotten; the command would go on.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn

Handler = Callable[[int, FrameType | None], object]
AGAIN = 0.01  # seconds until an exception that was ignored is tried again
_MARK = "signal_to_repeat"


def insist(error: BaseException, number: int, handler: Handler) -> NoReturn:
    """Raise an error in the handler of a signal; where it is ignored, the signal comes to the handler once more."""
    setattr(error, _MARK, (number, handler))
    if sys.unraisablehook is not _repeat:
        global _before
        _before = sys.unraisablehook
        sys.unraisablehook = _repeat
    raise error


_before: Any = sys.__unraisablehook__


def _repeat(ignored: Any) -> None:
    number, handler = getattr(ignored.exc_value, _MARK, (0, None))
    if not number:
        _before(ignored)
        return
    signal.signal(number, handler)
    if number == getattr(signal, "SIGALRM", None):
        signal.setitimer(signal.ITIMER_REAL, AGAIN)  # which is cancelled with the time limit
    else:
        timer = threading.Timer(AGAIN, _send, [number])
        timer.daemon = True
        timer.start()


def _send(number: int) -> None:
    if callable(signal.getsignal(number)):
        os.kill(os.getpid(), number)
