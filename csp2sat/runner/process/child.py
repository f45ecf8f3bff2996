"""A child process that is always ended, with all processes that it has started; and reading its pipes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from .launch import launch
from .usage import Usage, own_peak, reap

GRACE = 0.5  # seconds between asking and killing
LOST = 5.0  # seconds after which a killed process that does not go is left to the system
LOST_CODE = -9  # its exit code
READ = 1 << 16


class Child:
    """A running process; the block that it manages ends with the process and its whole group gone.

    on_exit: called in another thread when the process itself (not its children) has ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        memory: int | None = None,
        stdin: int = subprocess.DEVNULL,
        on_exit: Callable[[], None] = lambda: None,
    ):
        self._launched = launch(command, folder, memory, stdin)
        self._floor = own_peak()  # after it: meanwhile other threads may have made this process grow
        self.process = self._launched.process
        self._usage: Usage | None = None
        self._ended, self._ending = False, threading.Lock()
        self._on_exit = on_exit
        self.exited = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """Wait for the end of the process, in a thread of its own."""
        if sys.platform != "win32" and hasattr(os, "waitid"):
            # Leaves a zombie, so that no other process can get its number before it is signalled for the last time.
            os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._usage = reap(self.process, self._floor)
        self.exited.set()
        self._on_exit()

    def end(self) -> Usage:
        """Make sure that the process and its group are gone; its usage.  Any thread may call it, again and again."""
        with self._ending:
            if not self._ended:
                self._end()
                self._ended = True
            return self._usage or Usage(LOST_CODE)

    def _end(self) -> None:
        try:
            if not self.exited.is_set():
                self._launched.end(force=False)
                self.exited.wait(GRACE)
        finally:  # an alarm or a Ctrl-C may cut the grace short
            self._launched.end(force=True)  # also what a process that has ended left behind
        if self.exited.wait(LOST) and self._usage is None:
            self._usage = reap(self.process, self._floor)

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


class Drain:
    """Reads a pipe in a thread of its own, up to `most` bytes; where there are more, `on_overflow` is called."""

    def __init__(self, pipe: IO[bytes], most: int, on_overflow: Callable[[], None]):
        self._chunks: list[bytes] = []
        self._pipe, self._room, self._on_overflow = pipe, most, on_overflow
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._pipe:
            while chunk := self._pipe.read(READ):
                self._room -= len(chunk)
                if self._room < 0:
                    self._on_overflow()
                    return
                self._chunks.append(chunk)

    def done(self, timeout: float) -> bool:
        """Is the pipe read to its end?  Waits for that, up to `timeout` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def text(self) -> bytes:
        """What was read so far."""
        return b"".join(self._chunks)
