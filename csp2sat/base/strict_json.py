"""JSON read as its standard defines it; Python's reader also accepts NaN, and several members of one name in an object,
of which the last counts.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .numbers import integer


def loads(text: str) -> Any:
    """Return the value that a JSON text means.

    Raises ValueError, whose message describes the fault, for a text that is no JSON or is nested too deeply, for NaN
    and Infinity, for an integer of too many digits, and for an object with two members of one name.
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
