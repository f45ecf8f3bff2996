"""An export of OpenSudoku, which has a sudoku, or several, as attributes of XML elements; it is only read.

    <opensudoku><game data="530070000600195000..." /></opensudoku>

The data may also begin with a version; three fields for each cell follow, `VALUE|NOTES|EDITABLE|`, and cells that are
editable are none of the givens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.source import Source
from ..notation import COMMENTS
from ..spec import AnyPuzzle, Board
from . import line
from .base.placing import first
from .spec import Format

START = re.compile(COMMENTS + r"(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*<opensudoku\b")
GAME = re.compile(r"<game\b[^>]*?\sdata=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')")
VERSION = re.compile(r"\s*version: *(?P<number>\d{1,9})(?:\\n|&#10;|\s)")
CELLS = re.compile(r"[0-9.]{1,625}")
FIELDS = 3  # of a cell


def split(source: Source) -> Iterator[Source]:
    """Yield a source for each game of an export, with the characters of its cells as the text.

    Newlines and blanks before these characters keep the line and column that the game's data have in `source`, for
    messages.  Raises InputError if there is no game, and for data that are no cells of a board.
    """
    games = list(GAME.finditer(source.text))
    if not games:
        raise source.error("expected an element game with data", first(source.text))
    for game in games:
        start = game.start(game.lastgroup or 0)
        place = source.place(start)
        cells = _cells(source, game[game.lastgroup or 0], start)
        if not CELLS.fullmatch(cells):
            raise source.error("these are no cells of a game; expected a digit for each cell", start)
        yield Source(source.path, "\n" * (place.line - 1) + " " * (place.column - 1) + cells)


def _cells(source: Source, data: str, start: int) -> str:
    """Return the characters of the cells, from the data that begin at the offset `start`: the data themselves if they
    have no version, else the values, with 0 for an editable cell.

    Raises InputError for an unknown version, and for a wrong number of fields.
    """
    version = VERSION.match(data)
    if version is None:
        return data
    fields = data[version.end() :].strip().removesuffix("|").split("|")
    if int(version["number"]) not in (1, 2) or len(fields) != FIELDS * 81:
        raise source.error(f"data of version {version['number']} with {len(fields)} fields cannot be read", start)
    return "".join("0" if on == "1" else value for value, on in zip(fields[::FIELDS], fields[2::FIELDS], strict=True))


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the characters of a game; raise InputError if they are none."""
    return line.read(source, puzzle)


FORMAT = Format(
    "opensudoku",
    START,
    read,
    split=split,
    usual=line.FORMAT.usual,
    takes=lambda puzzle: puzzle.in_line,
)
