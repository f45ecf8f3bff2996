"""Boards drawn to files: --to svg, png, pdf or html."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...api.writing import drawing
from ...api.writing.converting import DRAWN, PrintStyle
from ...errors import UsageError
from ...puzzles.spec import Board
from ...tuples import NamedTuple

if TYPE_CHECKING:
    from ...api.door import AnswerReport
    from .views import BoardView


class DrawingTarget(NamedTuple):
    """The destination of a drawing.

    to: one of DRAWN, or a format of text.  output: a path; None or `-` for stdout.  style: in print.
    cell: the width of a cell in pixels, None for the usual one.
    """

    to: str
    output: str | None = None
    quiet: bool = False
    style: PrintStyle = PrintStyle()
    cell: int | None = None

    @property
    def drawn(self) -> bool:
        """Whether the format is that of a drawing, not of a text."""
        return self.to in DRAWN

    def own_file(self) -> bool:
        """Whether the drawing has a file of its own, so that stdout is free."""
        return self.output not in (None, "-")

    def check(self, many: bool = False) -> None:
        """Raise UsageError, before any work, if the drawing cannot be made: no terminal shows PNG or PDF, and a
        library may be missing.

        many: whether all solutions are to be drawn, which only a page has room for.
        """
        if many and self.to != "html":
            raise UsageError(f"--to {self.to} draws one solution; --to html draws all")
        drawing.check_cell(self.cell, self.to)
        drawing.check(self.to)
        if self.to in ("png", "pdf") and not self.own_file() and sys.stdout.isatty():
            raise UsageError(f"a {self.to.upper()} cannot be printed on a terminal; use -o FILE")


def show(target: DrawingTarget, board: Board, result: AnswerReport, unique: bool, assume: str = "") -> None:
    """Draw the result of solving a board.

    unique: whether the question was if the solution is the only one.  assume: the assumption under which the board was
    encoded, '' for none.  Without a solution there is no picture but, in HTML, a page that says so; the `s` line is
    printed, unless the page is on stdout.  The verdict on uniqueness goes to stdout, or to stderr if the drawing is on
    stdout.
    """
    from ..reporting import note
    from .results import verdict

    if result.solution is None and (target.to != "html" or target.own_file()):
        print(f"s {result.status}")
        if assume and result.status == "UNSATISFIABLE":
            print(f"c none under this assumption: {assume}")
    if result.solution is not None or target.to == "html":
        solutions = [each for each in (result.solution, result.second) if each is not None]
        write(target, board, solutions, _sentence(result, unique, assume))
    if unique and result.solution is not None:
        if target.own_file():
            print(verdict(result))
        else:
            note(verdict(result), target.quiet)


def show_all(target: DrawingTarget, view: BoardView, solutions: Sequence[Any], complete: bool) -> None:
    """Draw a page with several solutions, and print their number to stdout, if that is free; complete: whether they are
    all.
    """
    from .results import count

    line = count(len(solutions), complete, view)
    none = "There is no solution." if complete else "No solution was found."
    write(target, view.board, solutions, line.strip().capitalize() + "." if solutions else none)
    if target.own_file():
        print(line, end="")


def _sentence(result: AnswerReport, unique: bool, assume: str) -> str:
    """Return the verdict on a result for a page, as a sentence.

    unique: whether the question was if the solution is the only one.  assume: the assumption under which there is no
    solution, '' for none.
    """
    from .results import why

    if result.solution is None:
        if result.status == "UNSATISFIABLE":
            return f"No solution under this assumption: {assume}." if assume else "There is no solution."
        return f"Not solved: {why(result.reason)}." if result.reason else "Not solved."
    if not unique:
        return "Solved."
    if result.unique is None:
        return f"Not decided whether this is the only solution: {why(result.reason)}."
    return "The only solution." if result.unique else "Not the only solution: the cells that differ are marked."


def write(target: DrawingTarget, board: Board, solutions: Sequence[Any] = (), sentence: str = "") -> None:
    """Draw a board, or its solutions, in the format of the target.

    An svg, png or pdf shows at most two solutions, with marks where they differ.  sentence: the verdict that a
    page shows.
    """
    put_drawing(drawing.drawing(board, solutions, target.to, sentence, target.style.black, target.cell), target)


def put_drawing(drawn: str | bytes, target: DrawingTarget) -> None:
    """Write a drawing to the file of the target, all or nothing, compressed if its suffix says so; else to stdout."""
    from ...base import files

    data = drawn.encode() if isinstance(drawn, str) else drawn
    if not target.own_file():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    with files.new_file(files.named(str(target.output))) as file:
        packed = files.compressed(file, str(target.output))
        packed.write(data)
        if packed is not file:
            packed.close()
