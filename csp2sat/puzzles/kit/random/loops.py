"""Random loops, which are the borders of regions that grow cell by cell without holes."""

from __future__ import annotations

from collections.abc import Callable

from ....base.portable_random import RandomSource
from ...spec import Cell
from ..checks import beside, neighbours
from ..variables import EdgeRows, edge_rows

Region = set[Cell]
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
BESIDE = 0.3  # chance of a cell that touches the region with more than one side: fewer of them make longer loops


def random_region(random: RandomSource, rows: int, cols: int) -> Region:
    """Return a random connected set of cells of a `rows` x `cols` board, whose complement is connected, too, if cells
    beyond the board's edge count.
    """
    start = (random.below(rows), random.below(cols))
    region, tries = {start}, neighbours(start)
    while tries:
        at = random.below(len(tries))
        tries[at], tries[-1] = tries[-1], tries[at]
        cell = tries.pop()
        inside = 0 <= cell[0] < rows and 0 <= cell[1] < cols
        if inside and cell not in region and _joins(random, region, cell):
            region.add(cell)
            tries += (near for near in neighbours(cell) if near not in region)
    return region


def _joins(random: RandomSource, region: Region, cell: Cell) -> bool:
    return is_simple(region, cell) and (beside(cell, region) == 1 or random.chance(BESIDE))


def is_simple(region: Region, cell: Cell) -> bool:
    """Whether a cell can join or leave a region while the region and its complement stay connected and get no hole.

    The cell can if region and complement change exactly twice around it, and both have a cell beside it.
    """
    around = [(cell[0] + i, cell[1] + j) in region for i, j in AROUND]
    changes = sum(around[k] != around[k - 1] for k in range(8))
    return changes == 2 and 0 < sum(around[1::2]) < 4


def improve(region: Region, cells: list[Cell], value: Callable[[Region, Cell], int]) -> None:
    """Move each of the cells into the region, or out of it, if `is_simple` allows it and `value` does not decrease.

    `value` gets the region and a cell, and returns a score of the region's part that the cell can change.
    """
    for cell in cells:
        if is_simple(region, cell):
            before = value(region, cell)
            region ^= {cell}
            if value(region, cell) < before:
                region ^= {cell}


def border(region: Region, rows: int, cols: int) -> EdgeRows:
    """Return the loop around a region of a `rows` x `cols` board, in the neutral form of lines between corners of
    cells.
    """

    def parted(name: str, r: int, c: int) -> bool:
        return ((r, c) in region) != ((r - (name == "h"), c - (name == "v")) in region)

    return edge_rows(rows + 1, cols + 1, parted)


def random_loop(random: RandomSource, rows: int, cols: int) -> EdgeRows:
    """Return a random loop from cell to cell of a `rows` x `cols` board, in the neutral form."""
    return border(random_region(random, rows - 1, cols - 1), rows - 1, cols - 1)


def random_border(random: RandomSource, rows: int, cols: int) -> EdgeRows:
    """Return a random loop along the sides of cells of a `rows` x `cols` board, in the neutral form."""
    return border(random_region(random, rows, cols), rows, cols)
