"""Texts in JSON, read by the standard, and with the places of their faults."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from ..errors import InputError, Place
from .numbers import dumps, integer
from .source import Source


class NoJson(ValueError):
    """A text that is no JSON.  at: the offset of the fault."""

    def __init__(self, message: str, at: int):
        super().__init__(message)
        self.at = at


class DoubledName(ValueError):
    """An object in JSON with two members of one name."""

    def __init__(self, name: str):
        super().__init__(f"{name!r} is twice in one object")
        self.name = name


def strict_loads(text: str) -> Any:
    """Return the value that a JSON text means by the standard; Python's reader also accepts NaN, and several members of
    one name in an object, of which the last counts.

    Raises ValueError, whose message describes the fault, for a text that is no JSON or is nested too deeply, for NaN
    and Infinity, for an integer of too many digits, and for an object with two members of one name.
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=integer)
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    except json.JSONDecodeError as error:
        found = error.msg.replace("Expecting property name enclosed", "expected a name").replace(
            "Expecting", "expected"
        )
        raise NoJson(f"this is no JSON: {found}", error.pos) from None


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of a JSON object as a dict.  Raises ValueError if two members have one name."""
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise DoubledName(twice)
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON; expected a finite number")


def json_in(source: Source, begin: int = 0, end: int | None = None) -> Any:
    """Return the value that a part of a text means in JSON, as `strict_loads` does.

    begin, end: the offsets of the part.  Raises InputError for the faults of the part, with the place as far as it is
    known: of a name that is twice in one object, if it is nowhere else.
    """
    text = source.text[begin:end]
    try:
        return strict_loads(text)
    except NoJson as fault:
        raise source.error(str(fault), begin + fault.at) from None
    except DoubledName as fault:
        found = [each.start() for each in re.finditer(rf"{re.escape(dumps(fault.name))}\s*:", text)]
        if len(found) == 2:
            raise source.error(str(fault), begin + found[1]) from None
        raise InputError(str(fault), Place(source.path)) from None
    except ValueError as fault:
        raise InputError(str(fault), Place(source.path)) from None
