"""CPU time and memory of a child process and of all processes that it has started, by the standard library and /proc.

The package psutil 7.2 is not used for these reasons, measured on Linux: its import takes 9 ms more, of the 210 ms of a
small `solve`. A measurement of a solver without children, the first of which comes after 2 ms, takes 0.7 ms with 75
processes on the system and 3.3 ms with 390, for psutil finds children by reading about every process; here it takes
0.03 ms. On Linux psutil reports no peak of memory: 8 MB for a process that took 300 MB and gave them back, here 308 MB.
Trees are measured alike (223.4 MB both). On macOS and Windows psutil would report the memory of running processes,
which is not known here before they end.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ...tuples import NamedTuple
from .outcome import REPORTS_CPU

UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in which the system counts a peak of memory
USED = slice(
    11, 15
)  # of the words behind the name in /proc/PID/stat: ticks of the process, and of children that it waited for


class Usage(NamedTuple):
    """The usage of a process that ended: its exit code (negative: a signal), its CPU seconds and its peak memory in
    bytes, None if not known.
    """

    code: int
    cpu: float | None = None
    peak: int | None = None


def reap(process: subprocess.Popen[bytes], floor: int) -> Usage:
    """Wait for the end of the process and return its usage, with the exit code alone if the system does not measure
    children.

    floor: the value of `own_peak()` when the process was started. The peak that Linux reports of a child includes its
    parent's peak at the time of the start, so the child's peak is not known if it is not above the floor.
    """
    if not hasattr(os, "wait4"):
        return Usage(process.wait())
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    peak = used.ru_maxrss * UNIT
    return Usage(process.returncode, used.ru_utime + used.ru_stime, peak if peak > floor else None)


def own_peak() -> int:
    """Return the peak memory of this process in bytes, or 0 on Windows."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


def peak_now(pid: int) -> int | None:
    """Return the peak memory so far of a running process in bytes, or None if the system does not report it."""
    return _bytes(f"/proc/{pid}/status", b"VmHWM:")


def _bytes(path: str, name: bytes) -> int | None:
    """Return in bytes the number of KB on the first line of the file `path` that begins with `name`; None if there is
    no such line, or no file.
    """
    with contextlib.suppress(OSError, ValueError):
        for line in Path(path).read_bytes().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return None


def memory_of_tree(pid: int) -> int | None:
    """Return the memory of a process and its descendants in bytes, or None if the system does not report it: the peak
    so far of a single process; of several the memory that all use now, shared pages counted once, or the peak so far of
    one of them if that is more.
    """
    pids = list(processes(pid))
    peak = max(peak_now(each) or 0 for each in pids)
    return max(peak, sum(map(_used, pids)) if pids[1:] else 0) or None


def cpu_of_tree(pid: int) -> float:
    """Return the CPU seconds so far of a process and its running descendants, and of those ended ones for which their
    parents have waited; 0 if the system does not report them.

    A descendant whose parent has ended belongs to the tree no more, and is not counted.
    """
    return sum(map(_ticks, processes(pid))) / os.sysconf("SC_CLK_TCK") if REPORTS_CPU else 0.0


def _ticks(pid: int) -> int:
    with contextlib.suppress(OSError):
        return sum(map(int, Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[USED]))
    return 0


def processes(pid: int) -> Iterator[int]:
    """Yield the number of a process and the numbers of all its running descendants."""
    yield pid
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  names are enough
            with contextlib.suppress(OSError):
                for child in Path(f"/proc/{pid}/task/{thread}/children").read_text().split():
                    yield from processes(int(child))


def _used(pid: int) -> int:
    """Return the bytes that a process uses now, with its share of each page that several processes use, or its peak if
    that is not known.
    """
    shared = _bytes(f"/proc/{pid}/smaps_rollup", b"Pss:")
    return peak_now(pid) or 0 if shared is None else shared
