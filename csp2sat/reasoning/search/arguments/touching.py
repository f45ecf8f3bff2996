"""Stars that do not touch: sets of cells as numbers, groups of cells that touch one another, and lines and rooms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ....model.model import Origin
from ....puzzles.spec import Cell

NOUNS = ("a star", "a tent")
COUNT = re.compile(r"(?:(\d+) stars? in|number (\d+) at the \w+ of) ((row|column|the room).*)")
FAMILIES = ["row", "column", "the room"]


class CellBits:
    """The way from sets of cells to numbers, whose bits are the cells: rows one after another, each with an
    empty bit behind.

    cols: the number of columns.
    """

    def __init__(self, cols: int):
        self.width = cols + 1
        self.groups = cache(self._fewest)

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the number whose bits are some cells."""
        return sum({1 << (r * self.width + c) for r, c in cells})

    def cells(self, mask: int) -> list[Cell]:
        """Return the cells of a number, in reading order."""
        return [divmod(at, self.width) for at in range(mask.bit_length()) if mask >> at & 1]

    def around(self, bits: int) -> int:
        """Return the cells that touch one of some cells, and these; bits beyond the board may be among them."""
        row = bits | bits << 1 | bits >> 1
        return row | row << self.width | row >> self.width

    def blocks(self, bit: int) -> tuple[int, int]:
        """Return the two blocks of 2 x 2 cells whose upper row has a cell."""
        left = bit | bit << 1
        right = bit | bit >> 1
        return left | left << self.width, right | right << self.width

    def are_few(self, mask: int, most: int) -> bool:
        """Whether at most `most` groups of touching cells, chosen one by one, have all cells of a number."""
        while mask and most > 0:
            one, other = self.blocks(mask & -mask)
            mask &= ~(one if (mask & one).bit_count() > (mask & other).bit_count() else other)
            most -= 1
        return not mask

    def only(self, mask: int, number: int) -> list[int]:
        """Return the only cells in which a number of stars that do not touch fit, if there are at least two; else [].

        mask: the cells, which have no room for more stars.
        """
        bits = (1 << at for at in range(mask.bit_length()) if mask >> at & 1) if number > 1 else ()
        found = [bit for bit in bits if self.groups(mask & ~bit, number - 1) is not None]
        return found if len(found) == number else []

    def _fewest(self, mask: int, most: int) -> list[int] | None:
        """Return the fewest groups of cells that touch one another, each within a block, to which all cells of a number
        belong; None if there are more than `most`.
        """
        for number in range((mask.bit_count() + 3) // 4, most + 1):
            found = self._groups(mask, number)
            if found is not None:
                return found
        return None

    def _groups(self, mask: int, most: int) -> list[int] | None:
        """Return at most `most` groups for all cells of a number; None if these do not suffice.

        The first cell is in the upper row of its block, for no cell is above.
        """
        if mask.bit_count() > 4 * most:
            return None
        if not mask:
            return []
        for block in self.blocks(mask & -mask):
            found = self._groups(mask & ~block, most - 1)
            if found is not None:
                return [mask & block, *found]
        return None


class StarNumber(NamedTuple):
    """A number of stars, and its cells: 0 for a row, 1 for a column, 2 for a room, and the name, such as `row 3`."""

    number: int
    family: int
    name: str


class StarNeed(NamedTuple):
    """A line or room: a key, 0 for a row, 1 for a column, 2 for a room, its free cells, and how many stars it needs."""

    key: int
    family: int
    free: int
    need: int

    @classmethod
    def of(
        cls, key: int, count: StarNumber, places: Iterable[Cell], known: Mapping[Cell, bool], bits: CellBits
    ) -> StarNeed:
        """Return what a line or room with some places needs yet.

        key: of the result.  count: the stars of the line or room.  known: whether cells have a star.
        """
        has = {cell: known.get(cell) for cell in places}
        free = (cell for cell, star in has.items() if star is None)
        return cls(key, count.family, bits.mask(free), count.number - sum(map(bool, has.values())))


def touch(one: Cell, other: Cell) -> bool:
    """Whether two cells have a side or a corner in common."""
    return one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def with_touched(known: Mapping[Cell, bool], cells: Iterable[Cell]) -> dict[Cell, bool]:
    """Return whether cells have a star with what a reader sees: those of some cells that touch a star have none."""
    stars = [cell for cell, has in known.items() if has]
    return {cell: False for cell in cells if any(touch(cell, star) for star in stars)} | {**known}


def star_number(words: str) -> StarNumber | None:
    """Return the number of stars or tents that a clue or rule says; None for words that say no such number."""
    found = COUNT.fullmatch(words)
    return StarNumber(int(found[1] or found[2]), FAMILIES.index(found[4]), found[3]) if found else None


def star_counts(noun: str, origins: Sequence[Origin]) -> list[tuple[int, StarNumber]]:
    """Return for each statement that some cells have a number of stars or tents the statement's number, and that one.

    noun: what cells of the board may have.  origins: of all statements.
    """
    found = [(at, star_number(origin.rule)) for at, origin in enumerate(origins if noun in NOUNS else ())]
    return [(at, count) for at, count in found if count]
