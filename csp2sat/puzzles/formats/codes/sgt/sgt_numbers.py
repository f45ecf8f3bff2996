"""Numbers of any size in Simon Tatham's game IDs (rect, solo): a letter for a run of 1 to 26 blanks, and `_` between
two numbers side by side.
"""

from __future__ import annotations

import re

from ....spec import Board
from ..spec import DIGITS, LETTERS, Body, Code, Read, Slots, cannot, cells, with_boxes, write_runs

EXPECTED = "a number, blanks (a-z) or _ between numbers"


def read(body: Body, rows: int, cols: int) -> Read:
    """Return the `rows` x `cols` board of numbers, with 0 for a blank cell; raise InputError at a wrong place."""

    def put(slots: Slots, at: int) -> None:
        char = body.take(DIGITS + "_", EXPECTED)
        if char in LETTERS:
            slots.put(0, at, LETTERS.index(char) + 1)
        elif char != "_":
            slots.put(_number(body, at), at)
        elif not (body.text[at - 1 : at].isdigit() and body.peek().isdigit()):
            raise body.error("unexpected '_'; expected it between two numbers", at)

    return cells(body, rows, cols, put)


def _number(body: Body, at: int) -> int:
    """Take and return the number that begins at the index `at`; raise InputError if it is 0 or too long."""
    word = re.compile(r"[0-9]+").match(body.text, at)
    assert word is not None  # its first digit has been read
    body.at = word.end()
    if len(word[0]) > 9 or int(word[0]) == 0:
        raise body.error("expected a number from 1 on, of at most 9 digits", at)
    return int(word[0])


def written(board: Board, grid: list[list[int]]) -> str:
    """Return the text of the numbers in `grid`; raise UsageError for the board if a number is unknown."""
    values = [value for row in grid for value in row]
    if min(values) < 0:
        raise cannot(board, "the board has an unknown number")
    text = write_runs((value or None for value in values), lambda value: f"{value}_", LETTERS)
    return re.sub(r"_(?=[a-z]|$)", "", text)


def _read_boxed(body: Body, height: int, width: int) -> Read:
    """Return the board of numbers with boxes of `height` rows and `width` columns."""
    return with_boxes(read(body, height * width, height * width), height, width)


def code(boxes: bool = False) -> Code:
    """Return the code of boards of numbers; they have boxes, whose size is that in the game ID, if `boxes`."""
    if boxes:
        return Code(_read_boxed, lambda board: written(board, board.givens["grid"]))
    return Code(read, lambda board: written(board, board.givens))
