"""Circles (masyu in puzz.link): three cells a character, a number of base 27 whose digits of base 3 are the cells."""

from __future__ import annotations

from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, cells

CELLS = ".wb"  # by their digits
BASE_27 = DIGITS[:27]


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board; raise InputError at a wrong character.

    The last character may reach past the board if its cells there are blank.
    """

    def put(slots: Slots, at: int) -> None:
        three = BASE_27.index(body.take(BASE_27, "a character for three cells (0-9, a-q)"))
        for digit in (three // 9, three // 3 % 3, three % 3):
            if slots.left():
                slots.put(CELLS[digit], at)
            elif digit:
                raise body.error("a circle past the end of the board", at)

    return cells(body, rows, cols, put, strings=True)


def write(board: Board) -> str:
    """Return the text of the cells in this code."""
    digits = [CELLS.index(cell) for cell in "".join(board.givens)]
    digits += [0] * (-len(digits) % 3)
    return "".join(DIGITS[9 * a + 3 * b + c] for a, b, c in zip(*[iter(digits)] * 3, strict=True))


def code() -> Code:
    """Return the code of white and black circles."""
    return Code(read, write)
