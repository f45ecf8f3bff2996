"""Signs in cells (tatamibari in puzz.link): a character for each sign; g-z: 1 to 20 blank cells."""

from __future__ import annotations

from collections.abc import Mapping

from ...notation import listed
from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, cells, write_runs

BLANK, BLANKS = ".", DIGITS[16:]


def code(signs: Mapping[str, str]) -> Code:
    """Return the code of cells with signs; `signs` maps a character of the code to its sign."""
    characters = {sign: char for char, sign in signs.items()}

    def read(body: Body, rows: int, cols: int) -> Read:
        def put(slots: Slots, at: int) -> None:
            char = body.take("".join(signs) + BLANKS, f"a sign ({listed(signs)}) or blanks (g-z)")
            if char in signs:
                slots.put(signs[char], at)
            else:
                slots.put(BLANK, at, BLANKS.index(char) + 1)

        return cells(body, rows, cols, put, strings=True)

    def write(board: Board) -> str:
        values = (None if sign == BLANK else sign for row in board.givens for sign in row)
        return write_runs(values, characters.__getitem__, BLANKS)

    return Code(read, write)
