"""Random Latin squares, with boxes or without."""

from __future__ import annotations

from math import isqrt

from ....base.portable_random import RandomSource
from ...notation import GivenParts

Square = list[list[int]]

ROUNDS = 20  # of changes to each line


def latin_square(random: RandomSource, height: int, width: int) -> Square:
    """Return a random square of the numbers 1 to n = height x width, each once in every row, column and box.

    Boxes have `height` rows and `width` columns; a box is a row if the height is 1.  The square begins with shifted
    rows; then, again and again, two rows of a band of boxes exchange a cycle of numbers, two columns do the same, and
    two numbers change places in some cells.
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


def numbers_in_lines(random: RandomSource, rows: int, cols: int) -> Square:
    """Return a random Latin square of `rows` rows without boxes; `cols` is not used."""
    return latin_square(random, 1, rows)


def numbers_in_boxes(random: RandomSource, rows: int, cols: int) -> Square:
    """Return a random filled sudoku of `rows` rows, with the boxes of `box_size`; `cols` is not used."""
    return latin_square(random, *box_size(rows))


def without_numbers(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a sudoku of `rows` x `cols` cells without numbers, with the boxes of `box_size`."""
    height, width = box_size(rows)
    return {"box_rows": height, "box_cols": width, "grid": [[0] * cols for _ in range(rows)]}


def box_size(size: int) -> tuple[int, int]:
    """Return the rows and columns of the boxes of a board with `size` rows: as square as can be, and not higher than
    wide.
    """
    height = max(k for k in range(1, isqrt(size) + 1) if size % k == 0)
    return height, size // height


def refuse_unboxed(rows: int, cols: int) -> None:
    """Raise ValueError if a sudoku of this size is not square, or has only boxes of one row."""
    if rows != cols:
        raise ValueError(f"a sudoku is square, not {rows}x{cols}")
    if box_size(rows)[0] == 1:
        raise ValueError(f"a sudoku of {rows}x{cols} has no boxes: {rows} is a prime number")


def refuse_oblong(rows: int, cols: int) -> None:
    """Raise ValueError if a board of this size is not square."""
    if rows != cols:
        raise ValueError(f"boards of this puzzle are square, not {rows}x{cols}")


def _turned(grid: Square) -> Square:
    return [list(line) for line in zip(*grid, strict=True)]


def _exchange_in_rows(random: RandomSource, grid: Square, height: int) -> None:
    """Exchange the numbers in some columns of two rows of a band of `height` rows, such that both rows keep the same
    numbers.
    """
    band = random.below(len(grid) // height) * height
    one, two = (grid[band + k] for k in random.shuffled(range(height))[:2])
    first = c = random.below(len(grid))
    while True:
        one[c], two[c] = two[c], one[c]
        if one[c] == two[first]:  # what the row has twice now, unless the cycle is closed
            return
        c = next(k for k, value in enumerate(one) if value == one[c] and k != c)


def _exchange_numbers(random: RandomSource, grid: Square, height: int, width: int) -> None:
    """Exchange two random numbers in some cells of the grid, such that each stays once in every row, column and box.

    From a random cell with one of the numbers, the exchange spreads to all cells with one of them in the same row,
    column or box, and so on.  Boxes have `height` rows and `width` columns.
    """
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
