"""The report for a terminal: wrong answers, the table, the plot; and all rows as CSV."""

from __future__ import annotations

import csv
import io
import math
import shutil
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import IO, TYPE_CHECKING, Any

from ...base.numbers import counted
from ...escaping import for_csv, for_terminal
from ..judge import SOLVED, Judgement
from ..rows import Clock
from ..store import ResultRow
from . import sizes, values
from .inputs import rows_by_input
from .notes import busy, few, notes
from .scores import (
    COLUMNS,
    FLOOR,
    OF,
    SHORT_MEANINGS,
    TEXTS,
    Score,
    SolverScores,
    best_cells,
    cells,
    contests,
    start_up,
)

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

WIDE = 1_000_000  # characters: a table is as wide as its cells, for what is cut off cannot be read
WINS_NOTHING = "a solver with a wrong answer wins on no input, and has no part in the virtual best and in plots"
DOUBT = "doubt: a known answer of --expect and what solvers found contradict each other: the known one may be wrong"
MOST_ALARMS = 12  # that are shown one by one
MARKS = f"o+x*#@%&=~$?{ascii_letters.replace('o', '').replace('x', '')}{digits}"
TIME_WIDTH = 9
DECADE = 1.0  # that the axis shows at least
PHASES = ("read", "encode", "first", "best", "solve", "check", "decode", "judge")
CSV_COPIED = (
    *("status", "why", "goal", "value", "bound", "family", "encoding", "solver", "version", "encoder", "repeat"),
    *("shuffle", "seed", "threads", "clock", "memory_limit", "variables", "clauses", "literals", "bytes", "exit"),
    *("cnf", "host", "time", "key"),
)
# The first columns are named as the package Metrics (crillab-metrics) calls them.
CSV_COLUMNS = ("input", "experiment_ware", "cpu_time", "wall_time", "memory", "success", "timeout", *CSV_COPIED)


@dataclass(frozen=True)
class ReportForm:
    """The parts of the report for a terminal besides the tables of scores and sizes and the plot.

    colour: whether to use colours; None: if the stream is a terminal.  inputs: whether a table has a row for each
    input.  notes: whether lines explain the columns.
    """

    colour: bool | None = None
    inputs: bool = False
    notes: bool = True


USUAL = ReportForm()


def show(
    verdict: Judgement, clock: Clock, out: IO[str] | None = None, form: ReportForm = USUAL, score: Score = "solve"
) -> None:
    """Print the report to `out`, or to stdout if `out` is None.

    clock: the time that counts.  score: the meaning of the seconds in the rows, which the title of the table explains.
    """
    out = out or sys.stdout
    out.write(_shown(verdict, clock, out, form, score))


def _shown(verdict: Judgement, clock: Clock, out: IO[str], form: ReportForm, score: Score) -> str:
    """Return the report as text for the stream `out`; names are escaped, and never read as markup."""
    from rich.console import Console

    terminal = out.isatty()
    size = shutil.get_terminal_size()
    whole = io.StringIO()
    console = Console(
        file=whole,
        width=WIDE,
        force_terminal=terminal if form.colour is None else form.colour,
        no_color=form.colour is False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for line in alarms(verdict):
        console.print(line, style="bold red", soft_wrap=True)
    found = contests(verdict.rows, clock, verdict.lone)
    room = size.columns if terminal else WIDE
    with console.capture() as captured:
        console.print(_table(found, len(verdict.rows), measured_by(clock, score), room))
        measured = sizes.sizes(verdict.rows, clock)
        if measured:
            console.print(_cells(sizes.title(measured), sizes.HEADINGS, sizes.cells(measured)))
        if form.inputs:
            console.print(_inputs(verdict.rows, found, room))
        if form.inputs and measured:
            rows = sizes.by_input(verdict.rows, measured)
            console.print(_cells("the formula of each input", sizes.INPUT_HEADINGS, rows))
        if best := values.cells(verdict.rows, clock):
            listed = best if form.inputs or len(best) <= values.MOST else []
            more = "" if listed else f"; --inputs lists the {len(best)} values"
            console.print(_cells(values.title(verdict.rows) + more, values.HEADINGS, listed))
    whole.write("".join(line.rstrip() + "\n" for line in captured.get().splitlines()))
    for line in (*(_explained(found) if form.notes else ()), *notes(verdict, clock)):
        console.print(for_terminal(line), style="dim", soft_wrap=True)
    plot = cactus(found, min(100, size.columns if terminal else 100))
    console.print(plot, soft_wrap=True, end="")
    return whole.getvalue()


def measured_by(clock: Clock, score: Score) -> str:
    """Return what the seconds of a report are, in words."""
    return f"{clock.upper()} seconds {OF[score]}"


def _explained(found: Sequence[SolverScores]) -> Iterator[str]:
    """Yield what the columns mean, and whether the inputs are too few or too small."""
    yield "; ".join(f"{name}: {what}" for name, what in SHORT_MEANINGS.items())
    yield from filter(None, (few(found), start_up(found)))


def alarms(verdict: Judgement) -> list[str]:
    """Return the lines that warn of wrong answers, at most MOST_ALARMS one by one, of doubts, and of runs that a busy
    machine cut off.
    """
    wrong = verdict.wrong()
    lines = [f"wrong: {_run(row)}: {row['why']}" for row in wrong[:MOST_ALARMS]]
    if len(wrong) > MOST_ALARMS:
        solvers = ", ".join(sorted({row["solver"] for row in wrong}))
        lines.append(f"wrong: {len(wrong) - MOST_ALARMS} more; {len(wrong)} in all, of {solvers}")
    lines += [WINS_NOTHING] if wrong else []
    lines += [f"doubt: {doubt}" for doubt in verdict.doubts] + [DOUBT] * bool(verdict.doubts)
    return [for_terminal(line) for line in (*lines, busy(verdict.rows)) if line]


def _run(row: ResultRow) -> str:
    shuffle = f", shuffle {row['shuffle']}" if row["shuffle"] else ""
    return f"{row['solver']} ({row['encoding']}{shuffle}) on {row['input']}"


def _headed(headings: Sequence[str], texts: Collection[str]) -> Table:
    """Return rich's table with headings and no rows.

    headings: escaped.  texts: the headings of the columns that are no numbers.
    """
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="left" if heading in texts else "right", no_wrap=True)
    return table


def _titled(title: str, table: Table) -> Group:
    """Return a table below its title, which may be wider than the table."""
    from rich.console import Group

    return Group(for_terminal(title), table)


def _cells(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Group:
    """Return rich's table below a title; heads: the headings.  rows: of cells."""
    table = _headed(heads, sizes.TEXTS)
    for row in rows:
        table.add_row(*map(for_terminal, row))
    return _titled(title, table)


def _width(columns: Iterable[Sequence[str]]) -> int:
    """Return the width of a table in characters."""
    return sum(max(map(len, column)) + 2 for column in columns) - 2


def _inputs(rows: Sequence[ResultRow], found: Sequence[SolverScores], room: int) -> Group:
    """Return rich's table with a row for each input, and a column for each solver under an encoding: the seconds that
    the solver took for the input, by the median of its runs, and their range.

    rows: all runs.  found: the scores of each solver under an encoding, one for each column.  room: the characters of a
    line; the words of each heading stand below each other in a table that is wider.
    """
    headings, body = ["input", *(for_terminal(each.label) for each in found)], rows_by_input(rows, found)
    if _width(zip(headings, *body, strict=True)) > room:
        headings = [heading.replace(" ", "\n") for heading in headings]
    table = _headed(headings, ("input",))
    for cells_of_input in body:
        table.add_row(*map(for_terminal, cells_of_input))
    runs = ": the median of its runs (least to most)" if _repeated(found) else ""
    return _titled(f"seconds on each input{runs}", table)


def _table(found: Sequence[SolverScores], runs: int, measured: str, room: int) -> Group:
    """Return rich's table of the scores: a row for each solver under an encoding in `found`, and one for the virtual
    best solver.

    runs: the number of all runs.  measured: what the seconds mean, for the title.  room: the characters of a line; a
    wider table has no columns without figures.
    """
    inputs = len({key for each in found for key in each.times})
    counting = "; solved: inputs, by the median of their runs; sat to wrong: runs" if _repeated(found) else ""
    title = f"{counted(inputs, 'input')}, {counted(runs, 'run')}; {measured}{counting}"
    columns = list(zip(COLUMNS, *(cells(each, "x") for each in found), best_cells(found), strict=True))
    if _width(columns) > room:
        columns = [column for column in columns if not {*column[1:]} <= {"-", "0", ""}]
    headings, *body, last = zip(*columns, strict=True)
    table = _headed(headings, TEXTS)
    for each, row in zip(found, body, strict=True):
        table.add_row(*map(for_terminal, row), style="red" if each.statuses["wrong"] else None)
    table.add_row(*last, style="dim")
    return _titled(title, table)


def _repeated(found: Sequence[SolverScores]) -> bool:
    """Whether any input has several runs of one contest."""
    return any(each.runs > len(each.times) for each in found)


def cactus(found: Sequence[SolverScores], width: int = 72, height: int = 16) -> str:
    """Return a cactus plot in characters: solved inputs to the right, seconds upwards on a logarithmic axis.

    found: the contests, best first; contest k has the mark k of MARKS, and the mark of a better contest hides that of a
    worse one; the legend says how many are hidden.  A contest with a wrong answer, or behind the last mark, has no
    marks; the legend says so.  width, height: in
    characters.  Returns '' if no input was solved.
    """
    marks = [MARKS[at : at + 1] if each.is_trusted else "" for at, each in enumerate(found)]
    curves = [sorted(each.solved.values()) if mark else [] for each, mark in zip(found, marks, strict=True)]
    most = max(map(len, curves), default=0)
    if not most:
        return ""
    times = [max(time, FLOOR) for curve in curves for time in curve]
    low = math.log10(min(times))
    high = max(math.log10(max(times)), low + DECADE)
    columns = width - TIME_WIDTH - 2
    rows = [[" "] * columns for _ in range(height)]
    hidden = Counter[str]()
    for nth in reversed(range(len(curves))):
        for at, time in enumerate(curves[nth], start=1):
            column = round((at - 1) / max(1, most - 1) * (columns - 1))
            row = round((math.log10(max(time, FLOOR)) - low) / (high - low) * (height - 1))
            if rows[row][column] not in (" ", marks[nth]):
                hidden[rows[row][column]] += 1
            rows[row][column] = marks[nth]
    lines = []
    for row in reversed(range(height)):
        label = 10 ** (low + (high - low) * row / (height - 1))
        shown = f"{label:.3g} s" if row % 5 == 0 or row == height - 1 else ""
        lines.append(f"{shown:>{TIME_WIDTH}} |{''.join(rows[row])}".rstrip())
    lines.append(f"{'':{TIME_WIDTH}} +{'-' * columns}")
    lines.append(f"{'':{TIME_WIDTH}}  1{f'{most} solved':>{columns - 1}}")
    for each, mark in zip(found, marks, strict=True):
        entry = f"{mark} {each.name}" if mark else f"  {each.label}: no marks"
        entry += f" ({counted(hidden[mark], 'mark')} below a better one's)" if hidden[mark] else ""
        lines.append(f"{'':{TIME_WIDTH}}  {for_terminal(entry)}")
    if any(time < FLOOR for curve in curves for time in curve):
        lines.append(f"{'':{TIME_WIDTH}}  what took less than {FLOOR:g} s is drawn at {FLOOR:g} s")
    return "\n".join(lines) + "\n"


def csv_table(rows: Iterable[ResultRow]) -> str:
    """Return rows as CSV, one line for each after a line with the names of the columns.

    Times are in seconds, memory in bytes; an empty cell is a value that is not known.  The last columns are the
    statistics that any solver printed, such as `conflicts`.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    times = [f"{clock}_{phase}" for phase in PHASES for clock in ("wall", "cpu")]
    rows = list(rows)
    counts = list(dict.fromkeys(name for row in rows for name in row.get("statistics", ())))
    writer.writerow([*CSV_COLUMNS, *times, *map(for_csv, counts)])
    for row in rows:
        printed = row.get("statistics", {})
        writer.writerow(map(for_csv, [*_csv_cells(row), *map(printed.get, counts)]))
    return out.getvalue()


def _csv_cells(row: ResultRow) -> list[Any]:
    wall = row["wall"].get("solve")
    first = [row["input"], f"{row['solver']} {row['encoding']}", row["cpu"].get("solve", wall), wall, row.get("memory")]
    copied = [row.get(name) for name in CSV_COPIED]
    times = [row[clock].get(phase) for phase in PHASES for clock in ("wall", "cpu")]
    return [*first, row["status"] in SOLVED, row["timeout"], *copied, *times]
