"""Rows as CSV.  The first columns are named as the package Metrics (crillab-metrics) calls them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from ..judge import SOLVED
from ..store import ResultRow

PHASES = ("read", "encode", "solve", "check", "decode", "judge")
COPIED = (
    *("status", "why", "family", "encoding", "solver", "version", "encoder", "repeat", "shuffle", "seed", "threads"),
    *("memory_limit", "variables", "clauses", "bytes", "exit", "cnf", "host", "time", "key"),
)
COLUMNS = ("input", "experiment_ware", "cpu_time", "wall_time", "memory", "success", "timeout", *COPIED)


def table(rows: Iterable[ResultRow]) -> str:
    """One line for each row, after the names of the columns.  Times in seconds, memory in bytes; "" is not known."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    times = [f"{clock}_{phase}" for phase in PHASES for clock in ("wall", "cpu")]
    writer.writerow([*COLUMNS, *times])
    writer.writerows(_cells(row) for row in rows)
    return out.getvalue()


def _cells(row: ResultRow) -> list[Any]:
    wall = row["wall"].get("solve")
    first = [row["input"], f"{row['solver']} {row['encoding']}", row["cpu"].get("solve", wall), wall, row.get("memory")]
    copied = [row.get(name) for name in COPIED]
    times = [row[clock].get(phase) for phase in PHASES for clock in ("wall", "cpu")]
    return [*first, row["status"] in SOLVED, row["timeout"], *copied, *times]
