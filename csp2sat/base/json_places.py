"""Places of keys and values in a JSON text, which Python's JSON reader does not report."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence

Key = str | int

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_int=len)  # only places are wanted, and Python does not read integers of any length


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
