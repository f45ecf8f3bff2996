"""Jigsaw Sudoku: random rooms, a random filling, of whose numbers only the needed ones are kept."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import neighbours
from ...puzzles.spec import Cell
from ...puzzles.types.jigsaw import PUZZLE
from ..filled_rooms import numbered, with_needed_numbers
from ..random_solutions import is_connected, refuse_oblong
from ..spec import Draft, Maker

SWAPS = 15  # for each cell: draws of two cells that might change their rooms

Rooms = dict[Cell, int]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The rooms are the rows, until many cells have changed rooms with others."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    rooms = {cell: cell[0] for cell in cells}
    for _ in range(SWAPS * len(cells)):
        rooms = swapped(random, rooms, random.pick(cells))
    return with_needed_numbers(random, PUZZLE.name, numbered(rows, cols, rooms.__getitem__))


def swapped(random: RandomSource, rooms: Rooms, cell: Cell) -> Rooms:
    """With the cell in a room beside it, and a cell of that one in its place; the same where one would fall apart."""
    one = rooms[cell]
    beside = sorted({rooms.get(near, one) for near in neighbours(cell)} - {one})
    if not beside:
        return rooms
    other = random.pick(beside)
    members = {room: {each for each in rooms if rooms[each] == room} for room in (one, other)}
    back = sorted(
        each for each in members[other] if any(near in members[one] and near != cell for near in neighbours(each))
    )
    if not back:
        return rooms
    second = random.pick(back)
    parts = (members[one] - {cell} | {second}, members[other] - {second} | {cell})
    return rooms | {cell: other, second: one} if all(map(is_connected, parts)) else rooms


MAKER = Maker(attempt, least=4, minimal=True, refuse=refuse_oblong, usual=9)
