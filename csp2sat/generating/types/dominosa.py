"""Dominosa: random dominoes, placed at random.

The numbers are all that is given, so no number can be left out: dominoes in which solutions differ change places.
"""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.random.rooms import numbered
from ...puzzles.spec import Board, Cell
from ...puzzles.types.dominosa import PUZZLE, largest
from ..spec import Draft, Maker
from ..uniqueness import made_unique

MIXING = 20  # for each cell: draws of two dominoes that are turned, if they lie side by side
REPAIRS = 400
MANY = 8  # cells where solutions differ, for which one domino more changes places at once

Layout = dict[Cell, Cell]  # the first cells of dominoes, and the second ones
Numbers = dict[Cell, int]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: dominoes in which
    solutions differ are turned round or exchanged with others until there is one solution.
    """
    layout = random_layout(random, rows, cols)
    mate = layout | {second: first for first, second in layout.items()}
    blank = Board(PUZZLE.name, rows, cols, [[0] * cols for _ in range(rows)])
    most = largest(blank)
    regions = numbered(rows, cols, lambda cell: min(cell, mate[cell]))

    def drawn(numbers: Numbers) -> Draft:
        return Draft(blank.with_values(numbers), regions)

    def change(numbers: Numbers, wrong: list[Cell]) -> Numbers:
        for _ in range(1 + len(wrong) // MANY):
            one, other = random.pick(wrong), random.pick(blank.cells())
            moves = {one: other, mate[one]: mate[other], other: one, mate[other]: mate[one]}
            numbers = numbers | {cell: numbers[moves[cell]] for cell in moves}
        return numbers

    pairs = [random.shuffled((a, b)) for a in range(most + 1) for b in range(a + 1)]
    places = zip(sorted(layout.items()), random.shuffled(pairs), strict=True)
    start = {cell: number for two, pair in places for cell, number in zip(two, pair, strict=True)}
    return made_unique(start, drawn, change, REPAIRS)


def random_layout(random: RandomSource, rows: int, cols: int) -> Layout:
    """Return a random division of rows x cols cells into dominoes, as the first cell -> the second cell: at first all
    are parallel, then random pairs of parallel dominoes side by side are turned by 90 degrees.

    The number of rows or of columns is even.
    """
    across = cols % 2 == 0
    firsts = [(r, c) for r in range(rows) for c in range(cols) if (c if across else r) % 2 == 0]
    mate = {(r, c): (r, c + 1) if across else (r + 1, c) for r, c in firsts}
    mate |= {second: first for first, second in mate.items()}
    for _ in range(MIXING * rows * cols if min(rows, cols) > 1 else 0):
        r, c = random.below(rows - 1), random.below(cols - 1)
        here, right, below, beyond = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        if mate[here] == right and mate[below] == beyond:
            mate |= {here: below, below: here, right: beyond, beyond: right}
        elif mate[here] == below and mate[right] == beyond:
            mate |= {here: right, right: here, below: beyond, beyond: below}
    return {cell: other for cell, other in mate.items() if cell < other}


def refuse(rows: int, cols: int) -> None:
    """Raise ValueError if a set of dominoes does not have as many halves as the board has cells."""
    largest(Board(PUZZLE.name, rows, cols, []))


MAKER = Maker(attempt, least=1, minimal=False, refuse=refuse, usual=(7, 8))
