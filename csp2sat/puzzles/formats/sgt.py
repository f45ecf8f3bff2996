"""A game ID of Simon Tatham's Portable Puzzle Collection, with the program in front.

    pearl:8x8:bBcWbBaWeW...

The programs themselves leave out their name; then something else has to name the puzzle.  The collection's web pages
have the game ID in their address: `https://.../js/pearl.html#8x8:bBcWbBaWeW...`.  A saved game (`SAVEFILE:...`) has
the parts of the ID on several lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...base.source import Source
from ...errors import UsageError
from ..notation import COMMENTS
from ..sites import WEB_PAGE
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.text_lines import each_line
from .spec import Format
from .text import comments

SAVED = re.compile(COMMENTS + r"SAVEFILE ?:")
GAME = r"(?:[A-Za-z]{2,}+:)?+\d++(?:x\d++)?+[\w.]*+[:#]"  # no part is read twice
START = re.compile(COMMENTS + rf"(?:{WEB_PAGE.pattern}|{GAME})", re.ASCII)


def split(source: Source) -> Iterable[Source]:
    """Yield a text for each line; a saved game, which has several lines, is one text."""
    return [source] if SAVED.match(source.text) else each_line(source)


def type_of(source: Source) -> str | None:
    """Return the puzzle of the program; None if the game ID has no program.  Raise InputError if the text is no game
    ID, or its program is not known.
    """
    from .addresses.game_id import game_id

    return game_id(source).puzzle


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the game ID; raise InputError at the first wrong place."""
    from .addresses.game_id import board_parts, game_id
    from .codes.spec import checked, code_of

    found, game = game_id(source), puzzle.sgt
    if game is None:
        raise found.line.error(f"there are no game IDs of {puzzle.name}")
    if found.puzzle not in (None, puzzle.name):
        raise found.line.error(f"this is a board of {found.puzzle}; expected {puzzle.name}")
    height, width, body = board_parts(found, puzzle, game)
    size = found.line.part(found.parts.start("width"), max(found.parts.end("width"), found.parts.end("height")))
    rows, cols = (width, height) if game.boxes else (height, width)
    board = code_of(game.code).read(body, rows, cols)
    letter, key = game.rule
    if key:
        board = board._replace(givens={**board.givens, key: letter in found.parts["rest"]})
    return checked(puzzle, board, body, size)


def write(board: Board) -> str:
    """Return the game ID of the board, on one line, with its program; raise UsageError if the board has none."""
    from .codes.spec import code_of

    game, keys = PUZZLES[board.puzzle].sgt, board.givens
    if game is None:
        raise UsageError(f"{board.puzzle} boards have no game ID")
    width, height = (keys["box_rows"], keys["box_cols"]) if game.boxes else (board.cols, board.rows)
    size = f"{width}x{height}" if game.more is None else _one_number(board, game.more)
    rule = game.rule[0] if game.rule[1] and keys[game.rule[1]] else ""
    return f"{game.program}:{size}{game.written}{rule}:{code_of(game.code).write(board)}\n"


def _one_number(board: Board, more: tuple[int, int]) -> int:
    size = board.rows - more[0]
    if size < 1 or board.cols != size + more[1]:
        raise UsageError(f"a board of {board.rows} rows and {board.cols} columns has no game ID")
    return size


FORMAT = Format("sgt", START, read, write, comments, type_of, split, takes=lambda puzzle: puzzle.sgt is not None)
