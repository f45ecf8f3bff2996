"""The rows of a benchmark: a file of JSON lines that only grows, and survives being cut off at any byte."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ..base import file_guard
from ..base.numbers import dumps, loads
from ..errors import InputError, Place
from ..escaping import for_json
from .rows import row_fault

ResultRow = dict[str, Any]
RESULTS = "results.jsonl"
KILLING = (-1, -2, -9, -15)  # exit codes after SIGHUP, SIGINT, SIGKILL and SIGTERM


class Store(AbstractContextManager["Store"]):
    """The rows of results in a folder, read at the beginning and appended to; to be closed at the end.

    A last line that was cut off is removed from the file.  The constructor raises InputError for any other line that is
    no row.
    """

    def __init__(self, folder: Path):
        path = folder / RESULTS
        file_guard.writes(path)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        file_guard.made(path, os.fstat(self._file))
        self.rows = read(path)
        os.ftruncate(self._file, path.read_bytes().rfind(b"\n") + 1)  # the end of the last complete line

    def keys(self) -> set[str]:
        """Return the keys of the runs that are not to be repeated: those whose last row was not killed from outside."""
        return {row["key"] for row in {row["key"]: row for row in self.rows}.values() if not is_killed(row)}

    def add(self, row: ResultRow) -> None:
        """Append a row with one write of one line, which is on the disk when this method returns."""
        os.write(self._file, (for_json(dumps(row, ensure_ascii=False)) + "\n").encode())
        os.fsync(self._file)
        self.rows.append(row)

    def close(self) -> None:
        os.close(self._file)

    def __exit__(self, *_: object) -> None:
        self.close()


def is_killed(row: ResultRow) -> bool:
    """Whether a signal of KILLING, which comes from outside and says nothing of the solver, has ended a run."""
    return row["status"] == "error" and row.get("exit") in KILLING


def read(path: Path) -> list[ResultRow]:
    """Read the rows of a file, without a last line that was cut off.

    Raises InputError for any other line that is no row.
    """
    file_guard.reads(path)
    lines = enumerate(path.read_bytes().split(b"\n")[:-1], start=1)
    return [_row(line, Place(str(path), number)) for number, line in lines if line.strip()]


def _row(line: bytes, place: Place) -> ResultRow:
    """Return the row in a line.  Raises InputError, at `place`, if the line is no row."""
    try:
        row: ResultRow = loads(line)
        fault = row_fault(row)
    except (ValueError, RecursionError):
        fault = "expected a JSON object"
    if fault:
        raise InputError(f"no result of a benchmark: {fault}", place)
    return row
