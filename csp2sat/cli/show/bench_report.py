"""The reports on the results of a benchmark: text, HTML, CSV or JSON."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ...base.files import unpacked_name
from ...errors import UsageError
from ...escaping import for_screen
from .. import options
from ..json_lines import json_line
from ..reporting import note, put
from ..streams import obeyed
from ..suffixes import ANSWERS, FOREIGN, SUFFIXES

if TYPE_CHECKING:
    from ...bench.judge import Judgement
    from ...bench.report.scores import Score
    from ...bench.rows import Clock
    from ...bench.store import ResultRow

# The suffix of the files that an option writes.
WRITTEN = {"--svg": ".svg", "--scatter": ".svg", "--html": ".html", "--csv": ".csv", "--latex": ".tex"}
SAME = {".htm": ".html"}


@dataclass(frozen=True)
class Wanted:
    """The options of a report.

    html, csv, svg, scatter, latex: files to write, None for none.  scatter_rows: the names of the two rows of the
    scatter plot, with a comma; None for the first two.  json: whether an object is printed in place of
    tables.  clock: CPU time or wall time.  score: whether the encoder's seconds count, too.  color: of `--color`.
    expect: the file with known answers, None for none.  solvers, encodings: the names that count, none for all.
    inputs: whether a table has a row for each input.  quiet: whether explanations are left out.  seed: the one whose
    runs count, None for all.
    """

    html: str | None
    csv: str | None
    json: bool
    clock: Clock
    score: Score
    color: options.Color
    expect: str | None
    svg: str | None = None
    scatter: str | None = None
    latex: str | None = None
    scatter_rows: str | None = None
    solvers: tuple[str, ...] = ()
    encodings: tuple[str, ...] = ()
    inputs: bool = False
    quiet: bool = False
    seed: int | None = None

    @cached_property  # stdin can be read once
    def expected(self) -> dict[str, str]:
        """The known answers by names of inputs, read from the file `expect`; {} if the option is not given.

        Raises InputError for a wrong line, and FileError for a file that cannot be read.
        """
        from ...bench.judge import read_expected

        return read_expected(self.expect) if self.expect else {}

    def check(self, rows: Sequence[str]) -> None:
        """Raise UsageError if a file would have the suffix of another format, or if a scatter plot is wanted of less
        than two rows, or of rows that do not exist.

        rows: the names of all rows, each of a solver and an encoding.
        """
        for option, suffix in WRITTEN.items():
            _check_suffix(option, suffix, getattr(self, option.strip("-")))
        if self.scatter_rows and not self.scatter:
            raise UsageError("--scatter-rows: only with --scatter FILE")
        if self.scatter and len(rows) < 2:
            raise UsageError("--scatter needs two solvers or encodings; there is one")
        if self.scatter:
            self.pair(rows)

    def pair(self, rows: Sequence[str]) -> tuple[int, int]:
        """Return the places of the two rows of the scatter plot among all rows: those of `scatter_rows`, else the first
        two.

        rows: the names of all rows; a solver's name alone is enough for the only row of the solver.  Raises UsageError
        for other words than the names of two rows.
        """
        if self.scatter_rows is None:
            return 0, 1
        found = []
        for word in self.scatter_rows.split(","):
            named = [n for n, row in enumerate(rows) if word.strip() in (row, row.partition(" ")[0])]
            if len(named) != 1:
                what = "several rows" if named else "no row"
                raise UsageError(f"--scatter-rows: {word.strip()!r} is {what}; expected two of: {', '.join(rows)}")
            found += named
        if len({*found}) != 2 or len(found) != 2:
            raise UsageError(
                f"--scatter-rows {self.scatter_rows}: expected two rows, 'SOLVER ENCODING,SOLVER ENCODING'"
            )
        return found[0], found[1]


def _check_suffix(option: str, suffix: str, path: str | None) -> None:
    """Raise UsageError, with the option that is meant, if a file's suffix is that of another option or of a document
    that no option writes.

    suffix: of the files that the option writes.  path: of the file, None for none.
    """
    found = PurePath(unpacked_name(path or "")).suffix.lower()
    found = SAME.get(found, found)
    if found == suffix or not (found in (*WRITTEN.values(), *FOREIGN) or SUFFIXES.get(found) in ANSWERS):
        return
    others = [each for each, written in WRITTEN.items() if written == found]
    advice = f"; {' and '.join(others)} {'write' if others[1:] else 'writes'} {found}" if others else ""
    if found in (".pdf", ".eps", ".ps", ".png") and suffix == ".svg":
        advice = f"; Inkscape or rsvg-convert make {found} of it"
    raise UsageError(f"{option} {path}: this option writes {suffix}, expected FILE{suffix}{advice}")


def report(folder: Path, wanted: Wanted, keys: Collection[str] | None = None) -> int:
    """Print the report on a benchmark's folder, unless stdout gets a file, write its files, and return the exit code.

    keys: those of the rows that count, None for all.  The exit code is 1 if an answer is wrong, or if an input could
    not be read, and such inputs are named on stderr; else 4 if answers and known answers contradict each other.  Raises
    UsageError for a folder without results, and the errors of `Wanted.expected` and of `Wanted.check`, before anything
    is written.
    """
    from ...bench.judge import judge, unused_names
    from ...bench.report import html as report_html
    from ...bench.report import text as report_text
    from ...bench.report.scores import contests, with_encoding, within_limit
    from ...bench.store import RESULTS, read

    path = folder / RESULTS
    if not path.exists():
        raise UsageError(f"{folder}: no results of `csp2sat bench` there")
    verdict = judge([row for row in read(path) if keys is None or row["key"] in keys], wanted.expected)
    for name in unused_names(verdict.rows, wanted.expected):
        note(f"--expect {wanted.expect}: no input has the name {for_screen(name)}", wanted.quiet)
    verdict = replace(verdict, rows=_chosen(verdict.rows, wanted))  # judged by the models of all others
    rows = [within_limit(row, wanted.clock) for row in verdict.rows]
    if wanted.score != "solve":
        rows = [with_encoding(row, wanted.clock) for row in rows]
    scored = replace(verdict, rows=rows)
    wanted.check([each.name for each in contests(scored.rows, wanted.clock)])
    if wanted.html:
        put(report_html.page(scored, folder, wanted.clock, wanted.score), wanted.html)
    if wanted.csv:
        put(report_text.csv_table(verdict.rows), wanted.csv)
    _write_for_papers(scored, wanted)
    if wanted.json:
        print(json_line(_fields(verdict, scored, wanted.clock)), end="")
    elif "-" not in (wanted.html, wanted.csv, wanted.svg, wanted.scatter, wanted.latex):  # stdout is that file
        colour = {"auto": None, "always": True, "never": False}[wanted.color]
        form = report_text.ReportForm(colour, wanted.inputs, not wanted.quiet)
        report_text.show(scored, wanted.clock, obeyed(sys.stdout), form, wanted.score)
    unreadable = verdict.unreadable()
    for why in unreadable.values():
        print(f"csp2sat: {for_screen(why)}", file=sys.stderr)
    if verdict.refuted() or unreadable:
        return 1
    return 4 if verdict.wrong() or verdict.doubts else 0


def _chosen(rows: list[ResultRow], wanted: Wanted) -> list[ResultRow]:
    """Return the rows of the solvers, encodings and the seed that are wanted; the row of a CNF has any encoding.

    Raises UsageError for a solver, an encoding or a seed without a row.
    """
    from ...bench.sources import PLAIN

    if wanted.seed is not None:
        seeds = dict.fromkeys(row["seed"] for row in rows)
        if wanted.seed not in seeds:
            of_seeds = ", ".join("none" if each is None else str(each) for each in seeds)
            raise UsageError(f"--seed {wanted.seed}: no results with this seed; expected one of: {of_seeds}")
        rows = [row for row in rows if row["seed"] == wanted.seed]
    for name, words in (("solver", wanted.solvers), ("encoding", wanted.encodings)):
        known = list(dict.fromkeys(row[name] for row in rows))
        for word in words:
            if word not in known:
                raise UsageError(f"--{name} {word}: no results of it; expected one of: {', '.join(known)}")
        kept = {*(words or known), *([PLAIN] if name == "encoding" else [])}
        rows = [row for row in rows if row[name] in kept]
    return rows


def _write_for_papers(scored: Judgement, wanted: Wanted) -> None:
    """Write the plots as SVG and the tables as LaTeX, if they are wanted."""
    from ...bench.report import latex, svg
    from ...bench.report.notes import few, notes
    from ...bench.report.scores import SHORT_MEANINGS, contests
    from ...bench.report.text import measured_by

    found = contests(scored.rows, wanted.clock)
    seconds = measured_by(wanted.clock, wanted.score)
    if wanted.svg:
        put(svg.cactus(found, seconds), wanted.svg)
    if wanted.scatter:
        right, up = (found[n] for n in wanted.pair([each.name for each in found]))
        put(svg.scatter(right, up, seconds), wanted.scatter)
        if len(found) > 2 and wanted.scatter_rows is None:
            which = f"{right.name} against {up.name}, the first two of {len(found)} rows"
            note(f"--scatter: {which}; --scatter-rows 'A,B' chooses others", wanted.quiet)
    if wanted.latex:
        meanings = (f"{name}: {what}" for name, what in SHORT_MEANINGS.items())
        remarks = filter(None, (few(found), *notes(scored, wanted.clock)))
        words = "\n".join([seconds, *meanings, *remarks])
        put(latex.tables(scored.rows, found, words, wanted.inputs, wanted.clock), wanted.latex)


def _fields(verdict: Judgement, scored: Judgement, clock: Clock) -> dict[str, Any]:
    """Return the fields of the report as JSON; scores are those of `scored`, and the rows are as they were measured."""
    from ...bench.report import sizes
    from ...bench.report.notes import busy, few, notes
    from ...bench.report.scores import contests

    found = contests(scored.rows, clock, scored.lone)
    scores = [
        {
            "solver": each.solver,
            "encoding": each.encoding,
            "version": each.version,
            "inputs": len(each.times),
            "runs": each.runs,
            "solved": len(each.solved),
            "statuses": dict(each.statuses),
            "unconfirmed": dict(each.lone),
            "par2": each.par2,
            "median": each.median,
            "spread": each.spread,
            "worst_spread": max(each.spreads, default=None),
            "wins": each.wins,
            "unique": each.unique,
            "memory": each.memory,
        }
        for each in found
    ]
    encodings = sizes.fields(sizes.sizes(verdict.rows, clock))
    remarks = [line for line in (busy(verdict.rows), *notes(verdict, clock), few(found)) if line]
    fields = {"scores": scores, "encodings": encodings, "doubts": verdict.doubts, "notes": remarks}
    return fields | {"rows": verdict.rows}
