"""The boxes of sudokus: `box R C`, boxes of R rows and C columns."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from ..givens import ExtraNumbers
from ..spec import Board, Cell


def usual_boxes(rows: int, cols: int) -> tuple[int, int]:
    """Rows and columns of a box where nothing is stated: square ones, or 2 x 3 on a board of 6 x 6."""
    root = isqrt(rows)
    if rows != cols:
        raise ValueError(f"a sudoku is square; this board has {rows} rows and {cols} columns")
    if rows != 6 and root * root != rows:
        expected = "expected the text form with a line `box ROWS COLS`"
        raise ValueError(f"a board of {rows} x {rows} has no usual boxes; {expected}")
    return (2, 3) if rows == 6 else (root, root)


def check_boxes(rows: int, cols: int, boxes: tuple[int, ...]) -> None:
    """A box has as many cells as a row."""
    height, width = boxes
    if min(boxes) < 1 or height * width != rows:
        raise ValueError(f"boxes of {height} rows and {width} columns do not fit; expected {rows} cells in a box")


def boxes(board: Board) -> Iterator[tuple[str, list[Cell]]]:
    """The boxes, each with its name, counted from 1."""
    height, width = board.givens["box_rows"], board.givens["box_cols"]
    for top in range(0, board.rows, height):
        for left in range(0, board.cols, width):
            name = f"box at row {top + 1}, column {left + 1}"
            yield name, [(top + r, left + c) for r in range(height) for c in range(width)]


BOX = ExtraNumbers("box", ("box_rows", "box_cols"), usual_boxes, check_boxes)
