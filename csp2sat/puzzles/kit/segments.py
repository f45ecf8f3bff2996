"""Straight lines of cells that go on as far as they can: what a light shines on, what a sum is written before."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import groupby

from ..spec import Board, Cell


def segments(board: Board, cells: Container[Cell]) -> Iterator[tuple[str, list[Cell]]]:
    """The longest lines of neighbouring `cells`, first from left to right, then from top to bottom.

    The first value says which: `across` or `down`.  A cell is in one line of each way, if only by itself.
    """
    rows = [[(r, c) for c in range(board.cols)] for r in range(board.rows)]
    columns = [[(r, c) for r in range(board.rows)] for c in range(board.cols)]
    for way, line in [*(("across", row) for row in rows), *(("down", column) for column in columns)]:
        for inside, group in groupby(line, cells.__contains__):
            if inside:
                yield way, list(group)
