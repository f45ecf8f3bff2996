"""The fields of a row of results, and a check that a row from any file has these fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, get_args

Clock = Literal["cpu", "wall"]
MOST = 10**18  # of a figure, such as seconds or bytes


class Field(NamedTuple):
    """A field of a row.

    fits: returns whether a value may stand in the field.  expected: these values in words.  optional: whether the field
    may be missing.
    """

    fits: Callable[[Any], bool]
    expected: str
    optional: bool = False


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < MOST


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and _is_number(value)


def _is_integer(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _are_seconds(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_number, value.values()))


def _are_counts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_count, value.values()))


TEXT = Field(lambda value: isinstance(value, str), "a text")
COUNT = Field(_is_count, "a count")
SECONDS = Field(_are_seconds, "an object of seconds")
FIELDS = {
    **dict.fromkeys(("key", "input", "family", "encoding", "solver", "version", "status", "why"), TEXT),
    "digest": Field(lambda value: isinstance(value, str) and value.isalnum(), "letters and digits"),
    **dict.fromkeys(("repeat", "shuffle", "variables", "clauses", "bytes"), COUNT),
    "literals": Field(lambda value: value is None or _is_count(value), "a count or null", optional=True),
    "timeout": Field(_is_number, "seconds"),
    "clock": Field(lambda value: value in get_args(Clock), "cpu or wall", optional=True),
    **dict.fromkeys(("wall", "cpu"), SECONDS),
    "memory": Field(lambda value: value is None or _is_number(value), "bytes or null", optional=True),
    "cnf": Field(lambda value: value is None or isinstance(value, str), "a text or null", optional=True),
    **dict.fromkeys(("expect", "formula"), TEXT._replace(optional=True)),
    "goal": Field(lambda value: value in ("minimize", "maximize"), "minimize or maximize", optional=True),
    **dict.fromkeys(("value", "bound"), Field(_is_integer, "an integer or null", optional=True)),
    "statistics": Field(_are_counts, "an object of counts", optional=True),
}
OF_OBJECTIVE = ("goal", "value", "bound")  # a row has all of these fields or none


def row_fault(row: Any) -> str:
    """Return the fault of a row of results, in words; '' if the row is right."""
    if not isinstance(row, dict):
        return "expected a JSON object"
    for name, field in FIELDS.items():
        if name not in row and not field.optional:
            return f"{name} is missing; expected {field.expected}"
        if name in row and not field.fits(row[name]):
            return f"{name} is not {field.expected}"
    missing = [name for name in OF_OBJECTIVE if name not in row]
    if 0 < len(missing) < len(OF_OBJECTIVE):
        return f"{missing[0]} is missing; expected all three of goal, value and bound, or none of the three"
    return ""
