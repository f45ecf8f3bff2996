"""Lines as people type them between the cells or corners of a board: `-` and `|`, pieces of boxes, `x` for no line; in
columns of any distance, with blank lines between the rows or without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ...drawing import boxes
from ...drawing.canvas import EAST, NORTH, SOUTH, WEST
from ...spec import PUZZLES, Board, Cell
from .forms import given_in
from .layouts import PENS
from .reading import redrawn
from .typed import ACROSS, BLANKS, CIRCLES, CROSSES, DOWN, LETTERS, side_by_side

WIDEST = 8  # columns from one point to the next
EdgeRows = dict[str, list[str]]


def strokes(text: str, board: Board, is_whole: bool = False) -> EdgeRows | None:
    """Return the edges of a typed board as rows of `h` and `v`: `1` for a line, `0` for a cross and `?` for neither;
    None if the text is no such board, has neither line nor cross, or can be read with other edges in another grid.

    Givens may be left out; a grid with more of the givens is preferred.

    is_whole: whether the text is a finished loop, so that a given in place of a piece continues a line that reaches it.
    """
    puzzle = PUZZLES[board.puzzle]
    ground = puzzle.picture(board, None).ground
    if puzzle.family != "loops and lines" or ground not in ("cells", "dots", "plain"):
        return None
    lines = [line.rstrip() for line in text.expandtabs().splitlines() if line[:1] != ";" and line[:4] != "size"]
    while lines and not lines[0]:
        lines = lines[1:]
    while lines and not lines[-1]:
        lines = lines[:-1]
    lines = lines if ground == "dots" else side_by_side(lines, board)
    least = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    given = _texts_of_givens(board, ground)
    grids = (
        _TypedLattice(lines, board, given, ground == "dots", width, height, left)
        for width in range(1, WIDEST + 1)
        for height in (1, 2)
        for left in range(max(0, least - WIDEST), least + 1)
    )
    found = [
        (grid.joined(edges) if is_whole and grid.width == grid.height == 1 else edges, grid.lacking())
        for grid in grids
        if (edges := grid.edges()) is not None
    ]
    drawn = [each for each in found if {"0", "1"} & set("".join(row for rows in each[0].values() for row in rows))]
    fewest = min((lacking for _, lacking in drawn), default=0)
    likeliest = [edges for edges, lacking in drawn if lacking == fewest]
    return likeliest[0] if likeliest and all(each == likeliest[0] for each in likeliest) else None


def _texts_of_givens(board: Board, ground: str) -> dict[Cell, set[str]]:
    """Return the texts that a given value may have, as in a file of text and as in both drawings, by the cells."""
    layouts = [redrawn(board, None, pen(ground)) for pen in PENS]
    return {
        cell: {value, *_signs(board, cell), *(layout.token(*cell) for layout in layouts if layout)}
        for cell, value in given_in(board).items()
    }


def _signs(board: Board, cell: Cell) -> str:
    """Return the sign that a given has in a board of one sign for each cell; '' for a board of numbers."""
    row = board.givens[cell[0]] if len(board.givens) == board.rows else ""
    return row[cell[1]] if isinstance(row, str) and len(row) == board.cols else ""


class _TypedLattice(NamedTuple):
    """The points of a board in the lines of a text: centres of cells, or corners if `corners`; `width` columns and
    `height` lines apart, the first point in the column `left`.

    given: the texts that each given value may have.
    """

    lines: Sequence[str]
    board: Board
    given: Mapping[Cell, AbstractSet[str]]
    corners: bool
    width: int
    height: int
    left: int

    def char(self, line: int, column: int) -> str:
        """Return the character at a place; a blank if there is none."""
        return (self.lines[line][column : column + 1] if line < len(self.lines) else "") or " "

    def edges(self) -> EdgeRows | None:
        """Return the edges, as `strokes` does; None if the text has characters that this grid has no place for."""
        rows, cols = self.board.rows + self.corners, self.board.cols + self.corners
        height = self.height * (rows - 1) + 1
        if len(self.lines) > height or (len(self.lines) < height and self.lacking()):
            return None
        if (self.corners and 1 in (self.height, self.width)) or not self._has_places(rows, cols):
            return None
        h = [[self._edge((r, c), (r, c + 1), EAST, WEST) for c in range(cols - 1)] for r in range(rows)]
        v = [[self._edge((r, c), (r + 1, c), SOUTH, NORTH) for c in range(cols)] for r in range(rows - 1)]
        found = {"h": ["".join(row) for row in h], "v": ["".join(row) for row in v]}
        return None if "!" in "".join(found["h"] + found["v"]) else found

    def joined(self, edges: EdgeRows) -> EdgeRows:
        """Return the edges with those between two givens in place of pieces that continue the end of a line."""
        shown = [cell for cell, texts in self.given.items() if self._is_given((cell[0], self.left + cell[1]), texts)]
        open_to: dict[Cell, set[tuple[str, int, int]]] = {cell: set() for cell in shown}
        around: dict[Cell, list[tuple[str, int, int]]] = {}
        found = {way: [list(row) for row in rows] for way, rows in edges.items()}
        for way, rows in edges.items():
            for r, row in enumerate(rows):
                for c, sign in enumerate(row):
                    ends = ((r, c), (r + (way == "v"), c + (way == "h")))
                    for cell in ends:
                        around.setdefault(cell, []).append((way, r, c))
                        if sign == "?" and all(end in open_to for end in ends):
                            open_to[cell].add((way, r, c))
        for _ in shown:
            for cell in shown:
                left = [at for at in open_to[cell] if found[at[0]][at[1]][at[2]] == "?"]
                if len(left) == 1 == sum(found[way][r][c] == "1" for way, r, c in around[cell]):
                    way, r, c = left[0]
                    found[way][r][c] = "1"
        return {way: ["".join(row) for row in rows] for way, rows in found.items()}

    def _edge(self, one: Cell, two: Cell, there: int, back: int) -> str:
        """Return `1`, `0` or `?` for the edge from a point to the next one; `!` for a line that ends halfway, or a
        cross on a line.

        there, back: the direction from the first point to the second one, and the opposite.
        """
        between = "".join(self._between(one, two))
        signs = between.strip(BLANKS)
        is_middle = between.find(signs) * 2 + len(signs) == len(between)
        line = ACROSS if there == EAST else DOWN
        ends = self._ways(one) & there, self._ways(two) & back
        if signs and is_middle and all(sign in line for sign in signs):
            return "1"
        if len(signs) == 1 and signs in CROSSES and not any(ends):
            return "0"
        return "!" if signs else "?" if not any(ends) else "1"

    def _between(self, one: Cell, two: Cell) -> Iterator[str]:
        """Yield the characters between two neighbouring points."""
        if one[0] == two[0]:
            at = self.left + one[1] * self.width
            yield from (self.char(one[0] * self.height, at + step) for step in range(1, self.width))
        else:
            at = one[0] * self.height
            yield from (self.char(at + step, self.left + one[1] * self.width) for step in range(1, self.height))

    def _ways(self, point: Cell) -> int:
        """Return the directions of the piece of a line at a point, as a sum; of a straight piece those without room for
        characters between the points.
        """
        char = self.char(point[0] * self.height, self.left + point[1] * self.width)
        if char in ACROSS:
            return (EAST | WEST) * (self.width == 1)
        if char in DOWN:
            return (NORTH | SOUTH) * (self.height == 1)
        if self.width == 1 and char in LETTERS:
            return LETTERS[char]
        return max(0, *(pieces.find(char) for pieces in boxes.PIECES.values())) if char not in BLANKS else 0

    def lacking(self) -> int:
        """Return the number of given values that the text leaves out."""
        return sum(not self._is_given(place, texts) for place, texts in self._places().items())

    def _is_given(self, place: Cell, texts: AbstractSet[str]) -> bool:
        """Whether one of the texts of a given value is at a place, a line and a column."""
        return self.char(*place).translate(CIRCLES) in texts

    def _places(self) -> dict[Cell, AbstractSet[str]]:
        """Return the texts of each given value by the place that the value has, a line and a column; a value between
        corners that is left out has the first column behind a corner.
        """
        found = {}
        for (r, c), texts in self.given.items():
            row, column = r * self.height, self.left + c * self.width
            if self.corners:
                row, inside = row + 1, range(column + 1, column + self.width)
                column = next((x for x in inside if self._is_given((row, x), texts)), column + 1)
            found[row, column] = texts
        return found

    def _has_places(self, rows: int, cols: int) -> bool:
        """Whether each character of the text is a line or a cross between points, a point, or a given value."""
        places = self._places()
        points = {(r * self.height, self.left + c * self.width) for r in range(rows) for c in range(cols)}
        for at, line in enumerate(self.lines):
            for column, char in enumerate(line):
                if char == " ":
                    continue
                if (at, column) in places and self._is_given((at, column), places[at, column]):
                    continue
                if (at, column) in points:
                    if char not in BLANKS + ACROSS + DOWN and not self._is_piece(char):
                        return False
                elif not self._is_stroke(at, column, char, cols):
                    return False
        return True

    def _is_piece(self, char: str) -> bool:
        return any(char in pieces for pieces in boxes.PIECES.values()) or (self.width == 1 and char in LETTERS)

    def _is_stroke(self, line: int, column: int, char: str, cols: int) -> bool:
        """Whether a character may stand between two points: a line or a cross on the way.

        line, column: the place of the character `char`.  cols: the number of points in a row.
        """
        across, down = divmod(column - self.left, self.width), divmod(line, self.height)
        if column < self.left or across[0] >= cols:
            return False
        if down[1] == 0:
            return char in ACROSS + CROSSES and across[0] < cols - 1
        return across[1] == 0 and char in DOWN + CROSSES
