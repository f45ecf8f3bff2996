"""Signals (Ctrl-C, SIGTERM, alarms): delayed while an object is made that must be tidied up, and raised as errors.

Python ignores exceptions in some places: in a destructor, in a callback of a weak reference. An error that a signal
raises there would be printed and forgotten, and the command would go on; so the signal is repeated.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

Handler = Callable[[int, FrameType | None], object]
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")
AGAIN = 0.01  # seconds until an exception that was ignored is tried again
_MARK = "signal_to_repeat"


@contextmanager
def signals_held() -> Iterator[Callable[[], None]]:
    """Hold back the signals that Python code handles until the block ends, or until the block calls the function that
    is yielded; outside the main thread nothing is held back.

    Without this a handler may raise an error between the start of a child process, say, and the code that ensures its
    end.
    """
    arrived: list[tuple[int, FrameType | None]] = []
    handlers = _handlers() if threading.current_thread() is threading.main_thread() else {}

    def release() -> None:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        handlers_then, held = dict(handlers), arrived.copy()
        handlers.clear()
        arrived.clear()
        for number, frame in held:
            handlers_then[number](number, frame)

    for number in handlers:
        signal.signal(number, lambda n, frame: arrived.append((n, frame)))
    try:
        yield release
    finally:
        release()


@contextmanager
def with_best() -> Iterator[None]:
    """Give a KeyboardInterrupt that leaves the block the attribute `best`, None unless it has a best result already."""
    try:
        yield
    except KeyboardInterrupt as stop:
        stop.best = getattr(stop, "best", None)  # type: ignore[attr-defined]
        raise


def _handlers() -> dict[int, Handler]:
    """Return the handlers written in Python that are set for the signals of NAMES, by the signal's number."""
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    found = {number: signal.getsignal(number) for number in numbers}
    return {number: handler for number, handler in found.items() if callable(handler)}


def raise_until_noticed(error: BaseException, number: int, handler: Handler) -> NoReturn:
    """Raise an error in the handler of a signal; if Python ignores the error there, the signal is sent again.

    number: the signal's number; handler: the handler that is set again for the repeated signal.
    """
    setattr(error, _MARK, (number, handler))
    if sys.unraisablehook is not _repeat:
        global _before
        _before = sys.unraisablehook
        sys.unraisablehook = _repeat
    raise error


_before: Any = sys.__unraisablehook__


def _repeat(ignored: Any) -> None:
    """Send a signal again, after AGAIN seconds, whose handler raised an error that Python ignored (`ignored`, as the
    hook gets it); leave any other error to the hook before.
    """
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
