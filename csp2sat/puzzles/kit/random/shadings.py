"""Random shaded cells: any cells, or cells that do not touch while the others stay connected."""

from __future__ import annotations

from collections.abc import Callable, Container

from ....base.portable_random import RandomSource
from ...spec import Cell
from ..checks import areas, neighbours

BLOTS = 0.58  # part of the cells of an image of blots
SMOOTH = 0.6  # chance of a cell of it to become as most around it are


def can_be_shaded(shaded: set[Cell], cell: Cell, rows: int, cols: int) -> bool:
    """Whether a cell of a `rows` x `cols` board can be shaded besides the shaded ones: no two touch, and the rest stays
    connected.

    The rest is examined only if the cell closes a chain: if two cells at its corners, or one and the border, are
    shaded.
    """
    if cell in shaded or any(near in shaded for near in neighbours(cell)):
        return False
    r, c = cell
    corners = sum((r + i, c + j) in shaded for i in (-1, 1) for j in (-1, 1))
    at_border = r in (0, rows - 1) or c in (0, cols - 1)
    if corners + at_border < 2:
        return True
    return is_connected({(i, j) for i in range(rows) for j in range(cols)} - shaded - {cell})


def is_connected(cells: set[Cell]) -> bool:
    """Whether the cells are connected by their sides; the empty set is connected."""
    return len(areas(cells)) < 2


def random_shading(random: RandomSource, rows: int, cols: int) -> set[Cell]:
    """Return random shaded cells of a `rows` x `cols` board: no two touch, the rest is connected, and no other cell
    could be shaded, too.
    """
    shaded: set[Cell] = set()
    for cell in random.shuffled((r, c) for r in range(rows) for c in range(cols)):
        if can_be_shaded(shaded, cell, rows, cols):
            shaded.add(cell)
    return shaded


def any_shaded(share: float) -> Callable[[RandomSource, int, int], list[str]]:
    """Return a function that draws a shading in which each cell is shaded with the probability `share`."""
    return lambda random, rows, cols: ["".join(".#"[random.chance(share)] for _ in range(cols)) for _ in range(rows)]


def blots(random: RandomSource, rows: int, cols: int) -> list[str]:
    """Return a random shading of `rows` x `cols` cells in which some cells take the colour of most of the 3 x 3 cells
    around them.
    """
    image = any_shaded(BLOTS)(random, rows, cols)

    def most(r: int, c: int) -> str:
        near = "".join(row[max(c - 1, 0) : c + 2] for row in image[max(r - 1, 0) : r + 2])
        return ".#"[2 * near.count("#") > len(near)]

    return ["".join(most(r, c) if random.chance(SMOOTH) else image[r][c] for c in range(cols)) for r in range(rows)]


def shading_rows(shaded: Container[Cell], rows: int, cols: int) -> list[str]:
    """Return the neutral solution of `rows` x `cols` cells with these shaded cells."""
    return ["".join(".#"[(r, c) in shaded] for c in range(cols)) for r in range(rows)]
