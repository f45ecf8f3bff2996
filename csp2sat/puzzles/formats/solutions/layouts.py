"""Where the lattice of half cells lies in the text of a drawn board.

It depends on the solution, which is not known yet: how wide the widest number is, and along which rows and columns
lines run.  The text tells that; a layout that is guessed wrongly gives a solution that is drawn in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...drawing import ascii, boxes
from ...drawing.canvas import EAST, NORTH, SOUTH, WEST, Lattice, Pen, lattice_of
from ...drawing.picture import Picture, text

WIDEST = 12  # characters in a cell
MOST = 4  # layouts that are tried
PENS: tuple[Callable[[str], Pen], ...] = (
    lambda ground: Pen(boxes.GROUND[ground], False, boxes.PIECES, True, {}),
    lambda ground: Pen(ascii.GROUND[ground], True, ascii.PIECES, False, {}),
)


class Layout(NamedTuple):
    """The text as lines, and which of them, and which columns of characters, are which of the lattice."""

    lines: list[str]
    lattice: Lattice
    pen: Pen

    def char(self, i: int, j: int) -> str:
        """What stands at a point; a blank where nothing does."""
        line = self.lattice.rows.get(i)
        return (self.lines[line][self.lattice.cols[j] :][:1] if line is not None else "") or " "

    def token(self, r: int, c: int) -> str:
        """What stands in a cell, a dark cell of any width as one character."""
        end = self.lattice.cols[2 * c + 1] + 1
        written = self.lines[self.lattice.rows[2 * r + 1]][max(0, end - self.lattice.width) : end].strip()
        return written[:1] + written[1:].lstrip("#█") if written[:1] in ("#", "█") else written

    def has_line(self, i: int, j: int, straight: int) -> bool:
        """Does a line, single or double, run through a point so?  Borders are others."""
        return self.char(i, j) in (self.pen.pieces["line"][straight], self.pen.pieces["double"][straight])

    def ways(self, i: int, j: int) -> int:
        """The ways that a line goes on from a point, as a sum; 0 where there is none."""
        char = self.char(i, j)
        found = (pieces.find(char) for pieces in self.pen.pieces.values())
        return max((ways for ways in found if ways > 0), default=0)


def layouts(lines: list[str], picture: Picture) -> list[Layout]:
    """The layouts that the text may have, the likeliest first.  picture: the board as it is given."""
    longest = max(map(len, lines), default=0)
    pen = PENS[all(map(str.isascii, lines))](picture.ground)
    bases = {base.width: base for base in (_wide(picture, pen, width) for width in range(1, WIDEST + 1))}
    found = (each for base in bases.values() for each in _completed(lines, base, picture, pen))
    fitting = sorted((each for each in found if each.columns >= longest), key=lambda each: each.columns)
    return [Layout(lines, each, pen) for each in fitting[:MOST]]


def _wide(picture: Picture, pen: Pen, width: int) -> Lattice:
    """The lattice, if something of that width is written into a cell."""
    return lattice_of(picture._replace(marks=[*picture.marks, text((0, 0), "0" * width)]), pen)


def _completed(lines: list[str], base: Lattice, picture: Picture, pen: Pen) -> Iterator[Lattice]:
    """The lattice with the rows, and the columns, along which lines run in the text."""
    rows = _rows(lines, base, picture, pen)
    if rows is not None:
        yield base._replace(rows=rows)
        wider = _with_borders(lines, base, pen)
        if wider.cols != base.cols:
            yield wider._replace(rows=rows)


def _with_borders(lines: list[str], base: Lattice, pen: Pen) -> Lattice:
    """The same with the columns along which a border runs in the text: there is nothing else in them."""
    pieces = pen.pieces["border"]
    upright = {pieces[ways] for ways in range(16) if ways & (NORTH | SOUTH)}
    cols, shift, last = {}, 0, max(base.cols)
    for j, at in base.cols.items():
        chars = {line[at + shift + 1 : at + shift + 2] for line in lines}
        drawn = j not in base.drawn and upright & chars and chars <= {"", *pieces}
        cols[j] = at + shift + bool(drawn)
        shift += (2 if j < last else 1) if drawn else 0
    return base._replace(cols=cols, columns=base.columns + shift)


def _rows(lines: list[str], base: Lattice, picture: Picture, pen: Pen) -> dict[int, int] | None:
    """The lines of the lattice's rows; None if there are not as many as that needs."""
    marked = {i for (i, _), *_ in picture.marks}
    rows: dict[int, int] = {}
    line = 0
    for i in range(min(base.rows), max(base.rows) + 1):
        between = picture.ground == "plain" and line < len(lines) and {i - 1, i + 1} <= marked
        if i in base.rows or (i % 2 == 0 and between and _has_strokes_only(lines[line], pen, bool(picture.lines))):
            rows[i] = line
            line += 1
    return rows if line == len(lines) else None


def _has_strokes_only(line: str, pen: Pen, across: bool) -> bool:
    """Does the line lie between rows of cells?  across: only if a border runs along it: cells may have | - +."""
    strokes = {char for pieces in pen.pieces.values() for char in pieces}
    return set(line) <= strokes and (
        not across or any(pieces[WEST | EAST] * 2 in line for pieces in pen.pieces.values())
    )
