"""The progress of a command: phases with times and sizes, on stderr, and the seconds of each phase."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path

from ..runner.process.outcome import Outcome


class Trace:
    """A trace of lines `c SECONDS<TAB>TEXT`, like those of Sugar, if `verbose`; and `seconds`, the time that each phase
    took.

    tell: called with each text, too, unless it is None.
    """

    def __init__(self, verbose: bool = False, tell: Callable[[str], None] | None = None):
        self.verbose, self._tell = verbose, tell
        self.seconds: dict[str, float] = {}
        self._open: dict[str, int] = {}  # how many blocks of a phase have begun and not ended
        self._start = time.perf_counter()

    def say(self, text: str) -> None:
        """Print one line of progress if the trace is verbose, and pass the text to `tell` if there is one."""
        if self.verbose:
            print(f"c {time.perf_counter() - self._start:.2f}\t{text}", file=sys.stderr, flush=True)
        if self._tell is not None:
            self._tell(text)

    def reached(self, text: str) -> None:
        """Show, in words, how far a long search has come; a plain trace does nothing."""

    def quiet(self) -> Trace:
        """Return a trace that prints nothing, for many small steps, and adds to the same seconds."""
        other = copy(self)
        other.verbose, other._tell = False, None
        return other

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the time of the block to the phase's seconds; a block inside another one of its phase adds nothing."""
        depth, start = self._open.get(name, 0), time.perf_counter()
        self._open[name] = depth + 1
        try:
            yield
        finally:
            self._open[name] -= 1
            if not depth:
                self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start

    def running(self, cnf: Path) -> None:
        """Note that a solver is being asked about a CNF; a plain trace does nothing."""

    def ran(self, outcome: Outcome) -> None:
        """Note that the question about a CNF has ended with this outcome; a plain trace does nothing."""
