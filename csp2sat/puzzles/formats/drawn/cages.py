"""The results of cages in the walls of a drawing: `12`, `6+`, `4*`, `2/`; a blank may be
behind the result, and is behind a difference or a result without a sign: `1- `, `10 `."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....base.source import Source
from ...spec import Cell
from ..base.text_lines import TextLine
from .lines import DrawnWord, is_rule

RESULT = re.compile(r"(\d+)(?:- | |[-+*/xX×÷−–])?")
UNSURE = "--"  # behind a number in a wall whose next sign may be the wall, or that of a difference


def _results(line: TextLine, lines: list[TextLine]) -> Iterator[tuple[DrawnWord, int]]:
    """Yield the results in a wall, each with the place behind it; `+` behind a number is a corner if a bar is above or
    below, or if the wall ends there.

    lines: of the drawing.
    """
    beside = [each.text for each in lines if abs(each.number - line.number) == 1]
    for each in RESULT.finditer(line.text) if is_rule(line) else ():
        text, last = each[0], each.end() - 1
        if text[-1] == "+" and (
            last == len(line.text) - 1 or any(part[last : last + 1] in ("|", ":") for part in beside)
        ):
            text = each[1]
        text += "-" * (text[-1] == "-")
        yield DrawnWord(text.rstrip(), line.number, each.start() + 1), each.start() + len(text.removesuffix("-"))


def without_signs(line: TextLine, lines: list[TextLine]) -> TextLine:
    """Return a wall with `-` in place of its results and of blanks behind them; any other line stays."""
    text = line.text
    for word, end in _results(line, lines):
        text = text[: word.column - 1] + "-" * (end - word.column + 1) + text[end:]
    return line._replace(text=text)


def sums(source: Source, lines: list[TextLine], body: list[TextLine], ends: list[int]) -> dict[Cell, DrawnWord]:
    """Return the results in the walls by the cells below them; raise InputError at a second one above a cell.

    ends: of the columns, each the place of the corner to the right.
    """
    found: dict[Cell, DrawnWord] = {}
    for line in lines:
        r = sum(each.number < line.number for each in body)
        for word, end in _results(line, lines):
            raw = source.lines()[line.number - 1]
            if word.text.endswith(UNSURE) and not raw.isascii():  # the wall is in box-drawing characters
                word = word._replace(text=word.text.removesuffix("-" if raw[end - 1] == "-" else UNSURE))
            at = r, sum(end <= word.column for end in ends)
            if found.setdefault(at, word) != word:
                raise word.wrong(
                    source,
                    f"{word.text.removesuffix(UNSURE)} is a second number in the wall above one cell; expected one",
                )
    return found
