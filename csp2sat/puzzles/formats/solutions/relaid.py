"""Drawings of solutions of which a person has blanked a part, laid out anew with the room of an empty drawing.

The drawing of a solution has rows and columns between cells only where lines run, and an empty drawing has others; the
two are comparable once both have all rows and columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...drawing.canvas import NORTH, SOUTH, Spacing, drawn_with_lattice
from ...drawing.picture import Picture
from ...spec import Board
from .layouts import Layout, layouts
from .typed import ACROSS, DOWN

WIDE = ACROSS + "="  # strokes that run across, among them the double line of ASCII
TALL = DOWN + "H"  # strokes that run down, among them the double line of ASCII


def relaid(
    lines: list[str], board: Board, picture: Picture, open_signs: Collection[str], has_lines: bool
) -> Iterator[tuple[Layout, Layout, bool]]:
    """Yield for each way to read a text as a drawing of the board: the text with all rows and columns of the lattice;
    the empty drawing with the same rows and columns; and whether a cell of the text is open.

    lines: of the text.  picture: of the board, in which nothing is filled in.  open_signs: the texts of open cells,
    which get the text of the empty drawing.  has_lines: whether the kind has lines from cell to cell; they are drawn
    on through rows that the text lacks.
    """
    for found in layouts(lines, picture) if lines else ():
        drawn, lattice = drawn_with_lattice(picture, found.pen, Spacing(found.lattice.width, between=True))
        if lattice.width != found.lattice.width or not found.lattice.rows.keys() <= lattice.rows.keys():
            continue
        wide = max(map(len, drawn))
        empty = Layout([line.ljust(wide) for line in drawn], lattice, found.pen)
        again = [_row(found, empty, i, has_lines) for i in lattice.rows]
        blanked = [cell for cell in board.cells() if found.token(*cell) in open_signs]
        for line, start, end in map(empty.span, blanked):
            again[line][start:end] = empty.lines[line][start:end]
        yield Layout(["".join(row) for row in again], lattice, found.pen), empty, bool(blanked)


def _row(found: Layout, empty: Layout, i: int, has_lines: bool) -> list[str]:
    """Return the characters of a text in the lattice row `i`, at the places of the empty drawing.

    has_lines: as for `relaid`.
    """
    blank = empty.lines[empty.lattice.rows[i]]
    line = found.lines[found.lattice.rows[i]] if i in found.lattice.rows else None
    row = list(blank)
    if line is None:
        for j in (j for j in empty.lattice.cols if j % 2 and has_lines):
            row[empty.lattice.cols[j]] = _down(found, i, j) or blank[empty.lattice.cols[j]]
        return row
    before = 0
    for j, end in ((j, end) for j, end in empty.lattice.cols.items() if j in empty.lattice.drawn):
        own = found.lattice.cols[j]
        for at in range(before, min(end + 2, len(row))):
            place = own + (at - end if j in found.lattice.drawn else 0)
            char = line[place : place + 1] if place >= 0 else ""
            is_kept = j in found.lattice.drawn or char in WIDE
            row[at] = (char or " ") if is_kept else " "
        before = end + 2
    return row


def _down(found: Layout, i: int, j: int) -> str:
    """Return the stroke that runs down through the point (`i`, `j`), in a row that a text lacks; '' for none."""
    above, below = found.char(i - 1, j), found.char(i + 1, j)
    if found.pen.unicode:
        is_down = found.ways(i - 1, j) & SOUTH or found.ways(i + 1, j) & NORTH
        double = {*found.pen.pieces["double"]} - {" "}
        return ("║" if {above, below} & double else "┃") if is_down else ""
    return next((char for char in (above, below) if char in TALL), "")
