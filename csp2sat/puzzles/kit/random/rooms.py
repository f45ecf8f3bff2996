"""Random rooms, and small random changes of rooms."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeVar

from ....base.portable_random import RandomSource
from ...notation import GivenParts
from ...spec import Board, Cell
from ..checks import cells_by_value, neighbours
from .shadings import is_connected

S = TypeVar("S")
Regions = list[list[int]]
Fits = Callable[[Collection[Cell]], bool]  # may these connected cells be a room?

SWAPS = 15  # for each cell: draws of two cells that might change their rooms


def joined_rooms(random: RandomSource, rows: int, cols: int, fits: Fits) -> Regions:
    """Return random connected rooms of a `rows` x `cols` board, numbered in the order of their first cells.

    Each cell is a room at first; neighbouring rooms are joined, in random order, if `fits` allows the cells of both as
    a room.
    """
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    room = {cell: {cell} for cell in cells}
    for one, other in random.shuffled((cell, near) for cell in cells for near in neighbours(cell) if near > cell):
        if other in room and room[one] is not room[other] and fits(joined := room[one] | room[other]):
            room |= dict.fromkeys(joined, joined)
    return numbered(rows, cols, lambda cell: min(room[cell]))


def grown(random: RandomSource, cells: Collection[Cell], seeds: Collection[Cell]) -> dict[Cell, Cell]:
    """Return for each cell, and for each seed, the seed of its part: connected parts, one around each of the seeds,
    grow at random.

    `cells` may contain the seeds; each of its connected components must contain or touch a seed.
    """
    left = set(cells) - set(seeds)
    found = {seed: seed for seed in sorted(seeds)}
    border = [(near, seed) for seed in found for near in neighbours(seed)]
    while left:
        at = random.below(len(border))
        border[at], border[-1] = border[-1], border[at]
        cell, seed = border.pop()
        if cell in left:
            left.remove(cell)
            found[cell] = seed
            border += [(near, seed) for near in neighbours(cell)]
    return found


def numbered(rows: int, cols: int, name: Callable[[Cell], object]) -> Regions:
    """Return the rooms of a `rows` x `cols` board, numbered in the order of their first cells.

    Cells with the same result of `name` are in one room.
    """
    number: dict[object, int] = {}
    return [[number.setdefault(name((r, c)), len(number)) for c in range(cols)] for r in range(rows)]


def alone(regions: Regions, cell: Cell) -> Regions:
    """Return the rooms with a cell as a room of its own, and each other cell of its old room, too, if these would not
    be connected.
    """
    rest = set(cells_by_value(regions)[regions[cell[0]][cell[1]]]) - {cell}
    apart = {cell} if is_connected(rest) else {cell, *rest}
    return numbered(len(regions), len(regions[0]), lambda each: each if each in apart else regions[each[0]][each[1]])


def moved(random: RandomSource, regions: Regions, cell: Cell, fits: Fits) -> Regions:
    """Return the rooms with a cell moved into a random neighbouring room that may be a room with the cell, by `fits`.

    Returns the same rooms if there is no such neighbour, or if the rest of the cell's own room is neither empty nor a
    room: connected, and allowed by `fits`.
    """
    cells = cells_by_value(regions)
    own = regions[cell[0]][cell[1]]
    rest = set(cells[own]) - {cell}
    rooms = sorted(
        {regions[r][c] for r, c in neighbours(cell) if 0 <= r < len(regions) and 0 <= c < len(regions[0])} - {own}
    )
    found = [room for room in rooms if fits([*cells[room], cell])]
    if not (found and is_connected(rest) and (fits(rest) or not rest)):
        return regions
    room = random.pick(found)
    return numbered(len(regions), len(regions[0]), lambda each: room if each == cell else regions[each[0]][each[1]])


def divided(random: RandomSource, regions: Regions, cell: Cell, fits: Fits) -> Regions:
    """Return the rooms with the room of a cell divided at random into two rooms that `fits` allows.

    Returns the same rooms if the draws do not lead to two parts, or to a part that may be no room.
    """
    cells = cells_by_value(regions)[regions[cell[0]][cell[1]]]
    part = grown(random, cells, {cell, random.pick(cells)})
    mine = [each for each in cells if part[each] == cell]
    if not (len(mine) < len(cells) and fits(mine) and fits([each for each in cells if part[each] != cell])):
        return regions
    return numbered(len(regions), len(regions[0]), lambda each: part.get(each, regions[each[0]][each[1]]))


def rooms_up_to(largest: int) -> Callable[[RandomSource, int, int], GivenParts]:
    """Return a function that draws the givens of a board without numbers in random rooms of at most `largest` cells."""

    def empty(random: RandomSource, rows: int, cols: int) -> GivenParts:
        return without_numbers(joined_rooms(random, rows, cols, lambda cells: len(cells) <= largest))

    return empty


def one_room(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a `rows` x `cols` board that is one room without a clue."""
    return {"regions": [[0] * cols for _ in range(rows)], "clues": [None]}


def in_random_rooms(
    with_clues: Callable[[RandomSource, Board, S], Board], largest: int
) -> Callable[[RandomSource, Board, S], Board]:
    """Return a function that gives a board random rooms of at most `largest` cells, and their clues by `with_clues`."""

    def drawn(random: RandomSource, board: Board, solution: S) -> Board:
        regions = joined_rooms(random, board.rows, board.cols, lambda cells: len(cells) <= largest)
        return with_clues(random, replace(board, givens={**board.givens, "regions": regions}), solution)

    return drawn


def with_room_counts(random: RandomSource, board: Board, solution: list[str]) -> Board:
    """Return the board with the number of shaded cells in each room as its clue."""
    rooms = cells_by_value(board.givens["regions"])
    clues = [sum(solution[r][c] == "#" for r, c in rooms[room]) for room in range(len(rooms))]
    return replace(board, givens={**board.givens, "clues": clues})


def equal_rooms(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a `rows` x `cols` board without numbers in random rooms that have as many cells as a row.

    The rooms are the rows at first; then many pairs of cells exchange their rooms.
    """
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    rooms = {cell: cell[0] for cell in cells}
    for _ in range(SWAPS * len(cells)):
        rooms = swapped(random, rooms, random.pick(cells))
    return without_numbers(numbered(rows, cols, rooms.__getitem__))


def without_numbers(regions: Regions) -> GivenParts:
    """Return the givens of a board of these rooms without numbers in its cells."""
    return {"regions": regions, "grid": [[0] * len(row) for row in regions]}


def swapped(random: RandomSource, rooms: dict[Cell, int], cell: Cell) -> dict[Cell, int]:
    """Return the rooms with a cell moved to a random neighbouring room, and a random cell of this room that touches the
    rest of the old room moved back.

    Returns the same rooms if there are no such cells, or one of the two rooms would not be connected.
    """
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
