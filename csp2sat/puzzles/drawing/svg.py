"""A Picture as a self-contained SVG 1.1 text: no fonts, no scripts, no links; a style sheet for its colours alone.

Given parts are dark and bold, solved parts blue and thin (lighter and thinner in greyscale too).  From below: paper,
tints of differing cells, dark cells, the grid, cages, lines, borders, symbols, frames of differing dark cells; under
the board its notes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...escaping import for_html
from .palette import CLASS, LIGHT, style
from .picture import Line, Mark, Picture, Point, centre, on_board
from .svg_cages import cage_outline
from .svg_grid import boxes, coloured_sides, dots, frame, grid
from .svg_notes import notes
from .svg_shapes import SHAPES
from .svg_texts import (
    BELOW_CORNER,
    CELL,
    COLOURS,
    IN_BOX,
    IN_CELL,
    OUTSIDE,
    Placement,
    TextSize,
    corner_size,
    number,
)

STEP = CELL / 2  # of the lattice
BEYOND, GAP = 0.7 * STEP, 3.0  # of the lattice beyond the board; before it
LOWER = 4.6  # how much lower texts are in a board with texts in the corners of cells
MARGIN, BETWEEN = 10.0, 40.0  # around a drawing; between two
LARGEST = 1200.0  # pixels of a board's longer side, unless cells become too small:
SMALLEST_CELL = 16.0  # pixels
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
WIDTHS = {"line": 6.0, "double": 3.6, "way": 4.0, "border": 3.2}
APART = 4.6  # from the middle of a double line to each of the two
FLOOR = ("fill", "grey fill", "clue", "triangle")
CAGE_INSET = 5.0
SIDES = {"N": (-2, 0), "S": (2, 0), "W": (0, -2), "E": (0, 2)}


class Panel(NamedTuple):
    """A part of a drawing: elements in a box of some width and height (units), which can be moved as a whole."""

    elements: str
    left: float
    top: float
    width: float
    height: float


class Overlay(NamedTuple):
    """Further elements for a drawing: floor: below all others; lines: above lines, below symbols; top: above all."""

    floor: str = ""
    lines: str = ""
    top: str = ""


PLAIN = Overlay()


def draw(picture: Picture, differing: Collection[tuple[int, int]] = (), title: str = "", words: str = "") -> str:
    """Return the drawing as an SVG document, with marks on the cells of `differing` (row and column from 0).

    `title` and `words` describe the drawing for people who cannot see it; '' is left out.
    """
    return beside([(picture, differing)], title, words)


def beside(drawings: Sequence[tuple[Picture, Collection[tuple[int, int]]]], title: str = "", words: str = "") -> str:
    """Return drawings, each with its differing cells, side by side in one SVG document; `title` and `words` are as in
    `draw`.

    The document is shrunk until no drawing has a side of more than LARGEST pixels, but no further than to cells of
    SMALLEST_CELL pixels.
    """
    return document([panel(*drawing) for drawing in drawings], title, words)


def document(pieces: Sequence[Panel], title: str = "", words: str = "") -> str:
    """Return an SVG document with panels, the pieces, side by side; `title` and `words` are as in `draw`."""
    width = sum(piece.width for piece in pieces) + BETWEEN * (len(pieces) - 1)
    height = max(piece.height for piece in pieces)
    longest = max(max(piece.width, piece.height) for piece in pieces)
    scale = max(min(1.0, LARGEST / longest), SMALLEST_CELL / CELL)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" role="img" class="{CLASS}" '
        f'width="{number(width * scale)}" height="{number(height * scale)}" '
        f'viewBox="0 0 {number(width)} {number(height)}">'
    )
    described = (f"<{tag}>{for_html(text)}</{tag}>" for tag, text in (("title", title), ("desc", words)) if text)
    paper = f'<rect width="{number(width)}" height="{number(height)}" fill="{LIGHT["paper"]}"/>'
    elements = "\n".join([paper, *_placed(pieces)])
    return "\n".join([head, *described, style(elements), elements, "</svg>\n"])


def _placed(pieces: Iterable[Panel]) -> Iterator[str]:
    at = 0.0
    for piece in pieces:
        move = f"translate({number(at - piece.left)} {number(-piece.top)})"
        yield f'<g transform="{move}" {ROUND}>\n{piece.elements}\n</g>'
        at += piece.width + BETWEEN


def panel(picture: Picture, differing: Collection[tuple[int, int]] = (), over: Overlay = PLAIN) -> Panel:
    """Return the elements of a drawing and its notes, with an overlay, and the place and size of their frame with
    MARGIN around.
    """
    plan = SvgPlan(picture)
    (top, bottom), (left, right) = plan.extent(0), plan.extent(1)
    below, across, down = notes(picture.notes, CELL * picture.cols, bottom, _strip)
    layers = plan.layers(on_board(picture, differing), over.lines)
    elements = "\n".join(filter(None, [over.floor, *layers, below, over.top]))
    width, height = max(right, across) - left + 2 * MARGIN, bottom + down - top + 2 * MARGIN
    return Panel(elements, left - MARGIN, top - MARGIN, width, height)


def _strip(marks: Sequence[Mark], cells: int) -> str:
    """Return the elements of marks in a row of cells without a grid."""
    return "\n".join(SvgPlan(Picture(1, cells, "plain", marks)).shapes(SHAPES))


class SvgPlan:
    """A picture with the places of its lattice in the drawing."""

    def __init__(self, picture: Picture):
        self.picture = picture
        self.sizes = picture.rows, picture.cols
        self.marks = list(_visible(picture.marks))
        self.filled = {mark.point: mark.role for mark in self.marks if mark.shape in ("fill", "ship")}
        lines = [line for line in picture.lines if line.kind not in ("border", "cage")]
        self.on_lines = {point for line in lines for point in (line.start, line.end)}
        self.shaped = {(mark.point, mark.shape) for mark in self.marks}
        self.left_out = ("cage", "border") if picture.ground == "boxes" else ("cage",)  # kinds of lines
        self.in_corners = any(mark.shape == "corner" for mark in self.marks)

    def place(self, at: int, axis: int) -> float:
        """Return the coordinate of a lattice row (axis 0) or column (axis 1); beyond the board, rows and columns are
        closer.

        `at` is the number of the row or column.
        """
        end = 2 * self.sizes[axis]
        inside = min(max(at, 0), end)
        return inside * STEP + (at - inside) * BEYOND + GAP * ((at > inside) - (at < inside))

    def extent(self, axis: int) -> tuple[float, float]:
        """Return the coordinates of the drawing's beginning and end along an axis, without a margin."""
        places = [mark.point[axis] for mark in self.marks if mark.shape != "corner"]
        first = min([0, *(place - 1 for place in places)])
        last = max([2 * self.sizes[axis], *(place + 1 for place in places)])
        return self.place(first, axis), self.place(last, axis)

    def layers(self, differing: Collection[tuple[int, int]], over: str = "") -> Iterator[str]:
        """Yield the SVG elements of the drawing in layers, the lowest first; `differing` cells have marks, and the
        elements `over` are above the lines.
        """
        floor, symbols = ("\n".join(self.shapes(layer)) for layer in (FLOOR, SHAPES.keys() - {*FLOOR}))
        yield from (self._square(cell, 0, f'class="differs" fill="{LIGHT["tint"]}"') for cell in differing)
        edge = frame(*self.sizes) if self._is_framed() else ""
        yield from (floor, self._ground(), self._cages(), *self._lines(), over, edge, symbols)
        outline = f'class="differs" fill="none" stroke="{LIGHT["differs"]}" stroke-width="3.5"'
        yield from (self._square(cell, 3, outline) for cell in differing if centre(cell) in self.filled)

    def _square(self, cell: tuple[int, int], inset: float, paint: str) -> str:
        (top, bottom), (left, right) = (
            (self.place(2 * at, axis) + inset, self.place(2 * at + 2, axis) - inset) for axis, at in enumerate(cell)
        )
        size = f'width="{number(right - left)}" height="{number(bottom - top)}"'
        return f'<rect x="{number(left)}" y="{number(top)}" {size} {paint}/>'

    def shapes(self, layer: Collection[str]) -> Iterator[str]:
        """Yield the elements of the marks whose shape is in `layer`."""
        for mark in self.marks:
            if mark.shape in layer:
                yield self.element(mark)

    def element(self, mark: Mark) -> str:
        """Return the element of a mark."""
        return SHAPES[mark.shape](mark, self._spot(mark))

    def _spot(self, mark: Mark) -> Placement:
        i, j = mark.point
        room = self._room(mark.point)
        x, y = self.place(j, 1), self.place(i, 0) + LOWER * (room == BELOW_CORNER)
        joined = "".join(side for side, (r, c) in SIDES.items() if ((i + r, j + c), mark.shape) in self.shaped)
        dark = self.filled.get(mark.point) == "given"
        return Placement(x, y, room, dark, mark.point in self.on_lines - self.filled.keys(), joined)

    def _room(self, point: Point) -> TextSize:
        """Return the space for a text at a point."""
        if not self._inside(point):
            return OUTSIDE
        if self.picture.ground == "boxes":
            return IN_BOX
        return BELOW_CORNER if self.in_corners and all(at % 2 for at in point) else IN_CELL

    def _cages(self) -> str:
        """Return the element of all cages; '' for none."""
        sums = {mark.point: corner_size(mark.symbol) for mark in self.marks if mark.shape == "corner"}
        firsts = ((cage, min(cage)) for cage in self.picture.cages)
        d = "".join(cage_outline(cage, CAGE_INSET, sums.get((2 * r, 2 * c + 1))) for cage, (r, c) in firsts)
        paint = f'fill="none" stroke="{LIGHT["ink"]}" stroke-width="1.3" stroke-dasharray="3 3" stroke-linecap="butt"'
        return f'<path class="cages" d="{d}" {paint}/>' if d else ""

    def _ground(self) -> str:
        """Return the element of the grid, of boxes, or of dots at the corners; '' for a picture with islands."""
        if self.picture.ground in ("dots", "boxes"):
            return (dots if self.picture.ground == "dots" else boxes)(*self.sizes)
        if any(mark.shape == "island" for mark in self.marks):
            return ""
        return grid(*self.sizes, coloured_sides(self.marks))

    def _is_framed(self) -> bool:
        """Whether the board has a thick border."""
        return self.picture.ground not in ("dots", "boxes")

    def _inside(self, point: Point) -> bool:
        return all(0 <= at <= 2 * size for at, size in zip(point, self.sizes, strict=True))

    def _lines(self) -> Iterator[str]:
        """Yield a path for all lines of a kind and a role, borders last."""
        groups: dict[tuple[str, str], list[Line]] = {}
        for line in (each for each in self.picture.lines if each.kind not in self.left_out):
            groups.setdefault((line.kind, line.role), []).append(line)
        for key in sorted(groups, key=lambda group: group[0] == "border"):
            yield self.path(groups[key])

    def path(self, alike: Sequence[Line]) -> str:
        """Return the path of lines of one kind and one role."""
        kind, role = alike[0].kind, alike[0].role
        paint = f'fill="none" stroke="{COLOURS[role]}" stroke-width="{WIDTHS[kind]}"'
        return f'<path class="{role} {kind}" d="{"".join(map(self._stroke, alike))}" {paint}/>'

    def _stroke(self, line: Line) -> str:
        (top, left), (bottom, right) = ((self.place(i, 0), self.place(j, 1)) for i, j in (line.start, line.end))
        down = left == right
        shifts = (-APART, APART) if line.kind == "double" else (0.0,)
        starts = [(left + shift * down, top + shift * (not down)) for shift in shifts]
        way = f"v{number(bottom - top)}" if down else f"h{number(right - left)}"
        return "".join(f"M{number(x)} {number(y)}{way}" for x, y in starts)


def _visible(marks: Sequence[Mark]) -> Iterator[Mark]:
    """Yield the marks that no later dark cell covers, without marks that only stand for an empty cell."""
    last = {mark.point: k for k, mark in enumerate(marks) if mark.shape in ("fill", "clue")}
    for k, mark in enumerate(marks):
        if k >= last.get(mark.point, 0) and not (mark.role == "ground" and mark.text in ".-"):
            yield mark
