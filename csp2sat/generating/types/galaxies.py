"""Spiral Galaxies: random galaxies, whose stars are all that is given.

Galaxies near cells in which solutions differ are taken away, and others grow in their place.
"""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.random.rooms import numbered
from ...puzzles.spec import Board, Cell
from ...puzzles.types.galaxies import PUZZLE, Star, cells_of, opposite
from ..spec import Draft, Maker
from ..uniqueness import made_unique, near

LARGEST = 14  # cells of a galaxy, from which on it does not grow any more
GROWING = 0.9  # chance of a galaxy to grow by one more pair of cells
PLACES = 4  # draws of a star, of which the largest galaxy is taken
REPAIRS = 100

Galaxies = dict[Star, set[Cell]]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: it is filled with
    galaxies, and galaxies near differing solutions are replaced until there is one solution.
    """
    cells = [(r, c) for r in range(rows) for c in range(cols)]

    def drawn(galaxies: Galaxies) -> Draft:
        star = {cell: at for at, mine in galaxies.items() for cell in mine}
        board = Board(PUZZLE.name, rows, cols, {"stars": [list(at) for at in sorted(galaxies)]})
        return Draft(board, numbered(rows, cols, star.__getitem__))

    def change(galaxies: Galaxies, wrong: list[Cell]) -> Galaxies:
        around = near(random.pick(wrong), cells, 1)
        return filled(random, {at: mine for at, mine in galaxies.items() if mine.isdisjoint(around)}, cells)

    return made_unique(filled(random, {}, cells), drawn, change, REPAIRS)


def filled(random: RandomSource, galaxies: Galaxies, cells: list[Cell]) -> Galaxies:
    """Return the galaxies with further random galaxies in all cells that are left; `cells` are all cells of the
    board.
    """
    found = dict(galaxies)
    free = set(cells).difference(*galaxies.values())
    while free:
        first = random.pick(sorted(free))
        drawn = (_grown(random, _star(random, first, free), free) for _ in range(PLACES))
        star, mine = max(drawn, key=lambda each: len(each[1]))
        found[star] = mine
        free -= mine
    return found


def _star(random: RandomSource, cell: Cell, free: set[Cell]) -> Star:
    """Return a random star in the cell, at its border or at one of its corners, such that all cells that touch the star
    are free.
    """
    y, x = 2 * cell[0] + 1, 2 * cell[1] + 1
    places = [(y + i, x + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return random.pick([star for star in places if free.issuperset(cells_of(star))])


def _grown(random: RandomSource, star: Star, free: set[Cell]) -> tuple[Star, set[Cell]]:
    """Return the star with a random galaxy about it: free cells that are added in pairs, a cell beside the galaxy and
    the opposite cell, with the chance GROWING for each pair, until there are LARGEST cells.
    """
    mine = set(cells_of(star))
    while len(mine) < LARGEST and random.chance(GROWING):
        beside = sorted({n for cell in mine for n in neighbours(cell)} & free - mine)
        beside = [cell for cell in beside if opposite(star, cell) in free]
        if not beside:
            break
        cell = random.pick(beside)
        mine |= {cell, opposite(star, cell)}
    return star, mine


MAKER = Maker(attempt, least=2, minimal=False, usual=7)
