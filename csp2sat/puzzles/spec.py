"""What a puzzle is, and what passes between its parts: Board, Stage, Solution, Picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ..model.model import Answer, Model
from ..plugins import Parts
from ..text import Source
from .givens import STRINGS, Form, Sections
from .picture import Picture

Cell = tuple[int, int]  # row and column, from 0
Solution = Any  # the neutral JSON form of a solution, one form per puzzle


@dataclass(frozen=True)
class Board:
    """A board as it was given.

    rows, cols: size of the cell grid.  givens: the neutral JSON form, one form per puzzle.
    """

    puzzle: str
    rows: int
    cols: int
    givens: Any

    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return [(r, c) for r in range(self.rows) for c in range(self.cols)]

    def has(self, cell: Cell) -> bool:
        """Is the cell on the board?"""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def from_middle(self, cell: Cell) -> int:
        """Twice the number of steps from the cell to the middle of the board."""
        return abs(2 * cell[0] + 1 - self.rows) + abs(2 * cell[1] + 1 - self.cols)

    def _repr_svg_(self) -> str:
        """For notebooks: the board as it was given."""
        from .figure import svg_of

        return svg_of(self)

    def neutral(self) -> dict[str, Any]:
        """The neutral JSON form.  A puzzle puts it into its model as `about["board"]`."""
        return {"type": self.puzzle, "rows": self.rows, "cols": self.cols, "givens": self.givens}

    @classmethod
    def from_neutral(cls, form: dict[str, Any]) -> Board:
        """The board of a neutral form that `neutral` has made; nothing is checked."""
        return cls(form["type"], form["rows"], form["cols"], form["givens"])


Relation = Literal["exact", "stronger", "weaker", "equisatisfiable"]


class Stage(NamedTuple):
    """One way to model a board.

    relation to the solutions: `exact`: its models, projected on the variables that are not hidden, are the solutions;
    `stronger`: every model is a solution, but not the other way round (believed only when satisfiable);
    `weaker`: every solution is a model (believed only when unsatisfiable, or when the answer passes the rules);
    `equisatisfiable`: every model is a solution, and there is one if there is a solution.
    assume: what it assumes, if anything (`unique`): `--assume unique` encodes this stage.
    """

    name: str
    relation: Relation
    model: Callable[[Board], Model]
    assume: str = ""


class Second(NamedTuple):
    """How a puzzle answers "is there another solution?" better than by blocking the first in the exact model.

    at_once: another solution, if one is seen without search.  model: where there is none at once, a model whose answers
    mean other solutions, and which has one if there is another solution.
    """

    at_once: Callable[[Board, Solution], Solution | None]
    model: Callable[[Board, Solution], Model]


@dataclass(frozen=True)
class Puzzle:
    """A type of puzzle: one file under `puzzles/`, as the constant PUZZLE.

    name: as in `--from NAME`; `names.py` has others.
    rules: what the solver has to do, for people.
    token: one cell (or value of a section) of the plain text form -> neutral value; raises ValueError with what was
        expected.
    symbol: neutral value -> its token in the plain text form; for anything else that JSON can hold, ValueError with
        what was expected.
    numbers: the digits of the digit-array form -> neutral values; None: they are the neutral values; {}: the puzzle
        has no such form.
    check: refuses a board that is no board of this type (ValueError(message) or CellError(cell, message)).
    stages: how to model a board, quickest first; the last one is exact.
    solution: board and answer -> neutral solution; values: the other way, for the exact model's visible variables.
    broken_rules: what is wrong with a solution, in words; [] if
        nothing is.  It shares no code with the models.
    picture: the drawing of a board and, if given, its solution.
    samples: boards in text form, each with the ASCII drawing of its only solution, without blanks at the ends of lines
        (None: it has no solution).
    form: what the neutral givens look like.
    second: how to look for another solution, if there is a better way than the general one.
    """

    name: str
    rules: str
    token: Callable[[str], Any]
    symbol: Callable[[Any], str]
    numbers: dict[int, Any] | None
    stages: tuple[Stage, ...]
    solution: Callable[[Board, Answer], Solution]
    values: Callable[[Board, Solution], Answer]
    broken_rules: Callable[[Board, Solution], list[str]]
    picture: Callable[[Board, Solution | None], Picture]
    samples: tuple[tuple[str, str | None], ...] = ()
    check: Callable[[Board], None] = field(default=lambda board: None)
    form: Form | Sections = STRINGS
    second: Second | None = None


class CellError(ValueError):
    """A cell of a board that cannot stand there; readers turn it into an InputError with its place.

    cell: row and column; in givens of sections the key and numbers that lead to a value, such as `("clues", 3)`.
    """

    def __init__(self, cell: tuple[int | str, ...], message: str):
        super().__init__(message)
        self.cell = cell


class Format(NamedTuple):
    """A way to write boards: one file under `puzzles/formats/`, as the constant FORMAT.

    fits: could this text be of this format?  read: Source and Puzzle -> Board, InputError with the place.
    write: Board -> text.  comments: the lines in which a text may name its puzzle, in words.
    type: the puzzle's name, where the format has a place for it; InputError if that cannot be read.
    """

    name: str
    fits: Callable[[str], bool]
    read: Callable[[Source, Puzzle], Board]
    write: Callable[[Board], str]
    comments: Callable[[str], list[str]] = lambda text: []
    type: Callable[[Source], str | None] = lambda source: None


PUZZLES: Parts[Puzzle] = Parts("puzzle", "PUZZLE", "csp2sat.puzzles")
FORMATS: Parts[Format] = Parts("board format", "FORMAT", "csp2sat.puzzles.formats")
