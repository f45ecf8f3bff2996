"""Wall and CPU time of the phases of a job, of the thread that does it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

DIGITS = 6


class Phases:
    """wall, cpu: seconds by the name of the phase."""

    def __init__(self) -> None:
        self.wall: dict[str, float] = {}
        self.cpu: dict[str, float] = {}

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Measure the block."""
        wall, cpu = time.perf_counter(), time.thread_time()
        try:
            yield
        finally:
            self.add(name, time.perf_counter() - wall, time.thread_time() - cpu)

    def add(self, name: str, wall: float, cpu: float | None) -> None:
        """A phase that was measured elsewhere; cpu: None if it is not known."""
        self.wall[name] = round(wall, DIGITS)
        if cpu is not None:
            self.cpu[name] = round(cpu, DIGITS)
