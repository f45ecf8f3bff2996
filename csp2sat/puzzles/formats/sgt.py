"""A game ID of Simon Tatham's Portable Puzzle Collection, with the program in front.

    pearl:8x8:bBcWbBaWeW...

The programs themselves leave out their name; then something else has to say which puzzle it is.
"""

from __future__ import annotations

import re

from ...errors import UsageError
from ...text import Source
from ..spec import Board, Format, Puzzle
from .placing import first
from .text import comments

START = re.compile(r"(?:[A-Za-z]{2,}+:\d++|\d++x\d++)[\w.]*+[:#]", re.ASCII)  # no part is read twice


def fits(text: str) -> bool:
    """Is the first line that is no comment a game ID?"""
    return START.match(text, first(text)) is not None


def type_of(source: Source) -> str | None:
    """The puzzle of the program, if it is said."""
    from ..codes.game_id import game_id
    from ..codes.games import GAMES

    program = game_id(source).program
    return GAMES[program].puzzle if program else None


def read(source: Source, puzzle: Puzzle) -> Board:
    """The board; InputError at the first place that is wrong."""
    from ..codes.checked import checked
    from ..codes.game_id import board_parts, game_id
    from ..codes.games import GAMES, PROGRAM_OF

    found = game_id(source)
    if puzzle.name not in PROGRAM_OF:
        raise found.line.error(f"there are no game IDs of {puzzle.name}")
    program = PROGRAM_OF[puzzle.name]
    if found.program not in ("", program):
        raise found.line.error(f"this is a board of {GAMES[found.program].puzzle}; expected {puzzle.name}")
    height, width, body = board_parts(found, GAMES[program])
    size = found.line.part(found.parts.start("width"), found.parts.end("height"))
    rows, cols = (width, height) if GAMES[program].boxes else (height, width)
    return checked(puzzle, GAMES[program].code.read(body, rows, cols), body, size)


def write(board: Board) -> str:
    """The game ID on one line, with its program; UsageError where the board has none."""
    from ..codes.games import GAMES, PROGRAM_OF

    if board.puzzle not in PROGRAM_OF:
        raise UsageError(f"{board.puzzle} boards have no game ID")
    program = PROGRAM_OF[board.puzzle]
    game = GAMES[program]
    keys = board.givens
    width, height = (keys["box_rows"], keys["box_cols"]) if game.boxes else (board.cols, board.rows)
    return f"{program}:{width}x{height}{game.written}:{game.code.write(board)}\n"


FORMAT = Format("sgt", fits, read, write, comments, type_of)
