"""The host of solvers that run as child processes."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from subprocess import PIPE
from typing import Any

from .child import KEEPS_MEMORY_LIMIT, Child, Drain
from .outcome import REPORTS_CPU
from .process import run_limited
from .usage import cpu_of_tree

__all__ = ["KEEPS_MEMORY_LIMIT", "locate", "peer", "run"]
STDERR = 1 << 20  # bytes of a peer's stderr that are kept

run = run_limited


def locate(words: Sequence[str]) -> tuple[str, ...] | None:
    """Return the words with the path of the program, which is searched on PATH unless its name contains a folder; None
    if the program is not installed.
    """
    found = shutil.which(words[0])
    return (found, *words[1:]) if found else None


class ChildPeer:
    """A child process that answers lines with lines.

    replies: a queue of the lines of its stdout, and None after its end.
    """

    def __init__(self, command: Sequence[str], memory: int | None):
        self._started = time.monotonic()
        self._child = Child(command, Path(__file__).parent, memory, stdin=PIPE)
        process: Any = self._child.process  # its pipes are there
        self._stdin, stdout = process.stdin, io.BufferedReader(process.stdout)
        self._stderr = Drain(process.stderr, STDERR, lambda: None)
        self.replies: SimpleQueue[bytes | None] = SimpleQueue()
        self.sending = threading.RLock()
        threading.Thread(target=self._listen, args=[stdout], daemon=True).start()

    def _listen(self, stdout: io.BufferedReader) -> None:
        with stdout:
            for line in stdout:
                self.replies.put(line.rstrip())
        self.replies.put(None)

    def send(self, *lines: bytes) -> None:
        """Send lines to the child, which wakes up once for all of them; any thread may call this. Nothing is sent if
        the child has gone; its replies end then.
        """
        rest = memoryview(b"\n".join((*lines, b"")))
        with self.sending, contextlib.suppress(BrokenPipeError):
            while rest and not self._stdin.closed:
                rest = rest[os.write(self._stdin.fileno(), rest) :]

    def cpu(self) -> float:
        """Return the CPU seconds that the child has had; the seconds since its start if the system reports none."""
        return cpu_of_tree(self._child.process.pid) if REPORTS_CPU else time.monotonic() - self._started

    def kill(self) -> None:
        """End the child, if it still runs. Any thread may call this."""
        self._child.end()

    def close(self) -> tuple[int, bytes]:
        """End the child, if it still runs, and return its exit code (negative: a signal) and its stderr."""
        usage = self._child.end()
        with self.sending:  # another thread could write to what gets the number of this pipe next
            self._stdin.close()
        self._stderr.done(1.0)
        return usage.code, self._stderr.text()


peer = ChildPeer
