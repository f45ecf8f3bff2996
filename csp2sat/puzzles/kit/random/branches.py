"""Random lines from cell to cell that are connected, with branches and one loop."""

from __future__ import annotations

from ....base.portable_random import RandomSource
from ...spec import Cell
from ..checks import Drawn, join, neighbours
from ..variables import EdgeRows, back, edge_rows, step

USED = 0.8  # share of the cells that lines use, from which on no branch is added
STRAIGHT = 0.7  # chance of a line to go straight on
LONGEST = 20  # steps of a branch at most: few long branches leave few ends and forks


def branches_with_a_loop(random: RandomSource, rows: int, cols: int) -> EdgeRows | None:
    """Return random connected lines of a `rows` x `cols` board, in the neutral form: a tree of branches with one line
    more, which closes a loop; None if no two neighbouring cells of the tree are without a line between them.
    """
    lines = random_tree(random, {(r, c) for r in range(rows) for c in range(cols)})
    closing = [
        (one, two) for one in sorted(lines) for two in neighbours(one) if two > one and two in lines.keys() - lines[one]
    ]
    if not closing:
        return None
    join(lines, *random.pick(closing))

    def joined(name: str, r: int, c: int) -> bool:
        return (r + (name == "v"), c + (name == "h")) in lines.get((r, c), ())

    return edge_rows(rows, cols, joined)


def random_tree(random: RandomSource, cells: set[Cell]) -> Drawn:
    """Return the lines of a random tree that uses at least the share USED of some connected cells: branch after branch
    begins at a random cell of the tree.
    """
    lines: Drawn = {random.pick(sorted(cells)): set()}
    while len(lines) < USED * len(cells):
        free = cells - lines.keys()
        here, there = random.pick([(one, two) for one in sorted(lines) for two in neighbours(one) if two in free])
        for _ in range(1 + random.below(LONGEST)):
            join(lines, here, there)
            straight = step(there, step(there, back(here)))
            ways = sorted(cells.intersection(neighbours(there)) - lines.keys())
            if not ways:
                break
            here, there = there, straight if straight in ways and random.chance(STRAIGHT) else random.pick(ways)
    return lines


def towards_the_loop(lines: Drawn) -> list[dict[Cell, Cell]]:
    """Return the two ways to go along connected lines with one loop, each as the next cell of every cell: along the
    branches to the loop, then around the loop in one of its two directions.
    """
    left = {cell: set(near) for cell, near in lines.items()}
    after: dict[Cell, Cell] = {}
    ends = [cell for cell in left if len(left[cell]) == 1]
    for cell in ends:
        (after[cell],) = left.pop(cell)
        left[after[cell]].remove(cell)
        if len(left[after[cell]]) == 1:
            ends.append(after[cell])
    return [after | _around(left, first) for first in sorted(left[min(left)])]


def _around(loop: Drawn, first: Cell) -> dict[Cell, Cell]:
    """Return the next cell of each cell of a loop, which goes from its smallest cell to the neighbour `first`."""
    cell, there = min(loop), first
    after = {cell: there}
    while there != min(loop):
        (following,) = loop[there] - {cell}
        cell, there = there, following
        after[cell] = there
    return after
