"""Tents: random tents that do not touch, a tree beside each, all numbers of rows and columns, and of these numbers only
the needed ones.
"""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.deductions.trees_and_tents import FREE
from ...puzzles.kit.checks import neighbours
from ...puzzles.spec import Board, Cell
from ...puzzles.types.tents import PUZZLE, TENT, TREE
from ..spec import Draft, Maker, all_clues
from ..uniqueness import made_unique, near

SHARE = 0.2  # of the cells: tents, if that number fits
REPAIRS = 200
NEAR = 2  # rows and columns from a fault to a tree that is moved

Trees = dict[Cell, Cell]  # the tree of each tent


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with the numbers of all rows and columns and one solution, None if the random
    draws lead to none: trees near cells in which solutions differ move to another side of their tent until there is one
    solution.
    """
    start = random_trees(random, rows, cols)

    def change(trees: Trees, wrong: list[Cell]) -> Trees:
        tents = near(random.pick(wrong), sorted(trees), NEAR) or sorted(trees)
        return moved(random, trees, random.pick(tents), (rows, cols))

    return made_unique(start, lambda trees: drawn(trees, rows, cols), change, REPAIRS) if start else None


def random_trees(random: RandomSource, rows: int, cols: int) -> Trees:
    """Return random tents that do not touch on rows x cols cells, each with a tree beside it, as tent -> tree: a SHARE
    of the cells, rounded up, or fewer if no further tent fits.
    """
    found: Trees = {}
    for r, c in random.shuffled((r, c) for r in range(rows) for c in range(cols)):
        free = all(max(abs(r - i), abs(c - j)) > 1 for i, j in found) and (r, c) not in found.values()
        if len(found) < SHARE * rows * cols and free and (places := room(found, (r, c), (rows, cols))):
            found[r, c] = random.pick(places)
    return found


def room(trees: Trees, tent: Cell, size: tuple[int, int]) -> list[Cell]:
    """Return the empty cells beside a tent, in which its tree can stand; size: the numbers of rows and columns of the
    board.
    """
    taken = {*trees, *trees.values()}
    return [(r, c) for r, c in neighbours(tent) if 0 <= r < size[0] and 0 <= c < size[1] and (r, c) not in taken]


def moved(random: RandomSource, trees: Trees, tent: Cell, size: tuple[int, int]) -> Trees:
    """Return the trees with the tent's tree in another empty cell beside it; the same trees if there is no room.

    size: the board's numbers of rows and columns.
    """
    places = room(trees, tent, size)
    return trees | {tent: random.pick(places)} if places else trees


def drawn(trees: Trees, rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells with the trees and all numbers, and the tents as its solution."""
    signs = dict.fromkeys(trees.values(), TREE)
    grid = ["".join(signs.get((r, c), FREE) for c in range(cols)) for r in range(rows)]
    solution = ["".join(TENT if (r, c) in trees else grid[r][c] for c in range(cols)) for r in range(rows)]
    counts = (
        [row.count(TENT) for row in solution],
        ["".join(column).count(TENT) for column in zip(*solution, strict=True)],
    )
    return Draft(Board(PUZZLE.name, rows, cols, {"grid": grid, "rows": counts[0], "cols": counts[1]}), solution)


MAKER = Maker(attempt, least=3, minimal=True, spare=all_clues)
