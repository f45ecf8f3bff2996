"""The layout of a drawing whose walls are a frame around the board, or around every cell, and say nothing else.

+-----------+      +---+---+---+
| . . # + | |      |   | 3 |   |
| . | . - . |      +---+---+---+
+-----------+      | 1 |   | # |
                   +---+---+---+
"""

from __future__ import annotations

import re
from itertools import pairwise

from ....base.source import Source
from ..base.text_lines import TextLine
from .layout import DrawnBoard, check_gaps
from .lines import DrawnWord, words_of

FRAME = re.compile(r"\s*\+[-=]+(?:\+[-=]+)*\+")


def is_boxed(lines: list[TextLine]) -> bool:
    """Whether the lines are a frame around rows, whose first and last lines are equal walls."""
    top = lines[0].text
    ends = all(line.text.lstrip()[0] + line.text[-1] in ("||", "++") for line in lines)
    return len(lines) > 2 and ends and FRAME.fullmatch(top) is not None and lines[-1].text == top


def is_grid(lines: list[TextLine]) -> bool:
    """Whether the lines are a frame with walls around every cell, of which there are two at least."""
    if not is_boxed(lines) or len(lines) % 2 == 0 or any(line.text != lines[0].text for line in lines[::2]):
        return False
    bars = [word.column for word in words_of(lines[0], r"\+")]
    between = all(all(line.text[at - 1 : at] == "|" for at in bars) for line in lines[1::2])
    return between and len(bars) * len(lines) > 6


def boxed(source: Source, lines: list[TextLine]) -> DrawnBoard:
    """Return the layout of a board in a frame, or with walls around every cell, in which a bar is a sign of a cell if
    it is no wall; raise InputError at a row with another number of cells.
    """
    if is_grid(lines):
        bars = [word.column for word in words_of(lines[0], r"\+")]
        cells = [[_cell(source, line, *pair) for pair in pairwise(bars)] for line in lines[1::2]]
        return DrawnBoard(cells)
    for line in lines:
        if line.text.lstrip()[0] == "+" and (line.text.count("+") > 2 or line not in (lines[0], lines[-1])):
            raise source.error_in_line(
                "walls inside; expected them around every cell, or around the board only", line.number
            )
    together = all(" " not in line.text.strip() for line in lines)
    rows = [line._replace(text=line.text.replace("|", " ", 1)[:-1]) for line in lines[1:-1]]
    cells = [words_of(line, r"\S" if together else r"\S+") for line in rows]
    for line, row in zip(rows, cells, strict=True):
        if len(row) != len(cells[0]) or not row:
            expected = f"{len(cells[0])}, as in the row above (. is a blank cell)" if cells[0] else ". in blank cells"
            message = f"found {len(row)} cells; expected {expected}"
            raise source.error_in_line(message, line.number, row[-1].column if row else 1)
    check_gaps(source, lines[1:-1], cells)
    return DrawnBoard(cells)


def _cell(source: Source, line: TextLine, left: int, right: int) -> DrawnWord:
    """Return the word between two bars of a row, in the columns `left` and `right`, `.` if there is none; raise
    InputError if there are several.
    """
    words = words_of(line, r"\S+", left, right - 1)
    if len(words) > 1:
        raise words[1].wrong(source, f"found {len(words)} words in this cell; expected one")
    return words[0] if words else DrawnWord(".", line.number, left + 1)
