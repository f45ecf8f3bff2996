"""Circles with sums (balance in puzz.link): number16 of twice the sum, and one more for a black circle.

The sum 0 stands for no sum.
"""

from __future__ import annotations

from ...spec import Board
from . import number16
from .spec import Body, Code, Read, cannot, in_cells

BLANK, COLOURS = ".", "wb"
MOST = number16.MOST // 2


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board; raise InputError at a wrong character."""
    slots = number16.read(body, rows * cols)
    if number16.UNKNOWN in slots.values:
        at = slots.places[slots.values.index(number16.UNKNOWN)]
        raise body.error("an unknown number cannot stand here; expected a number or blanks", at)
    slots.values = [BLANK if value is None else f"{COLOURS[value % 2]}{value // 2 or ''}" for value in slots.values]
    return in_cells(slots, rows, cols)


def write(board: Board) -> str:
    """Return the text of the cells in this code; raise UsageError if a sum is too big."""
    found: list[int | None] = []
    for value in (value for row in board.givens for value in row):
        total = int(value[1:] or 0) if value != BLANK else 0
        if total > MOST:
            raise cannot(board, f"{total} is too big; expected at most {MOST}")
        found.append(None if value == BLANK else 2 * total + COLOURS.index(value[0]))
    return number16.write(found)


def code() -> Code:
    """Return the code of white and black circles, with sums or without."""
    return Code(read, write)
