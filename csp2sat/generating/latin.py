"""Random Latin squares, with boxes or without."""

from __future__ import annotations

from .spec import Dice

Square = list[list[int]]
ROUNDS = 20  # of changes to each line


def filled(dice: Dice, height: int, width: int) -> Square:
    """Numbers 1 to n = height x width, each once in every row, every column and every box of that size (height 1: a
    box is a row).

    It begins with shifted rows.  Then, again and again, two rows of a band exchange a cycle of numbers, so do two
    columns, and two numbers change places in some cells.
    """
    size = height * width
    grid = [[(r % height * width + r // height + c) % size + 1 for c in range(size)] for r in range(size)]
    for _ in range(ROUNDS * size):
        if height > 1:
            _exchange_in_rows(dice, grid, height)
        grid = _turned(grid)
        _exchange_in_rows(dice, grid, width)
        grid = _turned(grid)
        _exchange_numbers(dice, grid, height, width)
    return grid


def _turned(grid: Square) -> Square:
    return [list(line) for line in zip(*grid, strict=True)]


def _exchange_in_rows(dice: Dice, grid: Square, height: int) -> None:
    """Two rows of a band exchange what stands in some columns: the same numbers in both rows."""
    band = dice.below(len(grid) // height) * height
    one, two = (grid[band + k] for k in dice.shuffled(range(height))[:2])
    first = c = dice.below(len(grid))
    while True:
        one[c], two[c] = two[c], one[c]
        if one[c] == two[first]:  # what the row has twice now, unless the cycle is closed
            return
        c = next(k for k, value in enumerate(one) if value == one[c] and k != c)


def _exchange_numbers(dice: Dice, grid: Square, height: int, width: int) -> None:
    """Two numbers change places in cells that hang together by rows, columns and boxes."""
    one, two = (k + 1 for k in dice.shuffled(range(len(grid)))[:2])
    cells = [(r, c) for r, row in enumerate(grid) for c, value in enumerate(row) if value in (one, two)]
    chain = [dice.pick(cells)]
    for r, c in chain:
        for i, j in cells:
            together = i == r or j == c or (i // height, j // width) == (r // height, c // width)
            if together and (i, j) not in chain:
                chain.append((i, j))
    for r, c in chain:
        grid[r][c] = one + two - grid[r][c]
