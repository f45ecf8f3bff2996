"""The boxes of sudokus; the line `box R C` of the text form gives their rows and columns."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from ..givens import ExtraNumbers
from ..spec import Board, Cell


def usual_boxes(rows: int, cols: int) -> tuple[int, int]:
    """Return the rows and columns of a box if a board does not give them: square boxes, or 2 x 3 on a board of 6 x 6.

    Raises ValueError if the board is not square, or has no usual boxes.
    """
    root = isqrt(rows)
    if rows != cols:
        raise ValueError(f"a sudoku is square; this board has {rows} rows and {cols} columns")
    if rows != 6 and root * root != rows:
        expected = "expected the text form with a line `box ROWS COLS`"
        raise ValueError(f"a board of {rows} x {rows} has no usual boxes; {expected}")
    return (2, 3) if rows == 6 else (root, root)


def check_boxes(rows: int, cols: int, boxes: tuple[int, ...]) -> None:
    """Raise ValueError if `boxes` (the rows and columns of a box) do not have as many cells as a row of the square
    board of `rows` x `cols`.
    """
    height, width = boxes
    if min(boxes) < 1 or height * width != rows:
        raise ValueError(f"boxes of {height} rows and {width} columns do not fit; expected {rows} cells in a box")


def boxes(board: Board) -> Iterator[tuple[str, list[Cell]]]:
    """Yield each box as its name, with the row and column of its first cell counted from 1, and its cells in reading
    order.
    """
    height, width = board.givens["box_rows"], board.givens["box_cols"]
    for top in range(0, board.rows, height):
        for left in range(0, board.cols, width):
            name = f"box at row {top + 1}, column {left + 1}"
            yield name, [(top + r, left + c) for r in range(height) for c in range(width)]


BOX = ExtraNumbers("box", ("box_rows", "box_cols"), usual_boxes, check_boxes)
