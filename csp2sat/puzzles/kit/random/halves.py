"""Boards that are divided into random blocks of two congruent halves."""

from __future__ import annotations

from collections.abc import Collection

from ....base.portable_random import RandomSource
from ...spec import Cell
from ..checks import areas, beside, neighbours, shape_of
from ..divisions import connected_sets
from .rooms import Regions, numbered

LARGEST = 6  # cells of a half
DRAWS = 60  # of a block for a cell; the largest of the first CHOICE that fit is taken
CHOICE = 6
STEPS = 10  # blocks added or taken away, for each cell of the board


def blocks_of_halves(random: RandomSource, rows: int, cols: int) -> Regions | None:
    """Return a random division of a `rows` x `cols` board into blocks, each of two connected congruent halves of at
    most LARGEST cells, as the number of each cell's block; None if the random draws lead to none.

    If no block for a cell fits, the blocks beside the cell are taken away again.
    """
    free = {(r, c) for r in range(rows) for c in range(cols)}
    block: dict[Cell, frozenset[Cell]] = {}
    for _ in range(STEPS * rows * cols):
        if not free:
            break
        cell = min(random.shuffled(sorted(free)), key=lambda cell: beside(cell, free))
        found = _largest_of_some(random, free, cell)
        free -= found
        block |= dict.fromkeys(found, found)
        for near in neighbours(cell) if not found else ():
            for each in block.get(near, ()):
                free.add(each)
                del block[each]
    return None if free else numbered(rows, cols, lambda cell: min(block[cell]))


def _largest_of_some(random: RandomSource, free: set[Cell], cell: Cell) -> frozenset[Cell]:
    """Return the largest of some random blocks of free cells with the cell; the empty set if no draw fits."""
    found: list[frozenset[Cell]] = []
    for _ in range(DRAWS):
        if len(found) < CHOICE and (block := _block(random, free, cell)):
            found.append(block)
    return max(found, key=len, default=frozenset())


def _block(random: RandomSource, free: set[Cell], cell: Cell) -> frozenset[Cell] | None:
    """Return a random half of free cells with the cell, and a turned or mirrored copy beside this half; None if the
    copy does not consist of other free cells.
    """
    half = [cell]
    for _ in range(random.below(LARGEST)):
        near = _around(half, free)
        half += [random.pick(near)] if near else []
    near = _around(half, free)
    if not near:
        return None
    turned = _turned(random, half)
    (r, c), (top, left) = random.pick(near), random.pick(turned)
    copy = {(r + i - top, c + j - left) for i, j in turned}
    return frozenset(copy.union(half)) if copy <= free.difference(half) else None


def _around(cells: Collection[Cell], free: set[Cell]) -> list[Cell]:
    return sorted({near for cell in cells for near in neighbours(cell)} & free - set(cells))


def _turned(random: RandomSource, cells: Collection[Cell]) -> list[Cell]:
    """Return the cells after a random rotation or reflection around the place (0, 0)."""
    down, right, swapped = (random.chance(0.5) for _ in range(3))
    turned = [(c, r) if swapped else (r, c) for r, c in cells]
    return [(-r if down else r, -c if right else c) for r, c in turned]


def halvings(cells: Collection[Cell]) -> list[tuple[Cell, ...]]:
    """Return each half of a division of the cells into two connected congruent halves, both halves of each division."""
    found = ((half, set(cells).difference(half)) for half in connected_sets(cells, len(cells) // 2))
    return [half for half, rest in found if len(areas(rest)) == 1 and shape_of(half) == shape_of(rest)]
