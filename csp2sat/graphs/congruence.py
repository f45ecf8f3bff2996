"""Which vertices of a grid can be in congruent halves of one region, and by which map one half falls on the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .graph import Grid
from .region_cuts import parts

Map = tuple[int, int, int]  # the number of a turn, then how far down and to the right
TURNS = (
    (1, 0, 0, 1),
    (0, -1, 1, 0),
    (-1, 0, 0, -1),
    (0, 1, -1, 0),
    (1, 0, 0, -1),
    (0, 1, 1, 0),
    (-1, 0, 0, 1),
    (0, -1, -1, 0),
)
ENOUGH: dict[int, Sequence[int]] = {1: (0,), 2: (0, 1)}  # for halves of one and two vertices; else all turns
Near = Sequence[set[int]]


class Halves(NamedTuple):
    """grey: for each vertex, whether it is of the second colour.  sizes: how many vertices its half has, 0 if that is
    not told."""

    grey: tuple[bool, ...]
    sizes: tuple[int, ...]


def turned(turn: int, cell: tuple[int, int]) -> tuple[int, int]:
    """The cell after one of the eight turns about (0, 0), of which four are reflections."""
    a, b, c, d = TURNS[turn]
    return a * cell[0] + b * cell[1], c * cell[0] + d * cell[1]


def congruent(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    """Does one set of cells fall on the other, moved and turned?"""
    wanted = _at_origin(other)
    return any(_at_origin([turned(turn, cell) for cell in one]) == wanted for turn in range(len(TURNS)))


def _at_origin(cells: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    return sorted((r - top, c - left) for r, c in cells)


def largest(near: Near, halves: Halves) -> list[int]:
    """How many vertices the half of each one has at most: not more than the area of its colour in which it lies, or
    all areas beside that; as many as is told."""
    areas = parts(near, halves.grey)
    area_of = {v: area for area in areas for v in area}
    found = list(halves.sizes)
    for area in areas:
        beside = (len(area_of[w]) for v in area for w in near[v] if halves.grey[w] != halves.grey[v])
        most = min(len(area), max(beside, default=0))
        for v in area:
            found[v] = found[v] or most
    return found


def clash(halves: Halves, u: int, v: int) -> bool:
    """Do the sizes say that two neighbours are not in one region?"""
    sizes = halves.sizes[u], halves.sizes[v]
    return (0 not in sizes and sizes[0] != sizes[1]) or (1 in sizes and halves.grey[u] == halves.grey[v])


def candidates(grid: Grid, near: Near, halves: Halves) -> Iterator[tuple[int, int, list[Map]]]:
    """For each white vertex the grey ones on which it might fall, and the maps by which it does.

    A region of two halves of s vertices has a way of at most 2s - 1 steps between them, first through white vertices.
    """
    most = largest(near, halves)
    for v in range(grid.size):
        for w, steps in _reached(near, halves, v, 2 * most[v] - 1).items() if not halves.grey[v] else ():
            size = min(most[v], most[w])
            if halves.grey[w] and steps < 2 * size and not _differ(halves, v, w):
                yield v, w, [_map(grid, turn, v, w) for turn in ENOUGH.get(size, range(len(TURNS)))]


def _differ(halves: Halves, u: int, v: int) -> bool:
    return halves.sizes[u] != halves.sizes[v] and 0 not in (halves.sizes[u], halves.sizes[v])


def _map(grid: Grid, turn: int, v: int, w: int) -> Map:
    (r, c), (i, j) = turned(turn, divmod(v, grid.cols)), divmod(w, grid.cols)
    return turn, i - r, j - c


def _reached(near: Near, halves: Halves, start: int, most: int) -> dict[int, int]:
    """How many steps it is to each vertex, at most so many, through vertices that may be in one region with the first;
    from a grey one to grey ones only."""
    steps = {start: 0}
    for u in (queue := [start]):
        for v in near[u] if steps[u] < most else ():
            if v not in steps and halves.grey[v] >= halves.grey[u] and not _differ(halves, start, v):
                steps[v] = steps[u] + 1
                queue.append(v)
    return steps
