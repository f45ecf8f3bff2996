"""Running a program to its end, or to the deadline, or to the bound of what it may print."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Literal, NamedTuple

from .child import Child, Drain
from .hold import signals_held
from .usage import peak_now

LEFT_OPEN = 0.5  # seconds for the pipes to close after the process has ended; then its children are killed
SHORTEST, LONGEST = 0.01, 0.5  # seconds between two looks at the process; its end itself wakes us at once

End = Literal["exit", "deadline", "overflow"]


class Run(NamedTuple):
    """A process that ended: how, its exit code (negative: a signal), its output, and what it used (as in Outcome)."""

    end: End
    code: int
    stdout: bytes
    stderr: bytes
    seconds: float
    cpu: float | None = None
    peak: int | None = None


def run_process(
    command: Sequence[str], folder: Path, deadline: float | None, memory: int | None, most_output: int
) -> Run:
    """Run `command` in `folder`.

    deadline: in time.monotonic().  memory: limit in MB.  most_output: bytes, of each of its two pipes.
    Whatever happens here, KeyboardInterrupt included, no process of it is left.
    """
    started = time.monotonic()
    events: SimpleQueue[End] = SimpleQueue()
    with signals_held() as release, Child(command, folder, memory, on_exit=lambda: events.put("exit")) as child:
        release()
        pipes = (child.process.stdout, child.process.stderr)
        drains = [Drain(pipe, most_output, lambda: events.put("overflow")) for pipe in pipes if pipe]
        end, peak = _wait(child, events, deadline)
        if end == "exit":
            _close(drains, LEFT_OPEN)
        usage = child.end()
        _close(drains, LEFT_OPEN)
    if end == "exit" and not events.empty():
        end = "overflow"
    out, err = (drain.text() for drain in drains)
    return Run(end, usage.code, out, err, time.monotonic() - started, usage.cpu, usage.peak or peak)


def _wait(child: Child, events: SimpleQueue[End], deadline: float | None) -> tuple[End, int | None]:
    """Wait for the first event; also the peak of memory that was seen meanwhile."""
    pause, peak = SHORTEST, None
    while True:
        left = math.inf if deadline is None else deadline - time.monotonic()
        try:
            return events.get(timeout=max(0.0, min(pause, left))), peak
        except Empty:
            if left <= pause:
                return "deadline", peak
        peak = peak_now(child.process.pid) or peak
        pause = min(2 * pause, LONGEST)


def _close(drains: list[Drain], seconds: float) -> None:
    until = time.monotonic() + seconds
    for drain in drains:
        drain.done(max(0.0, until - time.monotonic()))
