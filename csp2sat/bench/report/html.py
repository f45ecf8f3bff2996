"""The report as one page that needs no network: plots, tables, the boards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from ..judge import Judgement
from .scores import COLUMNS, TEXTS, Clock, Contest, cells, contests, counted, encodings_of, number, virtual_best
from .text import alarms

MOST_DRAWINGS = 8 << 20  # bytes of boards that are embedded
DRAWING_DIGITS = 16
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src blob:"
COPIED = ("solver", "encoding", "status", "why", "timeout", "variables", "clauses", "shuffle", "repeat")

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>csp2sat bench</title><style>
{style}</style></head><body>
<h1>csp2sat bench</h1>
{alarms}
<p>{inputs} inputs{below}, {runs} runs. {clock} seconds of the solver, medians where a run was repeated or shuffled.</p>
<div class="wide" role="region" tabindex="0" aria-label="Scores">{scores}</div>
<noscript><p>The plots and the rows need JavaScript; nothing is loaded from anywhere.</p></noscript>
<div class="controls"><label>Time in the plots and rows <select id="clock"><option value="cpu">CPU</option>
<option value="wall">wall</option></select></label></div>
<h2>Solved within a time</h2>
<p class="faint">Hovering names an input; so do the arrow keys when a plot has the focus.</p>
<div class="controls legend" id="legend"></div><div id="cactus"></div>
<h2>One against another</h2>
<div class="controls"><label>right <select id="one"></select></label><label>up <select id="other"></select></label>
<span class="faint">circle: sat, square: unsat; beyond the dashed lines: not solved</span></div>
<div id="scatter"></div>
<h2>By family</h2>
<p class="faint">solved · PAR-2</p>
<div class="wide" role="region" tabindex="0" aria-label="By family"><table id="families"></table></div>
<h2>All runs</h2>
<div class="controls"><label>Filter <input id="filter" type="search" placeholder="words"></label>
<label>Status <select id="status"><option value="">all</option></select></label>
<span id="count" role="status"></span><button id="all" hidden>show all</button></div>
<div class="wide tall" role="region" tabindex="0" aria-label="All runs"><table>
<thead id="heads"></thead><tbody id="rows"></tbody></table></div>
<dialog id="board" aria-labelledby="name"><p id="name"></p><img id="picture" alt="">
<form method="dialog"><p><a id="file">save the SVG</a> <button>close</button></p></form></dialog>
<div id="tip" hidden></div>
<script type="application/json" id="data">{data}</script>
<script>
{script}</script></body></html>
"""


def page(verdict: Judgement, folder: Path, clock: Clock) -> str:
    """The page.  folder: that of the benchmark, where the drawings of boards are."""
    here = Path(__file__).parent
    found = contests(verdict.rows, clock)
    return PAGE.format(
        policy=POLICY,
        style=(here / "page.css").read_text(),
        alarms=_alarms(verdict),
        inputs=len({row["digest"] for row in verdict.rows}),
        below=escape(f" below {below}") if (below := _common(verdict)) else "",
        runs=len(verdict.rows),
        clock="CPU" if clock == "cpu" else "Wall",
        scores=_scores(found),
        data=_json(_data(verdict, found, folder / "boards", clock)),
        script=(here / "page.js").read_text(),
    )


def _common(verdict: Judgement) -> str:
    """The folder of all inputs, with the slash at its end; "" if there is none."""
    names = [row["input"] for row in verdict.rows]
    least, most = min(names, default=""), max(names, default="")
    same = next((at for at, (a, b) in enumerate(zip(least, most, strict=False)) if a != b), len(least))
    return least[: least.rfind("/", 0, same) + 1]


def _alarms(verdict: Judgement) -> str:
    lines = alarms(verdict)
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<div class="alarm wrong" role="alert"><ul>{items}</ul></div>' if lines else ""


def _scores(found: Sequence[Contest]) -> str:
    heads = "".join(f'<th scope="col"{_text(name)}>{name}</th>' for name in COLUMNS)
    best = virtual_best(found)
    blank, rest = "<td></td>" * 6, "<td></td>" * 5
    last = f"<td>{number(best.par2)}</td><td>{number(best.median)}</td>{rest}"
    virtual = (
        f'<tr class="faint"><td class="text" colspan="2">virtual best</td><td>{len(best.solved)}</td>{blank}{last}'
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(map(_score, found))}{virtual}</tr></tbody></table>"


def _score(each: Contest) -> str:
    named = zip(COLUMNS, cells(each, "×"), strict=True)
    wrong = ' class="wrong"' if each.statuses["wrong"] else ""
    return f"<tr{wrong}>{''.join(f'<td{_text(name)}>{escape(cell)}</td>' for name, cell in named)}</tr>"


def _text(name: str) -> str:
    return ' class="text"' if name in TEXTS else ""


def _json(fields: dict[str, Any]) -> str:
    """JSON that can stand in a script element."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _data(verdict: Judgement, found: Sequence[Contest], boards: Path, clock: Clock) -> dict[str, Any]:
    """What the script draws."""
    inputs = {row["digest"]: row for row in verdict.rows}
    below = _common(verdict)
    at_input = {digest: at for at, digest in enumerate(inputs)}
    encodings = encodings_of(verdict.rows)
    at_contest = {(each.solver, each.encoding): at for at, each in enumerate(found)}
    return {
        "clock": clock,
        "contests": [{"name": each.name, "solver": each.solver, "encoding": each.encoding} for each in found],
        "inputs": [
            {"name": row["input"].removeprefix(below), "family": row["family"], "digest": digest}
            for digest, row in inputs.items()
        ],
        "boards": _boards(boards, list(inputs)),
        "rows": [
            {
                "input": at_input[row["digest"]],
                "contests": [at_contest[row["solver"], encoding] for encoding in counted(row, encodings)],
                "cpu": row["cpu"].get("solve"),
                "wall": row["wall"].get("solve"),
                "encode": row["wall"].get("encode"),
                "memory": round(row["memory"] / (1 << 20), 1) if row.get("memory") else None,
                **{name: row[name] for name in COPIED},
            }
            for row in verdict.rows
        ],
    }


def _boards(folder: Path, digests: Sequence[str]) -> dict[str, str]:
    """The drawings that there are, as far as they are not too much for a page."""
    drawings: dict[str, str] = {}
    room = MOST_DRAWINGS
    for digest in digests:
        path = folder / f"{digest[:DRAWING_DIGITS]}.svg"
        if path.exists() and (room := room - path.stat().st_size) >= 0:
            drawings[digest] = path.read_text()
    return drawings
