"""JSON as its standard has it: Python's reader takes NaN, and the last of several members of one name."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .numbers import integer


def loads(text: str) -> Any:
    """Return the value that a JSON text means.

    Raises ValueError, with what is wrong in words, for a text that is none, for NaN and Infinity, for a number of
    too many digits, and for an object with two members of one name.
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=integer)
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    except json.JSONDecodeError:
        raise ValueError("this is no JSON") from None


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is twice in one object")
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")
