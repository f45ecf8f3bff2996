r"""The drawing of a Picture with characters: the places of the lattice in the text, and the order of overlapping parts.

The columns of cell centres are as wide as the board's widest mark, a column outside the board as its own widest mark,
every other column is one character, and a blank lies between two columns.  A row or column of the lattice is left out
if it has neither a mark nor a line along it; between two columns of centres only the blank then remains.

A dark cell is dark over its whole width.  A text above a dark cell of the solution leaves at least one dark character
on its left, `#3`; above a given dark cell the text stands alone, `3`: nothing else can be there.  On a terminal with
colours both are in reverse video.  If there are sums, the text below a sum begins below its `\`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from ...escaping import first_control
from ...tuples import NamedTuple
from .picture import FILLING, Mark, Picture, Point, Role, differs_mark, on_board

NORTH, SOUTH, WEST, EAST = 1, 2, 4, 8
COLOURS = {  # codes of escape sequences: faint, bold, cyan, bold red; in dark cells reverse video
    "ground": "2",
    "given": "1",
    "solved": "36",
    "differs": "1;31",
    "given fill": "1;7",
    "solved fill": "36;7",
}
RESET = "0"


class Pen(NamedTuple):
    """The characters of a renderer.

    ground: the characters at corners and at centres; '' for none.
    over: whether these are on top of the lines.
    pieces: for each kind of line 16 characters, one for each sum of the directions that go on from a point.
    unicode: whether marks are drawn as their symbols, and not as their texts.
    colours: the terminal's codes by role, by "ground" and by "differs"; "given fill" and "solved fill" are the codes of
        texts in dark cells.
    """

    ground: tuple[str, str]
    over: bool
    pieces: dict[str, str]
    unicode: bool
    colours: dict[str, str]


class Junction(NamedTuple):
    """The lines at a point: the directions in which they go on from it (a sum), their kind and role."""

    ways: int
    kind: str
    role: str


class Writing(NamedTuple):
    """A text that ends at a point.

    covers: the character that fills the cell before the text is written; '' for none.
    spare: the number of characters to be left free before the text.
    """

    point: Point
    text: str
    role: str
    covers: str = ""
    spare: int = 0


def writings(marks: Sequence[Mark], unicode: bool) -> list[Writing]:
    """Return the texts of the marks, in their order: the symbols if `unicode`, else the ASCII texts.

    A text in a dark cell has the role of that cell with ` fill` behind it.  If there are clues with sums, the sum
    across (the right one) is padded to the longest of them, and each other text ends as many characters further left.
    """
    across = max((len(mark.text.partition("\\")[2]) for mark in marks if mark.shape == "clue"), default=0)
    dark: dict[Point, Role] = {}
    written = []
    for mark in (each for each in marks if each.text):
        char = mark.symbol if unicode else mark.text
        if mark.shape in FILLING:
            dark[mark.point] = mark.role
            written.append(Writing(mark.point, char, mark.role, char))
        elif mark.shape == "clue":
            down, _, right = char.partition("\\")
            written.append(Writing(mark.point, f"{down}\\{right:{across}}", f"{mark.role} fill", " "))
        else:
            below = dark.get(mark.point)  # the role of the dark cell below it, if there is one
            role = f"{below} fill" if below else mark.role
            spare = below in ("solved", "ground") or (unicode and mark.text.startswith("#") and mark.text != char)
            written.append(Writing(mark.point, char + " " * across, role, spare=int(spare)))
    return written


def room(written: Iterable[Writing]) -> int:
    """Return the least width that holds each of the texts with its spare characters; 1 if there is no text."""
    return max((len(each.text) + each.spare for each in written), default=1)


class Spacing(NamedTuple):
    """The room that a drawing leaves for what a person draws.

    width: the least width of the columns of centres.  between: whether every row and column of the lattice is drawn, so
    that lines and borders can be drawn between any two cells.
    """

    width: int = 1
    between: bool = False


DENSE = Spacing()


def draw(picture: Picture, pen: Pen, differing: Collection[tuple[int, int]] = ()) -> str:
    """Return the drawing, its lines joined by newlines, with a mark before the symbol of each differing cell."""
    return "\n".join(_Canvas(picture, pen, on_board(picture, differing)).drawn())


def drawn_with_lattice(picture: Picture, pen: Pen, least: Spacing = DENSE) -> tuple[list[str], Lattice]:
    """Return the lines of the drawing of a picture with the least room, and the places of the lattice in them."""
    canvas = _Canvas(picture, pen, (), least)
    return canvas.drawn(), canvas.lattice()


class Lattice(NamedTuple):
    """The places of the lattice in a text.

    rows: lattice row -> line, for the rows that are drawn.
    cols: lattice column -> (last) column of the text; a column that is left out has the place of the blank.
    width: the width of the columns of centres.
    columns: the number of columns of the text.
    drawn: the lattice columns that are not left out.
    """

    rows: dict[int, int]
    cols: dict[int, int]
    width: int
    columns: int
    drawn: Collection[int] = ()


def lattices(picture: Picture, pen: Pen, widths: Iterable[int]) -> list[Lattice]:
    """Return the places of the lattice in drawings of a picture whose marks need at least each of these widths."""
    canvas = _Canvas(picture, pen)
    return [canvas.lattice(width) for width in widths]


class _Canvas:
    """A text that is being drawn.

    chars, roles: the characters so far, and the role of each.
    rows, cols: lattice row or column -> line or (last) column of the text.
    """

    def __init__(self, picture: Picture, pen: Pen, stars: Collection[tuple[int, int]] = (), least: Spacing = DENSE):
        self.picture, self.pen, self._stars, self.least = picture, pen, stars, least
        self.writings = writings(picture.marks, pen.unicode)
        self.width = max(least.width, room(w for w in self.writings if 0 < w.point[1] < 2 * picture.cols))
        self.runs = _runs(picture)
        self._lattices = self._lattice(0), self._lattice(1)
        used, self._used_columns = self._used(0), self._used(1)
        self.rows = {i: line for line, i in enumerate(i for i in self._lattices[0] if i in used)}
        self.cols = self._columns(self.width, stars)
        columns = self._number(self.cols)
        self.chars = [[" "] * columns for _ in self.rows]
        self.roles = [[""] * columns for _ in self.rows]

    def drawn(self) -> list[str]:
        """Draw everything, and return the lines."""
        self.lines()
        self.ground()
        self.marks()
        for r, c in self._stars:
            self.star((2 * r + 1, 2 * c + 1))
        return list(map(self.row, range(len(self.chars))))

    def lattice(self, least: int = 1) -> Lattice:
        """Return the places of the lattice; least: the least width of the columns of centres."""
        width = max(least, self.width)
        cols = self._columns(width)
        return Lattice(self.rows, cols, width, self._number(cols), self._used_columns)

    def _number(self, cols: dict[int, int]) -> int:
        """Return the number of columns of the text with these places of the lattice."""
        return max(cols.values()) + (self._lattices[1][-1] in self._used_columns)

    def _lattice(self, axis: int) -> range:
        """Return the rows (axis 0) or columns (axis 1) of the lattice: those of the board, and those of marks beyond
        it.
        """
        places = [mark.point[axis] for mark in self.picture.marks]
        cells = self.picture.cols if axis else self.picture.rows
        return range(min([0, *places]), max([2 * cells, *places]) + 1)

    def _used(self, axis: int) -> set[int]:
        """Return the rows (axis 0) or columns (axis 1) of the lattice that are drawn."""
        along = NORTH | SOUTH if axis else WEST | EAST
        used = {i for i in self._lattices[axis] if i % 2 or self.pen.ground[0] or self._is_between(i, axis)}
        used |= {mark.point[axis] for mark in self.picture.marks}
        used |= {point[axis] for point, run in self.runs.items() if run.ways & along}
        return used if axis or self.picture.ground != "plain" else used | self._between_marks()

    def _is_between(self, i: int, axis: int) -> bool:
        """Whether there is room at the row (axis 0) or column (axis 1) `i` of the lattice, between two of cells."""
        return self.least.between and 0 < i < 2 * (self.picture.cols if axis else self.picture.rows)

    def _between_marks(self) -> set[int]:
        """Return the lattice rows in which a line goes down from one mark to the next, and would be hidden without a
        row.
        """
        marked = {mark.point for mark in self.picture.marks}
        down = [point for point, run in self.runs.items() if run.ways & NORTH and run.ways & SOUTH]
        return {i for i, j in down if (i - 1, j) in marked and (i + 1, j) in marked}

    def _margin(self, stars: Collection[tuple[int, int]]) -> bool:
        """Whether a blank is needed before the first column, for stars."""
        first = self._lattices[1][0]
        return any(2 * c + 1 == first for _, c in stars) if first in self._used_columns else bool(stars)

    def _columns(self, width: int, stars: Collection[tuple[int, int]] = ()) -> dict[int, int]:
        """Return the (last) column of the text for each lattice column; width: that of the columns of centres.

        A lattice column that is left out has the place of the blank, which is outside the text at both ends.
        """
        columns: dict[int, int] = {}
        blank = 0 if self._margin(stars) else -1
        for j in self._lattices[1]:
            columns[j] = blank
            if j in self._used_columns:
                columns[j] = blank + self._width(j, width)
                blank = columns[j] + 1
        return columns

    def _width(self, j: int, width: int = 0) -> int:
        """Return the width of a lattice column; width: that of the columns of centres, 0 for `self.width`."""
        if 0 < j < 2 * self.picture.cols:
            return (width or self.width) if j % 2 else 1
        return room(w for w in self.writings if w.point[1] == j)

    def put(self, point: Point, text: str, role: str) -> None:
        """Write a text that ends at the point, in the given role."""
        self._write(point[0], self.cols[point[1]] - len(text) + 1, text, role)

    def star(self, point: Point) -> None:
        """Write the mark of a cell that differs before the symbol at the point."""
        self._write(point[0], self.cols[point[1]] - self._width(point[1]), differs_mark(self.picture), "differs")

    def _write(self, i: int, start: int, text: str, role: str) -> None:
        """Write a text into the lattice row `i` from the column `start` of the text on, as far as the canvas goes; ''
        as role leaves the roles.
        """
        if i not in self.rows:
            return
        line = self.rows[i]
        for at, char in enumerate(text, start):
            if 0 <= at < len(self.chars[line]):
                self.chars[line][at] = "\ufffd" if first_control(char) else char  # as wide as it was
                self.roles[line][at] = role or self.roles[line][at]

    def marks(self) -> None:
        """Write the texts of the picture's marks into the canvas."""
        for point, text, role, covers, _ in self.writings:
            if covers:
                self.put(point, covers * self._width(point[1]), role)
            self.put(point, text, role)

    def lines(self) -> None:
        """Write the characters of the picture's lines into the canvas."""
        for (i, j), (ways, kind, role) in self.runs.items():
            pieces = self.pen.pieces[kind]
            if ways & EAST:
                gap = self.cols[j + 1] - self.cols[j] - 1
                self._write(i, self.cols[j] + 1, pieces[WEST | EAST] * gap, role)
            self.put((i, j), pieces[ways], role)

    def ground(self) -> None:
        """Write the characters of the ground at corners and centres into the canvas."""
        for odd, char in enumerate(self.pen.ground):
            for i in range(odd, 2 * self.picture.rows + 1, 2) if char else ():
                for j in range(odd, 2 * self.picture.cols + 1, 2):
                    if self.pen.over or (i, j) not in self.runs:
                        self.put((i, j), char, "" if (i, j) in self.runs else "ground")

    def row(self, line: int) -> str:
        """Return one line of the text, with the terminal's codes where the role changes."""
        if not self.pen.colours:
            return "".join(self.chars[line])
        return "".join(self._coloured(line))

    def _coloured(self, line: int) -> Iterator[str]:
        codes = [self.pen.colours.get(role, "") for role in self.roles[line]]
        for code, group in groupby(zip(codes, self.chars[line], strict=True), key=lambda pair: pair[0]):
            piece = "".join(char for _, char in group)
            yield f"\x1b[{code}m{piece}\x1b[{RESET}m" if code else piece


def _runs(picture: Picture) -> dict[Point, Junction]:
    """Return the junction of each lattice point that a line touches; lines of one kind are joined there, and of two
    kinds the later one remains, but a border inside a cage is below all other lines.
    """
    runs: dict[Point, Junction] = {}
    for start, end, role, drawn in (line for line in picture.lines if line.kind != "way"):
        down = start[1] == end[1]
        forth, back = (SOUTH, NORTH) if down else (EAST, WEST)
        rows, cols = range(start[0], end[0] + 1), range(start[1], end[1] + 1)
        for one, two in pairwise([(i, j) for i in rows for j in cols]):
            inside = drawn == "border" and _is_inside(picture, one, down)
            kind = "inside" if inside else "border" if drawn == "cage" else drawn
            for point, way in ((one, forth), (two, back)):
                old = runs.get(point)
                if inside and old and old.kind != kind:
                    continue
                ways = old.ways if old and old.kind == kind else 0  # else the later kind is on top
                runs[point] = Junction(ways | way, kind, role)
    return runs


def _is_inside(picture: Picture, point: Point, down: bool) -> bool:
    """Whether the half side that begins at a point is between two cells of one cage; down: whether it goes down."""
    one, two = (point[0] // 2, point[1] // 2), (point[0] // 2 - (not down), point[1] // 2 - down)
    return any(one in cage and two in cage for cage in picture.cages)
