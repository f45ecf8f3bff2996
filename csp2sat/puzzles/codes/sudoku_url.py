"""Sudoku in puzz.link: numbers as in number16, boxes by the size of the board."""

from __future__ import annotations

from ..spec import Board
from ..tokens import listed
from . import number16
from .body import Body
from .spec import Code, Read, cannot

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}  # size -> rows and columns of a box


def read(body: Body, rows: int, cols: int) -> Read:
    """The board, with the boxes that puzz.link draws."""
    if rows != cols or rows not in BOXES:
        raise body.error(f"a sudoku of {rows} x {cols} has no boxes in puzz.link; expected {_sizes()}", 0)
    found = number16.numbers().read(body, rows, cols)
    height, width = BOXES[rows]
    return found._replace(givens={"box_rows": height, "box_cols": width, "grid": found.givens})


def write(board: Board) -> str:
    """The numbers."""
    boxes = board.givens["box_rows"], board.givens["box_cols"]
    if BOXES.get(board.rows) != boxes:
        raise cannot(board, f"puzz.link has no {board.rows} x {board.cols} with boxes of {boxes[0]} x {boxes[1]}")
    return number16.write_board(board, board.givens["grid"])


def _sizes() -> str:
    return listed(f"{size} x {size}" for size in BOXES)


CODE = Code(read, write)
