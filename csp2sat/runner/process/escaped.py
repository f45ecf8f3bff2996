"""Processes that have left the group of the program that started them, as `setsid` makes them do.

Each program gets a mark in its environment, which all processes inherit that it starts. Linux shows the environments of
a user's processes; on other systems only the group is known.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

MARK = "CSP2SAT_RUN"
PROCESSES = Path("/proc")
ROUNDS = 5  # of a search, as a process may be started while its parent is being killed
_numbers = count(1)


def marked(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with a mark of its own."""
    return {**environment, MARK: f"{os.getpid()}-{next(_numbers)}"}


def kill_marked(environment: Mapping[str, str]) -> None:
    """Kill all processes that have the mark of the environment, if it has one."""
    if MARK not in environment or not PROCESSES.is_dir():
        return
    line = f"{MARK}={environment[MARK]}".encode()
    for _ in range(ROUNDS):
        found = [number for number in os.listdir(PROCESSES) if number.isdigit() and _has(number, line)]  # noqa: PTH208
        for number in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(int(number), signal.SIGKILL)
        if not found:
            return


def _has(number: str, line: bytes) -> bool:
    """Whether a process has a line in its environment; False of a zombie, and of another user's process."""
    with suppress(OSError):
        return line in (PROCESSES / number / "environ").read_bytes().split(b"\0")
    return False
