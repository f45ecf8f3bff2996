"""A flag that ends solver runs from another thread, such as the losers of a portfolio."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Stop:
    """Once `set` is called, every run that was given this object ends; one that starts later ends at once."""

    def __init__(self) -> None:
        self.is_set = False
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def set(self) -> None:
        """End the runs; any thread may call it."""
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
        """Take the listener out: it is not called any more."""
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)
