"""Texts as people paste them into a page: an address that a letter has broken into lines, several boards; refusals in
the words of a page, which has no options and no commands.
"""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Iterator

from ..api.problems import loads
from ..base.source import Source
from ..errors import Csp2SatError, InputError, InputWarning, UnknownText, warn
from ..puzzles.formats.reading import read_boards
from ..puzzles.formats.spec import FORMATS
from ..solving.problem import Problem

ADDRESS = re.compile(r"\s*(https?://)?[\w.-]+\.\w+/\S", re.IGNORECASE)
SIZE = re.compile(r"^[ \t]*size[ \t]+\d", re.MULTILINE)
MOST_CHARACTERS = 20_000  # of a text that is joined
UNKNOWN = (
    "this is no board and no CSP that can be read; expected an address of puzz.link, a game ID, or rows with a"
    " character for each cell and the name of their kind in the menu Kind"
)
APART = re.compile(r"[^\s,|\[\]]+")  # a cell in a row whose cells are written apart
IN_A_PAGE = (  # what a message says of the command line, and what a page has in its place
    (re.compile(r"^<text>(:\d+)*: warning: "), ""),
    (
        re.compile(r"use --from NAME, or name the puzzle in a comment \([^)]*\) or in the file's name \([^)]*\)"),
        "choose the kind in the menu Kind, or write its name on a line above the rows",
    ),
    (re.compile(r"(use |or )?--from NAME"), r"\1the menu Kind"),
    (re.compile(r"`csp2sat puzzles` lists the (\w+) puzzles"), r"the samples are the \1 puzzles"),
)


def read_pasted(text: str, kind: str | None) -> Problem:
    """Return the problem that a text means, also if the text is a little different from what the readers expect.

    kind: the kind that is chosen, None if the text says its own.  The first one of several boards is taken, with an
    InputWarning.  Raises InputError for other texts.
    """
    try:
        return loads(text, kind)
    except InputError as error:
        found = _meant(text, kind)
        if found is not None:
            return found
        raise _refusal(error) from None


def _meant(text: str, kind: str | None) -> Problem | None:
    """Return the problem of the first changed form of the text that can be read, else of its first board, else None."""
    for changed in _changed(text):
        with warnings.catch_warnings(), contextlib.suppress(InputError, InputWarning):
            warnings.simplefilter("error", InputWarning)  # what is only a guess is asked
            return loads(changed, kind)
    return _first_board(text, kind)


def _changed(text: str) -> Iterator[str]:
    """Yield the texts that a text may stand for."""
    if len(text) >= MOST_CHARACTERS:
        return
    if ADDRESS.match(text) and len(re.findall("https?:", text, re.IGNORECASE)) < 2:
        yield "".join(text.split())
    rows = list(filter(None, map(APART.findall, text.splitlines())))
    if len(rows) > 1 and {len(cell) for row in rows for cell in row} == {1}:
        yield "".join(f"{''.join(row)}\n" for row in rows)


def _first_board(text: str, kind: str | None) -> Problem | None:
    """Return the first one of several boards in a text, and warn of the others; None if there are not several."""
    sizes = [found.start() for found in SIZE.finditer(text)]
    try:
        found = loads(text[: sizes[1]], kind) if len(sizes) > 1 else _first_line(text, kind)
    except Csp2SatError:
        return None
    if found is not None:
        warn("the text has several boards; this is the first one")
    return found


def _first_line(text: str, kind: str | None) -> Problem | None:
    """Return the first board, as a Problem, of a text whose format has a board on each line; None if the text has one
    board only, on whatever number of lines.

    kind: the name of the puzzle, None if the text names the puzzle.  Raises Csp2SatError if the text is in no format of
    boards, or its first board cannot be read.
    """
    boards = read_boards(Source("<text>", text), kind)
    first = next(boards)
    try:
        if next(boards, None) is None:
            return None
    except InputError:
        pass  # another one, with a fault of its own
    return loads(FORMATS["text"].write(first), first.puzzle)


def _refusal(error: InputError) -> InputError:
    """Return the error of a text in the words of a page."""
    if isinstance(error, UnknownText) and "did you mean" not in error.message:
        return InputError(UNKNOWN, error.place)
    return InputError(in_a_page(error.message), error.place)


def in_a_page(message: str) -> str:
    """Return a message or a warning in the words of a page."""
    for pattern, words in IN_A_PAGE:
        message = pattern.sub(words, message)
    return message
