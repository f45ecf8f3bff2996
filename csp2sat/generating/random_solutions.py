"""Random solutions, or parts of them, from which generators start.

Latin squares with boxes or without; boards divided into rectangles; shaded cells that do not touch, while the others
stay connected; loops, which are the borders of regions that grow cell by cell without holes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from ..base.portable_random import RandomSource
from ..puzzles.kit.checks import areas, beside, neighbours
from ..puzzles.kit.variables import EdgeRows, edge_rows
from ..puzzles.spec import Cell

Square = list[list[int]]
ROUNDS = 20  # of changes to each line


def latin_square(random: RandomSource, height: int, width: int) -> Square:
    """Numbers 1 to n = height x width, each once in every row, every column and every box of that size (height 1: a
    box is a row).

    It begins with shifted rows.  Then, again and again, two rows of a band exchange a cycle of numbers, so do two
    columns, and two numbers change places in some cells.
    """
    size = height * width
    grid = [[(r % height * width + r // height + c) % size + 1 for c in range(size)] for r in range(size)]
    for _ in range(ROUNDS * size):
        if height > 1:
            _exchange_in_rows(random, grid, height)
        grid = _turned(grid)
        _exchange_in_rows(random, grid, width)
        grid = _turned(grid)
        _exchange_numbers(random, grid, height, width)
    return grid


def box_size(size: int) -> tuple[int, int]:
    """Rows and columns of the boxes: as square as can be, and not higher than wide."""
    height = max(k for k in range(1, isqrt(size) + 1) if size % k == 0)
    return height, size // height


def refuse_unboxed(rows: int, cols: int) -> None:
    """ValueError for a sudoku that is not square, or has no boxes of more than one row."""
    if rows != cols:
        raise ValueError(f"a sudoku is square, not {rows}x{cols}")
    if box_size(rows)[0] == 1:
        raise ValueError(f"a sudoku of {rows}x{cols} has no boxes: {rows} is a prime number")


def refuse_oblong(rows: int, cols: int) -> None:
    """ValueError for a board that is not square."""
    if rows != cols:
        raise ValueError(f"such boards are square, not {rows}x{cols}")


def _turned(grid: Square) -> Square:
    return [list(line) for line in zip(*grid, strict=True)]


def _exchange_in_rows(random: RandomSource, grid: Square, height: int) -> None:
    """Two rows of a band exchange what stands in some columns: the same numbers in both rows."""
    band = random.below(len(grid) // height) * height
    one, two = (grid[band + k] for k in random.shuffled(range(height))[:2])
    first = c = random.below(len(grid))
    while True:
        one[c], two[c] = two[c], one[c]
        if one[c] == two[first]:  # what the row has twice now, unless the cycle is closed
            return
        c = next(k for k, value in enumerate(one) if value == one[c] and k != c)


def _exchange_numbers(random: RandomSource, grid: Square, height: int, width: int) -> None:
    """Two numbers change places in cells that hang together by rows, columns and boxes."""
    one, two = (k + 1 for k in random.shuffled(range(len(grid)))[:2])
    cells = [(r, c) for r, row in enumerate(grid) for c, value in enumerate(row) if value in (one, two)]
    chain = [random.pick(cells)]
    for r, c in chain:
        for i, j in cells:
            together = i == r or j == c or (i // height, j // width) == (r // height, c // width)
            if together and (i, j) not in chain:
                chain.append((i, j))
    for r, c in chain:
        grid[r][c] = one + two - grid[r][c]


def random_rectangles(random: RandomSource, rows: int, cols: int, side: int, area: int) -> list[list[Cell]]:
    """The cells of each rectangle, in reading order, the rectangles in the order of their first cells.

    side: rows and columns, area: cells that a rectangle has at most.
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
    """One whose first cell is this; what is below free cells is free."""
    (r, c), (rows, cols, side, area) = first, most
    widest = 1
    while widest < side and c + widest < cols and (r, c + widest) not in taken:
        widest += 1
    heights = range(1, min(side, rows - r) + 1)
    sizes = [(height, width) for height in heights for width in range(1, widest + 1) if height * width <= area]
    broad = [size for size in sizes if min(size) > 1] or [size for size in sizes if size != (1, 1)]
    height, width = random.pick(broad or sizes)
    return [(r + i, c + j) for i in range(height) for j in range(width)]


def can_be_shaded(shaded: set[Cell], cell: Cell, rows: int, cols: int) -> bool:
    """Can the cell be shaded too, so that it touches no other and the rest stays connected?

    The rest may fall apart only where the new cell closes a chain: where two cells at its corners, or one and the
    border, are shaded.
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
    """Are the cells connected?"""
    return len(areas(cells)) < 2


def random_shading(random: RandomSource, rows: int, cols: int) -> set[Cell]:
    """As many cells as fit, in random order: no other one could be shaded too."""
    shaded: set[Cell] = set()
    for cell in random.shuffled((r, c) for r in range(rows) for c in range(cols)):
        if can_be_shaded(shaded, cell, rows, cols):
            shaded.add(cell)
    return shaded


def shading_rows(shaded: set[Cell], rows: int, cols: int) -> list[str]:
    """The neutral form."""
    return ["".join(".#"[(r, c) in shaded] for c in range(cols)) for r in range(rows)]


Region = set[Cell]
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
BESIDE = 0.3  # chance of a cell that touches the region with more than one side: fewer of them make longer loops


def random_region(random: RandomSource, rows: int, cols: int) -> Region:
    """Connected cells of a board, the others connected too if those beyond its border count as such."""
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
    """Can the cell come into the region, or out of it, so that neither side of its border falls apart or is closed?

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
    """The loop around a region of rows x cols cells, in the neutral form of lines between their corners."""

    def parted(name: str, r: int, c: int) -> bool:
        return ((r, c) in region) != ((r - (name == "h"), c - (name == "v")) in region)

    return edge_rows(rows + 1, cols + 1, parted)


def random_loop(random: RandomSource, rows: int, cols: int) -> EdgeRows:
    """A loop from cell to cell, in the neutral form."""
    return border(random_region(random, rows - 1, cols - 1), rows - 1, cols - 1)
