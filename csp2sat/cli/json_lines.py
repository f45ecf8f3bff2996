"""JSON as the commands print it: objects of one line each, all of the versioned schema in `schema.json`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from ..base.numbers import dumps
from ..errors import InputError
from ..escaping import for_json

VERSION = 1  # of the schema: raised when a key changes its meaning or goes, not when one is added


_of_batch: ContextVar[str | None] = ContextVar("the input of a batch", default=None)


@contextmanager
def objects_about(name: str) -> Iterator[None]:
    """Let each object that `json_line` makes in the block have a field `input`, the `name` of an input of a batch, and
    a status.
    """
    token = _of_batch.set(name)
    try:
        yield
    finally:
        _of_batch.reset(token)


def json_line(fields: dict[str, Any], status: str = "") -> str:
    """Return an object as one line of JSON, with the version of the schema.

    status: of an object without a status among its fields, '' for none; only used in a batch.
    """
    if (name := _of_batch.get()) is not None:
        fields = {"input": name, **({"status": status} if status else {}), **fields}
    return for_json(dumps({"schema": VERSION, **fields}, ensure_ascii=False)) + "\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all objects that the commands print."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / "schema.json").read_text())
    return found


def error_line(
    kind: str, message: str, exit_code: int, error: BaseException | None = None, status: str = "ERROR"
) -> str:
    """Return an error as one line of JSON, with its message and the `exit_code` of the command.

    kind: the name of the exception, or what ended the command.  error: the exception; an InputError adds its place, and
    its own message in place of `message`.  status: of the input, in a batch.
    """
    fields: dict[str, Any] = {"kind": kind, "message": message}
    if isinstance(error, InputError):
        place = error.place
        fields |= {"message": error.message, "path": place.path}
        fields |= {"line": place.line} if place.line else {}
        fields |= {"column": place.column} if place.column else {}
    return json_line({"error": fields, "exit_code": exit_code}, status)
