"""Rectangles around the sign of a cell, of the form that the sign demands, without another sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product

from ...spec import Board, Cell
from .number_rectangles import ANY, Box, Number

BLANK, SQUARE, WIDE, HIGH, ANY_FORM = ".", "+", "-", "|", "?"
FITS: dict[str, Callable[[int, int], bool]] = {  # height and width
    SQUARE: lambda height, width: height == width,
    WIDE: lambda height, width: height < width,
    HIGH: lambda height, width: height > width,
    ANY_FORM: lambda height, width: True,
}


def sign_numbers(board: Board) -> dict[Cell, Number]:
    """Return each sign of a board, by its cell, with the rectangles that it can have beside the other signs."""
    return _sign_numbers(board.puzzle, tuple(map(tuple, board.values())))


@lru_cache(8)
def _sign_numbers(puzzle: str, rows: tuple[tuple[str, ...], ...]) -> dict[Cell, Number]:
    """Return what `sign_numbers` returns; puzzle, rows: of the board."""
    board = Board(puzzle, len(rows), len(rows[0]), ["".join(row) for row in rows])
    found = dict[Cell, Number]()
    for cell, sign in board.filled(BLANK).items():
        every = [box for box in _boxes(board, cell) if FITS[sign](box.bottom - box.top, box.right - box.left)]
        cells = {each for box in every for each in box.cells()}
        found[cell] = Number(cell, ANY if sign == ANY_FORM else 0, cells, every, f"sign {sign}")
    return found


def _boxes(board: Board, cell: Cell) -> Iterator[Box]:
    """Yield the rectangles around a cell that have no sign but that of the cell."""
    (r, c), signs = cell, board.filled(BLANK).keys() - {cell}
    for top, bottom in product(range(r + 1), range(r, board.rows)):
        full = [j for i, j in signs if top <= i <= bottom]
        left = max((j + 1 for j in full if j < c), default=0)
        right = min((j for j in full if j > c), default=board.cols)
        if c not in full:
            yield from (Box(top, i, bottom, j) for i, j in product(range(left, c + 1), range(c, right)))
