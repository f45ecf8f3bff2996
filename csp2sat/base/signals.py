"""Delaying signals (Ctrl-C, SIGTERM, alarms) while something is made that must be tidied up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")


@contextmanager
def signals_held() -> Iterator[Callable[[], None]]:
    """Signals that Python code handles wait until the block calls what it is given, or ends.

    Without this a handler may raise after a child has been started, say, and before anything would end it.
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


def _handlers() -> dict[int, Callable[[int, FrameType | None], object]]:
    """The handlers of ours that are set, by signal."""
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    found = {number: signal.getsignal(number) for number in numbers}
    return {number: handler for number, handler in found.items() if callable(handler)}
