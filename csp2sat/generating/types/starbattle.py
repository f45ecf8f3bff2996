"""Star Battle: random stars, and rooms that grow around as many stars as every row has.

The rooms are all that is given, so no room can be left out: cells in which solutions differ change their rooms.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.random.latin_squares import refuse_oblong
from ...puzzles.kit.random.rooms import Regions, grown, moved, numbered
from ...puzzles.spec import Board, Cell
from ...puzzles.types.starbattle import PUZZLE, STAR
from ..from_models import random_solution
from ..spec import Draft, Maker
from ..uniqueness import made_unique, near, repaired

TWO, THREE = 9, 13  # rows from which on each row has 2, or 3, stars
MOST_ROWS = 15
GROUPINGS = 100  # tries to join the parts around single stars
MENDINGS = 400  # changes, until no two stars can be elsewhere in their rows and columns
REPAIRS = 100
MANY = 6  # cells where solutions differ, for which one cell more changes its room at once


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: cells in or beside
    which solutions differ move into neighbouring rooms until there is one solution.
    """
    number = 1 + (rows >= TWO) + (rows >= THREE)
    stripes = Board(PUZZLE.name, rows, rows, {"stars": number, "regions": [[r] * rows for r in range(rows)]})
    solution = random_solution(random, stripes)
    if solution is None:
        return None
    stars = {(r, c) for r, c in stripes.cells() if solution[r][c] == STAR}
    start = _rooms(random, stripes, stars, number)

    def fits(cells: Collection[Cell]) -> bool:
        return len(stars.intersection(cells)) == number

    def change(regions: Regions, wrong: list[Cell]) -> Regions:
        return moved(random, regions, random.pick(near(random.pick(wrong), stripes.cells(), random.below(2))), fits)

    def changes(regions: Regions, wrong: list[Cell]) -> Regions:
        other = regions
        for _ in range(1 + len(wrong) // MANY):
            other = change(other, wrong)
        return repaired(other, loose, change, MENDINGS) or regions

    def loose(regions: Regions) -> list[Cell]:
        return swaps(regions, stars)

    def drawn(regions: Regions) -> Draft:
        return Draft(Board(PUZZLE.name, rows, rows, {"stars": number, "regions": regions}), solution)

    mended = repaired(start, loose, change, MENDINGS) if start else None
    return made_unique(mended, drawn, changes, REPAIRS) if mended else None


def swaps(regions: Regions, stars: set[Cell]) -> list[Cell]:
    """Return the cells of all pairs of stars that could exchange their columns without a change of the number of stars
    in a room, and the cells to which they would move.
    """
    found: set[Cell] = set()
    for (r, c), (i, j) in combinations(sorted(stars), 2):
        others = stars - {(r, c), (i, j)}
        rooms = {regions[r][c], regions[i][j]}, {regions[r][j], regions[i][c]}
        if r != i and c != j and rooms[0] == rooms[1] and _apart([(r, j), (i, c)], others):
            found |= {(r, c), (i, j), (r, j), (i, c)}
    return sorted(found)


def _apart(two: list[Cell], others: set[Cell]) -> bool:
    """Whether two stars touch neither each other nor one of the others."""
    (r, c), (i, j) = two
    return max(abs(r - i), abs(c - j)) > 1 and not any(near(cell, others, 1) for cell in two)


def _rooms(random: RandomSource, board: Board, stars: set[Cell], number: int) -> Regions | None:
    """Return connected rooms with `number` stars each, grown at random around the stars; None if GROUPINGS tries do not
    lead to such rooms.
    """
    part = grown(random, board.cells(), stars)
    beside = {star: set[Cell]() for star in sorted(stars)}
    for cell in part:
        for other in neighbours(cell):
            if part.get(other, part[cell]) != part[cell]:
                beside[part[cell]].add(part[other])
    groups = (_grouped(random, beside, number) for _ in range(GROUPINGS))
    group = next((group for group in groups if group), {})
    return numbered(board.rows, board.cols, lambda cell: group[part[cell]]) if group else None


def _grouped(random: RandomSource, beside: dict[Cell, set[Cell]], number: int) -> dict[Cell, Cell]:
    """Return for each star the first star of its group, a connected group of `number` stars; {} if the random draws
    leave some stars over.

    beside: for each star the stars whose parts are beside its part.
    """
    left, group = random.shuffled(beside), dict[Cell, Cell]()
    while left:
        first = min(left, key=lambda star: len(beside[star].intersection(left)))
        members = [first]
        while len(members) < number:
            next_to = [star for star in left if star not in members and not beside[star].isdisjoint(members)]
            if not next_to:
                return {}
            members.append(random.pick(next_to))
        group |= dict.fromkeys(members, first)
        left = [star for star in left if star not in group]
    return group


def refuse(rows: int, cols: int) -> None:
    """Raise ValueError if the board is not square, or has more than MOST_ROWS rows, since repairs of larger boards take
    minutes.
    """
    refuse_oblong(rows, cols)
    if rows > MOST_ROWS:
        raise ValueError(f"a starbattle of {rows} x {cols} takes too long to make; expected at most {MOST_ROWS} rows")


MAKER = Maker(attempt, least=4, minimal=False, refuse=refuse)
