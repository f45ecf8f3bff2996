"""The report as one page that needs no network: plots, tables, the boards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import starmap
from pathlib import Path
from typing import Any

from ...base import file_guard
from ...base.numbers import counted
from ...escaping import for_html, for_json
from ..judge import Judgement
from ..rows import Clock
from ..store import ResultRow
from . import sizes, values
from .inputs import common_folder
from .notes import few, notes
from .scores import (
    COLUMNS,
    OF,
    SHORT_MEANINGS,
    TEXTS,
    Score,
    SolverScores,
    best_cells,
    cells,
    contests,
    counts_for,
    encodings_of,
    start_up,
)
from .text import alarms

MOST_DRAWINGS = 8 << 20  # bytes of boards that are embedded
DRAWING_DIGITS = 16
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src blob:"
COPIED = (
    *("solver", "encoding", "status", "why", "value", "bound"),
    *("timeout", "variables", "clauses", "shuffle", "repeat"),
)


def page(verdict: Judgement, folder: Path, clock: Clock, score: Score = "solve") -> str:
    """Return the report as a page of HTML.

    folder: that of the benchmark, with the drawings of boards.  clock: the time that counts.  score: the meaning of the
    seconds in the rows, which the page explains.
    """
    here = Path(__file__).parent
    found, measured = contests(verdict.rows, clock), sizes.sizes(verdict.rows, clock)
    return (
        (here / "page.html")
        .read_text()
        .format(
            policy=POLICY,
            style=(here / "page.css").read_text(),
            alarms=_alarms(verdict),
            inputs=counted(len({row["digest"] for row in verdict.rows}), "input"),
            below=for_html(f" below {below}")
            if (below := common_folder([row["input"] for row in verdict.rows]))
            else "",
            runs=counted(len(verdict.rows), "run"),
            clock="CPU" if clock == "cpu" else "Wall",
            of=OF[score],
            notes="".join(
                f"<p>{for_html(line)}.</p>\n" for line in (few(found), start_up(found), *notes(verdict, clock)) if line
            ),
            sizes=_sizes(verdict.rows, measured) if measured else "",
            values=_values(verdict.rows, clock),
            scores=_scores(found),
            meanings="".join(f"<dt>{name}</dt><dd>{what}</dd>" for name, what in SHORT_MEANINGS.items()),
            data=_json(_data(verdict, found, folder / "boards", clock)),
            script=(here / "page.js").read_text(),
        )
    )


def _sizes(rows: Sequence[ResultRow], measured: Sequence[sizes.EncodingSizes]) -> str:
    """Return the section on the sizes of the formulas, as HTML that needs no script."""
    parts = {
        "Sizes by encoding": sizes.table(sizes.HEADINGS, sizes.cells(measured)),
        "Plots of sizes": sizes.plots(rows, measured),
        "Sizes by input": sizes.table(sizes.INPUT_HEADINGS, sizes.by_input(rows, measured)),
    }
    wide = '<div class="wide" role="region" tabindex="0" aria-label="{}">{}</div>\n'
    title = for_html(sizes.title(measured).partition(": ")[2])
    head = f"<h2>The formulas</h2>\n<p>{title[:1].upper()}{title[1:]}.</p>\n<p>{sizes.legend(measured)}</p>\n"
    return head + "".join(starmap(wide.format, parts.items()))


def _values(rows: Sequence[ResultRow], clock: Clock) -> str:
    """Return the section on the values of objectives, as HTML that needs no script; '' without any."""
    found = values.cells(rows, clock)
    if not found:
        return ""
    table = sizes.table(values.HEADINGS, found)
    head = (
        f"<h2>The values of objectives</h2>\n<p>{for_html(values.title(rows).partition('; ')[2].capitalize())}.</p>\n"
    )
    return f'{head}<div class="wide" role="region" tabindex="0" aria-label="Values">{table}</div>\n'


def _alarms(verdict: Judgement) -> str:
    lines = alarms(verdict)
    items = "".join(f"<li>{for_html(line)}</li>" for line in lines)
    return f'<div class="alarm wrong" role="alert"><ul>{items}</ul></div>' if lines else ""


def _scores(found: Sequence[SolverScores]) -> str:
    heads = "".join(f'<th scope="col"{_text(name)}>{name}</th>' for name in COLUMNS)
    rows = [_score(cells(each, "×"), "wrong" if each.statuses["wrong"] else "") for each in found]
    last = _score(best_cells(found), "faint")
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}{last}</tbody></table>"


def _score(row: Sequence[str], style: str) -> str:
    named = zip(COLUMNS, row, strict=True)
    style = f' class="{style}"' if style else ""
    return f"<tr{style}>{''.join(f'<td{_text(name)}>{for_html(cell)}</td>' for name, cell in named)}</tr>"


def _text(name: str) -> str:
    return ' class="text"' if name in TEXTS else ""


def _json(fields: dict[str, Any]) -> str:
    """Return JSON that can stand in a script element."""
    return for_json(json.dumps(fields, ensure_ascii=False, separators=(",", ":"))).replace("<", "\\u003c")


def _data(verdict: Judgement, found: Sequence[SolverScores], boards: Path, clock: Clock) -> dict[str, Any]:
    """Return the data that the page's script draws: contests, inputs, rows and boards.

    found: the scores of each solver under each encoding.  boards: the folder of the drawings.
    """
    inputs = {row["digest"]: row for row in verdict.rows}
    below = common_folder([row["input"] for row in verdict.rows])
    at_input = {digest: at for at, digest in enumerate(inputs)}
    encodings = encodings_of(verdict.rows)
    at_contest = {(each.solver, each.encoding): at for at, each in enumerate(found)}
    return {
        "clock": clock,
        "contests": [
            {"name": each.label, "solver": each.solver, "encoding": each.encoding, "trusted": each.is_trusted}
            for each in found
        ],
        "inputs": [
            {"name": row["input"].removeprefix(below), "family": row["family"], "digest": digest}
            for digest, row in inputs.items()
        ],
        "boards": _boards(boards, list(inputs)),
        "rows": [
            {
                "input": at_input[row["digest"]],
                "contests": [at_contest[row["solver"], encoding] for encoding in counts_for(row, encodings)],
                "cpu": row["cpu"].get("solve"),
                "wall": row["wall"].get("solve"),
                "encode": row["wall"].get("encode"),
                "memory": round(row["memory"] / (1 << 20), 1) if row.get("memory") else None,
                **{name: row.get(name) for name in COPIED},
            }
            for row in verdict.rows
        ],
    }


def _boards(folder: Path, digests: Sequence[str]) -> dict[str, str]:
    """Return the drawings of inputs, as SVG by digest, in the order of `digests`; an input without one is left out.

    The first drawing with which the drawings have more than MOST_DRAWINGS bytes in all is left out, and so is each
    later one, even if it is small.
    """
    drawings: dict[str, str] = {}
    room = MOST_DRAWINGS
    for digest in digests:
        path = folder / f"{digest[:DRAWING_DIGITS]}.svg"
        if path.exists() and (room := room - path.stat().st_size) >= 0:
            file_guard.reads(path, own=True)
            drawings[digest] = path.read_text()
    return drawings
