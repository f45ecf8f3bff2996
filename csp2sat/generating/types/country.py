"""Country Road: a random loop, rooms around its parts, numbers of all rooms, and of these only the needed numbers."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import cells_by_value
from ...puzzles.spec import Board, Cell
from ...puzzles.types.country import PUZZLE
from ..loop_rooms import LoopRooms, Parts
from ..spec import Draft, Maker, all_clues
from ..uniqueness import made_unique

REPAIRS = 100


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with the numbers of all rooms and one solution, None if the random draws lead
    to none: parts of the loop become longer or shorter, or cells beside the loop change their rooms, until there is one
    solution.
    """
    rooms = LoopRooms(random, rows, cols)

    def drawn(parts: Parts) -> Draft:
        regions = rooms.rooms(parts)[0]
        cells = cells_by_value(regions)
        clues = [len(set(rooms.cells).intersection(cells[room])) for room in range(len(cells))]
        return Draft(Board(PUZZLE.name, rows, cols, {"regions": regions, "clues": clues}), rooms.loop)

    def change(parts: Parts, wrong: list[Cell]) -> Parts:
        return rooms.changed(parts, random.pick(wrong))

    return made_unique(rooms.random(), drawn, change, REPAIRS)


MAKER = Maker(attempt, least=4, minimal=True, spare=all_clues)
