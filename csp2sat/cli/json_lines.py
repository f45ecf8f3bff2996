"""JSON as the commands print it: objects of one line each, all of the versioned schema in `schema.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..base.numbers import dumps
from ..errors import InputError
from ..escaping import for_json

VERSION = 1  # of the schema: raised when a key changes its meaning or goes, not when one is added


def json_line(fields: dict[str, Any]) -> str:
    """Return an object as one line of JSON, with the version of the schema."""
    return for_json(dumps({"schema": VERSION, **fields}, ensure_ascii=False)) + "\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all objects that the commands print."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / "schema.json").read_text())
    return found


def error_line(kind: str, message: str, exit_code: int, error: BaseException | None = None) -> str:
    """Return an error as one line of JSON, with its message, the `exit_code` of the command and, for an InputError, its
    place.

    kind: the name of the exception, or what ended the command.
    """
    fields: dict[str, Any] = {"kind": kind, "message": message}
    if isinstance(error, InputError):
        place = error.place
        fields |= {"message": error.message, "path": place.path}
        fields |= {"line": place.line} if place.line else {}
        fields |= {"column": place.column} if place.column else {}
    return json_line({"error": fields, "exit_code": exit_code})
