"""The sheets of a booklet: the boards on each page, their numbers, and the places of their drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import ceil
from typing import Literal, NamedTuple, get_args

from ....errors import UsageError
from ....puzzles.formats.spec import FORMATS
from ....puzzles.notation import paragraphs
from ....puzzles.spec import PUZZLES, Board, Solution

PerPage = Literal[1, 2, 4]
WIDTH, HEIGHT = 184.0, 250.0  # mm of a page that are used: they fit on A4 and on Letter
CAPTION = 9.0  # mm above a drawing, and between two
MM = 25.4 / 96  # of a pixel
CELL = 40.0  # units of a cell in an SVG
LEAST_CELL = 4.0  # mm of a cell of a solution, if several are on a page
LARGE = 20  # rows or columns; larger boards have a page of their own
BOARD_GRIDS = {1: ((1, 1),), 2: ((2, 1), (1, 2)), 4: ((2, 2), (4, 1), (1, 4))}  # rows and columns of drawings
SOLUTION_GRIDS = ((4, 3), (3, 2), (4, 1), (2, 1), (1, 1))
BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
IN_TEXT_FORM = re.compile(r" \(`[^`]+`\)|`")  # symbols that a drawing does not have, and marks of others


class BookletBoard(NamedTuple):
    """A board of a booklet.

    solution: None if it is not shown.  words: shown beside the number of the board, such as its difficulty.  fault:
    shown beside the number of the solution, such as that another one exists.  hint: shown below the board.
    """

    board: Board
    solution: Solution | None = None
    words: str = ""
    fault: str = ""
    hint: str = ""


class Figure(NamedTuple):
    """A drawing with its number.

    svg: '' for a solution that is not shown.  words: the rest of its caption.  address: of the board on a site; '' for
    none.  hint: the text below the drawing; '' for none.
    """

    number: int
    svg: str
    words: str
    address: str = ""
    hint: str = ""

    def size(self) -> tuple[float, float]:
        """Return width and height of the drawing in units of its SVG."""
        found = BOX.search(self.svg)
        return (float(found[1]), float(found[2])) if found else (CELL, CELL)


class Sheet(NamedTuple):
    """A page with `rows` x `cols` places for figures.

    solved: whether the figures are solutions.  first: whether this is the first page of boards, or of solutions.
    """

    rows: int
    cols: int
    figures: Sequence[Figure]
    solved: bool
    first: bool

    def cell(self) -> float:
        """Return the size in mm that a cell has if the largest figure just fits into its place."""
        width, height = WIDTH / self.cols - CAPTION, HEIGHT / self.rows - CAPTION
        scales = [min(width / across, height / down) for across, down in (each.size() for each in self.figures)]
        return min(scales) * CELL


class Booklet(NamedTuple):
    """Boards with their solutions, to be printed under a title ('': that of their type); `per_page` boards are on a
    page (None: 2, or 1 if boards are large).
    """

    boards: Sequence[BookletBoard]
    title: str = ""
    per_page: int | None = None

    def check(self) -> None:
        """Raise UsageError for a booklet without boards, and for a layout that does not exist."""
        self.check_layout()
        if not self.boards:
            raise UsageError("a booklet needs at least one board")

    def check_layout(self) -> None:
        """Raise UsageError if the title is no text, or if `per_page` is none of 1, 2, 4 and None."""
        if not isinstance(self.title, str):
            raise UsageError("expected a text", "title", self.title)
        if self.per_page is not None and (type(self.per_page) is not int or self.per_page not in get_args(PerPage)):
            raise UsageError("expected 1, 2 or 4 boards on a page", "per_page", self.per_page)

    def kinds(self) -> list[str]:
        """Return the names of the puzzle types of the boards, each once, in the order of the boards."""
        return list(dict.fromkeys(each.board.puzzle for each in self.boards))

    def heading(self) -> str:
        """Return the title of the booklet."""
        kinds = self.kinds()
        return self.title or (PUZZLES[kinds[0]].titles[0] if len(kinds) == 1 else "Puzzles")

    def sheets(self) -> Iterator[Sheet]:
        """Yield the pages with the boards, then those with the solutions."""
        per_page = self.per_page or (1 if any(_is_large(each.board) for each in self.boards) else 2)
        figures = list(self._figures())
        for k in range(0, len(figures), per_page):
            here = figures[k : k + per_page]
            yield max((Sheet(*grid, here, False, k == 0) for grid in BOARD_GRIDS[per_page]), key=Sheet.cell)
        yield from _solution_sheets(list(self._solutions()))

    def _figures(self) -> Iterator[Figure]:
        for number, each in enumerate(self.boards, start=1):
            yield Figure(number, each.board.svg(), self._caption(each), address(each.board), each.hint)

    def _solutions(self) -> Iterator[Figure]:
        for number, each in enumerate(self.boards, start=1):
            if each.solution is not None or each.fault:
                yield Figure(number, "" if each.solution is None else each.board.svg(each.solution), each.fault)

    def _caption(self, each: BookletBoard) -> str:
        kind = PUZZLES[each.board.puzzle].titles[0] if len(self.kinds()) > 1 else ""
        return ", ".join(filter(None, (kind, each.words)))


def rules_of(kind: str) -> list[str]:
    """Return the paragraphs of the rules of a puzzle type, without the symbols of its text form in parentheses."""
    return [IN_TEXT_FORM.sub("", text) for text in paragraphs(PUZZLES[kind].rules)]


def address(board: Board) -> str:
    """Return the address of a board on a site where it can be played; '' if its type has none, or the form cannot
    express the board.
    """
    with suppress(UsageError):
        return FORMATS["url"].write(board).strip()
    return ""


def _is_large(board: Board) -> bool:
    return max(board.rows, board.cols) > LARGE


def _solution_sheets(figures: list[Figure]) -> Iterator[Sheet]:
    """Yield pages with as many solutions as can be read on a page."""
    first = True
    while figures:
        possible = [_solution_sheet(rows, cols, figures[: rows * cols], first) for rows, cols in SOLUTION_GRIDS]
        sheet = next((each for each in possible if each.cell() >= LEAST_CELL), possible[-1])
        yield sheet
        figures, first = figures[len(sheet.figures) :], False


def _solution_sheet(rows: int, cols: int, figures: Sequence[Figure], first: bool) -> Sheet:
    """Return a page of solutions, in no more rows than they need; `first` is the field of a Sheet.

    figures: at most rows x cols.
    """
    return Sheet(min(rows, ceil(len(figures) / cols)), cols, figures, True, first)
