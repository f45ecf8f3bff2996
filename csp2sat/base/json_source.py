"""Texts in JSON, read by the standard, with the places of their faults, keys and values, which Python's reader does not
report.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NoReturn

from ..errors import InputError
from .numbers import MOST_DIGITS, dumps, loads, shortened
from .source import Source

Key = str | int

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_int=len)  # only places are wanted, and Python does not read integers of any length
_TOKEN = re.compile(rf'"(?:\\.|[^"\\])*"|(?P<fault>-?(?:NaN|Infinity)|\d{{{MOST_DIGITS + 1},}})')
_KEY_OR_BRACE = re.compile(r'(?P<key>"(?:\\.|[^"\\])*")\s*:|"(?:\\.|[^"\\])*"|[{}]')


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

    Raises NoJson, whose message describes the fault, for a text that is no JSON or is nested too deeply, for NaN and
    Infinity, for an integer of too many digits, and for an object with two members of one name.
    """
    try:
        return loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except RecursionError:
        raise NoJson("this is nested too deeply", 0) from None
    except json.JSONDecodeError as error:
        found = error.msg.replace("Expecting property name enclosed", "expected a name").replace(
            "Expecting", "expected"
        )
        raise NoJson(f"this is no JSON: {found}", error.pos) from None
    except DoubledName as error:
        raise NoJson(str(error), _second(text, error.name)) from None
    except ValueError as error:
        at = next((token.start() for token in _TOKEN.finditer(text) if token["fault"]), 0)
        raise NoJson(str(error), at) from None


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of a JSON object as a dict.  Raises DoubledName if two members have one name."""
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise DoubledName(twice)
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON; expected a finite number")


def _second(text: str, name: str) -> int:
    """Return the offset of the second member `name` in the object of a JSON text that ends first of those with two."""
    begun: list[list[int]] = []
    for token in _KEY_OR_BRACE.finditer(text):
        if token[0] == "{":
            begun.append([])
        elif token[0] != "}":
            if token["key"] and json.loads(token["key"]) == name:
                begun[-1].append(token.start())
        elif len(places := begun.pop()) > 1:
            return places[1]
    return 0


def json_in(source: Source, begin: int = 0, end: int | None = None) -> Any:
    """Return the value that a part of a text means in JSON, as `strict_loads` does.

    begin, end: the offsets of the part.  Raises InputError, at the place of the fault, for the faults of the part.
    """
    try:
        return strict_loads(source.text[begin:end])
    except NoJson as fault:
        raise source.error(str(fault), begin + fault.at) from None


def unknown_key(keys: Collection[Any], known: Collection[str], only_near: bool = False) -> tuple[str, str] | None:
    """Return the first of the keys of an object that is not known, and what to say of it; None if all are known.

    only_near: whether just a key that is nearly a known one counts, as others may stand beside these.
    """
    for found in keys:
        if found in known:
            continue
        from difflib import get_close_matches  # which a right object does without

        near = get_close_matches(str(found), known, 1, 0.8 if only_near else 0.6)
        if near or not only_near:
            meant = f"did you mean {dumps(near[0])}?" if near else f"expected {', '.join(map(dumps, known))}"
            return found, f"no key {shortened(dumps(found))} is known here; {meant}"
    return None


def key_error(
    source: Source, path: Sequence[Key], keys: Collection[Any], known: Collection[str], only_near: bool = False
) -> InputError | None:
    """Return the error, not raised, for the first of the keys of an object that is not known, with the place of the
    key; None if all are known.

    path: the keys and indices that lead to the object.  only_near: as in `unknown_key`.
    """
    if (unknown := unknown_key(keys, known, only_near)) is None:
        return None
    text, at = source.text, place(source.text, path)
    within = members(text, at) if text[at : at + 1] == "{" else iter(())
    return source.error(unknown[1], next((key_at for name, key_at, _ in within if name == unknown[0]), at))


def members(text: str, at: int) -> Iterator[tuple[Key, int, int]]:
    """Yield the members of the object or list that begins at offset `at`: key (or index in a list), offset of the key,
    and offset of the value.
    """
    is_object = text[at] == "{"
    at = skip(text, at + 1)
    for count in itertools.count():
        if text[at] in "]}":
            return
        key: Key = count
        key_at = at
        if is_object:
            key, at = _DECODER.raw_decode(text, at)
            at = skip(text, skip(text, at) + 1)  # the colon
        yield key, key_at, at
        at = skip(text, _DECODER.raw_decode(text, at)[1])
        at = skip(text, at + 1) if text[at] == "," else at


def place(text: str, path: Sequence[Key]) -> int:
    """Return the offset of the value to which a path of keys and indices leads in a JSON text, as far as the path can
    be followed.

    The last step may be an index into a string; the result is then the offset of that character, if the string is
    written without escapes.
    """
    at = skip(text, 0)
    for step in path:
        if text[at] == '"':
            whole = _DECODER.raw_decode(text, at)[1]
            return at + 1 + int(step) if "\\" not in text[at:whole] else at
        if text[at] not in "{[":
            return at
        at = next((value for key, _, value in members(text, at) if key == step), at)
    return at


def skip(text: str, at: int) -> int:
    """Return the offset of the first character from `at` on that is not blank."""
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
