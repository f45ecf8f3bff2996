"""The sheets of a booklet: the sizes of pages, the boards on each, their numbers, and the places of their drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from math import ceil
from typing import Literal, NamedTuple, get_args

from ....base.numbers import counted
from ....errors import UsageError
from ....puzzles.drawing import svg
from ....puzzles.drawing.palette import in_black
from ....puzzles.formats.spec import FORMATS
from ....puzzles.givens import CellForm
from ....puzzles.notation import paragraphs
from ....puzzles.spec import PUZZLES, Board, Solution
from ....reasoning.drawing.sheets import numbered
from ..converting import PrintStyle

PerPage = Literal[1, 2, 4]
CAPTION = 9.0  # mm above a drawing, and between two
HEADING = 12.0  # mm of the title
LETTER, LINE = 1.7, 4.4  # mm that a letter of rules and hints is wide, and a line of them high
MM = 25.4 / 96  # of a pixel
CELL = 40.0  # units of a cell in an SVG
ENLARGED = 1.7  # times its own size a drawing has at most that is alone on a page: cells of 18 mm
LEAST_CELL = 3.5  # mm of a cell of a solution, if several are on a page
LEAST_WRITTEN = 5.0  # mm of a cell of a board of which fewer on a page were no larger
LEAST_BOARD_CELL = 6.0  # mm of a cell of a board, in which people write, if several are on a page
LARGE = 20  # rows or columns; larger boards have a page of their own
BOARD_GRIDS = {1: ((1, 1),), 2: ((2, 1), (1, 2)), 4: ((2, 2), (4, 1), (1, 4))}  # rows and columns of drawings
SOLUTION_GRIDS = ((4, 3), (3, 2), (4, 1), (2, 1), (1, 1))
BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
IN_TEXT_FORM = re.compile(r" \(`[^`]+`\)|`")  # symbols that a drawing does not have, and marks of others


class PageSize(NamedTuple):
    """A size of pages.

    css: its name in style sheets, '' for the size that a printer has.  width, height: in mm.  across, down: the mm that
    are used of both.
    """

    css: str
    width: float
    height: float
    across: float
    down: float

    @property
    def is_wide(self) -> bool:
        """Whether the page is wider than high."""
        return self.width > self.height


PAGE_SIZES = {
    "": PageSize("", 210, 297, 184, 250),  # A4, and what is used of it fits on Letter
    "a4": PageSize("A4", 210, 297, 184, 265),
    "a4-landscape": PageSize("A4 landscape", 297, 210, 265, 180),
    "a5": PageSize("A5", 148, 210, 122, 178),
    "a5-landscape": PageSize("A5 landscape", 210, 148, 178, 118),
    "letter": PageSize("letter", 215.9, 279.4, 190, 250),
    "letter-landscape": PageSize("letter landscape", 279.4, 215.9, 250, 186),
}


class BookletBoard(NamedTuple):
    """A board of a booklet.

    solution: None if it is not shown.  words: shown beside the number of the board, such as its difficulty.  fault:
    shown beside the number of the solution, such as that another one exists.  hint: shown behind the boards, or below
    its own.  score, grade: by which boards of one kind, and of several kinds, are in the order of their grades; None
    and 0 for a board without a grade.
    """

    board: Board
    solution: Solution | None = None
    words: str = ""
    fault: str = ""
    hint: str = ""
    score: float | None = None
    grade: int = 0


class Figure(NamedTuple):
    """A drawing with its number.

    svg: '' for a solution that is not shown.  words: the rest of its caption.  address: of the board on a site; '' for
    none.  hint: whether the board has one on another page.  below: words below the drawing.
    """

    number: int
    svg: str
    words: str
    address: str = ""
    hint: bool = False
    below: str = ""

    def size(self) -> tuple[float, float]:
        """Return width and height of the drawing in units of its SVG."""
        found = BOX.search(self.svg)
        return (float(found[1]), float(found[2])) if found else (CELL, CELL)


class Sheet(NamedTuple):
    """A page with `rows` x `cols` places for figures.

    size: of the page.  solved: whether the figures are solutions.  first: whether this is the first page of boards, or
    of solutions.  kind: the kind of puzzle whose rules stand above the figures, since its first board is among them; ''
    for none.
    """

    size: PageSize
    rows: int
    cols: int
    figures: Sequence[Figure]
    solved: bool
    first: bool
    kind: str = ""

    @property
    def is_filled(self) -> bool:
        """Whether the page has boards, which are drawn as large as their places and ENLARGED allow."""
        return bool(self.figures) and not self.solved

    def cell(self) -> float:
        """Return the size in mm that a cell has if the largest figure just fits into its place."""
        above = sum(_text_height(text, self.size.across) for text in rules_of(self.kind)) if self.kind else 0
        above += HEADING * (self.first and not self.solved)
        width, height = self.size.across / self.cols - CAPTION, (self.size.down - above) / self.rows - CAPTION
        scales = [
            min(width / across, max(1.0, height - _text_height(each.below, width)) / down)
            for each, (across, down) in ((each, each.size()) for each in self.figures)
        ]
        return min(scales) * CELL


class Booklet(NamedTuple):
    """Boards with their solutions, to be printed under a title ('': that of their kind); `per_page` boards are on a
    page at most (None: 2, or 1 if boards are large), fewer if their cells were too small.

    Each kind of puzzle begins a new page, below its rules, if the style has rules: its boards then have to stand
    together.  Boards of several kinds share pages if the style has none.
    """

    boards: Sequence[BookletBoard]
    title: str = ""
    per_page: int | None = None
    style: PrintStyle = PrintStyle()

    @property
    def size(self) -> PageSize:
        """The size of the pages."""
        return PAGE_SIZES[self.style.paper]

    def check(self) -> None:
        """Raise UsageError for a booklet without boards, and for a layout that does not exist."""
        self.check_layout()
        if not self.boards:
            raise UsageError("a booklet needs at least one board")

    def check_layout(self) -> None:
        """Raise UsageError if the title is no text, `per_page` none of 1, 2, 4 and None, or the paper none of
        PAGE_SIZES.
        """
        if self.style.paper not in PAGE_SIZES:
            raise UsageError(f"expected one of {', '.join(filter(None, PAGE_SIZES))}", "paper", self.style.paper)
        if not isinstance(self.title, str):
            raise UsageError("expected a text", "title", self.title)
        if self.per_page is not None and (type(self.per_page) is not int or self.per_page not in get_args(PerPage)):
            raise UsageError("expected 1, 2 or 4 boards on a page", "per_page", self.per_page)

    def kinds(self) -> list[str]:
        """Return the names of the kinds of puzzles of the boards, each once, in the order of the boards."""
        return list(dict.fromkeys(each.board.puzzle for each in self.boards))

    def heading(self) -> str:
        """Return the title of the booklet."""
        kinds = self.kinds()
        return self.title or (PUZZLES[kinds[0]].titles[0] if len(kinds) == 1 else "Puzzles")

    def sheets(self) -> Iterator[Sheet]:
        """Yield the pages with the boards, then those with the solutions."""
        per_page = self.per_page or (1 if any(_is_large(each.board) for each in self.boards) else 2)
        numbered = list(self.numbered())
        for kind, group in groupby(numbered, key=lambda pair: pair[1].board.puzzle if self.style.rules else ""):
            figures = [self._figure(number, each) for number, each in group]
            yield from _board_sheets(self.size, figures, per_page, kind, first=figures[0].number == 1)
        solutions = [
            _solution(*pair, self.style.black) for pair in numbered if pair[1].solution is not None or pair[1].fault
        ]
        yield from _solution_sheets(self.size, solutions)

    def hints(self) -> list[tuple[int, str]]:
        """Return the hints on pages of their own, each with the number of its board."""
        return [] if self.style.below else [(number, each.hint) for number, each in self.numbered() if each.hint]

    def numbered(self) -> Iterator[tuple[int, BookletBoard]]:
        """Yield the boards with their numbers from 1 on."""
        yield from enumerate(self.boards, start=1)

    def _figure(self, number: int, each: BookletBoard) -> Figure:
        drawn = _with_places(each.board) if each.hint else each.board.svg()
        figure = Figure(number, drawn, self._caption(each), address(each.board))
        below = self.style.below
        return figure._replace(hint=bool(each.hint) and not below, below=each.hint if below else "")

    def _caption(self, each: BookletBoard) -> str:
        kind = PUZZLES[each.board.puzzle].titles[0] if len(self.kinds()) > 1 else ""
        return ", ".join(filter(None, (kind, each.words)))


def rules_of(kind: str, boards: Sequence[BookletBoard] = ()) -> list[str]:
    """Return the paragraphs of the rules of a kind of puzzle, without the symbols of its text form in parentheses, and
    with the number that all of the boards of this kind have, if they have one.
    """
    form, found = PUZZLES[kind].form, paragraphs(PUZZLES[kind].rules)
    extra = form.extra if isinstance(form, CellForm) else None
    numbers = {each.board.givens[extra.keys[0]] for each in boards if extra and each.board.puzzle == kind}
    if extra is not None and len(numbers) == 1:
        own = counted(numbers.pop(), extra.word.removesuffix("s"))
        found = [re.sub(rf"\bn {extra.word}\b", own, text) for text in found if not text.startswith("The number n ")]
    return [IN_TEXT_FORM.sub("", text) for text in found]


def address(board: Board) -> str:
    """Return the address of a board on a site where it can be played; '' if its kind has none, or the form cannot
    express the board.
    """
    with suppress(UsageError):
        return FORMATS["url"].write(board).strip()
    return ""


def _with_places(board: Board) -> str:
    """Return the SVG document of a board as given, with the numbers of its rows and columns, which its hint names."""
    drawn = numbered(svg.panel(PUZZLES[board.puzzle].picture(board, None), ()), board)
    return svg.document([drawn], board.title(), "The board as given.")


def _solution(number: int, each: BookletBoard, black: bool) -> Figure:
    """Return the figure of a solution with its `number`, in black if `black`, without the notes below the board; it has
    no drawing if there is no solution.
    """
    if each.solution is None:
        return Figure(number, "", each.fault)
    picture = PUZZLES[each.board.puzzle].picture(each.board, each.solution)._replace(notes=())
    drawn = svg.draw(picture, (), each.board.title(), "Solved.")
    return Figure(number, in_black(drawn) if black else drawn, each.fault)


def _text_height(text: str, width: float) -> float:
    """Return about how many mm a paragraph takes in lines of `width` mm."""
    return ceil(len(text) * LETTER / width) * LINE


def _is_large(board: Board) -> bool:
    return max(board.rows, board.cols) > LARGE


def _board_sheets(size: PageSize, figures: Sequence[Figure], per_page: int, kind: str, first: bool) -> Iterator[Sheet]:
    """Yield pages with the figures of boards, at most `per_page` on a page, and fewer if their cells were smaller than
    LEAST_BOARD_CELL; rules that leave less to one board have a page of their own.

    kind: the kind of puzzle whose rules stand above the boards; '' for none.  first: whether these are the
    first boards of the booklet.
    """
    rules = kind
    while figures:
        counts = [count for count in BOARD_GRIDS if count <= per_page]
        possible = [
            max(
                (Sheet(size, *grid, figures[:count], False, first, rules) for grid in BOARD_GRIDS[count]),
                key=Sheet.cell,
            )
            for count in reversed(counts)
        ]  # each with the grid that gives these figures the largest cells
        least = min(LEAST_BOARD_CELL, max(LEAST_WRITTEN, possible[-1].cell()))  # fewer boards may have no more room
        sheet = next((each for each in possible if each.cell() >= least), possible[-1])
        if rules and sheet.cell() < LEAST_BOARD_CELL < sheet._replace(kind="", first=False).cell():
            yield Sheet(size, 1, 1, (), False, first, rules)
            first, rules = False, ""
            continue
        yield sheet
        figures, first, rules = figures[len(sheet.figures) :], False, ""


def _solution_sheets(size: PageSize, figures: list[Figure]) -> Iterator[Sheet]:
    """Yield pages with as many solutions as can be read on a page."""
    first, grids = True, [grid[::-1] if size.is_wide else grid for grid in SOLUTION_GRIDS]
    while figures:
        possible = [_solution_sheet(size, (rows, cols), figures[: rows * cols], first) for rows, cols in grids]
        sheet = next((each for each in possible if each.cell() >= LEAST_CELL), possible[-1])
        yield sheet
        figures, first = figures[len(sheet.figures) :], False


def _solution_sheet(size: PageSize, grid: tuple[int, int], figures: Sequence[Figure], first: bool) -> Sheet:
    """Return a page of solutions, in no more rows of the `grid` than they need, and several rows as equally full as
    possible; `first` is the field of a Sheet.

    figures: at most rows x cols of the grid.
    """
    rows, cols = grid
    needed = min(rows, ceil(len(figures) / cols))
    return Sheet(size, needed, cols if needed == 1 else ceil(len(figures) / needed), figures, True, first)
