"""Where the parts of a JSON text are, for error messages.  The text need not be valid; it is read as far as asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ...base.source import Source
from ...errors import InputError

Key = str | int

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class Text(NamedTuple):
    """A source and the members of its outermost object."""

    source: Source
    keys: dict[str, Any]

    def error(self, message: str, *path: Key) -> InputError:
        """The error at the value at the end of the path."""
        return self.source.error(message, place(self.source.text, list(path)))


def members(text: str, at: int) -> Iterator[tuple[Key, int, int]]:
    """The members of the object or list that begins at `at`: key (or number), where the key and where the value is.

    Raises json.JSONDecodeError where the text is no JSON.
    """
    closing = {"{": "}", "[": "]"}[text[at]]
    at = _skip(text, at + 1)
    count = 0
    while text[at : at + 1] != closing or count:
        key: Key = count
        key_at = at
        if closing == "}":
            key, at = _key(text, at)
        yield key, key_at, at
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        count += 1
        if text[at : at + 1] == closing:
            return
        at = _expect(text, at, ",")


def place(text: str, path: list[Key]) -> int:
    """Where the value at the end of a path is, as far as the path can be followed.  The last step may be into a
    string: then it is that character, if the string is written without escapes."""
    at = _skip(text, 0)
    for step in path:
        if text[at] == '"':
            whole = _DECODER.raw_decode(text, at)[1]
            return at + 1 + int(step) if "\\" not in text[at:whole] else at
        if text[at] not in "{[":
            return at
        at = next((value for key, _, value in members(text, at) if key == step), at)
    return at


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _expect(text: str, at: int, char: str) -> int:
    if text[at : at + 1] != char:
        raise json.JSONDecodeError(f"expected `{char}`", text, at)
    return _skip(text, at + 1)


def _key(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] != '"':
        raise json.JSONDecodeError('expected a key in "..."', text, at)
    key, end = _DECODER.raw_decode(text, at)
    return key, _expect(text, _skip(text, end), ":")
