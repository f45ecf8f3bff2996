"""A board copied from a page of puzzle-masyu.com or its kin: the `<div>` of the board, or the line that defines `task`.

    <div class="loop-dot dot-white" style="top: 0px; left: 18px;"></div>      one for each cell, with its place
    var task = 'dWBWaWbWcBcWaWWaWWgBb';                                       W, B and runs of blanks a-z; a square

In the page's elements (the tools for developers of a browser show and copy them) a cell without a circle is a
`loop-dot`, too.  A whole page may be given if its board has been drawn or `task` stands in it.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import TYPE_CHECKING

from ...base.source import Source
from ...errors import UsageError
from .._index import PAGES
from ..notation import COMMENTS, check_size, listed
from ..sites import Page
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.placing import board, first, placed
from .spec import Format
from .text import comments

if TYPE_CHECKING:
    from .codes.spec import Body

TASK = re.compile(r"""\btask\s*=\s*(['"])(?P<cells>[^'"\r\n]*)\1""")
START = re.compile(COMMENTS + r"(?:<|(?:(?:var|let|const)\s+)?task\s*=)")


def has_board(text: str) -> bool:
    """Whether the HTML has a board, or the definition of `task`."""
    return "loop-dot" in text or ("task" in text and TASK.search(text) is not None)


def type_of(source: Source) -> str | None:
    """Return the puzzle that a word of the text names; None if there is no such word."""
    return next((puzzle for word, puzzle in PAGES.items() if word in source.text.lower()), None)


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the page; raise InputError at the first wrong place."""
    if puzzle.page is None:
        refusal = f"only boards of {_all()} can be read from a page; expected {puzzle.name}"
        raise source.error(refusal, first(source.text))
    if "loop-dot" not in source.text:
        return _read_task(source, puzzle, puzzle.page)
    from .codes.dots import read_dots

    rows = read_dots(source, puzzle, puzzle.page)
    return board(puzzle, (len(rows), len(rows[0])), rows)


def _all() -> str:
    return listed(sorted(set(PAGES.values())))


def _read_task(source: Source, puzzle: AnyPuzzle, page: Page) -> Board:
    """Return the board that the definition of `task` has: a square with as many cells as the definition.

    Raises InputError for a number of cells that is no square, for a size that boards cannot have, and for contents that
    are none of this puzzle.
    """
    from .codes.spec import Body, code_of

    task = TASK.search(source.text)
    assert task is not None  # else the text does not fit
    start, end = task.span("cells")
    body = Body(source, task["cells"], range(start, end + 1))
    side = _side(body)
    with placed(lambda message: body.error(message, 0)):
        check_size(side, side)
    return board(puzzle, (side, side), code_of(page.task).read(body, side, side).givens)


def _side(body: Body) -> int:
    """Return the side of the square that the cells fill; raise InputError if they fill none."""
    wrong = re.search("[^a-zWB]", body.text)
    if wrong:
        raise body.error(f"unexpected {wrong[0]!r}; expected W, B or blanks (a-z)", wrong.start())
    area = sum(1 if char in "WB" else ord(char) - ord("a") + 1 for char in body.text)
    if isqrt(area) ** 2 != area:
        raise body.error(f"the board has {area} cells, which is no square", 0)
    return isqrt(area)


def write(board: Board) -> str:
    """Return the definition of `task` for the board; raise UsageError if the board has none."""
    from .codes.spec import code_of

    puzzle = PUZZLES[board.puzzle]
    if puzzle.page is None or board.rows != board.cols:
        raise UsageError(f"only square boards of {_all()} can be written as `task` of a page")
    return f"; {puzzle.titles[0]} Puzzle\nvar task = '{code_of(puzzle.page.task).write(board)}';\n"


FORMAT = Format(
    "page", START, read, write, comments, type_of, confirms=has_board, takes=lambda puzzle: puzzle.page is not None
)
