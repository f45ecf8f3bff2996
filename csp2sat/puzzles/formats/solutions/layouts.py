"""The places of the lattice of half cells in the text of a drawn board.

The places depend on the solution, which is not known yet: on the width of the widest number, and on the rows and
columns along which lines run.  Layouts are guessed from the text; a wrong layout gives a solution whose drawing differs
from the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ...drawing import ascii, boxes
from ...drawing.canvas import EAST, NORTH, SOUTH, WEST, Lattice, Pen, lattices
from ...drawing.picture import Picture, text
from ...spec import Cell

WIDEST = 12  # characters in a cell
MOST = 4  # layouts that are tried
PENS: tuple[Callable[[str], Pen], ...] = (
    lambda ground: Pen(boxes.GROUND[ground], False, boxes.PIECES, True, {}),
    lambda ground: Pen(ascii.GROUND[ground], True, ascii.PIECES, False, {}),
)


class Layout(NamedTuple):
    """The lines of a text, with the places of the lattice's rows and columns in them."""

    lines: list[str]
    lattice: Lattice
    pen: Pen

    def char(self, i: int, j: int) -> str:
        """Return the character at the lattice point (`i`, `j`); a blank if there is none."""
        line = self.lattice.rows.get(i)
        return (self.lines[line][self.lattice.cols[j] :][:1] if line is not None else "") or " "

    def token(self, r: int, c: int) -> str:
        """Return the text in the cell (`r`, `c`), a dark cell of any width as one character."""
        line, start, end = self.span((r, c))
        written = self.lines[line][start:end].strip()
        return written[:1] + written[1:].lstrip("#█") if written[:1] in ("#", "█") else written

    def place(self, r: int, c: int) -> tuple[int, int]:
        """Return the line and column, from 0, of the last character of the cell (`r`, `c`)."""
        return self.lattice.rows[2 * r + 1], self.lattice.cols[2 * c + 1]

    def span(self, cell: Cell) -> tuple[int, int, int]:
        """Return where a cell is written: the line, and the columns of its first character and behind its last one."""
        end = self.lattice.cols[2 * cell[1] + 1] + 1
        return self.lattice.rows[2 * cell[0] + 1], max(0, end - self.lattice.width), end

    def without(self, cells: Iterable[Cell]) -> list[str]:
        """Return the lines with blanks in place of what these cells have."""
        lines = list(self.lines)
        for at, start, end in map(self.span, cells):
            lines[at] = lines[at][:start] + " " * (end - start) + lines[at][end:]
        return [line.rstrip() for line in lines]

    def has_line(self, i: int, j: int, straight: int) -> bool:
        """Whether a single or double line, and no border, runs straight through the lattice point (`i`, `j`).

        `straight` is the sum of the two directions.
        """
        return self.char(i, j) in (self.pen.pieces["line"][straight], self.pen.pieces["double"][straight])

    def ways(self, i: int, j: int) -> int:
        """Return the directions in which a line goes on from the lattice point (`i`, `j`), as a sum; 0 if there is no
        line.
        """
        char = self.char(i, j)
        found = (pieces.find(char) for pieces in self.pen.pieces.values())
        return max((ways for ways in found if ways > 0), default=0)


def layouts(lines: list[str], picture: Picture) -> list[Layout]:
    """Return the layouts that the text may have, at most MOST, the likeliest first; `picture` is the board as given."""
    longest = max(map(len, lines), default=0)
    pen = PENS[all(map(str.isascii, lines))](picture.ground)
    filled = picture._replace(marks=[*picture.marks, text((0, 0), "0")])
    bases = {base.width: base for base in lattices(filled, pen, range(1, WIDEST + 1))}
    found = (each for base in bases.values() for each in _completed(lines, base, picture, pen))
    fitting = sorted((each for each in found if each.columns >= longest), key=lambda each: each.columns)
    return [Layout(lines, each, pen) for each in fitting[:MOST]]


def _completed(lines: list[str], base: Lattice, picture: Picture, pen: Pen) -> Iterator[Lattice]:
    """Yield the lattice with the rows along which lines run in the text, and then, if borders run along further
    columns, the lattice with these columns too; nothing if the text has fewer or more lines than the lattice has rows.
    Signs of empty cells may be marks, or may be left out in the drawing of a solution.
    """
    marked = {mark.point[0] for mark in picture.marks}
    given = {mark.point[0] for mark in picture.marks if mark.role != "ground"}
    strict = bool(picture.lines), False
    found = [_rows(lines, base, picture, pen, each, across) for across in strict for each in (marked, given)]
    for rows in (rows for at, rows in enumerate(found) if rows is not None and rows not in found[:at]):
        yield base._replace(rows=rows)
        wider = _with_borders(lines, base, pen)
        if wider.cols != base.cols:
            yield wider._replace(rows=rows)


def _with_borders(lines: list[str], base: Lattice, pen: Pen) -> Lattice:
    """Return the lattice with further columns: those along which a border, and nothing else, runs in the text."""
    pieces = pen.pieces["border"]
    upright = {pieces[ways] for ways in range(16) if ways & (NORTH | SOUTH)}
    cols, shift, last, used = {}, 0, max(base.cols), {*base.drawn}
    for j, at in base.cols.items():
        chars = {line[at + shift + 1 : at + shift + 2] for line in lines}
        drawn = j not in base.drawn and upright & chars and chars <= {"", *pieces}
        cols[j] = at + shift + bool(drawn)
        used |= {j} if drawn else set()
        shift += (2 if j < last else 1) if drawn else 0
    return base._replace(cols=cols, columns=base.columns + shift, drawn=used)


def _rows(
    lines: list[str], base: Lattice, picture: Picture, pen: Pen, marked: set[int], across: bool
) -> dict[int, int] | None:
    """Return the line of each lattice row; None if the text has fewer or more lines than these.

    marked: the lattice rows that have marks.  across: whether a row between cells has a line that runs along it; False
    for a drawing whose lines may be blanked there.
    """
    rows: dict[int, int] = {}
    line = 0
    for i in range(min(base.rows), max(base.rows) + 1):
        between = picture.ground == "plain" and line < len(lines) and {i - 1, i + 1} <= marked
        if i in base.rows or (i % 2 == 0 and between and _has_strokes_only(lines[line], pen, across)):
            rows[i] = line
            line += 1
    return rows if line == len(lines) else None


def _has_strokes_only(line: str, pen: Pen, across: bool) -> bool:
    """Whether the line lies between rows of cells: it has pieces of lines only, and if `across`, also two in a row of a
    line that runs along it, since cells may have | - +.
    """
    strokes = {char for pieces in pen.pieces.values() for char in pieces}
    return set(line) <= strokes and (
        not across or any(pieces[WEST | EAST] * 2 in line for pieces in pen.pieces.values())
    )
