"""The lines and words of a text form, and errors at them."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...text import Source
from .placing import Wrong


class Line(NamedTuple):
    """A line that is no comment: its number from 1, and its text."""

    number: int
    text: str


def lines_of(source: Source) -> list[Line]:
    """The lines that are not blank and no comments."""
    lines: list[Line] = []
    for number, text in enumerate(source.lines(), start=1):
        sign = text.lstrip()[:1]
        if sign and sign != ";" and (lines or sign != "#"):
            lines.append(Line(number, text))
    return lines


def at(source: Source, line: Line, word: int = 0) -> Wrong:
    """The error at a word of a line; behind the last one if there are not so many."""
    starts = [match.start() + 1 for match in re.finditer(r"\S+", line.text)]
    column = starts[word] if word < len(starts) else len(line.text.rstrip()) + 1
    return lambda message: source.error_in_line(message, line.number, column)
