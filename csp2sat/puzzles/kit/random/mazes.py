"""Random mazes: a tree of cells that leaves no block of 2 x 2 other cells."""

from __future__ import annotations

from collections.abc import Iterable

from ....base.portable_random import RandomSource
from ...spec import Cell
from ..checks import areas, beside, neighbours
from .paths import way_between

CHANGES = 20  # for each cell: changes of a tree that leaves blocks


def random_maze(random: RandomSource, rows: int, cols: int) -> set[Cell] | None:
    """Return the cells of a random tree on a `rows` x `cols` board that leaves no block of 2 x 2 other cells; None if
    the draws lead to none.

    Two cells of the tree that share a side are joined.  A tree that grew until every further cell would close a loop
    leaves few such blocks, which are broken one after the other.
    """
    cells = {(r, c) for r in range(rows) for c in range(cols)}
    first = random.pick(sorted(cells))
    tree = {first}
    _grow(random, tree, cells, neighbours(first))
    for _ in range(CHANGES * len(cells)):
        blocks = _blocks_beside(tree, rows, cols)
        if not blocks:
            return tree
        changed = _with_cell(random, tree, random.pick(random.pick(blocks)))
        _grow(random, changed, cells, sorted(cells - changed))
        if len(_blocks_beside(changed, rows, cols)) <= len(blocks):
            tree = changed
    return None


def _grow(random: RandomSource, tree: set[Cell], cells: set[Cell], start: Iterable[Cell]) -> None:
    """Add cells to the tree, in random order, until none of the `start` cells, or of the neighbours of added cells, can
    be added: each is no member of `cells`, or has not exactly one neighbour in the tree.
    """
    tried = list(start)
    while tried:
        at = random.below(len(tried))
        tried[at], tried[-1] = tried[-1], tried[at]
        cell = tried.pop()
        if cell in cells and cell not in tree and beside(cell, tree) == 1:
            tree.add(cell)
            tried += neighbours(cell)


def _with_cell(random: RandomSource, tree: set[Cell], cell: Cell) -> set[Cell]:
    """Return a tree with another cell: a random cell of the loop that this closes is removed, with the branches that
    are no longer connected.

    Returns the same cells if the cell has not exactly two neighbours in the tree.
    """
    near = [each for each in neighbours(cell) if each in tree]
    if len(near) != 2:
        return set(tree)
    parts = areas(tree - {random.pick(way_between(tree, *near))} | {cell})
    return set(next(part for part in parts if cell in part))


def _blocks_beside(tree: set[Cell], rows: int, cols: int) -> list[list[Cell]]:
    """Return the blocks of 2 x 2 cells on a `rows` x `cols` board without a cell of the tree."""
    corners = ((r, c) for r in range(rows - 1) for c in range(cols - 1))
    blocks = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in corners)
    return [block for block in blocks if tree.isdisjoint(block)]
