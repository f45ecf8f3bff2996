"""A drawing as a value: shapes on a lattice of half cells, which is all that a renderer needs.

Point (2r + 1, 2c + 1) is the centre of cell (r, c), (2r, 2c) its upper left corner; so the points with two odd
coordinates are centres, with two even ones corners, and the others the middles of sides.  A puzzle with clues outside
the board may use points beyond it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, Protocol

from ...tuples import NamedTuple

Point = tuple[int, int]  # row and column of the lattice
Cell = tuple[int, int]
Role = Literal["ground", "given", "solved"]
MarkShape = Literal[
    "text",
    "white circle",
    "black circle",
    "moon",
    "sun",
    "fill",
    "grey fill",
    "ship",
    "ship part",
    "light",
    "star",
    "island",
    "clue",
    "point",
    "sign",
    "tree",
    "tent",
    "arrow",
    "ring",
    "black ring",
    "dotted ring",
    "white cell",
    "grey cell",
    "black cell",
    "triangle",
    "slash",
    "corner",
    "small",
    "apart",
]
MARKS = "*!"  # of cells in which two solutions differ
FILLING = ("fill", "grey fill", "ship")  # the shapes that take a whole cell in a drawing with characters
Cage = frozenset[Cell]
BorderKind = Literal["border", "cage"]
Ground = Literal["cells", "dots", "plain", "boxes"]


class SizedBoard(Protocol):
    """A board with numbers of rows and columns."""

    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...


class Mark(NamedTuple):
    r"""A symbol at a point: `text` in plain ASCII, `symbol` in Unicode, `shape` for renderers that draw shapes.

    fill: the whole cell is dark; a text above a given dark cell is light.
    grey fill: the whole cell is grey; if the text is '', drawings with characters leave it out.
    ship: a part of a ship, round where no other part is beside it.
    ship part: the part of a ship that the symbol shows: an end (`∧`, `∨`, `<`, `>`), `■` between ends, `○` all of it.
    light: a bulb.
    island: the text in a circle.
    clue: the text is `DOWN\ACROSS` (either may be empty), in a dark cell that a diagonal divides.
    point: a small circle.
    sign: the symbol as a shape that is larger than a text.
    arrow: the symbol is a number, perhaps left out, and an arrow, which are apart.
    ring: a circle on the grid with the symbol in it, if this is not `○`, `●` or `?`; also black.
    dotted ring: a circle with a dot on it; the symbol is a number or `?`, and an arrow to the side of the dot.
    white cell, grey cell, black cell: a cell in this colour with the symbol in it, less its first character, as in
        `text` or `arrow`.
    triangle: one half of a cell is dark; the symbol shows the half.
    slash: the text is `/` or `\`, from corner to corner.
    corner: a small text in the upper left corner of a cell; the mark's point is the middle of the cell's upper side.
    small: the same; the mark's point is the centre of the cell.
    apart: the characters of the symbol, each in a part of the cell of its own.
    """

    point: Point
    text: str
    symbol: str
    role: Role = "given"
    shape: MarkShape = "text"


class Line(NamedTuple):
    """A straight line between two points of the same row or column, the first one above or left of the other.

    cage: a border that renderers of shapes leave out, since they draw the cages themselves.
    way: a line that renderers with characters leave out, since the way follows from the cells that are drawn.
    """

    start: Point
    end: Point
    role: Role = "solved"
    kind: Literal["line", "double", "way"] | BorderKind = "line"


class Note(NamedTuple):
    """A fact that a solver needs and the board does not show, drawn below the board by renderers of shapes.

    words: the words of the fact.
    marks: the symbols before the words, in a row of `cells` cells.
    """

    words: str = ""
    marks: tuple[Mark, ...] = ()
    cells: int = 0


class Picture(NamedTuple):
    """A drawn board of rows x cols cells; a later mark or line is on top of earlier ones.

    ground: the lowest layer: `cells` for lines from centre to centre, `dots` for lines from corner to corner, `plain`
        for symbols in cells, `boxes` for cells with gaps between them.
    cages: groups of cells with a dashed line around them, inside their sides, for renderers that draw shapes.
    notes: the facts that are not on the board.
    starred: whether a star before a symbol would be taken for a sign of the kind, or for a product of two numbers.
    """

    rows: int
    cols: int
    ground: Ground
    marks: Sequence[Mark] = ()
    lines: Sequence[Line] = ()
    cages: Sequence[Cage] = ()
    notes: Sequence[Note] = ()
    starred: bool = False


def centre(cell: Cell) -> Point:
    """Return the point in the middle of a cell."""
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def text(cell: Cell, value: object, role: Role = "given") -> Mark:
    """Return the mark of a number or a letter in a cell."""
    return Mark(centre(cell), str(value), str(value), role)


def white_circle(cell: Cell) -> Mark:
    """Return the mark of a given white circle."""
    return Mark(centre(cell), "0", "○", "given", "white circle")


def differs_mark(picture: Picture) -> str:
    """Return the mark before each cell in which a second solution differs from the first, or that an explanation names:
    the second one of MARKS if the first is a sign of the picture.
    """
    return MARKS[picture.starred or any(MARKS[0] in mark.text for mark in picture.marks)]


def is_starred(picture: Picture, sign: str, cells: Iterable[Cell]) -> bool:
    """Whether a star before the symbols of these cells would be misread: as a sign, or between numbers beside a board.

    sign: of the kind's solutions.
    """
    return sign == MARKS[0] or not all(0 <= r < picture.rows and 0 <= c < picture.cols for r, c in cells)


def black_circle(cell: Cell) -> Mark:
    """Return the mark of a given black circle."""
    return Mark(centre(cell), "1", "●", "given", "black circle")


def fill(cell: Cell, role: Role = "given") -> Mark:
    """Return the mark of a dark cell; a text in the cell has to be a later mark."""
    return Mark(centre(cell), "#", "█", role, "fill")


def light(cell: Cell) -> Mark:
    """Return the mark of a light of the solution."""
    return Mark(centre(cell), "*", "✶", "solved", "light")


def island(cell: Cell, value: object) -> Mark:
    """Return the mark of a given number in a circle, to which lines go."""
    return Mark(centre(cell), str(value), str(value), "given", "island")


def ring(cell: Cell, value: object = "") -> Mark:
    """Return the mark of a given circle, with a number or letter in it if `value` is not ''."""
    return Mark(centre(cell), str(value) or "o", str(value) or "○", "given", "ring")


def small(cell: Cell, value: object) -> Mark:
    """Return the mark of a given number beside which a line may go through the cell."""
    return text(cell, value)._replace(shape="small")


def corner(cell: Cell, value: object) -> Mark:
    """Return the mark of a given number in the upper left corner of a cell, beside which the cell has room for another
    mark.
    """
    return Mark((2 * cell[0], 2 * cell[1] + 1), str(value), str(value), "given", "corner")


def symbol_note(words: str, mark: Mark) -> Note:
    """Return the note with the meaning of a mark's symbol."""
    return Note(words, (mark._replace(point=centre((0, 0))),), 1)


def outside(board: SizedBoard, side: str, at: int, value: object) -> Mark:
    """Return the mark of a given number beside the board, for the column or row `at`.

    `side` is `top`, `bottom`, `left` or `right`.
    """
    points = {
        "top": (-1, 2 * at + 1),
        "bottom": (2 * board.rows + 1, 2 * at + 1),
        "left": (2 * at + 1, -1),
        "right": (2 * at + 1, 2 * board.cols + 1),
    }
    return Mark(points[side], str(value), str(value))


def clue(cell: Cell, down: object, across: object) -> Mark:
    """Return the mark of a dark cell with the sums of the cells below it and to the right of it; '' for no sum."""
    return Mark(centre(cell), f"{down}\\{across}", f"{down}\\{across}", "given", "clue")


def shaded_marks(
    cells: Iterable[Cell], shading: Sequence[str] | None, numbers: Mapping[Cell, object] = {}
) -> list[Mark]:
    """Return the marks of the cells: dark if the cell is `#` in the rows of `shading` (None: no solution), with the
    number or mark of `numbers` on it; a cell with neither is `.`.
    """
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
    """Return the mark of a cell's given number, else of the solution's number; `.` if there is no solution."""
    if cell in given:
        return text(cell, given[cell])
    return text(cell, solution[cell[0]][cell[1]], "solved") if solution else text(cell, ".", "ground")


def edge_lines(edges: Mapping[str, Sequence[str]] | None, ground: Ground) -> list[Line]:
    """Return the lines of a solution `{"h": rows of 0/1, "v": rows of 0/1}`; [] for None.

    The lines go from centre to centre on the ground `cells`, from corner to corner on others.
    """
    odd, lines = int(ground == "cells"), []
    for way, (down, right) in (("h", (0, 2)), ("v", (2, 0))):
        for r, row in enumerate(edges[way] if edges else ()):
            for c, on in enumerate(row):
                if on == "1":
                    i, j = 2 * r + odd, 2 * c + odd
                    lines.append(Line((i, j), (i + down, j + right)))
    return lines


def frame(rows: int, cols: int, height: int = 0, width: int = 0) -> list[Line]:
    """Return the lines of the border of a `rows` x `cols` board, and between its boxes.

    A box has `height` rows and `width` columns; 0 stands for all of the board.
    """
    bottom, right = 2 * rows, 2 * cols
    across = [((i, 0), (i, right)) for i in (*range(0, bottom, 2 * height or bottom), bottom)]
    down = [((0, j), (bottom, j)) for j in (*range(0, right, 2 * width or right), right)]
    return [Line(start, end, "given", "border") for start, end in across + down]


def between_regions(regions: Sequence[Sequence[int]], role: Role, kind: BorderKind = "border") -> list[Line]:
    """Return a line between any two neighbouring cells with different numbers in `regions`."""
    lines = []
    for r, row in enumerate(regions):
        for c, region in enumerate(row):
            corner = (2 * r + 2, 2 * c + 2)
            if c + 1 < len(row) and row[c + 1] != region:
                lines.append(Line((2 * r, 2 * c + 2), corner, role, kind))
            if r + 1 < len(regions) and regions[r + 1][c] != region:
                lines.append(Line((2 * r + 2, 2 * c), corner, role, kind))
    return lines


def on_board(picture: Picture, cells: Iterable[Cell]) -> list[Cell]:
    """Return the cells, sorted, with each cell beyond the last row or column replaced by the nearest cell of the board.

    The variables of vertices on the lower and right border give cells beyond the board. A cell outside the board with a
    mark in its middle, for example a clue, stays.
    """
    marked = {mark.point for mark in picture.marks}
    return sorted({(r, c) if centre((r, c)) in marked else _inner(picture, r, c) for r, c in cells})


def _inner(picture: Picture, r: int, c: int) -> Cell:
    return min(r, picture.rows - 1), min(c, picture.cols - 1)


def differing_cells(first: Picture, second: Picture) -> set[tuple[int, int]]:
    """Return the cells in which two drawings of a board differ: the cells that the inside of a differing shape touches.

    If any marks differ, differing borders follow from them and do not count.
    """
    points = {mark.point for mark in set(first.marks) ^ set(second.marks)}
    borders = not points
    for line in set(first.lines) ^ set(second.lines):
        points |= _within(line) if borders or line.kind != "border" else set()
    return {cell for point in points for cell in _touched(point, first)}


def _within(line: Line) -> set[Point]:
    """Return the points of a line without its ends."""
    (top, left), (bottom, right), *_ = line
    points = {(i, j) for i in range(top, bottom + 1) for j in range(left, right + 1)}
    return points - {line.start, line.end}


def _touched(point: Point, picture: Picture) -> Collection[tuple[int, int]]:
    rows, cols = ({(x - 1) // 2, x // 2} for x in point)
    return [(r, c) for r in rows for c in cols if 0 <= r < picture.rows and 0 <= c < picture.cols]
