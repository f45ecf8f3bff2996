"""A URL of puzz.link, or of another site that has its program; nothing is fetched, for the URL has the whole board.

https://puzz.link/p?mashu/6/6/1063000i3000
"""

from __future__ import annotations

import re

from ...base.source import Source
from ...errors import UsageError
from ..notation import COMMENTS
from ..sites import PROGRAM_PAGE, SITES, WEB_PAGE
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.text_lines import each_line
from .spec import Format

OWN_COPY = rf"(?:file://|localhost(?::\d+)?)/(?:[\w.~-]{{1,200}}/)*?{PROGRAM_PAGE}\?"  # of the program
START = re.compile(
    COMMENTS
    + rf"(?!{WEB_PAGE.pattern}|[^\s#]{{1,200}}#m=)"
    + rf"(?:https?://|(?:www\.)?(?:{'|'.join(map(re.escape, SITES))})/|{OWN_COPY})",
    re.IGNORECASE,
)
SITE = "https://puzz.link/p?"


def type_of(source: Source) -> str:
    """Return the puzzle that the URL names."""
    from .addresses.address import address

    return address(source).puzzle


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the URL; raise InputError at the first wrong place."""
    from .addresses.address import address, board_parts
    from .codes.spec import checked, code_of

    found = address(source)
    if found.puzzle != puzzle.name or puzzle.url is None:
        raise found.url.error(f"this is a board of {found.puzzle}; expected {puzzle.name}", found.name_at)
    rows, cols, body = board_parts(found)
    if body.text.isupper() and found.url.text[found.name_at :].partition("/")[0].isupper():
        raise body.error("the address is in capitals, in which letters mean others; expected it as the site shows it")
    size = found.parts[0] if found.parts[0].text.isdigit() else found.parts[1]
    return checked(puzzle, code_of(puzzle.url.code).read(body, rows, cols), body, size)


def write(board: Board) -> str:
    """Return the URL of the board, on one line; raise UsageError if the puzzle has none."""
    from .codes.spec import code_of

    kind = PUZZLES[board.puzzle].url
    if kind is None:
        raise UsageError(f"{board.puzzle} boards have no URL")
    body = code_of(kind.code).write(board)
    return f"{SITE}{kind.names[0]}/{board.cols - kind.margin}/{board.rows - kind.margin}/{body}\n"


FORMAT = Format("url", START, read, write, type=type_of, split=each_line, takes=lambda puzzle: puzzle.url is not None)
