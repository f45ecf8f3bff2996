"""Random paths from cell to cell."""

from __future__ import annotations

from ....base.portable_random import RandomSource
from ...spec import Cell
from ..checks import beside, neighbours

MIXING = 20  # for each cell: changes of a path


def path_of_a_king(random: RandomSource, rows: int, cols: int) -> list[list[int]]:
    """Return a random path of a king through all cells of a `rows` x `cols` board, as the place of each cell on it from
    1.

    The path begins with rows to and fro; then, again and again, an end of the path is joined to a cell that touches it,
    and the part between both is reversed, which gives the path another end.
    """
    path = [(r, c) for r in range(rows) for c in range(cols)[:: 1 - r % 2 * 2]]
    for _ in range(MIXING * len(path)):
        if random.chance(0.5):
            path.reverse()
        r, c = path[-1]
        near = [(i, j) for i in range(r - 1, r + 2) for j in range(c - 1, c + 2) if 0 <= i < rows and 0 <= j < cols]
        near.remove((r, c))
        at = path.index(random.pick(near)) if near else 0
        path[at + 1 :] = path[:at:-1]
    number = {cell: at for at, cell in enumerate(path, start=1)}
    return [[number[r, c] for c in range(cols)] for r in range(rows)]


def long_way(random: RandomSource, tree: set[Cell]) -> list[Cell]:
    """Return the way from a random dead end in a tree of cells to the dead end that is farthest from it."""
    ends = random.shuffled(sorted(cell for cell in tree if beside(cell, tree) == 1))
    return max((way_between(tree, ends[0], end) for end in ends[1:]), key=len)


def way_between(tree: set[Cell], start: Cell, end: Cell) -> list[Cell]:
    """Return the way from the cell `start` to the cell `end` in a tree of cells, both included."""
    before = {end: end}
    for cell in (queue := [end]):
        new = [near for near in neighbours(cell) if near in tree and near not in before]
        before |= dict.fromkeys(new, cell)
        queue += new
    way = [start]
    while way[-1] != end:
        way.append(before[way[-1]])
    return way
