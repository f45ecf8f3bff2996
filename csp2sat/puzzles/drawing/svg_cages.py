"""The outline of a cage, inside the sides of its cells, so that it never lies on a line of the grid or of a box."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from .picture import Cell
from .svg_texts import CELL, HALF, number

INSET = 3.5  # from a cell's side to the outline
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # clockwise


def cage_outline(cells: Collection[Cell], inset: float = INSET, corner: tuple[float, float] | None = None) -> str:
    """Return the strokes around the cells, one for each straight stretch of sides, as the attribute `d` of SVG.

    inset: from a side to its stroke.  corner: how far from the sides of the first cell, in reading order, a text in its
    upper left corner goes to the right and down, which the strokes spare; None for no text.
    """
    strokes = []
    for way in WAYS:
        left = _turned(way, -1)  # the outline is on the left of who walks this way
        sides = {cell for cell in cells if _next(cell, left) not in cells}
        for first in sorted(sides):
            before = _next(first, _turned(way, 2))
            if before not in sides:
                along = list(_stretch(first, way, sides))
                spared = corner if corner and min(cells) in (along[0], along[-1]) else None
                strokes.append(_stroke(cells, along, way, inset, spared))
    return "".join(strokes)


def _stretch(cell: Cell, way: Cell, sides: Collection[Cell]) -> Iterator[Cell]:
    while cell in sides:
        yield cell
        cell = _next(cell, way)


def _stroke(
    cells: Collection[Cell], along: list[Cell], way: Cell, inset: float, spared: tuple[float, float] | None
) -> str:
    """Return the stroke along the left sides of the cells `along`, longer where the cage goes on around a corner.

    inset: as in `cage_outline`.  spared: as `corner` there, if the stroke touches this corner.
    """
    back, left = _turned(way, 2), _turned(way, -1)
    (y, x), (to_y, to_x) = (_end(cells, *end, left, inset) for end in ((along[0], back), (along[-1], way)))
    if spared and way == WAYS[0]:  # to the right, from the corner on
        x = CELL * along[0][1] + spared[0]
    if spared and way == WAYS[3]:  # upwards, to the corner
        to_y = CELL * along[-1][0] + spared[1]
    return f"M{number(x)} {number(y)}" + (f"h{number(to_x - x)}" if way[1] else f"v{number(to_y - y)}")


def _end(cells: Collection[Cell], cell: Cell, onward: Cell, left: Cell, inset: float) -> list[float]:
    """Return the y and x where the stroke along the left side of a cell ends, on its way `onward`; `inset` is as in
    `cage_outline`.
    """
    reach = HALF + (inset if _next(cell, onward) in cells else -inset)
    return [CELL * at + HALF + reach * to + (HALF - inset) * up for at, to, up in zip(cell, onward, left, strict=True)]


def _next(cell: Cell, way: Cell) -> Cell:
    return cell[0] + way[0], cell[1] + way[1]


def _turned(way: Cell, quarters: int) -> Cell:
    """Return the way after a number of quarter turns clockwise."""
    return WAYS[(WAYS.index(way) + quarters) % 4]
