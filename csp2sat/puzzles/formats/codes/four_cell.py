"""Numbers 0 to 4 in cells (`4cell` of puzz.link), each with the blanks behind it.

    0-4    the number     5-9    number + 5, then a blank      a-e    number + 10, then two blanks
    .      no number, but not blank                            g-z    1 to 20 blanks

The blanks of the last number may reach past the board.
"""

from __future__ import annotations

import re

from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, blanks, cells

EXPECTED = "a number (0-9, a-e), . or blanks (g-z)"
BLANKS = "ghijklmnopqrstuvwxyz"
NUMBERS = DIGITS[:15]
BLANK = "."  # the neutral value
TOKEN = re.compile(r"(\d)(\.\.|\.(?!\Z)|)|(\.+)|.")  # a number and blanks that it takes along, blanks, anything else


def code(unknown: str, most: int, corners: bool = False) -> Code:
    """Return the code of boards of characters: digits up to `most`, and `.` for a blank.

    `unknown` is the board's character for the code's `.`, a number that is not given; '' if the code may have no `.`.
    A blank is written g-z in the code.  The values are those of the
    corners of cells, with one row and one column more, if `corners`.
    """

    def read(body: Body, rows: int, cols: int) -> Read:
        if not corners:
            return _read(body, (rows, cols), unknown, most)
        return _read(body, (rows + 1, cols + 1), unknown, most)._replace(rows=rows, cols=cols)

    return Code(read, write)


def _read(body: Body, size: tuple[int, int], unknown: str, most: int) -> Read:
    def put(slots: Slots, at: int) -> None:
        char = body.take(BLANKS + "." + NUMBERS, EXPECTED)
        if char in BLANKS:
            slots.put(BLANK, at, BLANKS.index(char) + 1)
        elif char == ".":
            if not unknown:
                raise body.error("an unknown number cannot stand here; expected a number or blanks", at)
            slots.put(unknown, at)
        else:
            after, value = divmod(NUMBERS.index(char), 5)
            if value > most:
                raise body.error(f"{value} cannot stand here; expected at most {most}", at)
            slots.put(str(value), at)
            slots.put(BLANK, at, min(after, slots.left()))

    return cells(body, *size, put, strings=True)


def write(board: Board) -> str:
    """Return the text of the cells in this code, in which no blanks reach past the board."""

    def token(found: re.Match[str]) -> str:
        digit, after, run = found.groups()
        if digit:
            return DIGITS[int(digit) + 5 * len(after)]
        return blanks(len(run), BLANKS) if run else "."

    return TOKEN.sub(token, "".join(board.givens))
