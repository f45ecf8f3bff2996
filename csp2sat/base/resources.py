"""The resources for solver processes on this machine, or in this container: cores and free memory.

A container's limits are the limits of its control groups: https://docs.kernel.org/admin-guide/cgroup-v2.html, and
https://docs.kernel.org/admin-guide/cgroup-v1/ for older systems.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path("/")
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096  # bytes
GROUPS = "sys/fs/cgroup"
HOST = "CSP2SAT_HOST"  # the environment variable: `inside`, for tests, or `children`
UNLIMITED = 1 << 60  # bytes; version 1 writes a number that is larger where there is no limit


def runs_inside() -> bool:
    """Whether solvers run in this process: where no process can be started, or the environment says so (HOST)."""
    return sys.platform == "emscripten" or os.environ.get(HOST) == "inside"


def can_start_threads() -> bool:
    """Whether threads can be started; where solvers run in this process, nothing else runs beside them."""
    return not runs_inside()


def cores(root: Path = ROOT) -> int:
    """Return how many processes can run at the same time: the number of cores that this process may use, lowered to the
    quotas of its control groups, and at least 1; 1 if this process cannot even start a thread. root: the root folder of
    the file system.
    """
    if not can_start_threads():
        return 1
    mine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([mine, *map(int, _quotas(root))]))


def _quotas(root: Path) -> Iterator[float]:
    """Yield the number of cores, such as 1.5, that each control group of this process allows; groups without a quota
    are left out.
    """
    for folder in _folders(root, "cpu"):
        words = _words(folder / "cpu.max") or _words(folder / "cpu.cfs_quota_us", folder / "cpu.cfs_period_us")
        with contextlib.suppress(ValueError):  # "max": no limit, as is -1
            quota, period = map(int, words)
            if quota > 0 and period > 0:
                yield quota / period


def free_memory(root: Path = ROOT) -> int | None:
    """Return the bytes of memory that programs may still take, on the machine and in the control groups of this
    process, or None if the system does not report them.

    root: the folder in place of `/`, for tests.
    """
    known = [*_available(root)]
    for folder in _folders(root, "memory"):
        words = _words(folder / "memory.max", folder / "memory.current")
        words = words or _words(folder / "memory.limit_in_bytes", folder / "memory.usage_in_bytes")
        with contextlib.suppress(ValueError):
            limit, used = map(int, words)
            known += [max(0, limit - used + _reclaimable(folder))] if limit < UNLIMITED else []
    return min(known, default=None)


def own_memory() -> int | None:
    """Return the bytes of memory that this process has now, or None if the system does not report them."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:  # noqa: PTH123  it is read ten times a second
            return int(file.read().split()[1]) * PAGE
    except OSError:
        return None


def _reclaimable(folder: Path) -> int:
    """Return how many bytes of a control group's memory hold parts of files that have not been read lately: memory in
    use that the system takes back when needed. Version 1 of control groups reports a sum over the subgroups, too, which
    is preferred.
    """
    statistics = dict(line.split(maxsplit=1) for line in _lines(folder / "memory.stat") if " " in line)
    return int(statistics.get("total_inactive_file", statistics.get("inactive_file", 0)))


def _available(root: Path) -> Iterator[int]:
    """Yield the bytes of memory that the machine can still give; nothing if the system does not report them."""
    for line in _lines(root / "proc/meminfo"):
        if line.startswith("MemAvailable:"):
            yield int(line.split()[1]) * 1024


def _folders(root: Path, controller: str) -> Iterator[Path]:
    """Yield the folders of the control groups of this process for a controller ("cpu" or "memory"), each followed by
    the folders of the groups around it.

    In a container the path may be the path outside of the container; then only the top folder exists and counts.
    """
    for line in _lines(root / "proc/self/cgroup"):
        number, _, rest = line.partition(":")
        names, _, path = rest.partition(":")
        if number != "0" and controller not in names.split(","):
            continue
        top = root / GROUPS / names
        if not top.is_dir():  # two controllers may be named in another order than in the name of their folder
            top = root / GROUPS / controller
        group = top / path.lstrip("/")
        yield group
        while group != top:
            group = group.parent
            yield group


def _words(*paths: Path) -> list[str]:
    """Return the words of all these files together, or [] if a file is missing or empty."""
    texts = [_lines(path) for path in paths]
    return [word for lines in texts for line in lines for word in line.split()] if all(texts) else []


def _lines(path: Path) -> list[str]:
    """Return the lines of a file; [] if the file cannot be read."""
    try:
        return path.read_text().splitlines()
    except OSError:
        return []
