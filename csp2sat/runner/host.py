"""The host of solvers: child processes, or this process if no other can be started."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from ..base.resources import runs_inside
from .process.outcome import FinishedRun, RunBounds

PYTHON = sys.executable or "python"  # in WebAssembly there is none


class Replies(Protocol):
    """The queue of a peer's replies, in the order of their lines, and None after the last one."""

    def get(self, *, timeout: float | None = None) -> bytes | None:
        """Return the next reply, or raise queue.Empty if there is none within `timeout` seconds (None: no limit)."""

    def empty(self) -> bool:
        """Whether no reply is waiting."""


class Peer(Protocol):
    """A program that answers lines with lines. sending: held by a thread whose lines must stay together."""

    @property
    def replies(self) -> Replies: ...

    @property
    def sending(self) -> AbstractContextManager[object]: ...

    def send(self, *lines: bytes) -> None:
        """Send lines; any thread may call this. Nothing is sent if the program has ended."""

    def cpu(self) -> float:
        """Return the CPU seconds that the program has had; those since its start where the system reports none."""

    def kill(self) -> None:
        """End the program, if it still runs. Any thread may call this."""

    def close(self) -> tuple[int, bytes]:
        """End the program, if it still runs, and return its exit code (negative: a signal) and its stderr."""


class Host(Protocol):
    """A place where programs run."""

    @property
    def KEEPS_MEMORY_LIMIT(self) -> bool:  # noqa: N802  a host is a module
        """Whether a limit of memory holds without the program's help."""

    def locate(self, words: Sequence[str]) -> tuple[str, ...] | None:
        """Return the words, the program's path and first arguments, as they start the program here; None if the program
        is not here.
        """

    def run(self, command: Sequence[str], folder: Path, bounds: RunBounds) -> FinishedRun:
        """Run `command` in `folder` within the bounds, and return how it ended. Raises SolverError if the program
        cannot be started.
        """

    def peer(self, command: Sequence[str], memory: int | None) -> Peer:
        """Start a program that answers lines. memory: the limit in MB, or None. Raises SolverError if the program
        cannot be started.
        """


def host() -> Host:
    """Return the host for the solvers of this process."""
    if runs_inside():
        from .inside import here

        return here
    from .process import children

    return children
