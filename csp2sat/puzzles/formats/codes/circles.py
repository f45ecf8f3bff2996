"""Circles (masyu in puzz.link): three cells a character, a number of base 27 whose digits of base 3 are the cells."""

from __future__ import annotations

from collections.abc import Iterable

from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, cells

CELLS = ".wb"  # by their digits
BASE_27 = DIGITS[:27]


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board; raise InputError at a wrong character."""
    return cells(body, rows, cols, lambda slots, at: put_three(slots, at, CELLS), strings=True)


def put_three(slots: Slots, at: int, values: str) -> None:
    """Read the character at the index `at` of the body, and put the cells that it stands for into the next slots.

    values: the characters of the digits 0, 1 and 2.  Beyond the last slot the cells must be blank; raises InputError if
    one is not, and at a wrong character.
    """
    body = slots.body
    three = BASE_27.index(body.take(BASE_27, "a character for three cells (0-9, a-q)"))
    for digit in (three // 9, three // 3 % 3, three % 3):
        if slots.left():
            slots.put(values[digit], at)
        elif digit:
            raise body.error("a circle past the end of the board", at)


def write(board: Board) -> str:
    """Return the text of the cells in this code."""
    return packed("".join(board.givens), CELLS)


def packed(chars: Iterable[str], values: str) -> str:
    """Return the code of these cells; `values` has the characters of the digits 0, 1 and 2."""
    digits = [values.index(char) for char in chars]
    digits += [0] * (-len(digits) % 3)
    return "".join(DIGITS[9 * a + 3 * b + c] for a, b, c in zip(*[iter(digits)] * 3, strict=True))


def code() -> Code:
    """Return the code of white and black circles."""
    return Code(read, write)
