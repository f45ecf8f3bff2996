"""Heyawake: random rooms, shaded cells in them, the number of shaded cells of each room, and of these numbers only the
needed ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.random.rectangles import random_rectangles
from ...puzzles.kit.random.shadings import can_be_shaded, random_shading, shading_rows
from ...puzzles.kit.rooms import lines_through_a_room
from ...puzzles.spec import Board, Cell
from ...puzzles.types.heyawake import PUZZLE
from ..spec import Draft, Maker, all_clues
from ..uniqueness import made_unique, near, repaired

SIDE, AREA = 4, 12  # of a room, at most
MENDINGS = 1000  # of lines through three rooms
REPAIRS = 300
MANY = 4  # cells where solutions differ, for which one room more is divided at once
NEAR = 2  # rows and columns from a fault to what is changed

Room = list[Cell]


class ShadedRooms(NamedTuple):
    """Rooms, each with its cells in reading order, and shaded cells."""

    rooms: list[Room]
    shaded: set[Cell]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with the numbers of all rooms and one solution, None if the random draws lead
    to none: rooms in which solutions differ are divided, or cells there shaded differently, until there is one
    solution.

    Dividing a room takes solutions away and adds none, since both parts have their numbers.
    """

    def mend(state: ShadedRooms, wrong: list[Room]) -> ShadedRooms:
        return ShadedRooms(state.rooms, _shaded_anew(random, state.shaded, random.pick(random.pick(wrong)), rows, cols))

    def change(state: ShadedRooms, wrong: list[Cell]) -> ShadedRooms:
        divided = state
        for cell in [random.pick(wrong) for _ in range(1 + len(wrong) // MANY)]:
            divided = _divided(random, divided, cell)
        if divided is not state:
            return divided
        again = ShadedRooms(state.rooms, _shaded_anew(random, state.shaded, random.pick(wrong), rows, cols))
        return repaired(again, open_lines, mend, MENDINGS) or state

    rooms = random_rectangles(random, rows, cols, SIDE, AREA)
    start = repaired(ShadedRooms(rooms, random_shading(random, rows, cols)), open_lines, mend, MENDINGS)
    return made_unique(start, _counted, change, REPAIRS) if start else None


def open_lines(state: ShadedRooms) -> list[Room]:
    """Return the lines that break a rule: the cells of a row or column through a room, with one cell before and one
    after it, if none of them is shaded.
    """
    return [line for line in lines_through_a_room(_board(state.rooms)) if state.shaded.isdisjoint(line)]


def _board(rooms: list[Room], clues: Sequence[int] = ()) -> Board:
    room = {cell: number for number, cells in enumerate(rooms) for cell in cells}
    rows, cols = (1 + max(place) for place in zip(*room, strict=True))
    regions = [[room[r, c] for c in range(cols)] for r in range(rows)]
    return Board(PUZZLE.name, rows, cols, {"regions": regions, "clues": clues})


def _divided(random: RandomSource, state: ShadedRooms, cell: Cell) -> ShadedRooms:
    """Return the rooms with the room of the cell divided into two, such that `open_lines` finds no line, and into
    larger parts than single cells if possible; return the same rooms if no division fits.
    """
    room = next(room for room in state.rooms if cell in room)
    others = [other for other in state.rooms if other is not room]
    for parts in sorted(random.shuffled(_divisions(room)), key=lambda parts: min(map(len, parts)) == 1):
        divided = ShadedRooms(sorted([*others, *parts]), state.shaded)
        if not open_lines(divided):
            return divided
    return state


def _divisions(room: Room) -> Iterator[tuple[Room, Room]]:
    """Yield the ways to cut a rectangle of cells in two along a row or column border, as the cells of both parts."""
    for way in (0, 1):
        for cut in sorted({cell[way] for cell in room})[1:]:
            yield [cell for cell in room if cell[way] < cut], [cell for cell in room if cell[way] >= cut]


def _shaded_anew(random: RandomSource, shaded: set[Cell], cell: Cell, rows: int, cols: int) -> set[Cell]:
    """Return the shaded cells of a rows x cols board after a random change around a cell; `shaded` stays as it is.

    The cell, its neighbours and each cell at most NEAR rows and columns away, with a chance of one half, become
    unshaded. Then the cells around are shaded where the rules allow it: first the given cell if it was unshaded, then
    all of them in random order.
    """
    around = near(cell, ((r, c) for r in range(rows) for c in range(cols)), NEAR)
    other = shaded - {each for each in around if random.chance(0.5)} - {cell, *neighbours(cell)}
    first = [] if cell in shaded else [cell]
    for each in (*first, *random.shuffled(around)):
        if can_be_shaded(other, each, rows, cols):
            other.add(each)
    return other


def _counted(state: ShadedRooms) -> Draft:
    """Return the board with the number of shaded cells of each room, and the shading as its solution."""
    board = _board(state.rooms, [len(state.shaded.intersection(cells)) for cells in state.rooms])
    return Draft(board, shading_rows(state.shaded, board.rows, board.cols))


MAKER = Maker(attempt, least=3, minimal=True, spare=all_clues)
