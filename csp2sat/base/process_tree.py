"""The memory and CPU time of a process together with all processes that it has started, as Linux reports them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .resources import PAGE

PROCESSES = Path("/proc")
TIMES = slice(11, 15)  # of the words after a process's name: user and system time, its own and of children that ended


class TreeUsage(NamedTuple):
    """The memory (bytes) that processes have now, and the CPU time (seconds) that they have had."""

    memory: int
    cpu: float


def tree_usage(number: int) -> TreeUsage | None:
    """Return what the process with this number and all its descendants use together, or None if the system does not
    report that.

    Memory that processes share counts for each of them.
    """
    if not (PROCESSES / str(number) / "statm").exists():
        return None
    memory, ticks = 0, 0
    for folder in _folders(number):
        with contextlib.suppress(OSError, ValueError, IndexError):  # a process that has just ended
            ticks += sum(map(int, (folder / "stat").read_bytes().rpartition(b")")[2].split()[TIMES]))
            memory += int((folder / "statm").read_bytes().split()[1]) * PAGE
    return TreeUsage(memory, ticks / os.sysconf("SC_CLK_TCK"))


def _folders(number: int) -> Iterator[Path]:
    """Yield the folders of a process and its descendants below PROCESSES."""
    stack = [str(number)]
    while stack:
        folder = PROCESSES / stack.pop()
        yield folder
        with contextlib.suppress(OSError):
            for thread in (folder / "task").iterdir():
                stack += (thread / "children").read_text().split()
