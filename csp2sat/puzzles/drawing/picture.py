"""A drawing as a value: shapes on a lattice of half cells.  Any renderer needs this and nothing else.

Point (2r + 1, 2c + 1) is the centre of cell (r, c), (2r, 2c) its upper left corner; so the points with two odd
coordinates are centres, with two even ones corners, and the others the middles of sides.  A puzzle with clues outside
the board may use points beyond it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

Point = tuple[int, int]  # row and column of the lattice
Cell = tuple[int, int]
Role = Literal["ground", "given", "solved"]
MarkShape = Literal[
    "text",
    "white circle",
    "black circle",
    "fill",
    "light",
    "island",
    "clue",
    "ring",
    "black ring",
    "grey ring",
    "triangle",
    "slash",
    "corner",
]
Ground = Literal["cells", "dots", "plain"]


class SizedBoard(Protocol):
    """What has so many rows and columns of cells."""

    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...


class Mark(NamedTuple):
    """A symbol at a point: `text` in plain ASCII, `symbol` in Unicode, `shape` for what can draw properly.

    fill: the whole cell is dark; a text above it is light.  light: a bulb.  island: the text in a circle.
    clue: the text is `DOWN\\ACROSS` (either may be empty), in a dark cell that a diagonal divides.
    ring: a circle on the grid with the symbol in it but for `○`, `●`, `◍`; also black and grey.
    triangle: half of a cell is dark, the symbol says which.  slash: the text is `/` or `\\`, from corner to
    corner.  corner: a small text in the upper left corner of a cell, whose point is the middle of its upper side.
    """

    point: Point
    text: str
    symbol: str
    role: Role = "given"
    shape: MarkShape = "text"


class Line(NamedTuple):
    """A straight line between two points of the same row or column, the first one above or left of the other."""

    start: Point
    end: Point
    role: Role = "solved"
    kind: Literal["line", "double", "border"] = "line"


class Picture(NamedTuple):
    """A drawn board of rows x cols cells.

    ground: what lies below: `cells` for lines from centre to centre, `dots` for lines from corner to corner, `plain`
    for symbols in cells.  Where marks or lines overlap, the later one is on top.
    """

    rows: int
    cols: int
    ground: Ground
    marks: Sequence[Mark] = ()
    lines: Sequence[Line] = ()


def centre(cell: Cell) -> Point:
    """The point in the middle of a cell."""
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def text(cell: Cell, value: object, role: Role = "given") -> Mark:
    """A number or a letter in a cell."""
    return Mark(centre(cell), str(value), str(value), role)


def white_circle(cell: Cell) -> Mark:
    """A given white circle."""
    return Mark(centre(cell), "0", "○", "given", "white circle")


def black_circle(cell: Cell) -> Mark:
    """A given black circle."""
    return Mark(centre(cell), "1", "●", "given", "black circle")


def fill(cell: Cell, role: Role = "given") -> Mark:
    """A dark cell.  What it says, if anything, is a later mark."""
    return Mark(centre(cell), "#", "█", role, "fill")


def light(cell: Cell) -> Mark:
    """A light of the solution."""
    return Mark(centre(cell), "*", "✶", "solved", "light")


def island(cell: Cell, value: object) -> Mark:
    """A given number in a circle, to which lines go."""
    return Mark(centre(cell), str(value), str(value), "given", "island")


def ring(cell: Cell, value: object = "") -> Mark:
    """A given circle, perhaps with a number or a letter."""
    return Mark(centre(cell), str(value) or "o", str(value) or "○", "given", "ring")


def corner(cell: Cell, value: object) -> Mark:
    """A given number in the upper left corner of a cell, to the whole of which something else may be written."""
    return Mark((2 * cell[0], 2 * cell[1] + 1), str(value), str(value), "given", "corner")


def outside(board: SizedBoard, side: str, at: int, value: object) -> Mark:
    """A given number beside the board, at its `top`, `bottom`, `left` or `right`, for the column or row `at`."""
    points = {
        "top": (-1, 2 * at + 1),
        "bottom": (2 * board.rows + 1, 2 * at + 1),
        "left": (2 * at + 1, -1),
        "right": (2 * at + 1, 2 * board.cols + 1),
    }
    return Mark(points[side], str(value), str(value))


def clue(cell: Cell, down: object, across: object) -> Mark:
    """A dark cell that says what the cells below and to the right of it sum up to; "" where it does not."""
    return Mark(centre(cell), f"{down}\\{across}", f"{down}\\{across}", "given", "clue")


def shaded_marks(
    cells: Iterable[Cell], shading: Sequence[str] | None, numbers: Mapping[Cell, object] = {}
) -> list[Mark]:
    """The cells that are `#` in the rows of a solution dark, numbers or marks in or on their cells, `.` in others."""
    marks = []
    for cell in cells:
        dark = shading is not None and shading[cell[0]][cell[1]] == "#"
        marks += [fill(cell, "solved")] if dark else []
        if cell in numbers:
            value = numbers[cell]
            marks.append(value if isinstance(value, Mark) else text(cell, value))
        elif not dark:
            marks.append(text(cell, ".", "ground"))
    return marks


def number_mark(cell: Cell, given: Mapping[Cell, object], solution: Sequence[Sequence[object]] | None = None) -> Mark:
    """The given number, else that of the solution; `.` if there is none."""
    if cell in given:
        return text(cell, given[cell])
    return text(cell, solution[cell[0]][cell[1]], "solved") if solution else text(cell, ".", "ground")


def edge_lines(edges: Mapping[str, Sequence[str]] | None, ground: Ground) -> list[Line]:
    """The lines of a solution `{"h": rows of 0/1, "v": rows of 0/1}`, none without one, as they lie on that ground:
    from centre to centre on `cells`, from corner to corner on others."""
    odd, lines = int(ground == "cells"), []
    for way, (down, right) in (("h", (0, 2)), ("v", (2, 0))):
        for r, row in enumerate(edges[way] if edges else ()):
            for c, on in enumerate(row):
                if on == "1":
                    i, j = 2 * r + odd, 2 * c + odd
                    lines.append(Line((i, j), (i + down, j + right)))
    return lines


def frame(rows: int, cols: int, height: int = 0, width: int = 0) -> list[Line]:
    """The border of the board, and lines between boxes of that height and width (0: that of the board)."""
    bottom, right = 2 * rows, 2 * cols
    across = [((i, 0), (i, right)) for i in (*range(0, bottom, 2 * height or bottom), bottom)]
    down = [((0, j), (bottom, j)) for j in (*range(0, right, 2 * width or right), right)]
    return [Line(start, end, "given", "border") for start, end in across + down]


def between_regions(regions: Sequence[Sequence[int]], role: Role) -> list[Line]:
    """A line wherever neighbouring cells are of different regions.  regions: the name of each cell's region."""
    lines = []
    for r, row in enumerate(regions):
        for c, region in enumerate(row):
            corner = (2 * r + 2, 2 * c + 2)
            if c + 1 < len(row) and row[c + 1] != region:
                lines.append(Line((2 * r, 2 * c + 2), corner, role, "border"))
            if r + 1 < len(regions) and regions[r + 1][c] != region:
                lines.append(Line((2 * r + 2, 2 * c), corner, role, "border"))
    return lines


def on_board(picture: Picture, cells: Iterable[Cell]) -> list[Cell]:
    """The cells; instead of one beyond the last row or column, which has a corner of cells alone, the one before.

    A cell outside the board in whose middle something stands is a place there."""
    marked = {mark.point for mark in picture.marks}
    return sorted({(r, c) if centre((r, c)) in marked else _inner(picture, r, c) for r, c in cells})


def _inner(picture: Picture, r: int, c: int) -> Cell:
    return min(r, picture.rows - 1), min(c, picture.cols - 1)


def differing_cells(first: Picture, second: Picture) -> set[tuple[int, int]]:
    """The cells in which two drawings of a board differ: those that the inside of a differing shape touches.

    Where what stands in cells differs, borders follow from that, and do not count.
    """
    points = {mark.point for mark in set(first.marks) ^ set(second.marks)}
    borders = not points
    for line in set(first.lines) ^ set(second.lines):
        points |= _within(line) if borders or line.kind != "border" else set()
    return {cell for point in points for cell in _touched(point, first)}


def _within(line: Line) -> set[Point]:
    """The points of a line without its ends."""
    (top, left), (bottom, right), *_ = line
    points = {(i, j) for i in range(top, bottom + 1) for j in range(left, right + 1)}
    return points - {line.start, line.end}


def _touched(point: Point, picture: Picture) -> Collection[tuple[int, int]]:
    rows, cols = ({(x - 1) // 2, x // 2} for x in point)
    return [(r, c) for r in rows for c in cols if 0 <= r < picture.rows and 0 <= c < picture.cols]
