"""Cells with 0 or 1 (unruly of Simon Tatham's): a letter for the blank cells before the next digit, and that digit.

    a-y    0 to 24 blank cells, then 0      A-Y    the same, then 1      z, Z    25 blank cells

The digit of the last letter is behind the last cell.
"""

from __future__ import annotations

from ....spec import Board
from ..spec import LETTERS, Body, Code, Read, Slots

BLANK = "."
EXPECTED = "a letter (a-z, A-Z)"


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board, with the cells as `grid` and `distinct` as
    False; raise InputError at a wrong character.

    The letter at the end of the body stands for one more cell.
    """
    slots = Slots(body, rows * cols + 1, behind=1)
    while slots.left():
        at = body.at
        char = body.take(LETTERS + LETTERS.upper(), EXPECTED)
        run = LETTERS.index(char.lower())
        slots.put(BLANK, at, run)
        if run < 25:
            slots.put("01"[char.isupper()], at)
    body.check_end()
    rows_ = ["".join(slots.values[r * cols : (r + 1) * cols]) for r in range(rows)]
    places: dict[tuple[int | str, ...], int] = {("grid", *divmod(k, cols)): at for k, at in enumerate(slots.places)}
    return Read(rows, cols, {"distinct": False, "grid": rows_}, places)


def write(board: Board) -> str:
    """Return the text of the cells in this code."""
    text, run = "", 0
    for char in [*"".join(board.givens["grid"]), "0"]:
        if char == BLANK:
            run += 1
            continue
        letter = "z" * (run // 25) + LETTERS[run % 25]
        text, run = text + (letter.upper() if char == "1" else letter), 0
    return text


def code() -> Code:
    """Return the code of blank cells, 0 and 1."""
    return Code(read, write)
