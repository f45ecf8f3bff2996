"""Cells of Simon Tatham's game IDs: a character for each, and a lower-case letter for a run of 1 to 26 blanks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..spec import Board
from .body import DIGITS, Body, Slots
from .runs import write_runs
from .spec import Code, Read, cannot, cells

LETTERS = DIGITS[10:]


def code(meanings: Mapping[str, Any], blank: Any, expected: str, runs: bool = True) -> Code:
    """Boards of cells.

    meanings: character -> neutral value; expected: what the characters are, for people.  runs: do letters stand for
    runs of blanks?  Else there are none.
    """
    tokens = {value: char for char, value in meanings.items()}
    characters = "".join(meanings) + (LETTERS if runs else "")
    strings = all(isinstance(value, str) for value in meanings.values())

    def read(body: Body, rows: int, cols: int) -> Read:
        slots = Slots(body, rows * cols)
        while body.peek():
            at = body.at
            char = body.take(characters, expected)
            if char in meanings:
                slots.put(meanings[char], at)
            else:
                slots.put(blank, at, LETTERS.index(char) + 1)
        slots.check_full()
        return cells(slots, rows, cols, strings)

    def write(board: Board) -> str:
        values = [value for row in board.givens for value in row]
        odd = [value for value in values if value not in tokens and (not runs or value != blank)]
        if odd:
            raise cannot(board, f"{odd[0]} has no character; expected {expected}")
        return write_runs((None if runs and value == blank else value for value in values), tokens.__getitem__, LETTERS)

    return Code(read, write)


def digits(start: int, more: str = "") -> dict[str, int]:
    """The characters of the numbers from `start` to 9, and of those from 10 on."""
    return {char: value for value, char in enumerate(DIGITS[:10] + more) if value >= start}


UPPER = LETTERS.upper()
PEARL = code({"W": "w", "B": "b"}, ".", "W, B or blanks (a-z)")
LOOPY = code({char: char for char in "0123"}, ".", "0, 1, 2, 3 or blanks (a-z)")
LIGHTUP = code({char: char for char in "01234"} | {"B": "#"}, ".", "0 to 4, B or blanks (a-z)")
FILLING = code(digits(1), 0, "1 to 9 or blanks (a-z)")
BRIDGES = code(digits(1, UPPER), 0, "1 to 9, A-Z (10 and more) or water (a-z)")
SINGLES = code(digits(1, LETTERS + UPPER), 0, "1 to 9, a-z (10 to 35) or A-Z (36 to 61)", runs=False)
