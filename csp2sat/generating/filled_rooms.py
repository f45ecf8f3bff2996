"""Boards of rooms with numbers of shaded cells."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..base.portable_random import RandomSource
from ..puzzles.kit.checks import cells_by_value
from ..puzzles.kit.random.rooms import Regions, divided, joined_rooms, moved
from ..puzzles.spec import Board, Cell
from .from_models import with_needed_clues
from .spec import Draft
from .uniqueness import made_unique

LARGEST = 8  # cells of a room with a number
REPAIRS = 100
MOVING = 0.8  # chance that a cell comes into a room beside its own, if that can be
MANY = 8  # cells where solutions differ, for which one cell more changes its room at once


def counted_rooms(
    puzzle: str, shadings: Callable[[RandomSource, int, int], list[str]]
) -> Callable[[RandomSource, int, int], Draft | None]:
    """How boards are made of which the numbers say how many cells of a room are shaded, in whatever rooms.

    shadings: random solutions.  Where others differ cells change their rooms, or rooms are divided, until there is one.
    """

    def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
        shading = shadings(random, rows, cols)

        def drawn(regions: Regions) -> Draft:
            cells = cells_by_value(regions)
            clues = [sum(shading[r][c] == "#" for r, c in cells[room]) for room in range(len(cells))]
            return Draft(Board(puzzle, rows, cols, {"regions": regions, "clues": clues}), shading)

        def change(regions: Regions, wrong: list[Cell]) -> Regions:
            for _ in range(1 + len(wrong) // MANY):
                way = moved if random.chance(MOVING) else divided
                regions = way(random, regions, random.pick(wrong), fits)
            return regions

        start = joined_rooms(random, rows, cols, lambda cells: len(cells) <= LARGEST)
        full = made_unique(start, drawn, change, REPAIRS)
        return full and with_needed_clues(random, *full)

    def fits(cells: Collection[Cell]) -> bool:
        return 1 < len(cells) <= LARGEST

    return attempt
