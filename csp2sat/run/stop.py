"""Ending runs from another thread: of solvers that race, the losers."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Stop:
    """What ends every run that was given it, once `set` is called; a run that comes later ends at once."""

    def __init__(self) -> None:
        self.is_set = False
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def set(self) -> None:
        """End them all; any thread may call it."""
        with self._lock:
            self.is_set, listeners = True, self._listeners
            self._listeners = []
        for listener in listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call the listener, in the thread that sets this, or now if it is set."""
        with self._lock:
            if not self.is_set:
                self._listeners.append(listener)
                return
        listener()

    def forget(self, listener: Callable[[], None]) -> None:
        """The listener is not to be called any more."""
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)
