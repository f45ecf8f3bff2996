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
    """Return connected cells of a board, the others connected too if those beyond its border count as such."""
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
    """Whether a cell can come into a region, or out of it, so that neither side of the border falls apart or is closed.

    So it is if, once around it, region and outside change exactly twice, and both are beside it.
    """
    around = [(cell[0] + i, cell[1] + j) in region for i, j in AROUND]
    changes = sum(around[k] != around[k - 1] for k in range(8))
    return changes == 2 and 0 < sum(around[1::2]) < 4


def improve(region: Region, cells: list[Cell], value: Callable[[Region, Cell], int]) -> None:
    """Let each of the cells change sides, where it can and that does not make the value less.

    value: of a region, as far as a cell that changes sides can matter.
    """
    for cell in cells:
        if is_simple(region, cell):
            before = value(region, cell)
            region ^= {cell}
            if value(region, cell) < before:
                region ^= {cell}


def border(region: Region, rows: int, cols: int) -> EdgeRows:
    """Return the loop around a region of rows x cols cells, in the neutral form of lines between their corners."""

    def parted(name: str, r: int, c: int) -> bool:
        return ((r, c) in region) != ((r - (name == "h"), c - (name == "v")) in region)

    return edge_rows(rows + 1, cols + 1, parted)


def random_loop(random: RandomSource, rows: int, cols: int) -> EdgeRows:
    """Return a loop from cell to cell, in the neutral form."""
    return border(random_region(random, rows - 1, cols - 1), rows - 1, cols - 1)


def random_border(random: RandomSource, rows: int, cols: int) -> EdgeRows:
    """Return a loop along the sides of cells, in the neutral form."""
    return border(random_region(random, rows, cols), rows, cols)
