"""Cells of Simon Tatham's game IDs: a character for each, and a lower-case letter for a run of 1 to 26 blanks."""

from __future__ import annotations

from collections.abc import Mapping

from ....notation import GivenValue
from ....spec import Board
from ..spec import LETTERS, Body, Code, Read, Slots, cannot, cells, write_runs


def code(
    meanings: Mapping[str, GivenValue] | str, blank: object, expected: str, runs: bool = True, corners: bool = False
) -> Code:
    """Return the code of boards of cells.

    `meanings` maps a character to its neutral value, or is the characters of the numbers from 1 on; `expected`
    describes the characters for people.  Letters stand for runs of `blank` if `runs`; otherwise no cell is blank.  The
    values are those of the corners of cells, with one row and one column more, if `corners`.  The writer raises
    UsageError for a value without a character.
    """
    if isinstance(meanings, str):
        meanings = {char: number for number, char in enumerate(meanings, start=1)}
    tokens = {value: char for char, value in meanings.items()}
    characters = "".join(meanings) + (LETTERS if runs else "")
    strings = all(isinstance(value, str) for value in meanings.values())

    def read(body: Body, rows: int, cols: int) -> Read:
        def put(slots: Slots, at: int) -> None:
            char = body.take(characters, expected)
            if char in meanings:
                slots.put(meanings[char], at)
            else:
                slots.put(blank, at, LETTERS.index(char) + 1)

        found = cells(body, rows + corners, cols + corners, put, strings)
        return found._replace(rows=rows, cols=cols)

    def write(board: Board) -> str:
        values = [value for row in board.givens for value in row]
        odd = [value for value in values if value not in tokens and (not runs or value != blank)]
        if odd:
            raise cannot(board, f"{odd[0]} has no character; expected {expected}")
        return write_runs((None if runs and value == blank else value for value in values), tokens.__getitem__, LETTERS)

    return Code(read, write)
