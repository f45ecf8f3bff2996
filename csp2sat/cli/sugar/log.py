"""What the command `sugar` tells about its work: `c` lines on stdout, with the seconds since its start."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Log:
    """Lines `c SECONDS<TAB>TEXT`.  level: 0 errors alone, 1 phases, 2 sizes and command lines too."""

    def __init__(self, level: int = 0):
        self.level = level
        self._start = time.monotonic()

    def say(self, text: str, level: int = 1) -> None:
        """One line, from that level on."""
        if self.level >= level:
            print(f"c {int(time.monotonic() - self._start)}\t{text}", flush=True)

    @contextmanager
    def cpu(self, phase: str = "") -> Iterator[None]:
        """At the end of the block, the CPU seconds that it took: all, and (user system child-user child-system)."""
        before = os.times()[:4]
        yield
        spent = [now - then for now, then in zip(os.times()[:4], before, strict=True)]
        parts = " ".join(f"{round(seconds, 2):g}" for seconds in spent)
        self.say(f"{phase} CPU {round(sum(spent), 2):g} ({parts})".lstrip())

    def error(self, text: str) -> None:
        """An error, in Sugar's form."""
        print(f"c {int(time.monotonic() - self._start)}\tERROR Exception {text}")
