"""The rows of a benchmark: a file of JSON lines that only grows, and survives being cut off at any byte."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from ..errors import InputError, Place

ResultRow = dict[str, Any]
RESULTS = "results.jsonl"


class Store:
    """The results in a folder, to be added to; `close` it at the end."""

    def __init__(self, folder: Path):
        path = folder / RESULTS
        self.rows = read(path) if path.exists() else []
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        os.ftruncate(self._file, _whole(path))

    def keys(self) -> set[str]:
        """Of the rows that are there."""
        return {row["key"] for row in self.rows}

    def add(self, row: ResultRow) -> None:
        """Append a row: one write of one line, on the disk when this returns."""
        os.write(self._file, (json.dumps(row, ensure_ascii=False) + "\n").encode())
        os.fsync(self._file)
        self.rows.append(row)

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def read(path: Path) -> list[ResultRow]:
    """The rows of a file.  A last line that was cut off is left out; InputError for any other that is no row."""
    rows = []
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], start=1):
        if line.strip():
            rows.append(_row(line, path, number))
    return rows


def _row(line: bytes, path: Path, number: int) -> ResultRow:
    try:
        row = json.loads(line)
        good = isinstance(row, dict) and {"key", "input", "encoding", "solver", "status"} <= row.keys()
    except ValueError:
        good = False
    if not good:
        raise InputError("no result of a benchmark; each line is a JSON object with key, input, ...", _at(path, number))
    found: ResultRow = row
    return found


def _at(path: Path, number: int) -> Place:
    return Place(str(path), number)


def _whole(path: Path) -> int:
    """The bytes up to the end of the last complete line."""
    return path.read_bytes().rfind(b"\n") + 1
