"""Circles and arrows (sashigane in puzz.link).

0-9 a-f    a circle with a number      -xx    with two hexadecimal digits     .    a circle
g h i j    an arrow up, down, left, right      k-z    1 to 16 blank cells
"""

from __future__ import annotations

from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, cannot, cells, write_runs

BLANK, CIRCLE = ".", "o"
ARROWS = dict(zip("ghij", "UDLR", strict=True))
BLANKS = DIGITS[20:]
EXPECTED = "a circle (0-9, a-f, -xx, .), an arrow (g-j) or blanks (k-z)"


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board; raise InputError at a wrong character."""

    def put(slots: Slots, at: int) -> None:
        char = body.take("-." + DIGITS, EXPECTED)
        if char in BLANKS:
            slots.put(BLANK, at, BLANKS.index(char) + 1)
        elif char in ARROWS or char == ".":
            slots.put(ARROWS.get(char, CIRCLE), at)
        else:
            slots.put(_circle(body, char, at), at)

    return cells(body, rows, cols, put)


def _circle(body: Body, char: str, at: int) -> str:
    number = body.number(2, 16) if char == "-" else int(char, 16)
    if number < 3:
        raise body.error(f"{number} cannot stand here; expected numbers from 3 on", at)
    return str(number)


def write(board: Board) -> str:
    """Return the text of the cells in this code; raise UsageError if a number is above 255."""
    for value in (value for row in board.givens for value in row if value.isdigit()):
        if int(value) > 255:
            raise cannot(board, f"{value} is too big; expected at most 255")
    return write_runs((None if value == BLANK else value for row in board.givens for value in row), _token, BLANKS)


def _token(value: str) -> str:
    if value == CIRCLE:
        return "."
    if not value.isdigit():
        return next(char for char, letter in ARROWS.items() if letter == value)
    return f"{int(value):x}" if int(value) < 16 else f"-{int(value):02x}"


def code() -> Code:
    """Return the code of circles, with numbers or without, arrows and blank cells."""
    return Code(read, write)
