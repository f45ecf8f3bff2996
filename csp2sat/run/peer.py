"""A child process that answers lines with lines."""

from __future__ import annotations

import contextlib
import io
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from subprocess import PIPE
from typing import Any

from .child import Child, Drain

STDERR = 1 << 20  # bytes of its stderr that are kept


class Peer:
    """A running child.  replies: gets each line of its stdout, and None when it has ended."""

    def __init__(self, command: Sequence[str], memory: int | None):
        self._child = Child(command, Path(__file__).parent, memory, stdin=PIPE)
        process: Any = self._child.process  # its pipes are there
        self._stdin, stdout = process.stdin, io.BufferedReader(process.stdout)
        self._stderr = Drain(process.stderr, STDERR, lambda: None)
        self.replies: SimpleQueue[bytes | None] = SimpleQueue()
        threading.Thread(target=self._listen, args=[stdout], daemon=True).start()

    def _listen(self, stdout: io.BufferedReader) -> None:
        with stdout:
            for line in stdout:
                self.replies.put(line.rstrip())
        self.replies.put(None)

    def send(self, line: bytes) -> None:
        """Send one line.  When the child has gone nothing happens; its replies end."""
        rest = memoryview(line + b"\n")
        with contextlib.suppress(BrokenPipeError):
            while rest:
                rest = rest[os.write(self._stdin.fileno(), rest) :]

    def kill(self) -> None:
        """Make sure that it is gone.  Any thread may call it."""
        self._child.end()

    def close(self) -> tuple[int, bytes]:
        """Make sure that it is gone; its exit code (negative: a signal) and stderr."""
        usage = self._child.end()
        self._stdin.close()
        self._stderr.done(1.0)
        return usage.code, self._stderr.text()
