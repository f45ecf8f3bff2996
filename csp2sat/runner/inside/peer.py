"""A peer in this process: its lines are executed while a reply is waited for."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from queue import Empty

from ...errors import LimitReached
from ..serving import Server, failure

STOP = b"stop"
END = b""  # of a line


class InsideReplies:
    """The replies of a server, which works while it is asked for them. make: makes the server."""

    def __init__(self, make: Callable[[], Server]):
        self._make = make
        self._server: Server | None = None
        self._work: Iterator[bytes | None] | None = None  # of the line that is being executed
        self._lines: deque[bytes] = deque()
        self._found: deque[bytes] = deque()
        self.is_over = False

    def put(self, line: bytes) -> None:
        """Execute a line up to its first pause or reply if the server is idle, else later. `stop` is not for later."""
        if line == STOP:
            if self._server is not None:
                self._server.stop()
            return
        self._lines.append(line)
        while self._work is None and self._lines and not self.is_over:
            self._step()

    def get(self, *, timeout: float | None = None) -> bytes | None:
        """Return the next reply, None after the last one. Raises Empty if no line is left to be executed, and at a
        pause after `timeout` seconds.
        """
        until = math.inf if timeout is None else time.monotonic() + timeout
        while not self._found and not self.is_over:
            if (self._work is None and not self._lines) or time.monotonic() >= until:
                raise Empty
            self._step()
        return self._found.popleft() if self._found else None

    def empty(self) -> bool:
        """Whether neither a reply nor the end is there."""
        return not self._found and not self.is_over

    def close(self) -> None:
        """Close the server, whose memory is freed."""
        self.is_over, self._work = True, None
        if self._server is not None:
            self._server.close()
            self._server = None

    def _step(self) -> None:
        """Go on up to the next pause, reply or end of a line; an error is the last reply."""
        try:
            self._server = self._server or self._make()
            self._work = self._work or self._server.handle(self._lines.popleft())
            reply = next(self._work, END)
        except LimitReached:
            raise  # of the whole process
        except Exception as error:
            self._found.append(failure(error))
            self.is_over = True
            return
        if reply is END:
            self._work = None
        elif reply is not None:
            self._found.append(reply)


class InsidePeer:
    """A peer whose lines a server executes in this process. make: makes the server."""

    def __init__(self, make: Callable[[], Server]):
        self.replies, self._started = InsideReplies(make), time.process_time()
        self.sending = threading.RLock()

    def send(self, *lines: bytes) -> None:
        """Give the server lines. Nothing happens if the peer has ended."""
        with self.sending:
            for line in lines:
                if not self.replies.is_over:
                    self.replies.put(line)

    def cpu(self) -> float:
        """Return the CPU seconds that this process has had since the peer was made."""
        return time.process_time() - self._started

    def kill(self) -> None:
        """End the peer at the next pause. Any thread may call this."""
        self.replies.is_over = True

    def close(self) -> tuple[int, bytes]:
        """End the peer and free its memory; return the exit code 0, and no stderr."""
        self.replies.close()
        return 0, b""
