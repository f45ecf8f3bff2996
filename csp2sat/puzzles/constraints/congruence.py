"""The vertices of a grid that can be in congruent halves of one region, such that one half falls on the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...graphs.region_cuts import parts

Near = Sequence[set[int]]
Cells = Sequence[tuple[int, int]]


class Halves(NamedTuple):
    """The colours of the vertices and the sizes of their halves.

    grey: for each vertex, whether it has the second colour (grey, not white).
    sizes: for each vertex the number of vertices of its half, 0 if that is not given.
    """

    grey: tuple[bool, ...]
    sizes: tuple[int, ...]


def congruent(one: Cells, other: Cells) -> bool:
    """Whether one set of cells falls on the other when it is moved, turned and perhaps reflected."""
    wanted = _at_origin(other)
    return any(_at_origin(cells) == wanted for cells in _turned(one))


def _turned(cells: Cells) -> Iterator[Cells]:
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        yield cells
        yield [(r, -c) for r, c in cells]


def _at_origin(cells: Cells) -> Cells:
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    return sorted((r - top, c - left) for r, c in cells)


def largest(near: Near, halves: Halves) -> list[int]:
    """Return for each vertex an upper bound on the number of vertices of its half.

    The bound is the given size, if there is one.  Else the bound is the smaller of two sizes: of the area of equal
    colour in which the vertex lies, and of the largest area of the other colour beside this area (0 if none is there).
    """
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
    """Whether it follows from colours and sizes that the neighbours `u` and `v` are not in one region."""
    sizes = halves.sizes[u], halves.sizes[v]
    return (0 not in sizes and sizes[0] != sizes[1]) or (1 in sizes and halves.grey[u] == halves.grey[v])


def candidates(near: Near, halves: Halves) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a white and a grey vertex that may fall on each other.

    Two such vertices have no different given sizes.  In a region of two halves of s vertices a path of at most 2s - 1
    steps joins them, first through white vertices, then through grey ones.
    """
    most = largest(near, halves)
    for v in range(len(near)):
        for w, steps in _reached(near, halves, v, 2 * most[v] - 1).items() if not halves.grey[v] else ():
            if halves.grey[w] and steps < 2 * most[w] and not _differ(halves, v, w):
                yield v, w


def _differ(halves: Halves, u: int, v: int) -> bool:
    return halves.sizes[u] != halves.sizes[v] and 0 not in (halves.sizes[u], halves.sizes[v])


def _reached(near: Near, halves: Halves, start: int, most: int) -> dict[int, int]:
    """Return the number of steps from `start` to each vertex that is at most `most` steps away.

    The paths go through vertices that may be in one region with `start`, and from grey ones only to grey ones.
    """
    steps = {start: 0}
    for u in (queue := [start]):
        for v in near[u] if steps[u] < most else ():
            if v not in steps and halves.grey[v] >= halves.grey[u] and not _differ(halves, start, v):
                steps[v] = steps[u] + 1
                queue.append(v)
    return steps
