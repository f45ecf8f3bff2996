"""Boards that are divided into random rectangles."""

from __future__ import annotations

from collections.abc import Callable

from ....base.portable_random import RandomSource
from ...spec import Cell


def rectangular_areas(side: int, area: int) -> Callable[[RandomSource, int, int], list[list[int]]]:
    """Return a function that draws a random division of a board into rectangles, as the number of each cell's
    rectangle.

    A rectangle has at most `side` rows, `side` columns, and `area` cells.
    """

    def areas(random: RandomSource, rows: int, cols: int) -> list[list[int]]:
        found = random_rectangles(random, rows, cols, side, area)
        number = {cell: at for at, cells in enumerate(found) for cell in cells}
        return [[number[r, c] for c in range(cols)] for r in range(rows)]

    return areas


def random_rectangles(random: RandomSource, rows: int, cols: int, side: int, area: int) -> list[list[Cell]]:
    """Return the cells of each rectangle of a random division of a `rows` x `cols` board, in the order of their first
    cells.

    A rectangle has at most `side` rows, `side` columns, and `area` cells; its cells are in reading order.
    """
    found: list[list[Cell]] = []
    taken: set[Cell] = set()
    for r in range(rows):
        for c in range(cols):
            if (r, c) not in taken:
                found.append(_rectangle(random, taken, (r, c), (rows, cols, side, area)))
                taken.update(found[-1])
    return found


def _rectangle(random: RandomSource, taken: set[Cell], first: Cell, most: tuple[int, int, int, int]) -> list[Cell]:
    """Return the cells of a random rectangle of free cells with the upper left cell `first`; cells below free ones are
    free.

    `most` is the rows and columns of the board, and the greatest side and area of a rectangle.  Rectangles of one row
    or column are chosen only if no other fits, and a single cell only as the last choice.
    """
    (r, c), (rows, cols, side, area) = first, most
    widest = 1
    while widest < side and c + widest < cols and (r, c + widest) not in taken:
        widest += 1
    heights = range(1, min(side, rows - r) + 1)
    sizes = [(height, width) for height in heights for width in range(1, widest + 1) if height * width <= area]
    broad = [size for size in sizes if min(size) > 1] or [size for size in sizes if size != (1, 1)]
    height, width = random.pick(broad or sizes)
    return [(r + i, c + j) for i in range(height) for j in range(width)]
