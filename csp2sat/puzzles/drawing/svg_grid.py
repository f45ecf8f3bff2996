"""The ground of a drawing in SVG: thin lines between cells, dots at corners, or a box for each cell.

A line between two cells of the same dark or grey colour has a colour of its own, so that cells can be counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from .palette import LIGHT
from .picture import Mark, Point
from .svg_texts import CELL, COLOURS, FILLS, number

BOX_INSET = 5.2  # from a cell's side to its box
NORTH, SOUTH, WEST, EAST = (-1, 0), (1, 0), (0, -1), (0, 1)
HALVES = {"◤": (NORTH, WEST), "◥": (NORTH, EAST), "◢": (SOUTH, EAST), "◣": (SOUTH, WEST)}  # the sides of a triangle
LINES_ON = {  # the colour of thin lines on each colour of cells
    FILLS["given"]: LIGHT["grid"],
    FILLS["solved"]: LIGHT["paper"],
    LIGHT["dim"]: LIGHT["grid-on-dim"],
}


def floor_colour(mark: Mark) -> str | None:
    """Return the colour that a mark gives to its cell, or to half of the cell; None for other marks."""
    if mark.shape in ("fill", "clue", "triangle"):
        return FILLS[mark.role]
    return LIGHT["dim"] if mark.shape == "grey fill" else None


def coloured_sides(marks: Iterable[Mark]) -> dict[Point, str]:
    """Return the middles of the sides between two cells that are filled there, each with the colour of one of them."""
    found: dict[Point, list[str]] = defaultdict(list)
    for mark in marks:
        colour = floor_colour(mark)
        ways = HALVES.get(mark.symbol, (NORTH, SOUTH, WEST, EAST)) if colour else ()
        for down, right in ways:
            found[mark.point[0] + down, mark.point[1] + right].append(colour or "")
    return {side: colours[0] for side, colours in found.items() if len(colours) > 1}


def grid(rows: int, cols: int, floors: Mapping[Point, str]) -> str:
    """Return the elements of thin lines between the cells of a board of rows x cols, one for each colour; '' for a
    single cell.

    floors: the colours of sides, as `coloured_sides` returns them.
    """
    strokes: dict[str, list[str]] = defaultdict(list)
    for r in range(1, rows):
        for colour, first, last in _stretches([floors.get((2 * r, 2 * c + 1)) for c in range(cols)]):
            strokes[colour].append(f"M{number(first * CELL)} {number(r * CELL)}h{number((last - first) * CELL)}")
    for c in range(1, cols):
        for colour, first, last in _stretches([floors.get((2 * r + 1, 2 * c)) for r in range(rows)]):
            strokes[colour].append(f"M{number(c * CELL)} {number(first * CELL)}v{number((last - first) * CELL)}")
    paths = (f'd="{"".join(found)}" fill="none" stroke="{colour}"' for colour, found in strokes.items())
    return "\n".join(f'<path class="grid" {path}/>' for path in paths)


def _stretches(floors: Iterable[str | None]) -> Iterator[tuple[str, int, int]]:
    """Yield the stretches of a line of the grid, each with its colour and its first and last end, counted in cells."""
    first = 0
    for colour, cells in groupby(LINES_ON.get(floor or "", LIGHT["grid"]) for floor in floors):
        last = first + len(list(cells))
        yield colour, first, last
        first = last


def boxes(rows: int, cols: int) -> str:
    """Return the element of a square around each cell, with gaps between them."""
    side = number(CELL - 2 * BOX_INSET)
    starts = ((c * CELL + BOX_INSET, r * CELL + BOX_INSET) for r in range(rows) for c in range(cols))
    d = "".join(f"M{number(x)} {number(y)}h{side}v{side}h-{side}z" for x, y in starts)
    return f'<path class="boxes" d="{d}" fill="none" stroke="{COLOURS["given"]}" stroke-width="1.4"/>'


def dots(rows: int, cols: int) -> str:
    """Return the element of dots at the corners of the cells: strokes so short that only their round ends are seen."""
    d = "".join(f"M{number(c * CELL)} {number(r * CELL)}h0.1" for r in range(rows + 1) for c in range(cols + 1))
    return f'<path class="dots" d="{d}" fill="none" stroke="{COLOURS["given"]}" stroke-width="5.2"/>'


def frame(rows: int, cols: int) -> str:
    """Return the element of the board's thick border."""
    paint = f'fill="none" stroke="{COLOURS["given"]}" stroke-width="3"'
    return f'<rect class="frame" width="{number(cols * CELL)}" height="{number(rows * CELL)}" {paint}/>'
