"""Arguments about the shaded cells of rooms, no two of them side by side: the ways to place them, and lines of cells
that need one each while the rooms have too few for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from ....model.model import Origin
from ....puzzles.spec import Cell

ROOM = re.compile(r"room with (\d+) shaded cells?(?:, no two side by side)?")
MOST_ROOMS = 2  # of an argument by lines


class CellNeed(NamedTuple):
    """Cells of which some number has to be shaded: the open cells of a room, or of a line (at least one of them).

    number: of the statement that says so.  cells: not known yet.  need: how many of them.
    """

    number: int
    cells: frozenset[Cell]
    need: int = 1


class LineArgument(NamedTuple):
    """Lines of cells each of which needs a shaded cell, and rooms: so few cells of the lines that are outside of the
    rooms can be shaded that all missing shaded cells of the rooms are in the lines, each in another line.

    outside: the cells of the lines that are in no room of the argument, at most one of each line.
    """

    lines: tuple[CellNeed, ...]
    rooms: tuple[CellNeed, ...]
    outside: frozenset[Cell]


def room_counts(origins: Sequence[Origin]) -> list[tuple[int, int]]:
    """Return for each statement that a room has a number of shaded cells the number of the statement, and how many;
    origins: of all statements.
    """
    found = ((number, ROOM.fullmatch(origin.rule)) for number, origin in enumerate(origins))
    return [(number, int(count[1])) for number, count in found if count]


def beside(cell: Cell) -> set[Cell]:
    """Return the cells beside a cell; some of them may be outside of the board."""
    r, c = cell
    return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}


def placements(cells: Collection[Cell], number: int, most: int) -> list[frozenset[Cell]]:
    """Return all ways to choose a number of cells, no two of them side by side; [] if there are more than `most`, and
    if there are none.
    """
    order = sorted(cells)
    room = [0] * (len(order) + 2)  # no more of the cells from each one on can be chosen
    for at in reversed(range(len(order))):
        pair = at + 1 < len(order) and order[at + 1] in beside(order[at])
        room[at] = 1 + room[at + 1 + pair]
    found = list(_placements(order, room, 0, number, frozenset(), most + 1))
    return found if len(found) <= most else []


def _placements(
    order: Sequence[Cell], room: Sequence[int], at: int, number: int, chosen: frozenset[Cell], most: int
) -> Iterator[frozenset[Cell]]:
    """Yield at most `most` ways to choose more cells, each with the cells that are chosen already.

    order: the cells.  room: as in `placements`.  at: the place in the order from which on cells can be chosen.  number:
    how many more are chosen.
    """
    if not number:
        yield chosen
        return
    left = most
    while at < len(order) and room[at] >= number and left:
        if chosen.isdisjoint(beside(order[at])):
            for each in _placements(order, room, at + 1, number - 1, chosen | {order[at]}, left):
                left -= 1
                yield each
        at += 1


def runs(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return cells of one row or column in runs of cells that are side by side."""
    groups = groupby(enumerate(sorted(cells)), lambda each: sum(each[1]) - each[0])
    return [[cell for _, cell in group] for _, group in groups]


def spare(outside: Iterable[Cell]) -> int:
    """Return how many of some cells of one row or column cannot be shaded, no two side by side."""
    return sum(len(run) // 2 for run in runs(outside))


def line_arguments(lines: Sequence[CellNeed], rooms: Sequence[CellNeed]) -> list[LineArgument]:
    """Return the arguments by lines, those of the fewest rooms and lines first."""
    found = dict[tuple[object, ...], LineArgument]()
    for count in range(1, MOST_ROOMS + 1):
        for some in combinations(rooms, count):
            inside = frozenset[Cell]().union(*(room.cells for room in some))
            near = [line for line in lines if not line.cells.isdisjoint(inside) and len(line.cells - inside) < 2]
            if all(any(not line.cells.isdisjoint(room.cells) for line in near) for room in some):
                for each in _of_rooms(near, some, inside):
                    found.setdefault((*(line.number for line in each.lines), *(r.number for r in some)), each)
    return sorted(found.values(), key=lambda each: len(each.rooms) + len(each.lines))


def _of_rooms(near: Sequence[CellNeed], rooms: tuple[CellNeed, ...], inside: frozenset[Cell]) -> Iterator[LineArgument]:
    """Yield arguments of some rooms.

    near: the lines of which at most one cell is outside of the rooms.  inside: the cells of the rooms.
    """
    need = sum(room.need for room in rooms)
    for along in (0, 1):
        own = [line for line in near if len({cell[along] for cell in line.cells}) == 1]
        full = list[CellNeed]()
        for line in sorted(own, key=lambda line: (len(line.cells), line.number)):
            if line.cells <= inside and not any(line.cells & other.cells for other in full):
                full.append(line)
        by_track: dict[int, dict[Cell, CellNeed]] = {}
        for line in own:
            for cell in line.cells - inside:
                if not any(line.cells & other.cells for other in full):
                    track = by_track.setdefault(cell[1 - along], {})
                    track[cell] = min(track.get(cell, line), line, key=lambda each: (len(each.cells), each.number))
        for track in ({}, *(by_track[at] for at in sorted(by_track))):
            kept = {cell: track[cell] for run in runs(track) if len(run) > 1 for cell in run}
            if track and not kept:
                continue
            if len(full) + spare(kept) == need:
                yield LineArgument((*full, *kept.values()), rooms, frozenset(kept))
