"""Nonograms in Simon Tatham's game IDs (pattern): the columns, then the rows, with `/` between lines and `.` between
numbers; an empty line has nothing."""

from __future__ import annotations

import re

from ....spec import Board
from ..spec import Body, Code, Read, Slots, ValuePath

EXPECTED = "`.` between numbers or `/` between lines"


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board, with the lists of numbers as `rows` and `cols`;
    raise InputError at a wrong character.
    """
    slots = Slots(body, cols + rows, "lines")
    places: dict[ValuePath, int] = {}
    for k in range(cols + rows):
        if k:
            body.take("/", EXPECTED)
        side: ValuePath = ("cols", k) if k < cols else ("rows", k - cols)
        places[side] = body.at
        slots.put(_line(body, side, places), places[side])
    slots.more()
    return Read(rows, cols, {"rows": slots.values[cols:], "cols": slots.values[:cols]}, places)


def _line(body: Body, side: ValuePath, places: dict[ValuePath, int]) -> list[int]:
    line: list[int] = []
    while body.peek() not in ("", "/"):
        if line:
            body.take(".", EXPECTED)
        places[*side, len(line)] = body.at
        line.append(_number(body))
    return line


def _number(body: Body) -> int:
    word = re.compile(r"[0-9]{1,9}").match(body.text, body.at)
    if not body.peek() and body.slots is not None:
        body.slots.check_full()
    if word is None or int(word[0]) == 0:
        raise body.error("expected a number from 1 on, of at most 9 digits")
    body.at = word.end()
    return int(word[0])


def write(board: Board) -> str:
    """Return the text of the lines."""
    return "/".join(".".join(map(str, line)) for line in (*board.givens["cols"], *board.givens["rows"]))


def code() -> Code:
    """Return the code of the lengths of the blocks of rows and columns."""
    return Code(read, write)
