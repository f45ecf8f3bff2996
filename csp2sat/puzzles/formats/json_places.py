"""Where the parts of a JSON text are, for error messages.  The text is valid; it is read as far as asked."""

from __future__ import annotations

import itertools
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
    """The members of the object or list that begins at `at`: key (or number), where the key and where the value is."""
    is_object = text[at] == "{"
    at = _skip(text, at + 1)
    for count in itertools.count():
        if text[at] in "]}":
            return
        key: Key = count
        key_at = at
        if is_object:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # the colon
        yield key, key_at, at
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        at = _skip(text, at + 1) if text[at] == "," else at


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
