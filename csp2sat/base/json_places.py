"""Places in a JSON text: Python's reader of JSON knows none."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence

Key = str | int

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_int=len)  # only places are wanted, and Python does not read integers of any length


def members(text: str, at: int) -> Iterator[tuple[Key, int, int]]:
    """The members of the object or list that begins at `at`: key (or number), where the key and where the value is."""
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
    """Where the value at the end of a path is, as far as the path can be followed.  The last step may be into a
    string: then it is that character, if the string is written without escapes."""
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
    """Where the next character is that is not blank."""
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
