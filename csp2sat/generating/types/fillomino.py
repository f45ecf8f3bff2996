"""Fillomino: random blocks, a number in each cell, and of these numbers only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import areas, neighbours
from ...puzzles.spec import Board, Cell
from ...puzzles.types.fillomino import PUZZLE
from ..spec import Draft, Maker, SpareGivens, all_clues
from ..uniqueness import repaired

LARGEST = 6  # cells of a block
DIVISIONS = 1000  # changes, until no blocks of the same size touch

Blocks = list[list[Cell]]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with all numbers of a random division into blocks; None if the random draws
    lead to no such division.
    """
    blocks = divided(random, rows, cols)
    if blocks is None:
        return None
    numbers = {cell: len(block) for block in blocks for cell in block}
    solution = [[numbers[r, c] for c in range(cols)] for r in range(rows)]
    return Draft(Board(PUZZLE.name, rows, cols, [list(row) for row in solution]), solution)


def spare(random: RandomSource, board: Board) -> SpareGivens:
    """Return all numbers of a board as givens that may be dropped, in random order; each is the value of its cell's
    integer in the model.
    """
    return all_clues(random, board)._replace(value=lambda cell: f"=x_{cell[0]}_{cell[1]}")


def divided(random: RandomSource, rows: int, cols: int) -> Blocks | None:
    """Return a random division of rows x cols cells into blocks of at most LARGEST cells, no two of which have the same
    size and touch; None if DIVISIONS changes do not lead to one.
    """

    def wrong(blocks: Blocks) -> Blocks:
        size = {cell: len(block) for block in blocks for cell in block}
        groups = [set(group) for k in range(1, LARGEST + 1) for group in areas([c for c in size if size[c] == k])]
        whole = [group for group in groups if len(group) == size[min(group)]]
        return [block for block in blocks if set(block) not in whole]

    def change(blocks: Blocks, clashing: Blocks) -> Blocks:
        near = {cell for each in random.pick(clashing) for cell in (each, *neighbours(each))}
        kept = [block for block in blocks if near.isdisjoint(block) or not (block in clashing or random.chance(0.5))]
        return _filled_up(random, kept, rows, cols)

    return repaired(_filled_up(random, [], rows, cols), wrong, change, DIVISIONS)


def _filled_up(random: RandomSource, blocks: Blocks, rows: int, cols: int) -> Blocks:
    """Return the blocks and, in the cells of the rows x cols board that are left, further blocks of random sizes."""
    taken = {cell for block in blocks for cell in block}
    found = list(blocks)
    for start in random.shuffled((r, c) for r in range(rows) for c in range(cols)):
        if start not in taken:
            block = [start]
            for _ in range(random.below(LARGEST)):
                near = sorted({n for cell in block for n in neighbours(cell)} - taken - set(block))
                free = [(r, c) for r, c in near if 0 <= r < rows and 0 <= c < cols]
                if free:
                    block.append(random.pick(free))
            taken.update(block)
            found.append(block)
    return found


MAKER = Maker(attempt, least=2, minimal=True, spare=spare)
