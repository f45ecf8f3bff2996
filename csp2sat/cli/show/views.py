"""The views of solutions: `a` lines, drawn boards, JSON fields."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Protocol

from ...api.inputs import visible
from ...api.writing.answer_texts import PLAIN, answers_of, show_named
from ...api.writing.converting import DRAWN
from ...api.writing.drawing import Note, Picture, differs_mark, is_starred
from ...decoder import VariableMap
from ...model.model import Answer, Model
from ...puzzles.spec import PUZZLES, Board, Cell
from ...solving.problem import Problem
from ...tuples import NamedTuple
from ..progress import draws, is_utf8
from ..streams import allow_colours
from ..suffixes import check_format

if TYPE_CHECKING:
    from ...api.counting import Projection


MARKED = "marked:"
ADDED = f"{MARKED} added; then the solution is unique"
LEFT_OUT = f"{MARKED} clues that are left out"
CONFLICTS = (  # of no, one, more clues
    f"{MARKED} places of the last step",
    f"{MARKED} a clue that cannot hold",
    f"{MARKED} clues that cannot hold together",
)


class Style(NamedTuple):
    """The style of boards in text: whether with box-drawing characters, whether with colours."""

    boxes: bool = False
    colour: bool = False


def style(color: str) -> Style:
    """Return the style of boards on stdout for a value of `--color`: always, never or auto.

    Colours: `always` has them on any output, `never` on none, and `auto` on a terminal.  The environment changes `auto`
    alone: NO_COLOR, if not empty, forbids colours, else FORCE_COLOR, if not empty, has them on any output.  Box-drawing
    characters: if stdout is UTF-8 and a terminal, or gets colours though it is none.
    """
    forced = color == "always" or bool(os.environ.get("FORCE_COLOR"))
    refused = color == "never" or (color == "auto" and bool(os.environ.get("NO_COLOR")))
    terminal = draws(sys.stdout)
    boxes = is_utf8(sys.stdout) and (terminal or color == "always" or (forced and not refused))
    return Style(boxes, (terminal or forced) and not refused)


def drawn(picture: Picture, marked: Collection[Cell], how: Style) -> str:
    """Return a picture as lines of text, with marks on the cells `marked`."""
    from ...api.writing.drawing import picture_text

    if how.colour:
        allow_colours()
    return picture_text(picture, marked, how.boxes, how.colour) + "\n"


class ReasonPen:
    """A pen for the pictures of an explanation, which draws them as text at once or keeps them for a file.

    how: the style of text.  apart: whether pictures are kept, in `drawings`.  sign: that cells have in solutions of the
    board, '' if it has none.
    """

    def __init__(self, how: Style, apart: bool, sign: str):
        self._how, self.apart, self._sign = how, apart, sign
        self.drawings: list[tuple[Picture, Collection[Cell]]] = []

    def draw(self, picture: Picture, marked: Collection[Cell], legend: str = "") -> str:
        """Return a picture as text, with marks on the cells `marked`, and a line that says what the mark means; '' if
        pictures are kept for a file, to which this picture is added, with the legend below.
        """
        from ...api.explaining import plain_cells

        marked = plain_cells(marked)
        if self.apart:
            notes = (*picture.notes, Note(legend)) if legend else picture.notes
            self.drawings.append((picture._replace(notes=notes), marked))
            return ""
        picture = picture._replace(starred=is_starred(picture, self._sign, marked))
        text = drawn(picture, marked, self._how)
        if marked and legend.startswith(MARKED):
            text += f"marked {differs_mark(picture)}:{legend.removeprefix(MARKED)}\n"
        return text


class View(Protocol):
    """A way to show the solutions of a kind of problem.

    formats: the values of `--to`, the usual one first.
    """

    @property
    def formats(self) -> tuple[str, ...]: ...

    def text(self, solution: Any, to: str, other: Any = None) -> str:
        """Return a solution in the format `to`, with marks where it differs from an `other` solution, if the format has
        marks.
        """

    def status(self, status: str, text: str, to: str) -> str:
        """Return the answer with a status; text: that of a solution in the format `to`, '' if there is none."""

    def objective(self, value: int) -> str:
        """Return the line for a value of the objective."""

    def ended(self, number: str, is_complete: bool) -> str:
        """Return the line after several solutions; number: how many, in words.  is_complete: there are no others."""

    def fields(self, solution: Any) -> dict[str, Any]:
        """Return the fields that a solution has in a JSON object."""

    def solution(self, answer: Answer) -> Any:
        """Return the solution that the values of the model's variables mean."""


class CspView:
    """A view of a CSP: answers as its language prints them, or one `v` line with the values of all variables."""

    formats = ("values", "v", "json")

    def __init__(self, declared: Model | VariableMap):
        self._declared, self._answers = declared, answers_of(declared.about)

    def text(self, solution: Answer, to: str, other: Any = None) -> str:
        return (self._answers.line if to == "v" else self._answers.values)(self._declared, solution)

    def status(self, status: str, text: str, to: str) -> str:
        return self._answers.status(status, text)

    def objective(self, value: int) -> str:
        return self._answers.objective(value)

    def ended(self, number: str, is_complete: bool) -> str:
        return self._answers.ended(number, is_complete)

    def fields(self, solution: Answer) -> dict[str, Any]:
        """Return the values of the variables that are not hidden."""
        seen = visible(solution)
        return {"ints": seen.ints, "bools": seen.bools, **self._answers.fields(self._declared, solution)}

    def solution(self, answer: Answer) -> Any:
        return answer


class CnfView:
    """A view of a CNF: its models as `v` lines, or lists of literals, restricted to the variables that are shown."""

    formats = ("v", "json")

    def text(self, solution: Answer, to: str, other: Any = None) -> str:
        """Return a model as `v` lines; `to` and `other` make no difference."""
        from ...api.writing.answer_texts import model_text

        return model_text(solution)

    def status(self, status: str, text: str, to: str) -> str:
        return f"s {status}\n{text}"

    def objective(self, value: int) -> str:
        return PLAIN.objective(value)

    def ended(self, number: str, is_complete: bool) -> str:
        return PLAIN.ended(number, is_complete)

    def fields(self, solution: Answer) -> dict[str, Any]:
        from ...api.writing.answer_texts import model_of

        return {"model": model_of(solution)}

    def solution(self, answer: Answer) -> Any:
        return answer


class ProjectedView(CspView):
    """A view of a CSP that shows the variables of a projection alone, hidden ones too."""

    def __init__(self, declared: Model, shown: Projection):
        super().__init__(declared)
        self._shown = shown

    def text(self, solution: Answer, to: str, other: Any = None) -> str:
        only = self._shown.only(solution)
        return PLAIN.line(_Names(tuple(only.ints), tuple(only.bools)), only) if to == "v" else show_named(only)

    def ended(self, number: str, is_complete: bool) -> str:
        return PLAIN.ended(number, is_complete)

    def fields(self, solution: Answer) -> dict[str, Any]:
        return self._shown.only(solution)._asdict()


class ProjectedCnfView(CnfView):
    """A view of a CNF that shows the variables of a projection alone."""

    def __init__(self, shown: Projection):
        self._shown = shown

    def text(self, solution: Answer, to: str, other: Any = None) -> str:
        return super().text(self._shown.only(solution), to)

    def fields(self, solution: Answer) -> dict[str, Any]:
        return super().fields(self._shown.only(solution))


class BoardView:
    """A view of a board: its drawing, the values of the model's variables, or the neutral form; also drawing files."""

    formats = ("board", "values", "json", *DRAWN)

    def __init__(self, board: Board, how: Style):
        self.board, self._style = board, how
        self._puzzle = PUZZLES[board.puzzle]

    def text(self, solution: Any, to: str, other: Any = None) -> str:
        """Return the values of the model's variables if `to` is `values`, else a drawing with marks where an `other`
        solution differs.
        """
        if to == "values":
            answer = self._puzzle.values(self.board, solution)
            return PLAIN.values(_Names(tuple(answer.ints), tuple(answer.bools)), answer)
        return self._drawn(solution, other)

    def status(self, status: str, text: str, to: str) -> str:
        return text if text and to == "board" else f"s {status}\n{text}"

    def objective(self, value: int) -> str:
        return PLAIN.objective(value)

    def ended(self, number: str, is_complete: bool) -> str:
        return PLAIN.ended(number, is_complete)

    def _drawn(self, solution: Any, other: Any) -> str:
        """Return a solution drawn as text, with marks on the cells where the `other` solution, if not None, differs."""
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
    """Return the view for a problem: that of a board, a CNF, or a CSP."""
    if problem.board is not None:
        return BoardView(problem.board, how)
    return CnfView() if problem.is_cnf else CspView(problem.model)


def projected_view(problem: Problem, shown: Projection) -> View | None:
    """Return the view that shows the variables of a projection alone; None for a drawn board, and for a language whose
    answers have a form of their own, which are shown whole.
    """
    if problem.is_cnf:
        return ProjectedCnfView(shown)
    if problem.board is not None or answers_of(problem.model.about).values is not PLAIN.values:
        return None
    return ProjectedView(problem.model, shown)


def chosen_format(view: View, to: str | None, json: bool, output: str | None = None) -> str:
    """Return the format that `--json`, `--to` or the suffix of the file `output` gives, else the usual format of the
    view.

    to: the format by `--to` or the suffix, None for the usual one.  json: whether JSON is asked for.  Raises UsageError
    for a format that the view does not have.
    """
    check_format(to, output, view.formats)
    return "json" if json else to or view.formats[0]
