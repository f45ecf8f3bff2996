"""The texts of a MiniZinc model, with the files that it includes: the names of its constraints, and the enumerations of
the indices of comprehensions, by their places.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from ..output_spec import OutputSpec

TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\\n]|\\.)*")|%[^\n]*|/\*.*?\*/|\'[^\'\n]*\'|'
    r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>;)|(?P<note>::)|(?P<word>\w+)|(?P<other>[^\s\w])",
    re.DOTALL,
)
INCLUDED = re.compile(r'\binclude\s*"([^"]+)"')
INDEX = re.compile(r"\w+(?:\s*,\s*\w+)*\s+in\s+([^\W\d]\w*)\s*(?=[,)\]]|where\b)")

GIVEN = re.compile(r"\b([^\W\d]\w*)\s*=(?!=)\s*([^;]*)")  # a name, and its value
QUOTED = re.compile(r"`(\w+)'")  # the name that a message of MiniZinc is about
FLOAT = re.compile(r"\d\.\d|\d[eE][-+]?\d")


def fault_in(text: str, message: str, floats: Collection[str] = ()) -> int | None:
    """Return the offset of the name whose value a message of MiniZinc without a place is about: the name that the
    message quotes, or the first one with a float as its value; None if no name fits.

    text: of a model, or of its data.  floats: names whose values may be floats.
    """
    bare = TOKEN.sub(lambda token: " " * len(token[0]) if token[0][:1] in '%/"' else token[0], text)
    quoted = QUOTED.findall(message)
    for given in GIVEN.finditer(bare):
        is_float = not quoted and "float" in message and given[1] not in floats and FLOAT.search(given[2])
        if given[1] in quoted or is_float:
            return given.start(1)
    return None


def texts_of(main: Path, seen: set[Path] | None = None) -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of a model, and of each file beside it that the model includes, once.

    seen: paths that are left out, to which the others are added.
    """
    seen, file = set[Path]() if seen is None else seen, main.resolve()
    if file in seen or not file.is_file():
        return
    seen.add(file)
    text = file.read_text(errors="replace")
    yield file, text
    for name in INCLUDED.findall(text):
        yield from texts_of(file.parent / name, seen)


class LineStarts:
    """The offsets at which the lines of a text begin."""

    def __init__(self, text: str):
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def offset(self, row: int, column: int) -> int:
        """Return the offset of a place; line and column are from 1."""
        return self._starts[min(row, len(self._starts)) - 1] + column - 1

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and the column, from 1, of an offset."""
        row = bisect_right(self._starts, at)
        return row, at - self._starts[row - 1] + 1


class ModelText:
    """The text of a model.

    text: of its file.  spec: the output specification, which has the names of the values of enumerations.
    """

    def __init__(self, text: str, spec: OutputSpec):
        self._text, self._spec = text, spec
        self._lines, self._at = text.split("\n"), LineStarts(text)

    def name(self, row: int, column: int) -> str:
        """Return the name of the constraint at a place, '' for none: the last string that the item `constraint` has as
        an annotation, at its beginning or at its end.
        """
        number = bisect_right(self._starts, self._at.offset(row, column)) - 1
        return self._items[number][1] if number >= 0 else ""

    def index(self, row: int, column: int, stated: str) -> str:
        """Return an index of a comprehension with the name of its value, `d=Tue`, if the value is of an enumeration.

        row, column: the place where the index is declared.  stated: the index with its number, such as `d=2`.
        """
        line = self._lines[row - 1][column - 1 :] if row <= len(self._lines) else ""
        name, _, value = stated.partition("=")
        found = INDEX.match(line)
        return f"{name}={self._spec.label(found[1], int(value))}" if found and value.isdecimal() else stated

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self._items]

    @cached_property
    def _items(self) -> list[tuple[int, str]]:
        return list(_named_items(self._text))


def _named_items(text: str) -> Iterator[tuple[int, str]]:
    """Yield for each item of a model where it begins, and the name that it has if it is a constraint, '' for none."""
    start, depth, first, name, noted = -1, 0, "", "", False
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind is None:  # a comment, or a name in quotes
            continue
        if start < 0:
            start, first = token.start(), token[0]
        depth += (kind == "open") - (kind == "close")
        if kind == "string" and noted and not depth:
            with suppress(ValueError):  # a string with escapes of MiniZinc's own
                name = str(json.loads(token[0]))
        noted = kind == "note"
        if kind == "end" and not depth:
            yield start, name if first == "constraint" else ""
            start, depth, first, name = -1, 0, "", ""
    if start >= 0:
        yield start, name if first == "constraint" else ""
