"""Numbers of any size in Simon Tatham's game IDs (rect, solo): a letter for a run of 1 to 26 blanks, `_` between two
numbers that are next to each other."""

from __future__ import annotations

import re

from ....spec import Board
from ..spec import DIGITS, LETTERS, Body, Code, Read, Slots, cannot, cells, with_boxes, write_runs

EXPECTED = "a number, blanks (a-z) or _ between numbers"


def read(body: Body, rows: int, cols: int) -> Read:
    """A board of numbers, 0 where it is blank."""

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
    """The number that begins at `at`."""
    word = re.compile(r"[0-9]+").match(body.text, at)
    assert word is not None  # its first digit has been read
    body.at = word.end()
    if len(word[0]) > 9 or int(word[0]) == 0:
        raise body.error("expected a number from 1 on, of at most 9 digits", at)
    return int(word[0])


def written(board: Board, grid: list[list[int]]) -> str:
    """The code of the numbers of a board."""
    values = [value for row in grid for value in row]
    if min(values) < 0:
        raise cannot(board, "it has an unknown number")
    text = write_runs((value or None for value in values), lambda value: f"{value}_", LETTERS)
    return re.sub(r"_(?=[a-z]|$)", "", text)


def _read_boxed(body: Body, height: int, width: int) -> Read:
    """A board with boxes of so many rows and columns."""
    return with_boxes(read(body, height * width, height * width), height, width)


def code(boxes: bool = False) -> Code:
    """Boards of numbers.  boxes: have they boxes, whose size is that in the game ID?"""
    if boxes:
        return Code(_read_boxed, lambda board: written(board, board.givens["grid"]))
    return Code(read, lambda board: written(board, board.givens))
