"""The report for a terminal: wrong answers, the table, the plot; and all rows as CSV."""

from __future__ import annotations

import csv
import io
import math
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import IO, Any

from ...escaping import for_csv, for_terminal
from ..judge import SOLVED, Judgement
from ..store import ResultRow
from .scores import COLUMNS, OF, TEXTS, Clock, Score, SolverScores, cells, contests, number, virtual_best
from .sizes import HEADINGS, EncodingSizes, sizes

WIDE = 200  # columns of a table that is no terminal's
MOST_ALARMS = 12  # that are shown one by one
MARKS = "o+x*#@%&=~$?"
FLOOR = 0.01  # seconds: what is quicker is drawn there
TIME_WIDTH = 9
DECADE = 1.0  # that the axis shows at least
PHASES = ("read", "encode", "solve", "check", "decode", "judge")
CSV_COPIED = (
    *("status", "why", "family", "encoding", "solver", "version", "encoder", "repeat", "shuffle", "seed", "threads"),
    *("memory_limit", "variables", "clauses", "bytes", "exit", "cnf", "host", "time", "key"),
)
# The first columns are named as the package Metrics (crillab-metrics) calls them.
CSV_COLUMNS = ("input", "experiment_ware", "cpu_time", "wall_time", "memory", "success", "timeout", *CSV_COPIED)


def show(
    verdict: Judgement, clock: Clock, out: IO[str] | None = None, colour: bool | None = None, score: Score = "solve"
) -> None:
    """Print the report to `out`, or to stdout if `out` is None.

    clock: the time that counts.  colour: whether to use colours; None: if `out` is a terminal.  score: the meaning of
    the seconds in the rows, which the title of the table explains.
    """
    out = out or sys.stdout
    out.write(_shown(verdict, clock, out, colour, score))


def _shown(verdict: Judgement, clock: Clock, out: IO[str], colour: bool | None, score: Score) -> str:
    """Return the report as text for the stream `out`; names are escaped, and never read as markup.

    colour: whether to use colours; None: if the stream is a terminal.
    """
    from rich.console import Console

    terminal = out.isatty()
    size = shutil.get_terminal_size()
    whole = io.StringIO()
    console = Console(
        file=whole,
        width=size.columns if terminal else WIDE,
        force_terminal=terminal if colour is None else colour,
        no_color=colour is False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for line in alarms(verdict):
        console.print(line, style="bold red", soft_wrap=True)
    found = contests(verdict.rows, clock)
    with console.capture() as captured:
        console.print(_table(found, len(verdict.rows), f"{clock.upper()} seconds {OF[score]}"))
        if measured := sizes(verdict.rows):
            console.print(_sizes(measured))
    whole.write("".join(line.rstrip() + "\n" for line in captured.get().splitlines()))
    if verdict.unconfirmed:
        console.print(f"{verdict.unconfirmed} inputs: unsatisfiable by one solver only, not confirmed", style="dim")
    plot = cactus(found, min(100, size.columns if terminal else 100))
    console.print(plot, soft_wrap=True, end="")
    return whole.getvalue()


def alarms(verdict: Judgement) -> list[str]:
    """Return the lines that warn of wrong answers, at most MOST_ALARMS one by one, and of doubts."""
    wrong = verdict.wrong()
    lines = [f"wrong: {_run(row)}: {row['why']}" for row in wrong[:MOST_ALARMS]]
    if len(wrong) > MOST_ALARMS:
        solvers = ", ".join(sorted({row["solver"] for row in wrong}))
        lines.append(f"wrong: {len(wrong) - MOST_ALARMS} more; {len(wrong)} in all, of {solvers}")
    return [for_terminal(line) for line in (*lines, *(f"doubt: {doubt}" for doubt in verdict.doubts))]


def _run(row: ResultRow) -> str:
    shuffle = f", shuffle {row['shuffle']}" if row["shuffle"] else ""
    return f"{row['solver']} ({row['encoding']}{shuffle}) on {row['input']}"


def _sizes(found: Sequence[EncodingSizes]) -> object:
    """Return rich's table of the sizes of formulas: a row for each encoding."""
    from rich.table import Table

    title = "the formulas: medians over the inputs"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold", title_style="")
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "encoding" else "right", no_wrap=True)
    for each in found:
        table.add_row(*map(for_terminal, each.cells()))
    return table


def _table(found: Sequence[SolverScores], runs: int, measured: str) -> object:
    """Return rich's table of the scores: a row for each solver under an encoding in `found`, and one for the virtual
    best solver.

    runs: the number of all runs.  measured: what the seconds mean, for the title.
    """
    from rich.table import Table

    inputs = len({key for each in found for key in each.times})
    counting = "; solved: inputs, by the median of their runs; sat to wrong: runs" if _repeated(found) else ""
    title = f"{inputs} inputs, {runs} runs; {measured}{counting}"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold", title_style="")
    for heading in COLUMNS:
        table.add_column(heading, justify="left" if heading in TEXTS else "right", no_wrap=True)
    for each in found:
        table.add_row(*map(for_terminal, cells(each, "x")), style="red" if each.statuses["wrong"] else None)
    best = virtual_best(found)
    blank = [""] * 7
    table.add_row(
        "virtual best", "", str(len(best.solved)), *blank, number(best.par2), number(best.median), style="dim"
    )
    return table


def _repeated(found: Sequence[SolverScores]) -> bool:
    """Whether any input has several runs of one contest."""
    return any(each.runs > len(each.times) for each in found)


def cactus(found: Sequence[SolverScores], width: int = 72, height: int = 16) -> str:
    """Return a cactus plot in characters: solved inputs to the right, seconds upwards on a logarithmic axis.

    found: the contests, best first; contest k has the mark k of MARKS, from the beginning again after the last one, and
    a better contest hides a worse one.  width, height: in characters.  Returns '' if no input was solved.
    """
    curves = [sorted(each.solved.values()) for each in found]
    most = max(map(len, curves), default=0)
    if not most:
        return ""
    times = [max(time, FLOOR) for curve in curves for time in curve]
    low = math.log10(min(times))
    high = max(math.log10(max(times)), low + DECADE)
    columns = width - TIME_WIDTH - 2
    rows = [[" "] * columns for _ in range(height)]
    for nth in reversed(range(len(curves))):
        for at, time in enumerate(curves[nth], start=1):
            column = round((at - 1) / max(1, most - 1) * (columns - 1))
            row = round((math.log10(max(time, FLOOR)) - low) / (high - low) * (height - 1))
            rows[row][column] = MARKS[nth % len(MARKS)]
    lines = []
    for row in reversed(range(height)):
        label = 10 ** (low + (high - low) * row / (height - 1))
        shown = f"{label:.3g} s" if row % 5 == 0 or row == height - 1 else ""
        lines.append(f"{shown:>{TIME_WIDTH}} |{''.join(rows[row])}".rstrip())
    lines.append(f"{'':{TIME_WIDTH}} +{'-' * columns}")
    lines.append(f"{'':{TIME_WIDTH}}  1{f'{most} solved':>{columns - 1}}")
    lines += [f"{'':{TIME_WIDTH}}  {MARKS[at % len(MARKS)]} {for_terminal(each.name)}" for at, each in enumerate(found)]
    return "\n".join(lines) + "\n"


def csv_table(rows: Iterable[ResultRow]) -> str:
    """Return rows as CSV, one line for each after a line with the names of the columns.

    Times are in seconds, memory in bytes; an empty cell is a value that is not known.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    times = [f"{clock}_{phase}" for phase in PHASES for clock in ("wall", "cpu")]
    writer.writerow([*CSV_COLUMNS, *times])
    writer.writerows(map(for_csv, _csv_cells(row)) for row in rows)
    return out.getvalue()


def _csv_cells(row: ResultRow) -> list[Any]:
    wall = row["wall"].get("solve")
    first = [row["input"], f"{row['solver']} {row['encoding']}", row["cpu"].get("solve", wall), wall, row.get("memory")]
    copied = [row.get(name) for name in CSV_COPIED]
    times = [row[clock].get(phase) for phase in PHASES for clock in ("wall", "cpu")]
    return [*first, row["status"] in SOLVED, row["timeout"], *copied, *times]
