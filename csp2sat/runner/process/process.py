"""Running a program until it ends or reaches a bound of time, memory or output."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from ...base.resources import cores
from ...base.signals import signals_held
from ...base.time_limit import is_cancelled
from ...tuples import NamedTuple
from .child import Child, Drain
from .outcome import End, FinishedRun, RunBounds
from .usage import cpu_of_tree, memory_of_tree

LEFT_OPEN = 0.5  # seconds for the pipes to close after the process has ended; then its children are killed
SHORTEST, LONGEST = 0.002, 0.5  # seconds from one check of the process to the next; its end itself wakes us at once


def run_limited(command: Sequence[str], folder: Path, bounds: RunBounds) -> FinishedRun:
    """Run `command` in `folder` within the bounds, and return how it ended, with its output, times and peak of memory.

    Whatever happens meanwhile, KeyboardInterrupt included, no process of the command is left. Raises SolverError if the
    program cannot be started.
    """
    started = time.monotonic()
    events: SimpleQueue[End] = SimpleQueue()
    exited, overflown = partial(events.put, "exit"), partial(events.put, "overflow")
    address_space = bounds.memory if bounds.each else None
    with signals_held() as release, Child(command, folder, address_space, on_exit=exited) as child:
        release()
        pipes = (child.process.stdout, child.process.stderr)
        drains = [Drain(pipe, bounds.output, overflown) for pipe in pipes if pipe]
        with bounds.stop.listening(partial(events.put, "stopped")) if bounds.stop else nullcontext():
            end, used = _wait(child, events, drains[0], bounds)
        if end == "exit":
            _close(drains, LEFT_OPEN)
        usage = child.end()
        _close(drains, LEFT_OPEN)
    while end == "exit" and not events.empty():
        end = "overflow" if events.get() == "overflow" else end
    out, err = [drain.text() for drain in drains]
    cpu = max(usage.cpu or 0.0, used.cpu) if used.cpu else usage.cpu  # the system leaves out children that were killed
    peak = max(filter(None, (usage.peak, used.peak)), default=None)
    return FinishedRun(end, usage.code, out, err, time.monotonic() - started, cpu, peak)


class _Used(NamedTuple):
    """The most CPU seconds and bytes of memory that were measured of a process and its descendants, 0 if unknown."""

    cpu: float = 0.0
    peak: int = 0

    def now(self, pid: int, bounds: RunBounds) -> _Used:
        """Return the figures with those of the present moment, of CPU time only if the bounds have it."""
        cpu = self.cpu if bounds.cpu is None else max(self.cpu, cpu_of_tree(pid))
        return _Used(cpu, max(self.peak, memory_of_tree(pid) or 0))


def _wait(child: Child, events: SimpleQueue[End], out: Drain, bounds: RunBounds) -> tuple[End, _Used]:
    """Wait until the process ends or a bound is reached; return the kind of the end, and the figures until then."""
    pause, used = SHORTEST, _Used()
    most = math.inf if bounds.memory is None else bounds.memory << 20
    most_cpu, at_once = (math.inf, 1) if bounds.cpu is None else (bounds.cpu, cores())
    while True:
        left = math.inf if bounds.deadline is None else bounds.deadline - time.monotonic()
        try:
            return events.get(timeout=max(0.0, min(pause, left))), used
        except Empty:
            if left <= pause:
                return "deadline", used.now(child.process.pid, bounds)
            if is_cancelled():
                return "stopped", used.now(child.process.pid, bounds)
        used = used.now(child.process.pid, bounds)
        if used.peak > most or used.cpu >= most_cpu:
            return "memory" if used.peak > most else "deadline", used
        if bounds.on_memory is not None:
            bounds.on_memory(used.peak)
        if bounds.on_output is not None and (fresh := out.fresh()):
            bounds.on_output(fresh)
        soonest = (most_cpu - used.cpu) / at_once  # the CPU time that is left passes no faster than on all cores
        pause = max(SHORTEST, min(2 * pause, LONGEST, soonest))


def _close(drains: list[Drain], seconds: float) -> None:
    until = time.monotonic() + seconds
    for drain in drains:
        drain.done(max(0.0, until - time.monotonic()))
