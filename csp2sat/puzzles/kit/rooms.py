"""Boards that are divided into rooms: the number of each cell's room, and perhaps a clue, a number or None, for each
room.

Rooms are connected, and numbered from 0 in the order of their first cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import TypedDict

from ...model.model import Model, Origin
from ..fact_forms import Fact
from ..givens import CellForm, GivenSection, SectionsForm, in_order
from ..notation import GivenValue, Notation, numbers
from ..spec import Board, Cell, CellError, Clue, Clues
from .checks import areas, neighbours, place
from .variables import EAST, SOUTH, Direction, Edges, Shading, exactly, step

ENTERED_ONCE = "room entered once"
APART = re.compile(r"room with (\d+) shaded cells?(, no two side by side)?")  # of heyawake
OUT = 2  # lines of a loop across the border of a room


def labels(special: dict[str, int | None], expected: tuple[str, str]) -> Notation:
    """Return the notation of rooms or cages: a number, or letters as they are; the arguments are those of `numbers`."""
    numbered = numbers(special, expected)
    return numbered._replace(value=lambda token: token if token.isalpha() else numbered.value(token))


# Rooms, and their clues
ROOM = labels({}, ("the number of the cell's room, or its letters", "the number of the cell's room"))
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
# Texts for `symbols`: rooms alone, a section of them, and the sections of boards with clues or with numbers in cells
CELL_ROOM_SYMBOLS = "a line for each row; the cells of a room have the same number or letters"
ROOM_SYMBOLS = f"`regions`: {CELL_ROOM_SYMBOLS}"
CLUE_SYMBOLS = f"""\
{ROOM_SYMBOLS}, which ascend in the order of first cells (0, 1, 2 or a, b, c)
`clues`: a number for each room, in the order of their first cells (row by row), `-` no number; or, with rooms in any
  order, numbers by name, such as `b=2 a=1`"""
NUMBER_SYMBOLS = f"{ROOM_SYMBOLS}\n`grid`: `-` blank, a number"
NUMBERS_OR_NONE = numbers({".": None, "-": None}, ("a number or - (no clue)", "a number or null (no clue)"), digits={})


def rooms(board: Board, *path: str) -> list[list[Cell]]:
    """Return the cells of each room, in reading order.

    Raises CellError if a cell has no room, or the rooms are not numbered in the order of their first cells; `path` is
    put before the cell in the error's place: `regions` if the givens are an object with this key.
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
    """Yield, for each part of a row or column inside one room that has cells before and behind it, its cells with the
    cell right before and the cell right behind.
    """
    regions = board.givens["regions"]
    for _, line in board.lines():
        parts = [list(part) for _, part in groupby(line, lambda cell: regions[cell[0]][cell[1]])]
        for before, through, after in zip(parts, parts[1:], parts[2:], strict=False):
            yield [before[-1], *through, after[0]]


def check_connected(found: Sequence[Sequence[Cell]], *path: str) -> None:
    """Raise CellError if the cells of a room are not connected; `path` is as in `rooms`."""
    for cells in found:
        parts = areas(cells)
        if len(parts) > 1:
            stray = min(parts[1:] + parts[:1], key=len)  # probably a typing error
            name = "cage" if "cages" in path else "room"
            raise CellError((*path, *stray[0]), f"the {name} of this cell falls into {len(parts)} parts; expected one")


def check(board: Board) -> None:
    """Raise CellError if the rooms of the board are not numbered in order or not connected, or if the number of clues
    (or Nones) is not that of the rooms.
    """
    found = rooms(board, "regions")
    check_connected(found, "regions")
    clues = len(board.givens["clues"])
    if clues != len(found):
        expected = f"expected {len(found)}, one for each room"
        raise CellError(("clues", min(clues, len(found))), f"found {clues} clues; {expected}")


def clue_counts(board: Board, shaded: Shading) -> None:
    """Require that each room with a number as its clue has this number of shaded cells."""
    for cells, clue in zip(rooms(board), board.givens["clues"], strict=True):
        if clue is not None:
            shaded.count(cells, clue, Origin("cell", *cells[0], f"room with {clue} shaded cell{'s' * (clue != 1)}"))


class RoomStarts(Clues):
    """Clues of a board on which only rooms are given, each at the first cell of a room; none can be left out, but a
    cell may be moved to a room beside it.
    """

    are_rooms = True

    def given_cells(self, board: Board) -> set[Cell]:
        return {cells[0] for cells in rooms(board)}

    def changeable(self, board: Board) -> list[Cell]:
        return [cell for cell in board.cells() if self.possible(board, cell)]

    def possible(self, board: Board, cell: Cell) -> list[GivenValue]:
        regions = board.givens["regions"]
        beside = {regions[r][c] for r, c in neighbours(cell) if board.has((r, c))}
        return sorted(beside - {regions[cell[0]][cell[1]]})

    def words(self, board: Board, value: GivenValue) -> str:
        return place(rooms(board)[value][0], "the room at")

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        moved = board.with_values(dict(clues))
        return Board(board.puzzle, board.rows, board.cols, {**moved.givens, "regions": in_order(moved.values())[0]})


def check_regions(board: Board) -> None:
    """Raise CellError if the rooms of a board on which nothing else is given are not numbered in order, or not
    connected.
    """
    check_connected(rooms(board))


class RoomClues(Clues):
    """Numbers of rooms as clues, which count the shaded cells of a room or its cells on a loop; the first cell stands
    for the room.

    least, most: the least number that might be a room's clue, and a function from the number of cells to the greatest.
    """

    def __init__(self, least: int = 0, most: Callable[[int], int] = lambda size: size):
        self._least, self._most = least, most

    def extent(self, board: Board) -> None:
        return None

    def optional(self, board: Board) -> list[Cell]:
        found = zip(rooms(board), board.givens["clues"], strict=True)
        return [cells[0] for cells, clue in found if clue is not None]

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        return _with_clues(board, dict.fromkeys(cells))

    def value(self, board: Board, cell: Cell) -> GivenValue:
        regions = board.givens["regions"]
        return board.givens["clues"][regions[cell[0]][cell[1]]]

    def addable(self, board: Board) -> Iterator[Clue]:
        for cells, clue in zip(rooms(board), board.givens["clues"], strict=True):
            yield from ((cells[0], value) for value in range(self._least, self._most(len(cells)) + 1) if clue is None)

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        return _with_clues(board, dict(clues))


def _with_clues(board: Board, changed: dict[Cell, GivenValue]) -> Board:
    clues = [changed.get(room[0], clue) for room, clue in zip(rooms(board), board.givens["clues"], strict=True)]
    return Board(board.puzzle, board.rows, board.cols, {**board.givens, "clues": clues})


def crossings(board: Board) -> list[tuple[Cell, Direction, Cell, set[int]]]:
    """Return each pair of neighbouring cells in different rooms: the left or upper cell, the direction to the other
    one, the other one, and the numbers of both rooms.
    """
    regions, found = board.givens["regions"], []
    for cell in board.cells():
        for way in (EAST, SOUTH):
            near = step(cell, way)
            if board.has(near) and regions[near[0]][near[1]] != regions[cell[0]][cell[1]]:
                found.append((cell, way, near, {regions[cell[0]][cell[1]], regions[near[0]][near[1]]}))
    return found


def enter_rooms_once(m: Model, board: Board, line: Edges) -> None:
    """Require, in the model `m`, that a loop enters and leaves every room once: two of its edges cross the border of a
    room.
    """
    borders = crossings(board)
    for room, cells in enumerate(rooms(board)):
        out = [line[cell, way] for cell, way, _, beyond in borders if room in beyond]
        m.add(exactly(OUT, out), Origin("cell", *cells[0], ENTERED_ONCE))


def room_fault(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how lines contradict that a loop enters a room once, or that a loop visits as many cells of the room as
    its number, for the rules ENTERED_ONCE and `room with N cells on the loop`; '' for another rule, and if they do not.

    cell: one of the room.  facts: of the lines.
    """
    has = {frozenset(fact.places): not fact.negative for fact in facts if fact.what == "edge"}
    room = next(cells for cells in rooms(board) if cell in cells)
    name = f"the room of {place(cell)}"
    if rule == ENTERED_ONCE:
        ends = [(one, two) for one, _, two, _ in crossings(board) if (one in room) != (two in room)]
        lines = [(one, two) for one, two in ends if has.get(frozenset((one, two)))]
        if len(lines) > OUT:
            places = "; ".join(f"from {place(one)} to {place(two)}" for one, two in lines)
            return f"the loop would enter or leave {name} at {len(lines)} places: {places}"
        left = [has.get(frozenset(each)) is not False for each in ends].count(True)
        return f"the loop could not enter and leave {name}" if left < OUT else ""
    found = re.fullmatch(r"room with (\d+) cells? on the loop", rule)
    if not found:
        return ""
    number = int(found[1])
    at = [[has.get(frozenset((here, near))) for near in neighbours(here) if board.has(near)] for here in room]
    visited, open_ones = sum(True in each for each in at), sum(set(each) != {False} for each in at)
    if visited > number:
        return f"the loop would visit {visited} cells of {name}, which has {number}"
    s = "s" * (number > 1)
    return f"the loop could not visit {number} cell{s} of {name}" if open_ones < number else ""


class RoomFields(TypedDict):
    """The fields of `Puzzle` about the writing of boards with rooms."""

    symbols: str
    cells: Notation
    check: Callable[[Board], None]
    form: CellForm | SectionsForm


class RoomFieldsAlone(RoomFields):
    """The fields of `RoomFields` and the clues, for boards on which only rooms are given."""

    clues: Clues


# With rooms alone, and with rooms and their clues
ROOMS_ALONE: RoomFieldsAlone = {
    "symbols": CELL_ROOM_SYMBOLS,
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


def too_few_apart(board: Board, rule: str, at: Cell, facts: Sequence[Fact]) -> str:
    """Return in words how few shaded cells fit into a room, no two side by side; '' for another rule than a room's
    number, and if enough fit, or if the number alone is refuted by the number of its cells.

    rule: its name.  at: the first cell of the room.  facts: of its cells and their neighbours.
    """
    found = APART.fullmatch(rule)
    if found is None:
        return ""
    (cells,) = (cells for cells in rooms(board) if at in cells)
    shaded = {fact.places[0] for fact in facts if not fact.negative}
    out = {fact.places[0] for fact in facts if fact.negative}.union(*map(neighbours, shaded))
    fits = len(shaded.intersection(cells)) + most_apart({*cells} - shaded - out)
    places = len(cells) - sum(fact.negative for fact in facts if fact.places[0] in cells)
    if fits >= int(found[1]) or (not found[2] and places < int(found[1])):
        return ""
    if int(found[1]) == 1:
        return f"no place is left for the shaded cell of the room of {place(at)}"
    return f"only {fits} of the {found[1]} shaded cells of the room of {place(at)} would fit, no two side by side"


def most_apart(cells: set[Cell]) -> int:
    """Return how many of some cells can be chosen so that no two are side by side: all but one for each pair of the
    greatest number of pairs of neighbours that have no cell in common.
    """
    pair: dict[Cell, Cell] = {}

    def is_paired(cell: Cell, tried: set[Cell]) -> bool:
        for near in sorted(cells.intersection(neighbours(cell)) - tried):
            tried.add(near)
            if near not in pair or is_paired(pair[near], tried):
                pair[near] = cell
                return True
        return False

    return len(cells) - sum(is_paired(cell, set()) for cell in sorted(cells) if sum(cell) % 2)
