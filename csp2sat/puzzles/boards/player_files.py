"""Files of the player of puzz.link (`pzprv3/NAME/ROWS/COLS/LINE/LINE/...`): a board, and what somebody has drawn.

Lines are blocks, one after the other, as the puzzle says (`PlayerFile`); lines that are left out are blank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ...base.source import Source
from ...errors import InputError, Place
from .._index import URLS
from ..kit.checks import cells_by_value, groups
from ..notation import CellForm, check_size
from ..player import PlayerFile
from ..spec import PUZZLES, AnyPuzzle, Board, Solution

START = re.compile(r"\s*pzprv3(?:\.(\d+))?[/\r\n]")
Rows = list[list[str]]
Blocks = dict[str, Any]


def is_player_file(text: str) -> bool:
    """Does the text begin as such a file?"""
    return START.match(text) is not None


def read(source: Source) -> tuple[Board, Solution]:
    """The board of a file, and the solution that is drawn in it.  InputError for what is none."""
    version, name, *lines = _lines(source)
    puzzle = PUZZLES[URLS[name]] if name in URLS else None
    if puzzle is None or puzzle.player is None:
        raise _wrong(source, f"files of the player with a {name} cannot be read")
    try:
        return _read(puzzle, puzzle.player, int(version or 0), lines)
    except (ValueError, LookupError) as error:
        raise _wrong(source, f"this is no {name} of the player: {error}") from None


def _lines(source: Source) -> list[str]:
    start = START.match(source.text)
    if start is None:
        raise _wrong(source, "expected pzprv3/NAME/ROWS/COLS/LINES")
    text = re.sub(r"[\r\n]+", "/", source.text[start.end() :].strip())
    return [start[1] or "", *(line.strip() for line in text.split("/"))]


def _wrong(source: Source, message: str) -> InputError:
    return InputError(message, Place(source.path))


def _read(puzzle: AnyPuzzle, player: PlayerFile, version: int, lines: list[str]) -> tuple[Board, Solution]:
    count = 1 if player.square else 2
    if not all(line.isdigit() for line in lines[:count]):
        raise ValueError(f"{' '.join(lines[:count])} is no size")
    rows, cols = int(lines[0]), int(lines[count - 1])
    check_size(rows, cols)
    taken = _Lines(lines[count:], rows, cols, version)
    found: Blocks = {}
    for block in player.blocks:
        found |= BLOCKS[block.partition(" ")[0]](taken, block.partition(" ")[2])
    board = Board(puzzle.name, rows, cols, _givens(puzzle, player, found, (rows, cols)))
    puzzle.check(board)
    return board, ANSWERS[player.answer](board, player, found)


class _Lines:
    """The lines that are left, with the size of the board."""

    def __init__(self, lines: list[str], rows: int, cols: int, version: int):
        self.rows, self.cols, self.version = rows, cols, version
        self._left: Iterator[str] = iter(lines)

    def line(self) -> str:
        """The next line; "" behind the last one."""
        return next(self._left, "")

    def block(self, count: int, width: int) -> Rows:
        """So many lines of so many tokens; ValueError for more."""
        found = []
        for _ in range(count):
            tokens = self.line().split()
            if len(tokens) > width:
                raise ValueError(f"a line has {len(tokens)} values; expected {width}")
            found.append(tokens + ["."] * (width - len(tokens)))
        return found

    def edges(self, rows: int, cols: int) -> dict[str, list[str]]:
        """Edges of rows x cols points, across and then down."""
        across, down = self.block(rows, cols - 1), self.block(rows - 1, cols)
        return {
            key: ["".join("01"[token in ("1", "2")] for token in row) for row in part]
            for key, part in (("h", across), ("v", down))
        }

    def areas(self) -> list[list[int]]:
        """The areas between borders: to the right of cells, then below."""
        right, below = self.block(self.rows, self.cols - 1), self.block(self.rows - 1, self.cols)
        near: dict[tuple[int, int], list[tuple[int, int]]] = {
            (r, c): [] for r in range(self.rows) for c in range(self.cols)
        }
        for part, down, across in ((right, 0, 1), (below, 1, 0)):
            for r, row in enumerate(part):
                for c, token in enumerate(row):
                    if token not in ("1", "2"):
                        near[r, c].append((r + down, c + across))
                        near[r + down, c + across].append((r, c))
        number = {cell: at for at, cells in enumerate(groups(near)) for cell in cells}
        return [[number[r, c] for c in range(self.cols)] for r in range(self.rows)]


def _rooms(lines: _Lines, since: str) -> Blocks:
    """Ids of rooms, or from a version on borders."""
    if lines.version >= int(since or 1):
        return {"regions": lines.areas()}
    lines.line()  # how many rooms there are
    names: dict[str, int] = {}
    return {
        "regions": [
            [names.setdefault(token, len(names)) for token in row] for row in lines.block(lines.rows, lines.cols)
        ]
    }


def _flags(lines: _Lines, since: str) -> Blocks:
    """A line with flags, from a version on; every flag makes it a variant."""
    flags = lines.line() if lines.version >= int(since) else ""
    if flags:
        raise ValueError(f"the flag {flags!r} makes it a variant")
    return {}


BLOCKS: dict[str, Callable[[_Lines, str], Blocks]] = {
    "flags": _flags,
    "rooms": _rooms,
    "stars": lambda lines, more: {"extra": lines.line()},
    "nums": lambda lines, more: {"nums": lines.block(lines.rows, lines.cols)},
    "vertices": lambda lines, more: {"nums": lines.block(lines.rows + 1, lines.cols + 1)},
    "drawn": lambda lines, more: {"drawn": lines.block(lines.rows, lines.cols)},
    "lines": lambda lines, more: lines.edges(lines.rows, lines.cols),
    "division": lambda lines, more: {"division": lines.areas()},
}


def _givens(puzzle: AnyPuzzle, player: PlayerFile, found: Blocks, size: tuple[int, int]) -> Any:
    form, regions = puzzle.form, found.get("regions")
    values = [[player.value(token) for token in row] for row in found.get("nums", ())]
    for value in (value for row in values for value in row):
        puzzle.cells.token(value)  # ValueError if it is none of the puzzle's
    if isinstance(form, CellForm):
        numbers = form.extra.default(*size) if form.extra else ()
        return form.givens(regions or values, (int(found["extra"]),) if "extra" in found else numbers)
    if form.grid:
        section = next(each for each in form.sections if each.key == form.grid)
        return {"regions": regions, form.grid: [section.joined(row) for row in values]}
    clues = [
        [values[r][c] for r, c in cells if values[r][c] is not None] for cells in cells_by_value(regions or []).values()
    ]
    return {"regions": regions, "clues": [each[0] if each else None for each in clues]}


def _shading(board: Board, player: PlayerFile, found: Blocks) -> Solution:
    drawn = found.get("drawn") or found["nums"]
    return ["".join("#" if token == "#" else "." for token in row) for row in drawn]


def _edges(board: Board, player: PlayerFile, found: Blocks) -> Solution:
    shaded = {"shaded": _shading(board, player, found)} if "drawn" in found else {}
    return {"h": found["h"], "v": found["v"], **shaded}


def _signs(board: Board, player: PlayerFile, found: Blocks) -> Solution:
    """The signs that are drawn, and what is given where none is."""
    blank = isinstance(board.givens, dict) or len(board.givens) != board.rows
    given = ["." * board.cols] * board.rows if blank else board.givens
    return [
        "".join(player.signs.get(token, given[r][c]) for c, token in enumerate(row))
        for r, row in enumerate(found.get("drawn") or found["nums"])
    ]


def _numbers(board: Board, player: PlayerFile, found: Blocks) -> Solution:
    given = board.values()
    return [
        [given[r][c] or (int(token) if token.isdigit() else 0) for c, token in enumerate(row)]
        for r, row in enumerate(found["drawn"])
    ]


ANSWERS: dict[str, Callable[[Board, PlayerFile, Blocks], Solution]] = {
    "shading": _shading,
    "edges": _edges,
    "signs": _signs,
    "numbers": _numbers,
    "division": lambda board, player, found: found["division"],
}
