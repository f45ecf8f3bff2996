"""Circles as elements of a page, each with its place in pixels: `<div class="loop-dot dot-black" style="top: ..">`."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple

from ....base.source import Source
from ....errors import InputError
from ...notation import check_size
from ...sites import Page
from ...spec import AnyPuzzle
from ..base.placing import placed

DOT = "loop-dot"


class Dot(NamedTuple):
    """A cell: its place in pixels, its neutral value, and the place of its element in the text (line and column, from
    1).
    """

    top: float
    left: float
    value: str
    line: int
    column: int


def read_dots(source: Source, puzzle: AnyPuzzle, page: Page) -> list[str]:
    """Return the rows of the board, a character for each cell; raise InputError at the first wrong place."""
    finder = _Finder(source, puzzle.name, page)
    finder.feed(source.text)
    finder.close()
    tops, lefts = sorted({dot.top for dot in finder.dots}), sorted({dot.left for dot in finder.dots})
    if not finder.dots:
        raise source.error(f"the page has no element of the class {DOT}", 0)
    with placed(lambda message: source.error(message, 0)):
        check_size(len(tops), len(lefts))
    cells: dict[tuple[float, float], str] = {}
    for top, left, value, line, column in finder.dots:
        if (top, left) in cells:
            raise source.error_in_line("there is another circle at this place; expected one board", line, column)
        cells[top, left] = value
    missing = next(((top, left) for top in tops for left in lefts if (top, left) not in cells), None)
    if missing is not None:
        where = f"top {missing[0]:g}px, left {missing[1]:g}px"
        raise source.error(f"there is no cell at {where}; expected a whole board", 0)
    return ["".join(cells[top, left] for left in lefts) for top in tops]


class _Finder(HTMLParser):
    """A collector of the dots of a page."""

    def __init__(self, source: Source, puzzle: str, page: Page):
        super().__init__()
        self.source, self.puzzle, self.page = source, puzzle, page
        self.dots: list[Dot] = []
        self.inside = False  # of a dot

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add a dot if the element is one; raise InputError if it is a cell of another puzzle, or a dot without a
        place.
        """
        given = dict(attrs)
        names = (given.get("class") or "").split()
        if "loop-task-cell" in names:
            raise self._error(f"this is the board of another puzzle than {self.puzzle}: it has cells between the dots")
        if DOT in names:
            self.inside = True
            style = given.get("style") or ""
            value = next((self.page.circles[name] for name in names if name in self.page.circles), self.page.blank)
            self.dots.append(Dot(self._pixels(style, "top"), self._pixels(style, "left"), value, *self._place()))

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a dot."""
        self.inside = self.inside and tag != "div"

    def handle_data(self, data: str) -> None:
        """Raise InputError if there is a text in a dot."""
        if self.inside and data.strip():
            raise self._error(f"this is the board of another puzzle than {self.puzzle}: there is a text in a circle")

    def _pixels(self, style: str, side: str) -> float:
        found = re.search(rf"(?:^|[;\s]){side}\s*:\s*(-?\d{{1,6}}(?:\.\d{{1,6}})?)px", style)
        if found is None:
            raise self._error(f"a circle without its place; expected `{side}: NUMBERpx` in its style")
        return float(found[1])

    def _place(self) -> tuple[int, int]:
        line, column = self.getpos()
        return line, column + 1

    def _error(self, message: str) -> InputError:
        return self.source.error_in_line(message, *self._place())
