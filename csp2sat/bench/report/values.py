"""The table of values: the best value of each solver on each input with an objective, the bound, and when they were
known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from ...base.numbers import decimal
from ..judge import best_valued
from ..rows import Clock
from ..store import ResultRow
from .inputs import common_folder, in_order
from .scores import number

HEADINGS = ("input", "solver", "encoding", "value", "bound", "first", "best", "proof")
MOST = 60  # rows that are shown unasked


def valued(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """Return the rows of searches for a best solution, without the rows of inputs that have no solution."""
    return [row for row in rows if row.get("goal") and row["status"] != "unsat"]


def by_contest(rows: Sequence[ResultRow]) -> list[tuple[str, list[ResultRow]]]:
    """Return the runs of each solver under each encoding on each input with an objective, after the name of the input
    without the common folder; inputs in order of names.
    """
    found: dict[str, dict[tuple[str, str], list[ResultRow]]] = defaultdict(lambda: defaultdict(list))
    for row in valued(rows):
        found[row["digest"]][row["solver"], row["encoding"]].append(row)
    names = {row["digest"]: row["input"] for row in rows}
    below = common_folder(list(names.values()))
    inputs = in_order({digest: name for digest, name in names.items() if digest in found})
    return [(name.removeprefix(below), runs) for digest, name in inputs for _, runs in sorted(found[digest].items())]


def cells(rows: Sequence[ResultRow], clock: Clock) -> list[list[str]]:
    """Return the cells under HEADINGS: the values and bounds of several runs as the range from the best to the worst,
    their seconds as medians; `-` for a value that is not known.

    clock: of the seconds from the beginning of the search to its first solution, to its best one, and to the proof that
    no solution is better.
    """
    return [
        [
            name,
            runs[0]["solver"],
            runs[0]["encoding"],
            _range(runs, lambda row: row["value"]),
            _range(runs, lambda row: row["bound"]),
            _seconds(runs, clock, "first"),
            _seconds(runs, clock, "best"),
            _seconds([row for row in runs if row["status"] == "optimum"], clock, "solve"),
        ]
        for name, runs in by_contest(rows)
    ]


def _range(runs: Sequence[ResultRow], value: Callable[[ResultRow], Any]) -> str:
    found = sorted({value(row) for row in runs} - {None}, reverse=runs[0]["goal"] == "maximize")
    return " to ".join(map(decimal, found[:1] + found[1:][-1:])) or "-"


def _seconds(runs: Sequence[ResultRow], clock: Clock, phase: str) -> str:
    found = [row[clock][phase] for row in runs if phase in row[clock]]
    return number(median(found)) if found else "-"


def title(rows: Sequence[ResultRow]) -> str:
    """Return the title of the table: on how many inputs each solver under each encoding has the best value known."""
    found = valued(rows)
    has_best: dict[tuple[str, str], set[str]] = {(row["solver"], row["encoding"]): set() for row in found}
    by_input: dict[str, list[ResultRow]] = defaultdict(list)
    for row in found:
        by_input[row["digest"]].append(row)
    for digest, runs in by_input.items():
        best = best_valued(runs)
        for row in runs:
            if best and row["status"] != "wrong" and row["value"] == best["value"]:
                has_best[row["solver"], row["encoding"]].add(digest)
    counts = ", ".join(f"{' '.join(name)} {len(digests)}" for name, digests in has_best.items())
    return f"values of objectives; the best one known, of {len(by_input)}: {counts}"
