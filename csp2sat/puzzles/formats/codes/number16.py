"""Numbers in slots (`number16` of puzz.link): most take one character, and a letter stands for a run of blanks.

    0-9 a-f    the number          -xx, +xxx    two or three hexadecimal digits       =xxx    4096 and three digits
    .          an unknown number   g-z          1 to 20 blank slots

Blank slots at the end are written, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...notation import listed
from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, cannot, in_cells, with_boxes, write_runs

UNKNOWN = -1
LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096)}  # sign -> number of digits, what to add
BLANKS = DIGITS[16:]
EXPECTED = "a number (0-9, a-f, -xx, +xxx, =xxx), . or blanks (g-z)"
MOST = 8191
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}  # size of a board -> rows and columns of its boxes
CHARACTERS = "".join(LONG) + "." + DIGITS


def read(body: Body, count: int, what: str = "cells", last: bool = True) -> Slots:
    """Return the numbers of `count` slots: None for a blank slot, -1 for an unknown number.

    The numbers are the `last` part of the body, or others follow; `what` is their name in messages.  Raises InputError
    at a wrong character, and if there are fewer numbers, or more in the last part.
    """
    slots = Slots(body, count, what)
    while slots.more() if last else slots.left() and body.peek() not in ("", "/"):
        at = body.at
        char = body.take(CHARACTERS, EXPECTED)
        if char in BLANKS:
            slots.put(None, at, BLANKS.index(char) + 1)
        elif char in LONG:
            size, more = LONG[char]
            slots.put(body.number(size, 16) + more, at)
        else:
            slots.put(UNKNOWN if char == "." else int(char, 16), at)
    slots.check_full()
    return slots


def write(values: Iterable[int | None]) -> str:
    """Return the text of numbers: 0 to MOST, -1 (unknown) or None (blank)."""
    return write_runs(values, _token, BLANKS)


def _token(value: int) -> str:
    if value == UNKNOWN:
        return "."
    if value < 16:
        return f"{value:x}"
    return f"-{value:02x}" if value < 256 else f"+{value:03x}" if value < 4096 else f"={value - 4096:03x}"


def code(unknown: bool = False, boxed: str = "") -> Code:
    """Return the code of boards of numbers from 1 on.

    unknown: whether a number may be unknown (the neutral value -1).
    boxed: the name of a board in messages if it has the usual boxes of its size; '' for boards without boxes.
    """
    if boxed:
        return Code(lambda body, rows, cols: _read_boxed(body, rows, cols, boxed), _write_boxed)
    return Code(lambda body, rows, cols: _read_board(body, rows, cols, unknown), write_board)


def _read_board(body: Body, rows: int, cols: int, unknown: bool) -> Read:
    slots = read(body, rows * cols)
    for value, at in zip(slots.values, slots.places, strict=True):
        if value == 0:
            raise body.error("0 cannot stand here; expected numbers from 1 on", at)
        if value == UNKNOWN and not unknown:
            raise body.error("an unknown number cannot stand here; expected a number or blanks", at)
    slots.values = [value or 0 for value in slots.values]
    return in_cells(slots, rows, cols)


def _read_boxed(body: Body, rows: int, cols: int, name: str) -> Read:
    if rows != cols or rows not in BOXES:
        sizes = listed(f"{size} x {size}" for size in BOXES)
        raise body.error(f"a {name} of {rows} x {cols} has no boxes in puzz.link; expected {sizes}", 0)
    return with_boxes(_read_board(body, rows, cols, False), *BOXES[rows])


def _write_boxed(board: Board) -> str:
    boxes = board.givens["box_rows"], board.givens["box_cols"]
    if BOXES.get(board.rows) != boxes:
        raise cannot(board, f"puzz.link has no {board.rows} x {board.cols} with boxes of {boxes[0]} x {boxes[1]}")
    return write_board(board, board.givens["grid"])


def write_board(board: Board, grid: list[list[int]] | None = None) -> str:
    """Return the text of a board.

    grid: the board's numbers in rows, from 1 to MOST, -1 for an unknown number, 0 for a blank cell; None: the givens
    are such rows. Raises UsageError if a number is above MOST.
    """
    values = [value for row in grid or board.givens for value in row]
    if max(values) > MOST:
        raise cannot(board, f"{max(values)} is too big; expected at most {MOST}")
    return write(value or None for value in values)
