"""Progress of a command: phases with times and sizes, on stderr, and the seconds of each phase."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path

from ..runner.process.outcome import Outcome


class Trace:
    """Lines `c SECONDS<TAB>TEXT` as Sugar's, if `verbose`; and `seconds`, the time that each phase took.

    tell: called with each text, too.
    """

    def __init__(self, verbose: bool = False, tell: Callable[[str], None] | None = None):
        self.verbose, self._tell = verbose, tell
        self.seconds: dict[str, float] = {}
        self._open: dict[str, int] = {}  # how many blocks of a phase have begun and not ended
        self._start = time.perf_counter()

    def say(self, text: str) -> None:
        """One line."""
        if self.verbose:
            print(f"c {time.perf_counter() - self._start:.2f}\t{text}", file=sys.stderr, flush=True)
        if self._tell is not None:
            self._tell(text)

    def reached(self, text: str) -> None:
        """How far a search has come that lasts, for whoever waits for it."""

    def quiet(self) -> Trace:
        """One that says nothing, for many small steps, and adds to the same seconds."""
        other = copy(self)
        other.verbose, other._tell = False, None
        return other

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the time of the block to the phase's; a block inside of one of the same phase adds nothing."""
        depth, start = self._open.get(name, 0), time.perf_counter()
        self._open[name] = depth + 1
        try:
            yield
        finally:
            self._open[name] -= 1
            if not depth:
                self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start

    def running(self, cnf: Path) -> None:
        """A solver, or what stands for it, is asked about a CNF."""

    def ran(self, outcome: Outcome) -> None:
        """It has answered."""
