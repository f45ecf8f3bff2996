"""The lines of a drawn board, with ASCII signs for box-drawing characters, and their words."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from ....base.source import Source
from ....errors import InputError
from ...drawing import ascii, boxes
from ..base.text_lines import TextLine, lines_of

ASCII = {
    **str.maketrans(boxes.PIECES["line"], ascii.PIECES["line"]),
    **str.maketrans(boxes.PIECES["double"], ascii.PIECES["line"]),
    **str.maketrans(boxes.PIECES["border"], ascii.PIECES["border"]),
    **str.maketrans("┊┈█", "::#"),
    **str.maketrans("∧∨˄˅⌃⌄＜＞·•□☐_", "^v^v^v<>....."),
}
IN_RULE = r"(?:[-+=|:\d*/×÷−– ]|(?<=\d)[xX])*"
RULE = re.compile(rf"\s*(?:\+{IN_RULE}|{IN_RULE}(?:--|==|::|\+-|-\+){IN_RULE}|[|: ]+)")
WALL = re.compile(r"[-=]{2}|\+[-=]|[-=]\+")
ALONG = re.compile(r"(?<=\S)[-=]+(?=\S)")
CROSSES = re.compile(r"(?<=[ +])[xX](?=[ +])")
DOTS = re.compile(r"\s*([+.*o])(?:\s+\1)+\s*")


class DrawnWord(NamedTuple):
    """A word of a drawing: its text, and its line and column, both from 1."""

    text: str
    line: int
    column: int

    @property
    def end(self) -> int:
        """The column behind the word."""
        return self.column + len(self.text)

    def wrong(self, source: Source, message: str) -> InputError:
        """Return the error with this message at the word."""
        return source.error_in_line(message, self.line, self.column)


def drawn_lines(source: Source) -> list[TextLine]:
    """Return the lines that are neither blank nor comments, in ASCII, each character at its old place."""
    return [line._replace(text=line.text.translate(ASCII).rstrip()) for line in lines_of(source)]


def check_closed(source: Source, lines: list[TextLine]) -> None:
    """Raise InputError if there is a wall above all rows with bars and none below them, or the other way round."""
    rows = [at for at, line in enumerate(lines) if "|" in line.text]
    if rows:
        ends = lines[: rows[0]], lines[rows[-1] + 1 :]
        above, below = (any(WALL.search(line.text) for line in each) for each in ends)
        if above != below:
            where, row = ("below", lines[rows[-1]]) if above else ("above", lines[rows[0]])
            raise source.error_in_line(f"no wall {where} this row; expected a closed frame", row.number)


def is_rule(line: TextLine) -> bool:
    """Whether a line has walls, and perhaps sums of cages in them, but no cells."""
    return RULE.fullmatch(line.text) is not None


def with_blank_rows(lines: list[TextLine]) -> list[TextLine]:
    """Return the lines and, for each row of cells without a word, the blank line between two lines of corners."""
    found = lines[:1]
    for above, line in pairwise(lines):
        if line.number - above.number == 2 and DOTS.fullmatch(above.text) and DOTS.fullmatch(line.text):
            found.append(TextLine(above.number + 1, ""))
        found.append(line)
    return found


def is_dotted(lines: list[TextLine]) -> bool:
    """Whether each second line has nothing but the corners of cells, and fewer words are in the lines between them,
    some at least.
    """
    every = with_blank_rows(lines)
    corners = [len(line.text.split()) for line in every[::2] if DOTS.fullmatch(line.text)]
    between = [len(line.text.split()) for line in every[1::2]]
    return bool(corners) and [corners[0]] * (len(between) + 1) == corners and 0 < max(between, default=0) < corners[0]


def words_of(line: TextLine, word: str = r"[^\s|:]+", start: int = 0, end: int | None = None) -> list[DrawnWord]:
    """Return the words of a line from the place `start` to `end` (None: to its end), each a match of the regular
    expression `word`.
    """
    found = re.compile(word).finditer(line.text, start, len(line.text) if end is None else end)
    return [DrawnWord(each[0], line.number, each.start() + 1) for each in found]


def without_strokes(lines: list[TextLine]) -> list[TextLine]:
    """Return the lines of a drawing with blanks in place of the lines between dots, and of crosses there, if the dots
    are at all corners of the cells; else the lines as they are.
    """
    found = [line._replace(text=_blanked(ALONG, line.text.replace("|", " ")).rstrip()) for line in lines]
    corners = [at for at, sign in enumerate(found[0].text) if sign not in " xX"] if found else []
    found = [line for line in (_uncrossed(line, corners) for line in found) if line.text]
    dotted = [DOTS.fullmatch(line.text) and len(line.text.split()) for line in with_blank_rows(found)[::2]]
    return found if len(dotted) > 1 and set(dotted) == {len(corners)} else lines


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: " " * len(found[0]), text)


def _uncrossed(line: TextLine, corners: list[int]) -> TextLine:
    """Return a line without crosses between two corners, or in a column of corners."""
    if (plain := _blanked(CROSSES, line.text)) and DOTS.fullmatch(plain):
        return line._replace(text=plain.rstrip())
    text = "".join(" " if sign in "xX" and at in corners else sign for at, sign in enumerate(line.text))
    return line._replace(text=text.rstrip())
