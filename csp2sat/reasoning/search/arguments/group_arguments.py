"""Arguments that count stars which do not touch, by groups of cells that touch one another.

A pair counts the stars of the lines and rooms `some`, and takes away the stars of the lines and rooms `others`: the
result is the least number of stars outside of `others`.  If the cells outside of `others` fall into as many groups of
cells that touch one another as there are stars, each group has exactly one star, and `others` have no star outside of
`some`; if the cells but one fall into fewer groups, that one has a star.  If a star in a cell would leave fewer groups
than stars, the cell has no star; what else that star would leave without stars, or force, by the numbers of a few lines
and rooms is considered before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, groupby, product
from typing import NamedTuple

from ....puzzles.spec import Cell
from .touching import CellBits, StarNeed

MOST_COUNTS, MOST_STARS = 7, 6  # of a pair: lines and rooms, unless all rooms of some lines are meant; stars in groups
MOST_LINES = 3  # of a pair with some of the rooms in these lines
MOST_WAY = 4  # lines and rooms by whose numbers more follows from a star that is supposed
SLACK = 2  # groups more than stars of a pair, beyond which a star that is supposed leaves enough
TRIED = 3  # pairs of the same cell of which the one with the fewest lines and rooms is chosen


class GroupArgument(NamedTuple):
    """An argument that counts the stars of some lines and rooms, and concludes where stars are or are not.

    some, others: the keys of lines and rooms.  groups: if the argument is that each group has exactly one star, the
    groups of the cells of `some` outside of `others`, or the only cells of these in which all of the stars fit; else
    the groups that a star at the only fact's cell leaves.
    facts: cells with whether they have a star.  exact: whether each group has exactly one star.  way: the keys of lines
    and rooms by whose numbers something follows from the star, one after another.
    """

    some: tuple[int, ...]
    others: tuple[int, ...]
    groups: tuple[tuple[Cell, ...], ...]
    facts: dict[Cell, bool]
    exact: bool
    way: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of lines and rooms."""
        return len(self.some) + len(self.others) + len(self.way)


class CountPair(NamedTuple):
    """Some lines and rooms, and others whose stars are taken away.

    outside: the free cells of `some` that are not in `others`.  inside: the free cells of `others` that are not in
    `some`.  need: the least number of stars in `outside`.
    """

    some: tuple[StarNeed, ...]
    others: tuple[StarNeed, ...]
    outside: int
    inside: int
    need: int

    @classmethod
    def of(cls, some: tuple[StarNeed, ...], others: tuple[StarNeed, ...]) -> CountPair:
        """Return the pair of lines and rooms.

        some: counted ones, which have no free cell in common.  others: those whose stars are taken away.
        """
        own, taken = _free(some), _free(others)
        need = sum(count.need for count in some) - sum(count.need for count in others)
        return cls(some, others, own & ~taken, taken & ~own, need)

    @property
    def size(self) -> int:
        """The number of lines and rooms."""
        return len(self.some) + len(self.others)

    def argument(
        self, cells: CellBits, groups: Sequence[int], facts: dict[Cell, bool], exact: bool, way: tuple[int, ...] = ()
    ) -> GroupArgument:
        """Return an argument about the lines and rooms; groups, facts, exact, way: as in GroupArgument."""
        some, others = (tuple(count.key for count in of) for of in (self.some, self.others))
        return GroupArgument(some, others, tuple(tuple(cells.cells(group)) for group in groups), facts, exact, way)

    def exactly(self, cells: CellBits, every: int, alone: int = 0) -> GroupArgument | None:
        """Return the argument that each group has exactly one star; None if it is not so, or if nothing follows.

        every: all free cells.  alone: cells of `outside` that are to be a group each.
        """
        need = self.need - alone.bit_count()
        groups = cells.groups(self.outside & ~alone, need) if 0 <= need <= MOST_STARS else None
        if groups is None or len(groups) < need:
            return None
        groups = [*(cells.mask([cell]) for cell in cells.cells(alone)), *groups]
        if len(self.some) == 1 and not self.others and (only := cells.only(self.outside, self.need)):
            groups = only
        facts = _exact(cells, every, groups, self.inside)
        return self.argument(cells, groups, facts, True) if facts else None

    def left(self, cells: CellBits, star: SupposedStar) -> list[int] | None:
        """Return the groups that a star leaves; None if these are as many as the stars that the pair needs, or more."""
        none = star.none | star.stars
        need = self.need - (self.outside & star.stars).bit_count() + (self.inside & star.stars).bit_count()
        outside = self.outside & ~none
        return cells.groups(outside, need - 1) if outside.bit_count() <= 4 * (need - 1) else None


class SupposedStar(NamedTuple):
    """The consequences of a star that is supposed.

    stars: the supposed star, and the stars that are forced.  none: the cells without a star.  way: the keys of the
    lines and rooms by whose numbers that follows.
    """

    stars: int
    none: int
    way: tuple[int, ...] = ()

    def further(self, cells: CellBits, counts: Sequence[StarNeed], every: int) -> SupposedStar | None:
        """Return the star with what follows by one more line or room; None if nothing follows, or a contradiction.

        counts: the lines and rooms.  every: all free cells.
        """
        for count in counts:
            free = count.free & ~(self.none | self.stars)
            need = count.need - (count.free & self.stars).bit_count()
            if free and need in (0, free.bit_count()):
                stars, none = (
                    (self.stars | free, self.none | cells.around(free) & every & ~free)
                    if need
                    else (self.stars, self.none | free)
                )
                return None if stars & none else SupposedStar(stars, none, (*self.way, count.key))
        return None


def arguments(counts: Sequence[StarNeed], cells: CellBits) -> Iterator[GroupArgument]:
    """Yield arguments about lines and rooms: first the arguments with the fewest lines and rooms, and among these first
    the exact ones; behind all others those by what a supposed star forces before, again the smallest first.

    counts: the needs of all lines and rooms.
    """
    pairs, every = sorted(_pairs(counts, cells), key=lambda pair: pair.size), _free(counts)
    supposed: list[GroupArgument] | None = None
    for size, some in groupby(pairs, lambda pair: pair.size):
        yield from filter(None, (pair.exactly(cells, every) for pair in some))
        if supposed is None:
            supposed = list(_supposing(pairs, (), cells, every))
        yield from (argument for argument in supposed if argument.size == size)
    yield from sorted(_supposing(pairs, counts, cells, every), key=lambda argument: argument.size)


def at_sight(counts: Sequence[StarNeed], cells: CellBits) -> Iterator[GroupArgument]:
    """Return the exact arguments of one line or room, then of two.

    counts: the needs of all lines and rooms.
    """
    every, pairs = _free(counts), [CountPair.of((count,), ()) for count in counts]
    for one, other in combinations(counts, 2):
        if one.family == other.family:
            pairs.append(CountPair.of((one, other), ()))
        elif 2 in (one.family, other.family) and one.free & other.free:
            pairs += [CountPair.of((one,), (other,)), CountPair.of((other,), (one,))]
    return filter(None, (pair.exactly(cells, every) for pair in pairs))


def argument_of(counts: Sequence[StarNeed], cells: CellBits, facts: Mapping[Cell, bool]) -> GroupArgument | None:
    """Return an argument by all of some lines and rooms that gives some facts; None if there is none.

    counts: the needs of the lines and rooms.
    """
    every = _free(counts) | cells.mask(facts)
    stars = cells.mask(cell for cell, has in facts.items() if has)
    for pair in _splits(counts):
        for alone in dict.fromkeys((0, stars & pair.outside)):
            found = pair.exactly(cells, every, alone)
            if found and facts.items() <= found.facts.items():
                return found
    goals = [cell for cell, has in facts.items() if not has]
    most = min(MOST_WAY, len(counts) - 1) if len(counts) <= MOST_COUNTS + MOST_WAY else 0
    for number in range(most + 1) if len(facts) == len(goals) == 1 else ():
        for some in combinations(counts, number):
            star = _star(cells, some, every, cells.mask(goals))
            rest = [count for count in counts if count not in some]
            for pair in _splits(rest) if len(star.way) == number else ():
                is_full = any(count.need == (count.free & star.stars).bit_count() for count in pair.others)
                if not (number and is_full) and (groups := pair.left(cells, star)) is not None:
                    return pair.argument(cells, groups, dict(facts), False, star.way)
    return None


def _free(counts: Sequence[StarNeed]) -> int:
    """Return the free cells of lines and rooms."""
    every = 0
    for count in counts:
        every |= count.free
    return every


def _splits(counts: Sequence[StarNeed]) -> Iterator[CountPair]:
    """Yield the pairs of all of some lines and rooms; the others are rows, columns, rows and columns, or rooms."""
    for families in ((), (0,), (1,), (2,), (0, 1)):
        some = tuple(count for count in counts if count.family not in families)
        others = tuple(count for count in counts if count.family in families)
        if some and len({count.family for count in others}) == len(families) and _are_apart(some):
            yield CountPair.of(some, others)


def _are_apart(counts: Sequence[StarNeed]) -> bool:
    """Whether lines and rooms have no free cell in common."""
    return sum(count.free for count in counts) == _free(counts)


def _pairs(counts: Sequence[StarNeed], cells: CellBits) -> Iterator[CountPair]:
    """Yield the pairs that are worth an argument.

    counts: all lines and rooms that need stars.  A pair has lines alone, rooms alone, or lines and rooms, either of
    these as `others`, or is one of `_mixed`.
    Lines are all rows or all columns; three and more of them are side by side.  Each room has a
    free cell in one of the lines.  With more than MOST_LINES lines, all rooms that are in them but for few cells count.
    """
    rooms = [count for count in counts if count.family == 2]
    for family in (0, 1):
        lines = [count for count in counts if count.family == family]
        for number in range(1, len(lines)):
            for own in combinations(lines, number) if number < 3 else _side_by_side(lines, number):
                free, need = sum(line.free for line in own), sum(line.need for line in own)
                near = [room for room in rooms if room.free & free]
                yield from _with_rooms(own, near, need) if number <= MOST_LINES else _whole(cells, own, near, free)
    for size in range(1, MOST_LINES + 1):
        yield from (CountPair.of(some, ()) for some in combinations(rooms, size))
    yield from _mixed(cells, rooms, [[count for count in counts if count.family == family] for family in (0, 1)])


def _mixed(cells: CellBits, rooms: Sequence[StarNeed], lines: Sequence[Sequence[StarNeed]]) -> Iterator[CountPair]:
    """Yield the pairs of a few rooms, and of a row and a column that are crowded with the cells of these; and those of
    a line and rooms that have no cells there.

    lines: the rows, and the columns.
    """
    for size in (2, 3):
        for some in combinations(rooms, size):
            own = _free(some)
            crowded = ([line for line in of if cells.groups(own & line.free, line.need) is None] for of in lines)
            yield from (CountPair.of(some, both) for both in product(*crowded))
    for line in chain(*lines):
        apart = [room for room in rooms if not room.free & line.free]
        for size in (1, 2):
            yield from (CountPair.of((line, *some), ()) for some in combinations(apart, size))


def _with_rooms(own: tuple[StarNeed, ...], near: Sequence[StarNeed], need: int) -> Iterator[CountPair]:
    """Yield the pairs of lines and some of the rooms near them.

    own: the lines.  near: the rooms.  need: the stars that the lines need.
    """
    yield CountPair.of(own, ())
    for size in range(1, min(len(near), MOST_COUNTS - len(own)) + 1):
        for some in combinations(near, size):
            less = need - sum(room.need for room in some)
            if less >= 0:
                yield CountPair.of(own, some)
            if -MOST_STARS <= less <= 0:
                yield CountPair.of(some, own)


def _whole(cells: CellBits, own: tuple[StarNeed, ...], near: Sequence[StarNeed], free: int) -> Iterator[CountPair]:
    """Yield the pairs of many lines, and all rooms near them of which few cells are outside, or many inside.

    own: the lines, whose free cells are `free`.  near: the rooms.
    """
    few = tuple(room for room in near if cells.groups(room.free & ~free, room.need) is not None)
    many = tuple(room for room in near if cells.groups(room.free & free, room.need - 1) is None)
    yield from (CountPair.of(few, own), CountPair.of(own, many))


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


def _star(cells: CellBits, counts: Sequence[StarNeed], every: int, bit: int) -> SupposedStar:
    """Return what follows from a star, by at most MOST_WAY lines and rooms.

    counts: the lines and rooms.  every: all free cells.  bit: the star's cell.
    """
    star = SupposedStar(bit, cells.around(bit) & every & ~bit)
    while len(star.way) < MOST_WAY and (more := star.further(cells, counts, every)):
        star = more
    return star


def _supposing(
    pairs: Sequence[CountPair], counts: Sequence[StarNeed], cells: CellBits, every: int
) -> Iterator[GroupArgument]:
    """Yield an argument of few lines and rooms for each cell that has no star, since a star there would leave fewer
    groups than stars.

    pairs: the smallest first.  counts: the lines and rooms by which more follows from the star before; () for arguments
    without that.  every: all free cells.
    """
    slack = SLACK + bool(counts)
    alike = {
        pair[2:]: pair
        for pair in reversed(pairs)
        if 0 <= pair.need <= MOST_STARS and cells.are_few(pair.outside, pair.need + slack)
    }
    worth = [*alike.values()][::-1]
    for goal in cells.cells(every):
        star = _star(cells, counts, every, bit := cells.mask([goal]))
        found, more = list[GroupArgument](), 4 * star.stars.bit_count() - 4
        near = [
            pair for pair in worth if (pair.outside & ~(star.none | star.stars)).bit_count() <= 4 * pair.need + more
        ]
        hits = [pair for pair in near if pair.left(cells, star) is not None][:TRIED]
        for pair in hits if star.way or not counts else ():
            own = [count for count in counts if count.key in star.way]
            if own and not {count.key for count in (*pair.some, *pair.others)}.isdisjoint(star.way):
                continue
            for count in own[:]:
                fewer = [each for each in own if each != count]
                own = own if pair.left(cells, _star(cells, fewer, every, bit)) is None else fewer
            least = _star(cells, own, every, bit)
            groups = pair.left(cells, least) or []
            found.append(pair.argument(cells, groups, {goal: False}, False, least.way))
        if found:
            yield min(found, key=lambda argument: argument.size)
