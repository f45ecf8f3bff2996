"""The memory of a process with all its descendants, where /proc tells it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from .usage import peak_now

KIB = 1024


def memory_of_tree(pid: int) -> int | None:
    """Bytes: of a process alone its peak so far; of a tree what it uses now, shared pages counted once.

    None where the system does not tell.
    """
    pids = list(processes(pid))
    if len(pids) == 1:
        return peak_now(pid)
    return sum(map(_used, pids)) or None


def processes(pid: int) -> Iterator[int]:
    """The process and all that it has started, and so on."""
    yield pid
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  names are enough
            with suppress(OSError):
                for child in Path(f"/proc/{pid}/task/{thread}/children").read_text().split():
                    yield from processes(int(child))


def _used(pid: int) -> int:
    """A page that several processes share counts as a part for each."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * KIB
    return peak_now(pid) or 0
