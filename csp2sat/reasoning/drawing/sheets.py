"""The drawing of a board without a solution, and the elements of facts on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...puzzles.drawing.palette import LIGHT
from ...puzzles.drawing.picture import Cell, Line, Mark, centre, fill, text
from ...puzzles.drawing.svg import Overlay, Panel, SvgPlan, panel
from ...puzzles.drawing.svg_texts import CELL, COLOURS, HALF, number
from ...puzzles.facts import Fact, uses_corners
from ...puzzles.spec import PUZZLES, Board
from .outlines import Outlines, border
from .pencils import SCALED, Pencils, small

OPPOSITES = {"1": "0", "b": "w", "\\": "/"}
WAYS = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
SIDES = (-1, 0), (0, -1), (0, 1), (1, 0)
ASIDE = 13.0  # how far a dot is from the middle of a cell with a clue
CROSS, TICK, DOT = 3.6, 5.0, 2.6  # half their sizes
SOLVED = f'stroke="{COLOURS["solved"]}"'

RED = {LIGHT["solved"]: LIGHT["wrong"], LIGHT["shaded"]: LIGHT["wrong-shaded"], LIGHT["solved-black"]: LIGHT["wrong"]}
IN_RED = re.compile("|".join(RED))


def numbered(found: Panel, board: Board) -> Panel:
    """Return the drawing of a board with the numbers of the rows to its left, and those of the columns above."""
    rows = (small(str(r + 1), found.left - ASIDE / 2, (r + 0.5) * CELL) for r in range(board.rows))
    columns = (small(str(c + 1), (c + 0.5) * CELL, found.top - ASIDE / 2) for c in range(board.cols))
    d = "".join((*rows, *columns))
    numbers = f'<path class="places" {SCALED} stroke="{LIGHT["faint"]}" stroke-width="1.4" d="{d}"/>'
    width, height = found.width + 2 * ASIDE, found.height + 2 * ASIDE
    return Panel(found.elements + numbers, found.left - 2 * ASIDE, found.top - 2 * ASIDE, width, height)


class FactSheet:
    """A board to draw steps on."""

    def __init__(self, board: Board):
        self.board = board
        self.picture = PUZZLES[board.puzzle].picture(board, None)
        self.outlines = Outlines(self.picture, uses_corners(board))
        self._plan = SvgPlan(self.picture)
        self._taken = {mark.point for mark in self._plan.marks}
        self._given = {mark.point: mark.text for mark in self._plan.marks if mark.shape == "text"}
        self.pencils = Pencils(board, self.outlines, self._taken)
        self._own: dict[str, Sequence[Mark]] = {}
        self.sure = "".join(self.fact(fact).top for fact in self.pencils.sure)  # what has to be drawn before any step

    def panel(self, over: Overlay) -> Panel:
        """Return the drawing with the names of regions and an overlay, and the numbers of rows and columns around."""
        names = "".join(small(name, *self._star(cell)) for cell, name in self.pencils.names.items())
        paint = f'{SCALED} stroke="{LIGHT["on-white"]}" stroke-width="1.4"'
        top = (f'<path {paint} d="{names}"/>' if names else "") + over.top
        return numbered(panel(self.picture, (), over._replace(top=top)), self.board)

    def fact(self, fact: Fact) -> Overlay:
        """Return the elements of a fact that is known; none for a value that is crossed out."""
        line = self.outlines.segment(fact)
        if line is not None:
            return self._edge(fact, line)
        label, cell = self.pencils.label(fact), fact.places[0]
        if label and (fact.negative or fact.value not in PUZZLES[self.board.puzzle].facts.signs):
            known = fact.negative or label == self._given.get(centre(cell))
            return Overlay() if known else Overlay(top=self._plan.element(text(cell, label, "solved")))
        return self._absent(cell, str(fact.value)) if fact.negative else self._present(cell, str(fact.value))

    def borders(self, owners: dict[Cell, Cell], facts: Iterable[Fact]) -> str:
        """Return the elements of the borders that facts close between regions of numbers: those of cells that belong to
        different numbers, and those around a complete region; '' for other kinds.

        owners: the number, by its cell, of each cell that is known to belong to one, to which the facts are added.
        """
        if not PUZZLES[self.board.puzzle].facts.placements:
            return ""
        lines = list[Line]()
        for fact in facts:
            if fact.negative or fact.places[0] in owners:
                continue
            (r, c), number = fact.places
            near = ((r + down, c + across) for down, across in SIDES)
            lines += [border(*sorted(((r, c), each))) for each in near if owners.get(each, number) != number]
            owners[r, c] = number
            own = [cell for cell, of in owners.items() if of == number]
            lines += self._around(own) if len(own) == self.board.filled().get(number) else []
        return self._plan.path(lines) if lines else ""

    def _around(self, cells: Sequence[Cell]) -> list[Line]:
        """Return the borders around a region that is complete, without the edge of the board."""
        near = ((cell, (cell[0] + down, cell[1] + across)) for cell in cells for down, across in SIDES)
        return [border(*sorted(pair)) for pair in near if self.board.has(pair[1]) and pair[1] not in cells]

    def wrong(self, fact: Fact) -> Overlay:
        """Return the elements of a fact that is wrong: those of a known one, in red."""
        return Overlay(*(IN_RED.sub(lambda found: RED[found[0]], part) for part in self.fact(fact)))

    def _edge(self, fact: Fact, line: Line) -> Overlay:
        if not fact.negative and fact.value != 0:
            return Overlay(lines=self._plan.path([line]))
        if fact.negative and isinstance(fact.value, int):
            return Overlay()
        (top, left), (bottom, right) = self.outlines.spot(line.start), self.outlines.spot(line.end)
        x, y = (left + right) / 2, (top + bottom) / 2
        if fact.value == "border":
            return Overlay(top=stroke(x, y, TICK, 0) if left == right else stroke(x, y, 0, TICK))
        return Overlay(top=cross(x, y))

    def _absent(self, cell: Cell, value: str) -> Overlay:
        """Return the elements for a cell that does not have a mark: its other mark, a cross, or a dot."""
        y, x = self.outlines.spot(centre(cell))
        word = value.split()[-1]
        if value in OPPOSITES:
            return self._present(cell, OPPOSITES[value])
        if word in WAYS:
            down, across = WAYS[word]
            return Overlay(top=cross(x + ASIDE * across, y + ASIDE * down))
        away = ASIDE if centre(cell) in self._taken else 0.0
        return Overlay(top=cross(x + away, y + away) if value == "*" else dot(x + away, y + away))

    def _present(self, cell: Cell, value: str) -> Overlay:
        """Return the elements for a cell that has a mark."""
        y, x = self.outlines.spot(centre(cell))
        kind, _, word = value.rpartition(" ")
        if kind == "arm":
            down, across = WAYS[word]
            return Overlay(
                lines=stroke(x + across * HALF / 2, y + down * HALF / 2, across * HALF / 2, down * HALF / 2, 4)
            )
        if word in WAYS:
            return Overlay(floor=_quarter(x, y, *WAYS[word]))
        if value == "#":
            return Overlay(floor=self._plan.element(fill(cell, "solved")))
        marks = self._marks(cell, value)
        drawn = "".join(map(self._plan.element, marks))
        return Overlay(lines=drawn) if marks[0].shape == "slash" else Overlay(top=drawn)

    def _marks(self, cell: Cell, value: str) -> Sequence[Mark]:
        """Return the marks that solutions of this kind have for a value in a cell; a text if there are none."""
        if value not in self._own:
            rows = [value * self.board.cols] * self.board.rows
            marks = PUZZLES[self.board.puzzle].picture(self.board, rows).marks
            self._own[value] = [mark for mark in marks if mark.role == "solved"]
        return [mark for mark in self._own[value] if mark.point == centre(cell)] or [text(cell, value, "solved")]

    def _star(self, cell: Cell) -> tuple[float, float]:
        """Return the x and y of the star of a region, which is in the cell, or on its lower or right side."""
        row, column = centre(cell)
        points = [(row + down, column + across) for down in (0, 1) for across in (0, 1)]
        y, x = self.outlines.spot(next((point for point in points if point in self._taken), points[0]))
        return x, y


def own_facts(board: Board) -> list[Fact]:
    """Return the facts that the cell of each number belongs to the number; [] for a kind without regions of numbers."""
    puzzle = PUZZLES[board.puzzle]
    cells = sorted(puzzle.clues.given_cells(board)) if puzzle.facts.placements else ()
    return [Fact("region", (cell, cell), None) for cell in cells]


def stroke(x: float, y: float, across: float, down: float, width: float = 1.8) -> str:
    """Return the element of a stroke with its middle at (x, y), whose end is `across` and `down` from there; `width` is
    its thickness.
    """
    d = f"M{number(x - across)} {number(y - down)}l{number(2 * across)} {number(2 * down)}"
    return f'<path class="solved" d="{d}" fill="none" {SOLVED} stroke-width="{number(width)}"/>'


def cross(x: float, y: float) -> str:
    """Return the element of a cross with its middle at (x, y): something is not there."""
    size, left, top = number(2 * CROSS), number(x - CROSS), number(y - CROSS)
    d = f"M{left} {top}l{size} {size}m0 -{size}l-{size} {size}"
    return f'<path class="solved absent" d="{d}" fill="none" {SOLVED} stroke-width="1.6"/>'


def dot(x: float, y: float) -> str:
    """Return the element of a dot at (x, y): a cell is not shaded."""
    paint = f'fill="{COLOURS["solved"]}"'
    return f'<circle class="solved absent" cx="{number(x)}" cy="{number(y)}" r="{number(DOT)}" {paint}/>'


def _quarter(x: float, y: float, down: int, across: int) -> str:
    """Return the element of a black quarter of a cell, from its middle (x, y) to the side in the direction (`down`,
    `across`), of which one is 0.
    """
    ends = [(x + HALF * (across or side), y + HALF * (down or side)) for side in (-1, 1)]
    points = " ".join(f"{number(at)},{number(to)}" for at, to in ((x, y), *ends))
    return f'<polygon class="solved" points="{points}" fill="{LIGHT["shaded"]}"/>'
