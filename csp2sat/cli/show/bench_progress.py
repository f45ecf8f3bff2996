"""The progress of a benchmark: a bar with the running jobs on a terminal, lines on stderr with -v."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...bench.drive import Watcher
from ...bench.store import ResultRow
from ...escaping import for_terminal
from ..streams import obeyed

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

SHOWN = 8  # running jobs


class SilentProgress:
    """A watcher of a benchmark that prints nothing."""

    def started(self, title: str) -> None: ...

    def ended(self, title: str, row: ResultRow | None) -> None: ...


class Lines:
    """A watcher of a benchmark that prints a line for each row."""

    def __init__(self, total: int):
        self._total, self._done = total, 0

    def started(self, title: str) -> None: ...

    def ended(self, title: str, row: ResultRow | None) -> None:
        """Print the number, title and outcome of a run; nothing for an encoding, which has no row."""
        if row is not None:
            self._done += 1
            print(f"[{self._done}/{self._total}] {for_terminal(title)}: {_outcome(row)}", file=sys.stderr, flush=True)


class Bar:
    """A watcher of a benchmark that draws a bar, and below it the running jobs."""

    def __init__(self, progress: Progress, total: int):
        self._progress = progress
        self._all = progress.add_task("bench", total=total)
        self._running: dict[str, TaskID] = {}

    def started(self, title: str) -> None:
        """Draw the job below the bar, unless SHOWN jobs are there already."""
        visible = len(self._running) < SHOWN
        self._running[title] = self._progress.add_task(for_terminal(title), total=None, visible=visible)

    def ended(self, title: str, row: ResultRow | None) -> None:
        """Remove the job; for a run, whose `row` is not None, advance the bar, and print an outcome that is wrong or an
        error.
        """
        self._progress.remove_task(self._running.pop(title))
        if row is not None:
            self._progress.advance(self._all)
            if row["status"] in ("wrong", "error"):
                self._progress.console.print(
                    f"{for_terminal(title)}: {_outcome(row)}", style="red", markup=False, highlight=False
                )


def _outcome(row: ResultRow) -> str:
    """Return the status of a row, with the seconds of the solver on both clocks and the reason, if known."""
    seconds = {name: row[clock].get("solve") for name, clock in (("CPU", "cpu"), ("wall", "wall"))}
    times = ", ".join(f"{each:.2f} s {name}" for name, each in seconds.items() if each is not None)
    return f"{row['status']}{' ' if times else ''}{times}{': ' if row['why'] else ''}{for_terminal(row['why'])}"


@contextmanager
def watching(total: int, verbose: bool, quiet: bool) -> Iterator[Watcher]:
    """Yield a watcher of a benchmark: lines if `verbose`, nothing if `quiet` or stderr is no terminal, else a bar.

    total: the number of rows to come.
    """
    if verbose or quiet or not sys.stderr.isatty():
        yield Lines(total) if verbose else SilentProgress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=obeyed(sys.stderr)), transient=True) as progress:
        yield Bar(progress, total)
