"""Norinori: random pairs of shaded cells, and rooms that grow around two of these cells each.

The rooms are all that is given, so no room can be left out: rooms in which solutions differ are changed.
"""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import areas, neighbours
from ...puzzles.kit.random.rooms import grown
from ...puzzles.kit.random.shadings import shading_rows
from ...puzzles.spec import Board, Cell
from ...puzzles.types.norinori import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique, repaired

MIXING = 4  # for each room: how often it and another one are divided anew, before solutions are searched
MENDINGS = 400  # changes, until no pair by itself can be elsewhere
REPAIRS = 40
LARGE = 128  # cells: larger boards have the limits and the changes of this file that only they need
MENDINGS_OF_CELL, REPAIRS_OF_CELL = 2.5, 1  # on large boards
DRAWS = 50  # until one of them changes something
MANY = 8  # cells where solutions differ, for which one change more is made at once
ANEW = 0.2  # chance that two rooms are divided anew; else a cell comes into another room

Pair = tuple[Cell, Cell]
Rooms = dict[Cell, int]  # the room of each cell


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: a cell in which
    solutions differ changes its room, or two rooms are divided anew, until there is one solution.
    """
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    changes = _Changes(random, random_pairs(random, cells), len(cells) > LARGE)
    room_of = {cell: number for number, pair in enumerate(changes.pairs) for cell in pair}
    rooms = {cell: room_of[seed] for cell, seed in grown(random, cells, changes.shaded).items()}
    for _ in range(MIXING * len(changes.pairs)):
        rooms = divided_anew(random, rooms, changes.shaded, random.pick(cells))
    start = changes.mended(rooms)
    if start is None:
        return None
    tries = REPAIRS_OF_CELL * len(cells) if changes.large else REPAIRS
    return made_unique(start, lambda rooms: drafted(rooms, changes.shaded, rows, cols), changes.several, tries)


class _Changes:
    """Changes of the rooms around given pairs of shaded cells; large: whether the board is."""

    def __init__(self, random: RandomSource, pairs: list[Pair], large: bool = False):
        self._random, self.pairs, self.large = random, pairs, large
        self.shaded = {cell for pair in pairs for cell in pair}

    def one(self, rooms: Rooms, wrong: list[Cell]) -> Rooms:
        """Return the rooms after one change at a random cell of the wrong cells: the cell moves to another room, or, if
        the cell is shaded or with the chance ANEW, its room and another room are divided anew.

        The rooms stay the same if the change is impossible.
        """
        cell = self._random.pick(wrong)
        if cell in self.shaded or self._random.chance(ANEW):
            return divided_anew(self._random, rooms, self.shaded, cell)
        return moved(self._random, rooms, self.shaded, cell, self.large)

    def mended(self, rooms: Rooms) -> Rooms | None:
        """Return the rooms after changes that leave no pair by itself another place; None if MENDINGS changes, or more
        on a large board, are not enough.
        """
        tries = int(MENDINGS_OF_CELL * len(rooms)) if self.large else MENDINGS
        return repaired(rooms, lambda rooms: loose(rooms, self.pairs), self.one, tries)

    def several(self, rooms: Rooms, wrong: list[Cell]) -> Rooms:
        """Return mended rooms after one or more changes at the wrong cells; the same rooms if DRAWS draws do not change
        them.
        """
        for _ in range(DRAWS):
            other = rooms
            for _ in range(1 + len(wrong) // MANY):
                other = self.one(other, wrong)
            if other != rooms and (other := self.mended(other) or rooms) != rooms:
                return other
        return rooms


def loose(rooms: Rooms, pairs: list[Pair]) -> list[Cell]:
    """Return the cells that change if a pair alone moves to another place, between the same rooms and apart from all
    other pairs; [] if each pair has only its own place.
    """
    ways: dict[tuple[int, ...], list[Pair]] = {}
    for cell in rooms:
        for near in neighbours(cell)[:2]:
            if near in rooms:
                ways.setdefault(tuple(sorted((rooms[cell], rooms[near]))), []).append((cell, near))
    shaded = {cell for pair in pairs for cell in pair}
    found: set[Cell] = set()
    for pair in pairs:
        others = shaded.difference(pair)
        for way in ways[tuple(sorted(rooms[cell] for cell in pair))]:
            if way != pair and others.isdisjoint([*way, *neighbours(way[0]), *neighbours(way[1])]):
                found |= {*pair} ^ {*way}
    return sorted(found)


def random_pairs(random: RandomSource, cells: list[Cell]) -> list[Pair]:
    """Return pairs of neighbouring cells, no two pairs touching, chosen in random order until no further pair fits."""
    board, taken = set(cells), set[Cell]()
    found = []
    for one, other in random.shuffled((cell, near) for cell in cells for near in neighbours(cell) if near > cell):
        if other in board and taken.isdisjoint([one, other, *neighbours(one), *neighbours(other)]):
            found.append((one, other))
            taken |= {one, other}
    return found


def moved(random: RandomSource, rooms: Rooms, shaded: set[Cell], cell: Cell, together: bool) -> Rooms:
    """Return the rooms with an unshaded cell in another room beside it, together with the cells that would be cut off
    from the shaded cells of the old room; the same rooms if there is no other room, if these shaded cells would be
    parted, or, unless `together`, if any cells would be cut off.
    """
    old = rooms[cell]
    beside = sorted({rooms.get(near, old) for near in neighbours(cell)} - {old})
    parts = areas(sorted(each for each, room in rooms.items() if room == old and each != cell))
    kept = [part for part in parts if not shaded.isdisjoint(part)]
    if not beside or len(kept) != 1 or (len(parts) > 1 and not together):
        return rooms
    new = random.pick(beside)
    return rooms | {each: new for part in (*parts, [cell]) if part is not kept[0] for each in part}


def divided_anew(random: RandomSource, rooms: Rooms, shaded: set[Cell], cell: Cell) -> Rooms:
    """Return the rooms with the room of the cell and a random room beside it divided anew, two shaded cells in each;
    the same rooms if the random draws do not lead to two connected rooms.
    """
    one = rooms[cell]
    beside = sorted({rooms.get(near, one) for each in rooms if rooms[each] == one for near in neighbours(each)} - {one})
    if not beside:
        return rooms
    other = random.pick(beside)
    cells = sorted(each for each, room in rooms.items() if room in (one, other))
    parts = grown(random, cells, shaded.intersection(cells))
    first, *rest = sorted(shaded.intersection(cells))
    mate = random.pick(rest)
    if not (_touch(parts, first, mate) and _touch(parts, *(each for each in rest if each != mate))):
        return rooms
    return rooms | {each: one if part in (first, mate) else other for each, part in parts.items()}


def _touch(parts: dict[Cell, Cell], one: Cell, other: Cell) -> bool:
    """Whether a cell of one part is beside a cell of the other part; `parts` has the part of each cell."""
    return any(parts.get(near) == other for cell, part in parts.items() if part == one for near in neighbours(cell))


def drafted(rooms: Rooms, shaded: set[Cell], rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells with the rooms, numbered in the order of their first cells, and the shading
    as its solution.
    """
    number: dict[int, int] = {}
    regions = [[number.setdefault(rooms[r, c], len(number)) for c in range(cols)] for r in range(rows)]
    return Draft(Board(PUZZLE.name, rows, cols, {"regions": regions}), shading_rows(shaded, rows, cols))


MAKER = Maker(attempt, least=4, minimal=False)
