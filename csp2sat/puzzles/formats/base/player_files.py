"""The lines of a file of puzz.link's player, behind its header: a board, and the solution that is drawn on it.

Lines are blocks, one after the other, in the order of the puzzle's `PlayerFile`; drawn ones may be left out.
"""

from __future__ import annotations

from collections.abc import Callable

from ...givens import CellForm, SectionsForm
from ...kit.checks import cells_by_value, parted_areas
from ...notation import MOST_CELLS, Givens, GivenValue, PlayerBlocks, check_size, number
from ...sites import PlayerFile
from ...spec import PUZZLES, AnyPuzzle, Board, Cell, Solution

Rows = list[list[str]]
DOT, CROSS = "+", "-1"  # of a player: a cell that is not shaded, an edge without a line


class WrongLine(ValueError):
    """An error: a line of a file has too few values, or too many; `line` is its number, from 0."""

    def __init__(self, line: int, message: str):
        super().__init__(message)
        self.line = line


MARKED = ("shading", "edges", "signs")  # the kinds of solutions that have dots and crosses


def read(
    puzzle: AnyPuzzle, player: PlayerFile, version: int, lines: list[str], partly: bool = False
) -> tuple[Board, Solution]:
    """Return the board and the solution in the lines of a file, whose format has this `version`.

    partly: whether `?` stands in solutions of the kinds MARKED where nothing is drawn, no shading, dot, line nor cross.

    Raises ValueError or LookupError if the lines are no such file; WrongLine for a line that is too short or too long.
    """
    count = 1 if player.square else 2
    if not all(line.isdigit() for line in lines[:count]):
        raise ValueError(f"{' '.join(lines[:count])} is no size")
    rows, cols = int(lines[0]), int(lines[count - 1])
    check_size(rows, cols)
    taken = _Lines(lines, count, (rows, cols), version, partly and player.answer in MARKED)
    found: PlayerBlocks = {}
    for block in player.blocks:
        found |= BLOCKS[block.partition(" ")[0]](taken, block.partition(" ")[2])
    givens = player.givens(found) if player.givens else _givens(puzzle, player, found, (rows, cols))
    margin = puzzle.url.margin if puzzle.url else 0
    board = Board(puzzle.name, rows + margin, cols + margin, givens)
    puzzle.check(board)
    answer = player.answer
    if taken.partly and answer != "edges":
        found["partly"] = True
    return board, ANSWERS[answer](board, player, found) if isinstance(answer, str) else answer(board, found)


class _Lines:
    """The lines that are not read yet, with the size of the board and the version of the file.

    blank: whether there are none at all, in a file of a blank board.  partly: as in `read`.
    """

    def __init__(self, lines: list[str], taken: int, size: tuple[int, int], version: int, partly: bool):
        self.partly = partly
        (self.rows, self.cols), self.version = size, version
        self._lines, self._taken, self.blank = lines, taken, not lines[taken:]

    def peek(self) -> str:
        """Return the next line without taking it; '' behind the last one."""
        return self._lines[self._taken] if self._taken < len(self._lines) else ""

    def line(self) -> str:
        """Take and return the next line; '' behind the last one."""
        found = self.peek()
        self._taken += 1
        return found

    def block(self, count: int, width: int, given: bool = True) -> Rows:
        """Take `count` lines of `width` tokens each, and return their tokens; `.` stands for missing tokens if they are
        not `given` but drawn, or if the board is blank.

        Raises WrongLine if a line has more tokens, or fewer that are given.
        """
        found = []
        for _ in range(count):
            tokens = self.line().split()
            if len(tokens) > width or (given and not self.blank and len(tokens) < width):
                raise WrongLine(self._taken - 1, f"found {len(tokens)} values; expected {width}")
            found.append(tokens + ["."] * (width - len(tokens)))
        return found

    def edges(self, rows: int, cols: int) -> PlayerBlocks:
        """Take lines with the edges of `rows` x `cols` points, and return the edges: `h` across, which come first, and
        `v` down.
        """
        across, down = self.block(rows, cols - 1, given=False), self.block(rows - 1, cols, given=False)
        return {"h": self.drawn_edges(across), "v": self.drawn_edges(down)}

    def drawn_edges(self, block: Rows) -> list[str]:
        """Return the edges of each line: 1 if drawn, else 0, or `?` for one without a cross if `partly`."""
        nothing = "?" if self.partly else "0"
        signs = {"1": "1", "2": "1", CROSS: "0"}
        return ["".join(signs.get(token, nothing) for token in row) for row in block]

    def areas(self, given: bool) -> list[list[int]]:
        """Take the lines of the borders to the right of cells, then below them, which are `given` or drawn, and return
        the number of each cell's area.
        """
        right, below = self.block(self.rows, self.cols - 1, given), self.block(self.rows - 1, self.cols, given)

        def parted(one: Cell, other: Cell) -> bool:
            return (right if one[0] == other[0] else below)[one[0]][one[1]] in ("1", "2")

        return parted_areas(self.rows, self.cols, parted)


def _rooms(lines: _Lines, since: str) -> PlayerBlocks:
    """Return the rooms as `regions`, the number of each cell's room: from borders if the file has at least the version
    `since` (1 for ''), else from ids.

    Raises ValueError for an id that is no number.
    """
    if lines.version >= int(since or 1):
        return {"regions": lines.areas(given=True)}
    lines.line()  # how many rooms there are
    ids = lines.block(lines.rows, lines.cols)
    if wrong := next((token for row in ids for token in row if token != "." and number(token) is None), ""):
        raise ValueError(f"{wrong!r} is no number of a room")
    names: dict[str, int] = {}
    return {"regions": [[names.setdefault(token, len(names)) for token in row] for row in ids]}


def _places(lines: _Lines, more: str) -> PlayerBlocks:
    """Return as `places` the lines with a character for the middle of each cell, side and corner inside the board: a
    star (1 or 2), a hole (X), or nothing (.). Raises ValueError for any other line. `more` is not used.
    """
    width = 2 * lines.cols - 1
    found = [lines.line() or "." * (width * lines.blank) for _ in range(2 * lines.rows - 1)]
    if (wrong := next((line for line in found if len(line) != width or set(line) - set(".12X")), None)) is not None:
        raise ValueError(f"{wrong!r} is no line of {width} characters . 1 2 X")
    return {"places": found}


def _flags(lines: _Lines, since: str) -> PlayerBlocks:
    """Read a line with flags if the file has at least the version `since`; raise ValueError if it has any flag."""
    flags = lines.line() if lines.version >= int(since) else ""
    if flags:
        raise ValueError(f"the flag {flags!r} makes it a variant")
    return {}


def _flag(lines: _Lines, more: str) -> PlayerBlocks:
    """Raise ValueError if a flag, a word, stands before the next block, since a flag makes the board a variant."""
    return _flags(lines, "0") if lines.peek().isalpha() else {}


def _colours(lines: _Lines, since: str) -> PlayerBlocks:
    """Skip the colours of cells, which a file has from the version `since` on, and which mean nothing."""
    if lines.version >= int(since):
        lines.block(lines.rows, lines.cols, given=False)
    return {}


def _outer(lines: _Lines, more: str) -> PlayerBlocks:
    """Read the lines along the sides of cells: first the left and right sides, then the upper and lower ones."""
    down = lines.drawn_edges(lines.block(lines.rows, lines.cols + 1, given=False))
    return {"h": lines.drawn_edges(lines.block(lines.rows + 1, lines.cols, given=False)), "v": down}


def _bridges(lines: _Lines, more: str) -> PlayerBlocks:
    """Read the number of bridges between any two neighbours, across and then down."""
    across = lines.block(lines.rows, lines.cols - 1, given=False)
    return {"across": across, "down": lines.block(lines.rows - 1, lines.cols, given=False)}


def _table(lines: _Lines, sides: str) -> PlayerBlocks:
    """Return the values of cells, and of the clues around them, by the sides of the board; `sides` is where clues are.

    sides: `1` for one line of clues above and one to the left, `2` for one on each side, `half` for several above and
    to the left: half as many as rows or columns, rounded up. The result has as `top` and `left` for each column and row
    the list of its clues, the outermost one first; as `bottom` and `right` for each column and row the one clue there,
    which is meaningless without `2`; as `inside`, and as `drawn`, the rows of cells.
    """
    rows, cols, after = lines.rows, lines.cols, int(sides == "2")
    above, before = ((rows + 1) // 2, (cols + 1) // 2) if sides == "half" else (1, 1)
    block = lines.block(above + rows + after, before + cols + after)
    inside = block[above : above + rows]
    return {
        "top": [list(column) for column in zip(*block[:above], strict=True)][before : before + cols],
        "left": [row[:before] for row in inside],
        **{key: [row[before : before + cols] for row in inside] for key in ("drawn", "inside")},
        "bottom": block[-1][before : before + cols],
        "right": [row[-1] for row in inside],
    }


def _fleet(lines: _Lines, more: str) -> PlayerBlocks:
    """Return as `fleet` the number of ships and the line of each ship, or '' and the letter of a usual fleet, as far as
    the lines go.
    """
    word = lines.line()
    if word.isdigit() and int(word) <= MOST_CELLS:
        return {"fleet": [word, *(lines.line() for _ in range(int(word)) if lines.peek())]}
    return {"fleet": ["", word]}


BLOCKS: dict[str, Callable[[_Lines, str], PlayerBlocks]] = {
    "flag": _flag,
    "colours": _colours,
    "outer": _outer,
    "bridges": _bridges,
    "table": _table,
    "fleet": _fleet,
    "places": _places,
    "flags": _flags,
    "rooms": _rooms,
    "stars": lambda lines, more: {"extra": lines.line()},
    "nums": lambda lines, more: {"nums": lines.block(lines.rows, lines.cols)},
    "vertices": lambda lines, more: {"nums": lines.block(lines.rows + 1, lines.cols + 1)},
    "answers": lambda lines, more: {"answers": lines.block(lines.rows, lines.cols, given=False)},
    "drawn": lambda lines, more: {"drawn": lines.block(lines.rows, lines.cols, given=False)},
    "lines": lambda lines, more: lines.edges(lines.rows, lines.cols),
    "division": lambda lines, more: {"division": lines.areas(given=False)},
}


def _givens(puzzle: AnyPuzzle, player: PlayerFile, found: PlayerBlocks, size: tuple[int, int]) -> GivenValue:
    form, regions = puzzle.form, found.get("regions")
    values = [[player.cells.value(token) for token in row] for row in found.get("nums", ())]
    for value in (value for row in values for value in row):
        puzzle.cells.token(value)  # ValueError if it is none of the puzzle's
    if isinstance(form, CellForm):
        numbers = (int(found["extra"]),) if "extra" in found else form.usual(*size)
        return form.givens(regions or values, numbers)
    if form.grid:
        section = next(each for each in form.sections if each.key == form.grid)
        return {"regions": regions, form.grid: [section.joined(row) for row in values]}
    clues = [
        [values[r][c] for r, c in cells if values[r][c] is not None] for cells in cells_by_value(regions or []).values()
    ]
    return {"regions": regions, "clues": [each[0] if each else None for each in clues]}


def _shading(board: Board, player: PlayerFile, found: PlayerBlocks) -> Solution:
    drawn = found.get("drawn") or found["nums"]
    signs = {"#": "#", DOT: "."}
    return ["".join(signs.get(token, "?" if "partly" in found else ".") for token in row) for row in drawn]


def _edges(board: Board, player: PlayerFile, found: PlayerBlocks) -> Solution:
    shaded = {"shaded": _shading(board, player, found)} if "drawn" in found else {}
    return {"h": found["h"], "v": found["v"], **shaded}


def _signs(board: Board, player: PlayerFile, found: PlayerBlocks) -> Solution:
    """Return the signs that are drawn, and the given values in other cells, as a string for each row."""
    form = PUZZLES[board.puzzle].form
    given: Givens = ["." * board.cols] * board.rows
    if isinstance(form, SectionsForm) or (form.strings and not form.corners):
        given = board.values()
    signs, nothing = {DOT: ".", **player.signs}, "?" if "partly" in found else "."
    return [
        "".join(signs.get(token, nothing if given[r][c] == "." else given[r][c]) for c, token in enumerate(row))
        for r, row in enumerate(found.get("drawn") or found["nums"])
    ]


def _numbers(board: Board, player: PlayerFile, found: PlayerBlocks) -> list[list[int]]:
    given = board.values()
    return [
        [given[r][c] or (int(token) if token.isdigit() else 0) for c, token in enumerate(row)]
        for r, row in enumerate(found["drawn"])
    ]


def _inner_numbers(board: Board, player: PlayerFile, found: PlayerBlocks) -> Solution:
    """Return the numbers that are drawn, with 0 in the first row and column."""
    inner: list[list[int]] = [[int(token) if token.isdigit() else 0 for token in row] for row in found["answers"]]
    return [[0] * board.cols, *([0, *row] for row in inner)]


def _numbers_in_areas(board: Board, player: PlayerFile, found: PlayerBlocks) -> Solution:
    """Return the numbers that are given or drawn, and in open cells of an area with a single number this number."""
    numbers = _numbers(board, player, found)
    for cells in cells_by_value(found["division"]).values():
        known = {numbers[r][c] for r, c in cells} - {0}
        for r, c in cells if len(known) == 1 else ():
            numbers[r][c] = min(known)
    return numbers


def _between_islands(board: Board, player: PlayerFile, found: PlayerBlocks) -> Solution:
    """Return the bridges from one island, or bend, to the next, in ascending order, each as a list of the row and
    column of its left or upper end, those of the other end, and the number side by side.
    """
    islands, bridges = set(board.filled()), []
    for key, (down, right) in (("across", (0, 1)), ("down", (1, 0))):
        part = found[key]
        counts = {(r, c): token for r, row in enumerate(part) for c, token in enumerate(row) if token in ("1", "2")}
        for (r, c), count in counts.items():
            if (r, c) not in islands and counts.get((r - down, c - right)) == count:
                continue
            i, j = r + down, c + right
            while (i, j) not in islands and counts.get((i, j)) == count:
                i, j = i + down, j + right
            bridges.append([r, c, i, j, int(count)])
    return sorted(bridges)


ANSWERS: dict[str, Callable[[Board, PlayerFile, PlayerBlocks], Solution]] = {
    "shading": _shading,
    "edges": _edges,
    "signs": _signs,
    "numbers": _numbers,
    "numbers in areas": _numbers_in_areas,
    "inner numbers": _inner_numbers,
    "bridges": _between_islands,
    "division": lambda board, player, found: found["division"],
}
