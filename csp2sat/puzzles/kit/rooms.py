"""Boards that are divided into rooms: the number of each cell's room, and perhaps a number or None for each room.

Rooms are connected, and numbered from 0 in the order of their first cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import TypedDict

from ...model.model import Model, Origin
from ..givens import CellForm, GivenSection, SectionsForm
from ..notation import GivenValue, Notation, numbers
from ..spec import Board, Cell, CellError, Clue, Clues
from .checks import areas
from .variables import EAST, SOUTH, Direction, Edges, Shading, exactly, step


# Rooms, and their clues
def _room(token: str) -> int | str:
    """What a cell's room is called: a number, or letters."""
    return token if token.isalpha() else NUMBERED.value(token)


NUMBERED = numbers({}, ("the number of the cell's room, or its letters", "the number of the cell's room"))
ROOM = NUMBERED._replace(value=_room)
FORM = SectionsForm(
    (GivenSection("regions", "regions", "rows", "cols", cells=ROOM), GivenSection("clues", "clues", "one"))
)
REGIONS = CellForm(strings=False, under="regions")  # rooms without numbers
# Rooms, and numbers in the cells
GRID_IN_ROOMS = SectionsForm(
    (GivenSection("regions", "regions", "rows", "cols", cells=ROOM), GivenSection("grid", "grid", "rows", "cols")),
    grid="grid",
)
# The same with signs
SIGNS_IN_ROOMS = SectionsForm(
    (GRID_IN_ROOMS.sections[0], GivenSection("grid", "grid", "rows", "cols", strings=True)), grid="grid"
)
# What `symbols` says of them, below the words of their sections
ROOM_SYMBOLS = "the same number or letters in a whole room"
CLUE_SYMBOLS = f"regions: {ROOM_SYMBOLS}; clues: one for each room, in the order of their first cells, - for none"
NUMBERS_OR_NONE = numbers({".": None, "-": None}, ("a number or - (no clue)", "a number or null (no clue)"), digits={})


def rooms(board: Board, *path: str) -> list[list[Cell]]:
    """The cells of each room, in reading order; CellError if they are not numbered as they should be.

    path: what comes before the cell in the place of an error: `regions`, where the givens are sections.
    """
    found: list[list[Cell]] = []
    for r, c in board.cells():
        room = board.givens["regions"][r][c]
        if room is None or room > len(found):
            new = f"{len(found)}, the next new room" if found else "0, the first room"
            raise CellError((*path, r, c), f"{NUMBERS_OR_NONE.token(room)} is no room here; expected at most {new}")
        if room == len(found):
            found.append([])
        found[room].append((r, c))
    return found


def lines_through_a_room(board: Board) -> Iterator[list[Cell]]:
    """Wherever a row or column comes through a room: its cells there, and the ones right before and after."""
    regions = board.givens["regions"]
    for _, line in board.lines():
        parts = [list(part) for _, part in groupby(line, lambda cell: regions[cell[0]][cell[1]])]
        for before, through, after in zip(parts, parts[1:], parts[2:], strict=False):
            yield [before[-1], *through, after[0]]


def check_connected(found: Sequence[Sequence[Cell]], *path: str) -> None:
    """CellError if a room is in parts.  path: as in `rooms`."""
    for cells in found:
        parts = areas(cells)
        if len(parts) > 1:
            raise CellError((*path, *parts[1][0]), f"the room of this cell falls into {len(parts)} parts; expected one")


def check(board: Board) -> None:
    """The rooms are numbered, connected, and have each a clue or none."""
    found = rooms(board, "regions")
    check_connected(found, "regions")
    clues = len(board.givens["clues"])
    if clues != len(found):
        expected = f"expected {len(found)}, one for each room"
        raise CellError(("clues", min(clues, len(found))), f"found {clues} clues; {expected}")


def clue_counts(board: Board, shaded: Shading) -> None:
    """Require that so many cells are shaded in each room that has a number."""
    for cells, clue in zip(rooms(board), board.givens["clues"], strict=True):
        if clue is not None:
            shaded.count(cells, clue, Origin("cell", *cells[0], f"room with {clue} shaded cells"))


class RoomStarts(Clues):
    """What is given are the rooms, each at its first cell.  A board cannot be without one."""

    def given_cells(self, board: Board) -> set[Cell]:
        return {cells[0] for cells in rooms(board)}


def check_regions(board: Board) -> None:
    """The rooms, which are all that is given, are numbered and connected."""
    check_connected(rooms(board))


class RoomClues(Clues):
    """Numbers of rooms: how many of its cells are shaded, or on a loop.  A room is its first cell.

    least, most: the range of the numbers that one might write into a room of so many cells.
    """

    def __init__(self, least: int = 0, most: Callable[[int], int] = lambda size: size):
        self._least, self._most = least, most

    def optional(self, board: Board) -> list[Cell]:
        found = zip(rooms(board), board.givens["clues"], strict=True)
        return [cells[0] for cells, clue in found if clue is not None]

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        return _with_clues(board, dict.fromkeys(cells))

    def addable(self, board: Board) -> Iterator[Clue]:
        for cells, clue in zip(rooms(board), board.givens["clues"], strict=True):
            yield from ((cells[0], value) for value in range(self._least, self._most(len(cells)) + 1) if clue is None)

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        return _with_clues(board, dict(clues))


def _with_clues(board: Board, changed: dict[Cell, GivenValue]) -> Board:
    clues = [changed.get(room[0], clue) for room, clue in zip(rooms(board), board.givens["clues"], strict=True)]
    return Board(board.puzzle, board.rows, board.cols, {**board.givens, "clues": clues})


def crossings(board: Board) -> list[tuple[Cell, Direction, Cell, set[int]]]:
    """Where there is a border between two cells: the left or upper one, the way, the other one, and both rooms."""
    regions, found = board.givens["regions"], []
    for cell in board.cells():
        for way in (EAST, SOUTH):
            near = step(cell, way)
            if board.has(near) and regions[near[0]][near[1]] != regions[cell[0]][cell[1]]:
                found.append((cell, way, near, {regions[cell[0]][cell[1]], regions[near[0]][near[1]]}))
    return found


def enter_rooms_once(m: Model, board: Board, line: Edges) -> None:
    """Require that a loop enters and leaves every room once: two of its edges lead out of it."""
    borders = crossings(board)
    for room, cells in enumerate(rooms(board)):
        out = [line[cell, way] for cell, way, _, beyond in borders if room in beyond]
        m.add(exactly(2, out), Origin("cell", *cells[0], "room entered once"))


class RoomFields(TypedDict):
    """The fields of `Puzzle` that say how boards with rooms are written."""

    symbols: str
    cells: Notation
    check: Callable[[Board], None]
    form: CellForm | SectionsForm


class RoomFieldsAlone(RoomFields):
    """The same where rooms are all that is given."""

    clues: Clues


# With rooms alone, and with rooms and their clues
ROOMS_ALONE: RoomFieldsAlone = {
    "symbols": ROOM_SYMBOLS,
    "cells": ROOM,
    "check": check_regions,
    "form": REGIONS,
    "clues": RoomStarts(),
}
ROOMS_WITH_CLUES: RoomFields = {
    "symbols": CLUE_SYMBOLS,
    "cells": NUMBERS_OR_NONE,
    "check": check,
    "form": FORM,
}
