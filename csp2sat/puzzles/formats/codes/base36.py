"""Numbers without blanks (hitori in puzz.link): 0-9 a-z, `-xx` for two digits of base 36, `.` for no number."""

from __future__ import annotations

from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, cannot, cells

EXPECTED = "a number (1-9, a-z, -xx) or ."


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board; raise InputError at a wrong character."""

    def put(slots: Slots, at: int) -> None:
        if body.peek() in "%@":
            raise body.error(f"{body.peek()!r}, an unknown number, cannot stand here; expected {EXPECTED}")
        char = body.take("-." + DIGITS, EXPECTED)
        value = body.number(2, 36) if char == "-" else 0 if char == "." else int(char, 36)
        if char != "." and not value:
            raise body.error("0 cannot stand here; expected numbers from 1 on", at)
        slots.put(value, at)

    return cells(body, rows, cols, put)


def write(board: Board) -> str:
    """Return the text of the cells in this code; raise UsageError if a number is too big."""
    return "".join(_token(board, value) for row in board.givens for value in row)


def _token(board: Board, value: int) -> str:
    if not value:
        return "."
    if value < 36:
        return DIGITS[value]
    if value >= 36**2:
        raise cannot(board, f"{value} is too big; expected at most {36**2 - 1}")
    return f"-{DIGITS[value // 36]}{DIGITS[value % 36]}"


def code() -> Code:
    """Return the code of numbers from 1 on, or no number."""
    return Code(read, write)
