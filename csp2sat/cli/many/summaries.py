"""The summary of many inputs as CSV: a row for each answer, and for each input that is wrong."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import zip_longest
from typing import Any

from ...escaping import for_csv
from .call import BatchResult

COLUMNS = (
    "input",
    "board",
    "kind",
    "rows",
    "columns",
    "status",
    "unique",
    "objective",
    "solutions",
    "seconds",
    "error",
)


def as_csv(results: Iterable[BatchResult]) -> str:
    """Return the table of the results of a batch whose outputs are objects, one a line."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for result in results:
        for row in _rows(result):
            rows.writerow([_cell(row.get(name)) for name in COLUMNS])
    return text.getvalue()


def _cell(value: object) -> object:
    """Return a value as a cell of the table: a truth value as JSON writes it."""
    return str(value).lower() if isinstance(value, bool) else for_csv(value)


def _rows(result: BatchResult) -> Iterator[dict[str, Any]]:
    """Yield the fields of each answer to an input, or of the error; `board` numbers several answers from 1."""
    objects: list[dict[str, Any]] = [json.loads(line) for line in result.out.splitlines()]
    name = {"input": result.task.asked.name}
    if not objects:  # the worker process died, or a defect
        lines = result.err.splitlines() or [result.error]
        yield name | {"status": "ERROR", "error": lines[-1].removeprefix("csp2sat: ")}
    for number, (fields, kept) in enumerate(zip_longest(objects, result.answers[: len(objects)]), start=1):
        board = kept.board if kept else None
        about = {"kind": board.puzzle, "rows": board.rows, "columns": board.cols} if board else {}
        seconds, error = fields.get("seconds") or {}, fields.get("error")
        more: dict[str, Any] = {"seconds": round(sum(seconds.values()), 3)} if seconds else {}
        more |= {"board": number} if len(objects) > 1 else {}
        more |= {"solutions": len(fields["solutions"])} if "solutions" in fields else {}
        more["error"] = _where(error) if error else fields.get("reason")
        yield fields | name | about | more


def _where(error: dict[str, Any]) -> str:
    """Return an error in words, with its place in the input if that is known."""
    place = ":".join(str(error[name]) for name in ("line", "column") if name in error)
    return f"{place}: {error['message']}" if place else str(error["message"])
