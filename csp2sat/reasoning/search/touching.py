"""Stars that do not touch: groups of cells that touch one another, and arguments that count the stars of such groups.

A set of cells is a number whose bits are the cells; see `CellBits`.  An argument counts the stars of the lines and
rooms `some`, and takes away the stars of the lines and rooms `others`: the result is the least number of stars outside
of `others`.  If the cells outside of `others` fall into as many groups of cells that touch one another as there are
stars, each group has exactly one star, and `others` have no star outside of `some`.  If a star in a cell would leave
fewer groups than stars, the cell has no star.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ...model.model import Origin
from ...puzzles.spec import Cell

MOST_COUNTS, MOST_LINES, MOST_STARS = 7, 4, 6  # of an argument: lines and rooms, lines, and stars in groups

NOUNS = ("a star", "a tent")
NUMBER = re.compile(r"(\d+) stars? in (row|column|the room)|number (\d+) at the \w+ of (row|column)")
FAMILIES = ["row", "column", "the room"]


class CellBits:
    """The way from cells to the bits of a number: rows one after another, an empty bit behind each row.

    cols: the number of columns.
    """

    def __init__(self, cols: int):
        self.width = cols + 1

    def mask(self, cells: Iterator[Cell] | Sequence[Cell]) -> int:
        """Return the number whose bits are some cells."""
        return sum({1 << (r * self.width + c) for r, c in cells})

    def cells(self, mask: int) -> list[Cell]:
        """Return the cells of a number, in reading order."""
        return [divmod(at, self.width) for at in range(mask.bit_length()) if mask >> at & 1]

    def around(self, bit: int) -> int:
        """Return the cells that touch a cell, and the cell; bits beyond the board may be among them."""
        row = bit | bit << 1 | bit >> 1
        return row | row << self.width | row >> self.width

    def blocks(self, bit: int) -> tuple[int, int]:
        """Return the two blocks of 2 x 2 cells whose upper row has a cell."""
        left = bit | bit << 1
        right = bit | bit >> 1
        return left | left << self.width, right | right << self.width

    def groups(self, mask: int, most: int) -> list[int] | None:
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


class StarNeed(NamedTuple):
    """A line or room: a key, 0 for a row, 1 for a column, 2 for a room, its free cells, and how many stars it needs."""

    key: int
    family: int
    free: int
    need: int


class GroupArgument(NamedTuple):
    """An argument by counting.

    some, others: the keys of lines and rooms.  groups: if the argument is that each group has exactly one star, the
    groups of the cells of `some` outside of `others`; else the groups that a star at the only fact's cell leaves.
    facts: cells with whether they have a star.  exact: whether each group has exactly one star.
    """

    some: tuple[int, ...]
    others: tuple[int, ...]
    groups: tuple[tuple[Cell, ...], ...]
    facts: dict[Cell, bool]
    exact: bool


class _Outside(NamedTuple):
    """Some lines and rooms, and others whose stars are taken away.

    outside: the free cells of `some` that are not in `others`.  inside: the free cells of `others` that are not in
    `some`.  need: the least number of stars in `outside`.
    """

    some: Sequence[StarNeed]
    others: Sequence[StarNeed]
    outside: int
    inside: int
    need: int

    @classmethod
    def of(cls, some: Sequence[StarNeed], others: Sequence[StarNeed]) -> _Outside:
        """Return the cells and the number of stars of two lists of lines and rooms, `some` and `others`."""
        own = taken = 0
        for count in some:
            own |= count.free
        for count in others:
            taken |= count.free
        need = sum(count.need for count in some) - sum(count.need for count in others)
        return cls(some, others, own & ~taken, taken & ~own, need)

    def argument(self, cells: CellBits, groups: Sequence[int], facts: dict[Cell, bool], exact: bool) -> GroupArgument:
        """Return an argument about the lines and rooms; groups, facts, exact: as in GroupArgument."""
        some, others = (tuple(count.key for count in of) for of in (self.some, self.others))
        return GroupArgument(some, others, tuple(tuple(cells.cells(group)) for group in groups), facts, exact)


def arguments(
    counts: Sequence[StarNeed], cells: CellBits, least: int = 1, most: int = MOST_COUNTS, every: int = 0
) -> Iterator[GroupArgument]:
    """Yield arguments about lines and rooms: first the arguments with the fewest lines and rooms, and among these first
    the exact ones.

    counts: of all lines and rooms that need stars.  least, most: how many of them an argument counts.  every: free
    cells beside those of the lines and rooms.
    """
    for count in counts:
        every |= count.free
    sizes: dict[int, list[tuple[tuple[StarNeed, ...], tuple[StarNeed, ...]]]] = {}
    for some, others in _pairs(counts):
        sizes.setdefault(len(some) + len(others), []).append((some, others))
    for size in range(least, most + 1):
        loose = []
        for some, others in sizes.get(size, ()):
            own = _Outside.of(some, others)
            groups = cells.groups(own.outside, own.need + 1) if 0 <= own.need <= MOST_STARS else None
            is_exact = groups is not None and len(groups) == own.need
            if groups is not None and is_exact and (found := _exact(cells, every, groups, own.inside)):
                yield own.argument(cells, groups, found, True)
            is_wide = groups is None and own.need >= 0 and size == 1
            if is_wide or least == most or (groups is not None and not is_exact):
                loose.append(own)
        for own in loose:
            yield from _supposing(cells, every, own)


def _pairs(counts: Sequence[StarNeed]) -> Iterator[tuple[tuple[StarNeed, ...], tuple[StarNeed, ...]]]:
    """Yield the pairs `(some, others)` that are worth an argument: the stars of `some` are counted, those of `others`
    taken away.

    counts: all lines and rooms that need stars.  A pair has lines alone, rooms alone, or lines and rooms, either of
    these as `others`.  Lines are all rows or all columns, at most MOST_LINES; three and more of them are side by side.
    Each room has a free cell in one of the lines.
    """
    rooms = [count for count in counts if count.family == 2]
    for family in (0, 1):
        lines = [count for count in counts if count.family == family]
        for number in range(1, MOST_LINES + 1):
            for own in combinations(lines, number) if number < 3 else _side_by_side(lines, number):
                free = 0
                for line in own:
                    free |= line.free
                yield own, ()
                near = [room for room in rooms if room.free & free]
                for size in range(1, min(len(near), MOST_COUNTS - number) + 1):
                    for some in combinations(near, size):
                        yield own, some
                        yield some, own
    for size in range(1, MOST_LINES):
        yield from ((some, ()) for some in combinations(rooms, size))


def _side_by_side(lines: Sequence[StarNeed], number: int) -> Iterator[tuple[StarNeed, ...]]:
    """Yield all runs of `number` lines that follow one another in `lines`."""
    return (tuple(lines[at : at + number]) for at in range(len(lines) - number + 1))


def _exact(cells: CellBits, every: int, groups: Sequence[int], inside: int) -> dict[Cell, bool]:
    """Return what follows if each group has exactly one star: groups of one cell have it, cells that touch all of a
    group have none, and neither have the cells `inside` the others and outside of the first lines and rooms.

    every: all free cells.
    """
    found = dict.fromkeys(cells.cells(inside), False)
    stars = [group for group in groups if group.bit_count() == 1]
    for group in groups:
        around = every & ~group
        for cell in cells.cells(group):
            around &= cells.around(cells.mask([cell]))
        found |= dict.fromkeys(cells.cells(around), False)
    return found | {cells.cells(group)[0]: True for group in stars}


def _supposing(cells: CellBits, every: int, own: _Outside) -> Iterator[GroupArgument]:
    """Yield an argument for each cell that has no star, since a star there would leave fewer groups than stars.

    every: all free cells.
    """
    near = own.inside
    for cell in cells.cells(own.outside):
        near |= cells.around(cells.mask([cell]))
    for goal in cells.cells(near & every):
        bit = cells.mask([goal])
        wanted = own.need - bool(bit & own.outside) + bool(bit & own.inside)
        groups = cells.groups(own.outside & ~cells.around(bit), wanted - 1)
        if groups is not None:
            yield own.argument(cells, groups, {goal: False}, False)


def touch(one: Cell, other: Cell) -> bool:
    """Whether two cells have a side or a corner in common."""
    return one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def with_touched(known: Mapping[Cell, bool], cells: Iterable[Cell]) -> dict[Cell, bool]:
    """Return whether cells have a star with what a reader sees: those of some cells that touch a star have none."""
    stars = [cell for cell, has in known.items() if has]
    return {cell: False for cell in cells if any(touch(cell, star) for star in stars)} | {**known}


def star_counts(noun: str, origins: Sequence[Origin]) -> list[tuple[int, int, int]]:
    """Return for each statement that some cells have a number of stars or tents the number of the statement, 0 for a
    row, 1 for a column, 2 for a room, and the number of stars.

    noun: what cells of the board may have.  origins: of all statements.
    """
    found = []
    for number, origin in enumerate(origins if noun in NOUNS else ()):
        if count := NUMBER.match(origin.rule):
            found.append((number, FAMILIES.index(count[2] or count[4]), int(count[1] or count[3])))
    return found
