"""Solutions as text: `a` lines, drawn boards, JSON fields."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from typing import Any, NamedTuple, Protocol

from ...api.inputs import visible
from ...api.writing.answer_texts import PLAIN, answers_of, show_row
from ...api.writing.converting import DRAWN
from ...decoder import VariableMap
from ...model.model import Answer, Model
from ...puzzles.drawing.picture import Picture
from ...puzzles.spec import PUZZLES, Board, Cell
from ...solving.problem import Problem
from ..progress import draws, is_utf8
from ..streams import allow_colours
from .suffixes import check_format


class Style(NamedTuple):
    """How boards are drawn: with box-drawing characters, with colours."""

    boxes: bool = False
    colour: bool = False


def style(color: str) -> Style:
    """As `--color` says: on a terminal colours, and box-drawing characters where they can be shown.

    NO_COLOR and FORCE_COLOR say the same for `auto`, where they are set and not empty; NO_COLOR goes first.
    """
    forced = color == "always" or bool(os.environ.get("FORCE_COLOR"))
    refused = color == "never" or (color == "auto" and bool(os.environ.get("NO_COLOR")))
    terminal = draws(sys.stdout)
    boxes = is_utf8(sys.stdout) and (terminal or color == "always" or (forced and not refused))
    return Style(boxes, (terminal or forced) and not refused)


def drawn(picture: Picture, marked: Collection[Cell], how: Style) -> str:
    """A picture as lines of text."""
    from ...api.writing.drawing import picture_text

    if how.colour:
        allow_colours()
    return picture_text(picture, marked, how.boxes, how.colour) + "\n"


class View(Protocol):
    """How a kind of problem shows its solutions.  formats: what `--to` takes, the usual one first."""

    @property
    def formats(self) -> tuple[str, ...]: ...

    def text(self, solution: Any, to: str, other: Any = None) -> str:
        """The solution in a format; what differs from an `other` one is marked where the format can."""

    def status(self, status: str, text: str, to: str) -> str:
        """The answer of that status, with the text of a solution in that format, or ''."""

    def objective(self, value: int) -> str:
        """The line of a value of the objective."""

    def fields(self, solution: Any) -> dict[str, Any]:
        """The solution's part of the JSON object."""

    def solution(self, answer: Answer) -> Any:
        """The solution that an answer means."""


class CspView:
    """Of a CSP: as its language prints answers, or one `v` line with the values of all variables."""

    formats = ("values", "v", "json")

    def __init__(self, declared: Model | VariableMap):
        self._declared, self._answers = declared, answers_of(declared.about)

    def text(self, solution: Answer, to: str, other: Any = None) -> str:
        return (show_row if to == "v" else self._answers.values)(self._declared, solution)

    def status(self, status: str, text: str, to: str) -> str:
        return self._answers.status(status, text)

    def objective(self, value: int) -> str:
        return self._answers.objective(value)

    def fields(self, solution: Answer) -> dict[str, Any]:
        seen = visible(solution)
        return {"ints": seen.ints, "bools": seen.bools}

    def solution(self, answer: Answer) -> Any:
        return answer


class CnfView:
    """Of a CNF: its models as `v` lines, or lists of literals, of the variables that are asked about."""

    formats = ("v", "json")

    def text(self, solution: Answer, to: str, other: Any = None) -> str:
        from ...api.writing.answer_texts import model_text

        return model_text(solution)

    def status(self, status: str, text: str, to: str) -> str:
        return f"s {status}\n{text}"

    def objective(self, value: int) -> str:
        return PLAIN.objective(value)

    def fields(self, solution: Answer) -> dict[str, Any]:
        from ...api.writing.answer_texts import model_of

        return {"model": model_of(solution)}

    def solution(self, answer: Answer) -> Any:
        return answer


class BoardView:
    """Of a board: its drawing, the values of the model's variables, or the neutral form; also drawings as files."""

    formats = ("board", "values", "json", *DRAWN)

    def __init__(self, board: Board, how: Style):
        self.board, self._style = board, how
        self._puzzle = PUZZLES[board.puzzle]

    def text(self, solution: Any, to: str, other: Any = None) -> str:
        if to == "values":
            answer = self._puzzle.values(self.board, solution)
            return PLAIN.values(_Names(tuple(answer.ints), tuple(answer.bools)), answer)
        return self._drawn(solution, other)

    def status(self, status: str, text: str, to: str) -> str:
        return text if text and to == "board" else f"s {status}\n{text}"

    def objective(self, value: int) -> str:
        return PLAIN.objective(value)

    def _drawn(self, solution: Any, other: Any) -> str:
        from ...api.writing.drawing import differing_cells

        drawing = self._puzzle.picture(self.board, solution)
        differing = () if other is None else differing_cells(self._puzzle.picture(self.board, other), drawing)
        return drawn(drawing, differing, self._style)

    def fields(self, solution: Any) -> dict[str, Any]:
        return {"solution": solution}

    def solution(self, answer: Answer) -> Any:
        return self._puzzle.solution(self.board, answer)


class _Names(NamedTuple):
    ints: tuple[str, ...]
    bools: tuple[str, ...]


def view_of(problem: Problem, how: Style) -> View:
    """The view of a problem."""
    if problem.board is not None:
        return BoardView(problem.board, how)
    return CnfView() if problem.is_cnf else CspView(problem.model)


def chosen_format(view: View, to: str | None, json: bool, output: str | None = None) -> str:
    """The format that `--to` (or the suffix of the file `output`) and `--json` name; UsageError with those that there
    are."""
    check_format(to, output, view.formats)
    return "json" if json else to or view.formats[0]
