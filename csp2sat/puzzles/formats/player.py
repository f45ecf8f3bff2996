"""A file of puzz.link's player: `pzprv3/NAME/ROWS/COLS/LINE/LINE/...`, a board with the solution drawn on it."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...base.source import Source
from ...errors import InputError, Place, UsageError
from .._index import URLS
from ..sites import PLAYER_FILE, PlayerFile
from ..spec import PUZZLES, AnyPuzzle, Board, Solution
from .base.placing import first
from .spec import Format


def answered(source: Source, partly: bool = False) -> tuple[Board, Solution]:
    """Return the board of a file, and the solution that is drawn on it; raise InputError if the file cannot be read.

    partly: whether `?` stands in solutions of the kinds for which `tells_marks` where nothing is drawn.
    """
    from .base.player_files import WrongLine, read

    version, (name, *lines) = _parts(source)
    puzzle, player = _declared(source, name.text)
    try:
        return read(puzzle, player, version, [line.text for line in lines], partly)
    except WrongLine as error:
        at = [*(line.start for line in lines), len(source.text)][min(error.line, len(lines))]
        raise source.error(f"this is no {name.text} of the player: {error}", at) from None
    except (ValueError, LookupError) as error:
        message = f"this is no {name.text} of the player: {error}"
        token = re.match(r"'([^']+)'", str(error))  # at the only place with this value, if there is one
        found = [*re.finditer(rf"(?<![^\s/]){re.escape(token[1])}(?![^\s/])", source.text)] if token else []
        raise (
            source.error(message, found[0].start()) if len(found) == 1 else InputError(message, Place(source.path))
        ) from None


def tells_marks(board: Board) -> bool:
    """Whether the solutions in files with a board of this kind have dots and crosses."""
    from .base.player_files import MARKED

    player = PUZZLES[board.puzzle].player
    return player is not None and player.answer in MARKED


def has_marks(source: Source, board: Board) -> bool:
    """Whether a file of the board has more dots and crosses than the file of the board with nothing drawn."""
    from .base.player_files import CROSS, DOT

    drawn, empty = (re.split(r"[\s/]+", text) for text in (source.text, write(board)))
    return any(drawn.count(mark) > empty.count(mark) for mark in (DOT, CROSS))


class _Line(NamedTuple):
    start: int
    text: str


def _parts(source: Source) -> tuple[int, list[_Line]]:
    """Return the version of a file, and the lines after it, of which the first is the player's name of its puzzle;
    raise InputError if the text is no such file.
    """
    start = PLAYER_FILE.match(source.text)
    if start is None:
        raise InputError("expected pzprv3/NAME/ROWS/COLS/LINES", Place(source.path))
    end = len(source.text.rstrip())
    starts = [start.end(), *(sign.end() for sign in re.compile(r"/|\r\n?|\n").finditer(source.text, start.end(), end))]
    ends = [*(at - 1 for at in starts[1:]), end]
    lines = [_Line(at, source.text[at:to].strip()) for at, to in zip(starts, ends, strict=True)]
    return int(start["version"] or "0"), lines


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
    return _declared(source, _parts(source)[1][0].text)[0].name


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the file; raise InputError if the file cannot be read, or has a board of another puzzle."""
    board, _ = answered(source)
    if board.puzzle != puzzle.name:
        raise source.error(f"this is a board of {board.puzzle}; expected {puzzle.name}", first(source.text))
    return board


def write(board: Board) -> str:
    """Return the file of the board on one line, with nothing drawn; raise UsageError if it cannot be written."""
    from .base.player_written import written

    puzzle = PUZZLES[board.puzzle]
    if puzzle.player is None or puzzle.url is None:
        raise UsageError(f"{board.puzzle} boards have no file of puzz.link's player")
    try:
        lines = written(board, puzzle.player, puzzle.url.margin)
        text = "/".join(["pzprv3", puzzle.url.names[0], *lines, "\n"])
        if read(Source("", text), puzzle) == board:
            return text
    except (ValueError, LookupError, InputError):
        pass
    raise UsageError(f"files of puzz.link's player cannot express this {board.puzzle} board")


FORMAT = Format(
    "player",
    PLAYER_FILE,
    read,
    write,
    type=type_of,
    takes=lambda puzzle: puzzle.player is not None and puzzle.url is not None,
)
