"""Boards of rooms with numbers in the cells: any rooms that have a filling, and of its numbers the needed ones."""

from __future__ import annotations

from collections.abc import Callable

from ..puzzles.kit.checks import neighbours
from ..puzzles.spec import Board, Cell
from .from_models import from_solution
from .spec import Dice, Draft

Regions = list[list[int]]


def joined_rooms(dice: Dice, rows: int, cols: int, largest: int) -> Regions:
    """The board in connected rooms of at most so many cells: cells that are joined in random order where that can be.

    The rooms are numbered in the order of their first cells.
    """
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    room = {cell: {cell} for cell in cells}
    for one, other in dice.shuffled((cell, near) for cell in cells for near in neighbours(cell) if near > cell):
        if other in room and room[one] is not room[other] and len(room[one]) + len(room[other]) <= largest:
            joined = room[one] | room[other]
            room |= dict.fromkeys(joined, joined)
    return numbered(rows, cols, lambda cell: min(room[cell]))


def numbered(rows: int, cols: int, name: Callable[[Cell], object]) -> Regions:
    """Rooms whose cells have the same name, numbered in the order of their first cells."""
    number: dict[object, int] = {}
    return [[number.setdefault(name((r, c)), len(number)) for c in range(cols)] for r in range(rows)]


def filled_rooms(puzzle: str, largest: int) -> Callable[[Dice, int, int], Draft | None]:
    """How boards of such a puzzle are made.  largest: cells of a room."""

    def attempt(dice: Dice, rows: int, cols: int) -> Draft | None:
        return with_needed_numbers(dice, puzzle, joined_rooms(dice, rows, cols, largest))

    return attempt


def with_needed_numbers(dice: Dice, puzzle: str, regions: Regions) -> Draft | None:
    """The board of these rooms with numbers that lead to a random one of its fillings; None: there is none."""
    rows, cols = len(regions), len(regions[0])
    empty = Board(puzzle, rows, cols, {"regions": regions, "grid": [[0] * cols for _ in range(rows)]})
    return from_solution(dice, empty, lambda filling: {"regions": regions, "grid": filling})
