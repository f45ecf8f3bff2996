"""The report for a terminal: what is wrong, the table, the plot."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import IO

from ..judge import Judgement
from ..store import ResultRow
from .cactus_text import cactus
from .scores import Clock, Contest, contests, virtual_best

HEADINGS = ("solver", "encoding", "solved", "sat", "unsat", "timeout", "memout", "error", "wrong")
FIGURES = ("PAR-2", "median", "spread", "wins", "unique", "peak MB", "version")
WIDE = 200  # columns of a table that is no terminal's
MEGABYTE = 1 << 20
MOST_ALARMS = 12  # that are shown one by one


def show(verdict: Judgement, clock: Clock, out: IO[str] | None = None, colour: bool | None = None) -> None:
    """Print the report to `out` (stdout); colour: None: on a terminal."""
    from rich.console import Console

    out = out or sys.stdout
    terminal = out.isatty()
    width = None if terminal else WIDE
    console = Console(file=out, width=width, force_terminal=colour, no_color=colour is False, highlight=False)
    for line in alarms(verdict):
        console.print(line, style="bold red", markup=False, soft_wrap=True)
    found = contests(verdict.rows, clock)
    with console.capture() as captured:
        console.print(_table(found, len(verdict.rows), clock))
    out.write("".join(line.rstrip() + "\n" for line in captured.get().splitlines()))
    if verdict.unconfirmed:
        console.print(f"{verdict.unconfirmed} inputs are unsatisfiable on the word of one solver alone", style="dim")
    plot = cactus(found, min(100, shutil.get_terminal_size().columns if terminal else 100))
    console.print(plot, markup=False, soft_wrap=True, end="")


def alarms(verdict: Judgement) -> list[str]:
    """What must not be overlooked."""
    wrong = verdict.wrong()
    lines = [f"wrong: {_run(row)}: {row['why']}" for row in wrong[:MOST_ALARMS]]
    if len(wrong) > MOST_ALARMS:
        solvers = ", ".join(sorted({row["solver"] for row in wrong}))
        lines.append(f"wrong: {len(wrong) - MOST_ALARMS} more; {len(wrong)} in all, of {solvers}")
    return [*lines, *(f"doubt: {doubt}" for doubt in verdict.doubts)]


def _run(row: ResultRow) -> str:
    shuffle = f", shuffle {row['shuffle']}" if row["shuffle"] else ""
    return f"{row['solver']} ({row['encoding']}{shuffle}) on {row['input']}"


def _table(found: Sequence[Contest], runs: int, clock: Clock) -> object:
    from rich.table import Table

    inputs = len({key for each in found for key in each.times})
    title = f"{inputs} inputs, {runs} runs; {clock.upper()} seconds of the solver"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold", title_style="")
    for heading in (*HEADINGS, *FIGURES):
        left = heading in ("solver", "encoding", "version")
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    for each in found:
        table.add_row(*_cells(each), style="red" if each.statuses["wrong"] else None)
    best = virtual_best(found)
    blank = [""] * 6
    table.add_row(
        "virtual best", "", str(len(best.solved)), *blank, number(best.par2), number(best.median), style="dim"
    )
    return table


def _cells(each: Contest) -> list[str]:
    counts = [str(each.statuses[name] or "-") for name in HEADINGS[3:]]
    spread = "-" if each.spread is None else f"x{each.spread:.1f}"
    memory = f"{each.memory / MEGABYTE:.0f}" if each.memory else "-"
    times = [number(each.par2), number(each.median), spread]
    named = [each.solver, each.encoding, str(len(each.solved))]
    return [*named, *counts, *times, str(each.wins), str(each.unique), memory, each.version]


def number(value: float | None) -> str:
    """Seconds with as many digits as mean something."""
    if value is None:
        return "-"
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"
