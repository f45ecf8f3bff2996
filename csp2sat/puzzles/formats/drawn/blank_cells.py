"""Blank cells without a sign in the drawing of a square board with walls, whose places follow from corners and bars.

+---+-------+
|   |       |
|   +---+   |
|       |   |
+-------+---+
|           |
+-----------+
"""

from __future__ import annotations

from ..base.text_lines import TextLine
from .lines import is_rule

WIDTH = 4  # from one bar to the next


def with_signs(lines: list[TextLine]) -> list[TextLine]:
    """Return the lines of a framed drawing with `.` in each cell without a word; return the lines as they are if a cell
    has the sign already, or they do not say where all cells are.

    The lines say so if lines with walls and rows of cells alternate, with a wall inside, all corners and bars stand at
    multiples of WIDTH, and the board is square: in any other drawing, cells without a wall between them may stand
    closer together.
    """
    rules, rows = lines[::2], lines[1::2]
    texts = [line.text for line in lines]
    left, width = len(texts[0]) - len(texts[0].lstrip()), WIDTH * len(rows)
    ends = all(len(text) == left + width + 1 and {text[left], text[-1]} <= {"+", "|"} for text in texts)
    whole = lines[-1].number - lines[0].number + 1 == len(lines) == 2 * len(rows) + 1
    inside = len(rows) == 1 or any("-" in rule.text for rule in rules[1:-1])
    if not (
        whole and ends and inside and all(map(is_rule, rules)) and not any(set("+-=.") & set(row.text) for row in rows)
    ):
        return lines
    starts = range(left, left + width, WIDTH)
    if any(char in "+|" and (at - left) % WIDTH for text in texts for at, char in enumerate(text)):
        return lines
    if any(row.text[at] not in "|: " for row in rows for at in starts):
        return lines
    return [line if line in rules else _signed(line, starts) for line in lines]


def _signed(line: TextLine, starts: range) -> TextLine:
    text = line.text
    for at in starts:
        if not text[at + 1 : at + WIDTH].strip():
            text = f"{text[: at + 2]}.{text[at + 3 :]}"
    return line._replace(text=text)
