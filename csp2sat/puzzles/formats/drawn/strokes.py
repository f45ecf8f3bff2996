"""The lines that a person, or csp2sat, has drawn into a board of dots: the state of a solution, no part of the board.

+---+   +        +   +   +
| 3   2     ->     3   2
+   +   +        +   +   +
"""

from __future__ import annotations

import re

from ..base.text_lines import TextLine
from .lines import DOTS, with_blank_rows

ALONG = re.compile(r"(?<=\S)[-=]+(?=\S)")
CROSSES = re.compile(r"(?<=[ +])[xX](?=[ +])")


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
