"""A file of puzz.link's player: `pzprv3/NAME/ROWS/COLS/LINE/LINE/...`, a board with the solution drawn on it."""

from __future__ import annotations

import re
from typing import NoReturn

from ...base.source import Source
from ...errors import InputError, Place, UsageError
from .._index import URLS
from ..sites import PLAYER_FILE, PlayerFile
from ..spec import PUZZLES, AnyPuzzle, Board, Solution
from .base.placing import first
from .spec import Format


def answered(source: Source) -> tuple[Board, Solution]:
    """Return the board of a file, and the solution that is drawn on it; raise InputError if the file cannot be read."""
    from .base.player_files import read

    version, name, *lines = _parts(source)
    puzzle, player = _declared(source, name)
    try:
        return read(puzzle, player, int(version), lines)
    except (ValueError, LookupError) as error:
        raise InputError(f"this is no {name} of the player: {error}", Place(source.path)) from None


def _parts(source: Source) -> list[str]:
    """Return the version of a file, the player's name of its puzzle, and the lines after it."""
    start = PLAYER_FILE.match(source.text)
    if start is None:
        raise InputError("expected pzprv3/NAME/ROWS/COLS/LINES", Place(source.path))
    lines = re.split(r"/|[\r\n]+", source.text[start.end() :].strip())
    return [start["version"] or "0", *(line.strip() for line in lines)]


def _declared(source: Source, name: str) -> tuple[AnyPuzzle, PlayerFile]:
    """Return the puzzle with this name in the player, and the declaration of its files; raise InputError if it has
    none.
    """
    puzzle = PUZZLES[URLS[name]] if name in URLS else None
    if puzzle is None or puzzle.player is None:
        raise InputError(f"files of the player with a {name} cannot be read", Place(source.path))
    return puzzle, puzzle.player


def type_of(source: Source) -> str:
    """Return the puzzle that the file names; raise InputError if such files cannot be read."""
    return _declared(source, _parts(source)[1])[0].name


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the file; raise InputError if the file cannot be read, or has a board of another puzzle."""
    board, _ = answered(source)
    if board.puzzle != puzzle.name:
        raise source.error(f"this is a board of {board.puzzle}; expected {puzzle.name}", first(source.text))
    return board


def write(board: Board) -> NoReturn:
    """Raise UsageError: files of the player are only read."""
    raise UsageError("files of puzz.link's player are only read")


FORMAT = Format(
    "player",
    PLAYER_FILE,
    read,
    write,
    type=type_of,
    takes=lambda puzzle: puzzle.player is not None and puzzle.url is not None,
    only_read=True,
)
