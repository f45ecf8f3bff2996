"""Boards as files of drawings: --to svg, png or html."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...api.writing import drawing
from ...api.writing.converting import DRAWN
from ...errors import UsageError
from ...puzzles.spec import Board

if TYPE_CHECKING:
    from ...api.door import AnswerReport
    from .views import BoardView


class DrawingTarget(NamedTuple):
    """What is to be drawn where: one of DRAWN (or a format of text), and a path (None, -: stdout)."""

    to: str
    output: str | None = None
    quiet: bool = False

    @property
    def drawn(self) -> bool:
        """Is it a drawing at all, and no text?"""
        return self.to in DRAWN

    def own_file(self) -> bool:
        """Does the drawing have a file of its own, so that stdout is free?"""
        return self.output not in (None, "-")

    def check(self, many: bool = False) -> None:
        """Before any work: UsageError for what cannot be asked; what to install, if that is missing.

        many: all solutions are wanted, which only a page has room for.
        """
        if many and self.to != "html":
            raise UsageError(f"--to {self.to} draws one solution; --to html draws all")
        drawing.check(self.to)
        if self.to == "png" and not self.own_file() and sys.stdout.isatty():
            raise UsageError("a PNG is no text for a terminal; say -o FILE")


def show(target: DrawingTarget, board: Board, result: AnswerReport, unique: bool, assume: str = "") -> None:
    """Draw what came out of solving.  unique: it was asked whether the solution is the only one.
    assume: what was assumed when it was encoded, if anything.

    Where there is no solution, a page says so; there is no picture of it, and the `s` line is all.  The line of the
    verdict goes to stdout, or to stderr if the drawing is there.
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
    """A page with several solutions; complete: there are no others.  How many goes to stdout, if that is free."""
    from .results import count

    line = count(len(solutions), complete, view)
    none = "There is no solution." if complete else "No solution was found."
    write(target, view.board, solutions, line.strip().capitalize() + "." if solutions else none)
    if target.own_file():
        print(line, end="")


def _sentence(result: AnswerReport, unique: bool, assume: str) -> str:
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
    """Draw a board, or its solutions.

    Of several solutions svg and png show the first two, with marks where they differ; sentence: the verdict of a page.
    """
    put_drawing(drawing.drawing(board, solutions, target.to, sentence), target)


def put_drawing(drawn: str | bytes, target: DrawingTarget) -> None:
    """All or nothing into a file, compressed as its suffix says."""
    from ...base import files

    data = drawn.encode() if isinstance(drawn, str) else drawn
    if not target.own_file():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    with files.new_file(Path(str(target.output))) as file:
        packed = files.compressed(file, str(target.output))
        packed.write(data)
        if packed is not file:
            packed.close()


def convert(input_: str, from_: str | None, target: DrawingTarget) -> int:
    """Draw a board as it was given; the exit code."""
    from ...api.inputs import read_problem

    target.check()
    refusal = f"--to {target.to}: only a board can be drawn"
    board = read_problem(input_, from_, refusal).board
    if board is None:
        raise UsageError(refusal)
    write(target, board)
    return 0
