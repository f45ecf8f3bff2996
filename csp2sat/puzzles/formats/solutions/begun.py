"""Begun drawings: the cells, lines and borders in which a text differs from the empty drawing of a board.

A text is compared with the empty drawing character by character, so that a cell, line or border which is as in the
empty drawing says nothing, whatever stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...drawing import ascii
from ...drawing.canvas import DENSE, Lattice, Pen, Spacing, drawn_with_lattice
from ...drawing.picture import Picture, centre
from ...spec import PUZZLES, Board, Cell
from .layouts import Layout
from .relaid import relaid
from .typed import ACROSS, CROSSES, DOWN, PIECES

DOUBLE = {"=": 2, "H": 2, "═": 2, "║": 2, '"': 2}
_Place = tuple[int, int]  # line and column of a text
_Pair = tuple[Cell, Cell]  # the upper or left cell first


class Begun(NamedTuple):
    """The differences between a text and an empty drawing.

    tokens: the texts of cells that have another one than in the empty drawing.  edges: rows `h` and `v` of `1` for a
    line, `0` for a cross and `?` for neither; {} in kinds without such lines.  borders: the pairs of cells with a
    border between them.  bridges: as in solutions of such kinds.  is_full: whether all cells have another text than in
    the empty drawing, or a given value.
    """

    tokens: dict[Cell, str]
    edges: dict[str, list[str]]
    borders: list[_Pair]
    bridges: list[list[int]]
    is_full: bool


def sheet(board: Board, blank: str, least: Spacing = DENSE) -> str:
    """Return the drawing of a board in which nothing is filled in, with `blank` in each cell without a given value, and
    with the least room.
    """
    picture = _picture(board, blank)
    lines, _ = drawn_with_lattice(picture, _pen(picture), least)
    return "\n".join(line.rstrip() for line in lines)


def drawn_on(lines: Sequence[str], board: Board, blank: str, least: Spacing, what: str) -> Begun | None:
    """Return the differences between a text and the drawing of `sheet`; None if the text is no such drawing.

    lines: of a text.  blank, least: as for `sheet`.  what: `line`, `border` or `bridge` if cells have such a thing
    between them, '' for nothing.
    """
    compared = _compared(lines, board, blank, least)
    return None if compared is None else compared.begun(blank, what)


def blanked_on(lines: list[str], board: Board, blank: str, what: str) -> Iterator[Begun]:
    """Yield the differences between the drawing of a solution of which a person has blanked a part, and the drawing of
    `sheet`, for each layout that the text may have.

    lines: of a text.  blank, what: as for `drawn_on`; cells with `blank`, `?` or nothing are open.
    """
    picture = _picture(board, blank)
    for text, empty, is_open in relaid(lines, board, picture, ("", "?", blank), what in ("line", "bridge")):
        if begun := _Comparison(board, picture, text, empty).begun(blank, what):
            yield begun._replace(is_full=begun.is_full and not is_open)


def stray_on(lines: Sequence[str], board: Board, blank: str, least: Spacing, what: str) -> _Place | None:
    """Return the first place, from 0, at which a text with strokes differs from the drawing of `sheet` and nothing is
    drawn that a board can have; None for any other text.

    lines, blank, least, what: as for `drawn_on`.
    """
    compared = _compared(lines, board, blank, least)
    if compared is None or compared.begun(blank, what) or not compared.are_strokes():
        return None
    return min(compared.other)


def _compared(lines: Sequence[str], board: Board, blank: str, least: Spacing) -> _Comparison | None:
    """Return the comparison of a text with the drawing of `sheet`; None for a text of another number of lines.

    lines, blank, least: as for `drawn_on`.
    """
    picture = _picture(board, blank)
    pen = _pen(picture)
    empty, lattice = drawn_with_lattice(picture, pen, least)
    if len(lines) != len(empty):
        return None
    wide = max(map(len, (*lines, *empty)))
    layouts = (Layout([line.ljust(wide) for line in each], lattice, pen) for each in (lines, empty))
    return _Comparison(board, picture, *layouts)


def _picture(board: Board, blank: str) -> Picture:
    picture = PUZZLES[board.puzzle].picture(board, None)
    marks = [
        mark._replace(text=blank, symbol=blank) if (mark.text, mark.role) == (".", "ground") else mark
        for mark in picture.marks
    ]
    return picture._replace(marks=marks)


def _pen(picture: Picture) -> Pen:
    return Pen(ascii.GROUND[picture.ground], True, ascii.PIECES, False, {})


class _Comparison:
    """The comparison of a text with an empty drawing; other: the places that differ and are not explained so far."""

    def __init__(self, board: Board, picture: Picture, text: Layout, empty: Layout):
        self.board, self.picture, self.text, self.empty = board, picture, text, empty
        self.lattice: Lattice = text.lattice
        pairs = enumerate(zip(text.lines, empty.lines, strict=True))
        self.other = {(n, at) for n, (one, two) in pairs for at in range(len(one)) if one[at] != two[at]}

    def begun(self, blank: str, what: str) -> Begun | None:
        """Return the differences, as `drawn_on` does."""
        edges = self._edges() if what == "line" else {}
        borders = list(self._borders()) if what == "border" else []
        bridges = sorted(self._bridges()) if what == "bridge" else []
        if edges or what == "border":
            self._explain_corners()
            self._explain_frame()
        tokens = dict(self._tokens())
        open_ = [self.text.token(*cell) for cell in self.board.cells() if self.empty.token(*cell) in (blank, "+")]
        if self.other:
            return None
        return Begun(tokens, edges, borders, bridges, not {blank, "+", ""} & set(open_))

    def are_strokes(self) -> bool:
        """Whether strokes alone are not explained."""
        return all(self._char(place) in (*ACROSS, *DOWN, *DOUBLE) for place in self.other)

    def _tokens(self) -> Iterator[tuple[Cell, str]]:
        """Yield the cells with another text than in the empty drawing, and this text."""
        for cell in self.board.cells():
            line, start, end = self.text.span(cell)
            start -= self._is_dark_before(line, start, end)
            places = {(line, at) for at in range(start, end)} & self.other
            if places:
                self.other -= places
                is_wide = start < self.text.span(cell)[1]
                written = self.text.lines[line][start:end].strip() if is_wide else self.text.token(*cell)
                if self.picture.ground == "cells":
                    written = written.lstrip(ACROSS)
                    written = "" if written in PIECES else written
                if written not in ("", self.empty.token(*cell)):
                    yield cell, written

    def _is_dark_before(self, line: int, start: int, end: int) -> bool:
        """Whether the blank before a cell has the sign of a shaded cell, as in `#2` in a drawing without room.

        line, start, end: the place of the cell in the text.
        """
        own, empty = (each.lines[line][start:end].strip() for each in (self.text, self.empty))
        is_new = (line, start - 1) in self.other and self.empty.lines[line][start - 1] == " "
        return start > 0 and is_new and own == empty != "" and self._char((line, start - 1)) in "#█"

    def _edges(self) -> dict[str, list[str]]:
        """Return the rows of lines and crosses between cells or corners."""
        dots = self.picture.ground == "dots"
        odd, rows, cols = int(not dots), self.board.rows + dots, self.board.cols + dots
        return {
            "h": ["".join(self._across(2 * r + odd, 2 * c + odd + 1) for c in range(cols - 1)) for r in range(rows)],
            "v": ["".join(self._down(2 * r + odd + 1, 2 * c + odd) for c in range(cols)) for r in range(rows - 1)],
        }

    def _across(self, i: int, j: int) -> str:
        """Return `1`, `0` or `?` for the edge whose middle is the lattice point (`i`, `j`), and that runs across."""
        line, at = self.lattice.rows[i], self.lattice.cols
        return self._sign({(line, column) for column in range(at[j - 1] + 1, at[j + 1])}, (line, at[j]), ACROSS)

    def _down(self, i: int, j: int) -> str:
        """Return the same for an edge that runs down."""
        line, end = self.lattice.rows[i], self.lattice.cols[j]
        start = end if self.picture.ground == "dots" else end - self.lattice.width + 1
        return self._sign({(line, column) for column in range(start, end + 1)}, (line, end), DOWN)

    def _sign(self, places: set[_Place], middle: _Place, strokes: str) -> str:
        """Return the sign of an edge that covers these places, and explain them; strokes: the signs of a line there."""
        found = {place: self._char(place) for place in places & self.other}
        drawn = "".join(found.values())
        if len(drawn) == 1 and drawn in CROSSES:
            self.other -= places
            return "0"
        if drawn and (middle in found or strokes == DOWN) and set(strokes) & set(drawn):
            self.other -= {place for place, char in found.items() if char in strokes}
            beside = {(middle[0], middle[1] + 1), (middle[0], middle[1] - 1)}  # where a border that it crosses is left
            self.other -= {place for place in beside & self.other if self._char(place) == " "}
            return "1"
        return "?"

    def _char(self, place: _Place) -> str:
        return self.text.lines[place[0]][place[1]]

    def _borders(self) -> Iterator[_Pair]:
        """Yield the pairs of cells with a border between them."""
        for r, c in self.board.cells():
            for there, i, j in (((r, c + 1), 2 * r + 1, 2 * c + 2), ((r + 1, c), 2 * r + 2, 2 * c + 1)):
                if self.board.has(there) and i in self.lattice.rows:  # else the drawing has no room for a border
                    line, end = self.lattice.rows[i], self.lattice.cols[j]
                    places, strokes = {(line, end)}, DOWN
                    if there[0] > r:
                        first = self.lattice.cols[j - 1] + 1
                        places, strokes = {(line, at) for at in range(first, self.lattice.cols[j + 1])}, ACROSS
                    if self._sign(places, (line, end), strokes) == "1":
                        yield (r, c), there

    def _explain_frame(self) -> None:
        """Explain blanks in place of the frame around the board, which a person may leave out."""
        rows, cols = self.lattice.rows, self.lattice.cols
        frame = rows.get(0), rows.get(2 * self.board.rows), cols[0], cols[2 * self.board.cols]
        self.other -= {
            (n, at) for n, at in self.other if (n in frame[:2] or at in frame[2:]) and self._char((n, at)) == " "
        }

    def _explain_corners(self) -> None:
        """Explain the pieces of lines and borders at corners, which follow from those between the corners."""
        corners = {
            (self.lattice.rows[2 * r], self.lattice.cols[2 * c])
            for r in range(self.board.rows + 1)
            for c in range(self.board.cols + 1)
            if 2 * r in self.lattice.rows
        }
        self.other -= {place for place in corners & self.other if self._char(place) in f"{PIECES} "}

    def _bridges(self) -> Iterator[list[int]]:
        """Yield the bridges from each cell with a given value to the next one to the right and below."""
        islands = {mark.point for mark in self.picture.marks if mark.role == "given"}
        for r, c in self.board.cells():
            for down, right in ((0, 1), (1, 0)) if centre((r, c)) in islands else ():
                way = range(1, self.board.rows + self.board.cols)
                reach = ((r + down * n, c + right * n) for n in way if self.board.has((r + down * n, c + right * n)))
                there = next((cell for cell in reach if centre(cell) in islands), None)
                if there and (lines := self._bridge((r, c), there)):
                    yield [r, c, *there, lines]

    def _bridge(self, one: Cell, two: Cell) -> int:
        """Return the number of lines of the bridge between two cells, 0 for none, and explain its places."""
        (line, _, after), (last, before, end) = self.text.span(one), self.text.span(two)
        places = {(line, at) for at in range(after, before)}
        if one[0] < two[0]:
            places = {(at, end - 1) for at in range(line + 1, last)}
        is_drawn = bool(places & self.other)
        strokes = ACROSS if one[0] == two[0] else DOWN
        lines = {DOUBLE.get(char, int(char in strokes)) for char in map(self._char, places)} if is_drawn else {0}
        if len(lines) != 1 or 0 in lines:
            return 0
        self.other -= places
        return lines.pop()
