"""Numbers of any size in Simon Tatham's game IDs (rect, solo): a letter for a run of 1 to 26 blanks, `_` between two
numbers that are next to each other."""

from __future__ import annotations

import re

from ..spec import Board
from .body import DIGITS, Body, Slots
from .runs import write_runs
from .spec import Code, Read, cannot, cells

LETTERS = DIGITS[10:]
EXPECTED = "a number, blanks (a-z) or _ between numbers"


def read(body: Body, rows: int, cols: int) -> Read:
    """A board of numbers, 0 where it is blank."""
    slots = Slots(body, rows * cols)
    while body.peek():
        at = body.at
        char = body.take(DIGITS + "_", EXPECTED)
        if char in LETTERS:
            slots.put(0, at, LETTERS.index(char) + 1)
        elif char == "_":
            _check_between(body, at)
        else:
            slots.put(_number(body, at), at)
    slots.check_full()
    return cells(slots, rows, cols)


def _check_between(body: Body, at: int) -> None:
    if not (body.text[at - 1 : at].isdigit() and body.peek().isdigit()):
        raise body.error("unexpected '_'; expected it between two numbers", at)


def _number(body: Body, at: int) -> int:
    """The number that begins at `at`."""
    word = re.compile(r"[0-9]+").match(body.text, at)
    assert word is not None  # its first digit has been read
    body.at = word.end()
    if len(word[0]) > 9 or int(word[0]) == 0:
        raise body.error("expected a number from 1 on, of at most 9 digits", at)
    return int(word[0])


def write(board: Board) -> str:
    """The code of the givens."""
    return _written(board, board.givens)


def _written(board: Board, grid: list[list[int]]) -> str:
    values = [value for row in grid for value in row]
    if min(values) < 0:
        raise cannot(board, "it has an unknown number")
    text = write_runs((value or None for value in values), lambda value: f"{value}_", LETTERS)
    return re.sub(r"_(?=[a-z]|$)", "", text)


def read_sudoku(body: Body, height: int, width: int) -> Read:
    """A sudoku with boxes of so many rows and columns."""
    found = read(body, height * width, height * width)
    return found._replace(givens={"box_rows": height, "box_cols": width, "grid": found.givens})


def write_sudoku(board: Board) -> str:
    """The code of the numbers."""
    return _written(board, board.givens["grid"])


RECT = Code(read, write)
SOLO = Code(read_sudoku, write_sudoku)
