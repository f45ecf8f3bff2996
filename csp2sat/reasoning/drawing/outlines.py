"""The signs of a step in a drawing: where its new and cited facts, cited clues and rule cells are, as outlines.

A new fact has a thick solid frame, a cited fact a dashed one, a cited clue a double one; the cells of a rule are tinted
and have a dotted line around them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ...puzzles.drawing.palette import LIGHT
from ...puzzles.drawing.picture import Cell, Line, Picture, Point, centre, on_board
from ...puzzles.drawing.svg import SvgPlan
from ...puzzles.drawing.svg_cages import cage_outline
from ...puzzles.drawing.svg_texts import CELL, number
from ...puzzles.facts import Fact
from ..step import CitedClue, Step

INSETS = {"new": 3.5, "cited": 8.0, "supposed": 6.0}  # of the frames from the sides of a cell
DOUBLE, INSIDE = (1.5, 5.0), 5.0  # of the frames of a clue; of a frame of the same cell, in addition
PAINTS = {
    "new": f'stroke="{LIGHT["differs"]}" stroke-width="4"',
    "cited": f'stroke="{LIGHT["cited"]}" stroke-width="2.6" stroke-dasharray="5.5 3.5" stroke-linecap="butt"',
    "supposed": f'stroke="{LIGHT["wrong"]}" stroke-width="2" stroke-dasharray="8 3 1.5 3" stroke-linecap="butt"',
    "clue": f'stroke="{LIGHT["clue"]}" stroke-width="2"',
    "rule": f'stroke="{LIGHT["rule"]}" stroke-width="2.6" stroke-dasharray="0.1 5.2" stroke-linecap="round"',
}
TINT = LIGHT["tint"]
AROUND, SHORTER, BRIDGE = 7.0, 4.0, 12.0  # of the frames of edges: half their width, how much shorter at an end
VERTEX, CIRCLE = 9.0, 20.0  # half the widths of frames of corners without and with a clue


class OutlineBox(NamedTuple):
    """A rectangle in a drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def path(self, inset: float = 0.0) -> str:
        """Return the outline of the box, smaller by `inset` on each side, as the attribute `d` of SVG."""
        left, top, right, bottom = self.left + inset, self.top + inset, self.right - inset, self.bottom - inset
        width, height = number(right - left), number(bottom - top)
        return f"M{number(left)} {number(top)}h{width}v{height}h-{width}z"


def sign(name: str, d: str) -> str:
    """Return the element of outlines; '' for none.

    name: `new`, `cited`, `clue` or `rule`.
    """
    return f'<path class="{name}" d="{d}" fill="none" {PAINTS[name]}/>' if d else ""


def cell_box(cell: Cell) -> OutlineBox:
    """Return the square of a cell."""
    row, column = cell
    return OutlineBox(column * CELL, row * CELL, (column + 1) * CELL, (row + 1) * CELL)


class Outlines:
    """The outlines for the facts, clues and rules of a board.

    corners: whether the edges of its facts, and the places of its rules, are corners of cells.
    """

    def __init__(self, picture: Picture, corners: bool):
        self._picture, self._corners = picture, corners
        self._plan = SvgPlan(picture)
        self._points = {mark.point for mark in self._plan.marks}

    def segment(self, fact: Fact) -> Line | None:
        """Return the line of a fact that is about an edge or a border; None for others."""
        if fact.what == "edge" and fact.value == "border":
            return border(*fact.places)
        if fact.what == "edge":
            kind = "double" if fact.value == 2 else "line"
            start, end = ((2 * r, 2 * c) if self._corners else centre((r, c)) for r, c in fact.places)
            return Line(start, end, "solved", kind)  # type: ignore[arg-type]
        return None

    def signs(self, step: Step) -> dict[str, str]:
        """Return the elements of a step: `new`, `tint` (to be drawn below the board) and `why`; '' for none."""
        clues = {clue.place: clue for clue in step.marked}
        tint = dict.fromkeys(path for rule in step.rules for path in self._cells(rule.places))
        dotted = dict.fromkeys(self._outline(rule.places) for rule in step.rules)
        why = sign("rule", "".join(dotted)) + sign("cited", self._frames("cited", step.known))
        return {
            "new": sign("new", self._frames("new", step.facts, clues)),
            "tint": f'<path class="tint" d="{"".join(tint)}" fill="{TINT}"/>' if tint else "",
            "why": why + sign("clue", "".join(map(self._around, clues.values()))),
        }

    def supposed(self, fact: Fact) -> str:
        """Return the frame of a fact that is supposed, or follows from a supposition."""
        return sign("supposed", self._frames("supposed", [fact]))

    def _cells(self, places: Sequence[Cell]) -> list[str]:
        """Return the squares of a rule's cells, or around its corners."""
        if self._corners:
            return [self._corner(cell, VERTEX).path() for cell in places]
        return [cell_box(cell).path() for cell in on_board(self._picture, places)]

    def _outline(self, places: Sequence[Cell]) -> str:
        """Return the line around a rule's cells, or around each of its corners."""
        return "".join(self._cells(places)) if self._corners else cage_outline(on_board(self._picture, places))

    def _corner(self, cell: Cell, half: float) -> OutlineBox:
        """Return the square around the upper left corner of a cell; half: half of its width."""
        y, x = self.spot((2 * cell[0], 2 * cell[1]))
        return OutlineBox(x - half, y - half, x + half, y + half)

    def _frames(self, name: str, facts: Iterable[Fact], clues: Collection[Cell] = ()) -> str:
        """Return the frames of facts, each place once, with the sign `name`; smaller in the cells of `clues`."""
        boxes = {self.box(fact): fact.places[0] in clues for fact in facts}
        shrunk = ((box, (INSETS[name] + INSIDE * clue) * whole) for (box, whole), clue in boxes.items())
        return "".join(box.path(inset) for box, inset in shrunk)

    def box(self, fact: Fact) -> tuple[OutlineBox, bool]:
        """Return the box of a fact, and whether it is made of whole cells."""
        line = self.segment(fact)
        if line is not None:
            (top, left), (bottom, right) = map(self.spot, (line.start, line.end))
            across, along = AROUND, -(SHORTER if isinstance(fact.value, str) else BRIDGE)
            grow = (across, along) if left == right else (along, across)
            return OutlineBox(left - grow[0], top - grow[1], right + grow[0], bottom + grow[1]), False
        return cell_box(fact.places[0]), True

    def spot(self, point: Point) -> tuple[float, float]:
        """Return the y and x of a point of the lattice."""
        return self._plan.place(point[0], 0), self._plan.place(point[1], 1)

    def _around(self, clue: CitedClue) -> str:
        """Return the double frame around a clue: a cell, a corner, or the numbers beside a row or column."""
        row, column = clue.place
        box = cell_box(clue.place)
        inside = 0 <= row < self._picture.rows and 0 <= column < self._picture.cols
        if centre(clue.place) not in self._points and (2 * row, 2 * column) in self._points:
            box = self._corner(clue.place, CIRCLE)
        elif not inside:
            box = self._beside(clue.place)
        return "".join(box.path(inset) for inset in DOUBLE)

    def _beside(self, place: Cell) -> OutlineBox:
        """Return the box of all marks beside a row or column on the side of a place."""
        at, (rows, cols) = centre(place), self._plan.sizes
        axis = 0 if not 0 <= place[0] < rows else 1
        before = at[axis] < 0
        size = 2 * (rows, cols)[axis]
        beside = [
            p[axis] for p in self._points if p[1 - axis] == at[1 - axis] and (p[axis] < 0 if before else p[axis] > size)
        ]
        first, last = min([at[axis], *beside]) - 1, max([at[axis], *beside]) + 1
        ends = self._plan.place(first, axis), self._plan.place(last, axis)
        near, far = (self._plan.place(at[1 - axis] + shift, 1 - axis) for shift in (-1, 1))
        return OutlineBox(near, ends[0], far, ends[1]) if axis == 0 else OutlineBox(ends[0], near, ends[1], far)


def border(one: Cell, other: Cell) -> Line:
    """Return the side between two cells, the first of which is above or left of the other."""
    row, column = other
    end = (2 * row + 2, 2 * column) if one[0] == row else (2 * row, 2 * column + 2)
    return Line((2 * row, 2 * column), end, "solved", "border")
