"""Heyawake: random rooms, shaded cells to them, the number of each room, and of these only the needed ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.random.rectangles import random_rectangles
from ...puzzles.kit.random.shadings import can_be_shaded, random_shading, shading_rows
from ...puzzles.kit.rooms import lines_through_a_room
from ...puzzles.kit.rooms import rooms as rooms_of
from ...puzzles.spec import Board, Cell
from ...puzzles.types.heyawake import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique, near, repaired, without_spare_givens

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
    """Where solutions differ a room is divided, or cells are shaded differently, until there is one solution.

    Dividing a room takes solutions away and adds none: both parts have their numbers.
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
    full = start and made_unique(start, _counted, change, REPAIRS)
    return full and without_spare_givens(full, random.shuffled(room[0] for room in rooms_of(full.board)))


def open_lines(state: ShadedRooms) -> list[Room]:
    """The shortest lines through three rooms that have no shaded cell."""
    return [line for line in lines_through_a_room(_board(state.rooms)) if state.shaded.isdisjoint(line)]


def _board(rooms: list[Room], clues: Sequence[int] = ()) -> Board:
    room = {cell: number for number, cells in enumerate(rooms) for cell in cells}
    rows, cols = (1 + max(place) for place in zip(*room, strict=True))
    regions = [[room[r, c] for c in range(cols)] for r in range(rows)]
    return Board(PUZZLE.name, rows, cols, {"regions": regions, "clues": clues})


def _divided(random: RandomSource, state: ShadedRooms, cell: Cell) -> ShadedRooms:
    """With the room of the cell divided so that no line is open, into more than single cells if that can be; the same,
    where it cannot be divided."""
    room = next(room for room in state.rooms if cell in room)
    others = [other for other in state.rooms if other is not room]
    for parts in sorted(random.shuffled(_divisions(room)), key=lambda parts: min(map(len, parts)) == 1):
        divided = ShadedRooms(sorted([*others, *parts]), state.shaded)
        if not open_lines(divided):
            return divided
    return state


def _divisions(room: Room) -> Iterator[tuple[Room, Room]]:
    """The ways to cut a rectangle in two."""
    for way in (0, 1):
        for cut in sorted({cell[way] for cell in room})[1:]:
            yield [cell for cell in room if cell[way] < cut], [cell for cell in room if cell[way] >= cut]


def _shaded_anew(random: RandomSource, shaded: set[Cell], cell: Cell, rows: int, cols: int) -> set[Cell]:
    """The same with this cell shaded, if it was not and that can be, and others near it chosen anew."""
    around = near(cell, ((r, c) for r in range(rows) for c in range(cols)), NEAR)
    other = shaded - {each for each in around if random.chance(0.5)} - {cell, *neighbours(cell)}
    first = [] if cell in shaded else [cell]
    for each in (*first, *random.shuffled(around)):
        if can_be_shaded(other, each, rows, cols):
            other.add(each)
    return other


def _counted(state: ShadedRooms) -> Draft:
    """The board with the numbers of all rooms."""
    board = _board(state.rooms, [len(state.shaded.intersection(cells)) for cells in state.rooms])
    return Draft(board, shading_rows(state.shaded, board.rows, board.cols))


MAKER = Maker(attempt, least=3, minimal=True)
