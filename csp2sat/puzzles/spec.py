"""What a puzzle is, and what passes between its parts: Board, Stage, Solution, Picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

from ..base.numbers import long_written
from ..base.plugins import Parts
from ..model.model import Answer, Model
from ..model.refinement import Refinement
from .drawing.picture import Picture, differing_cells
from .givens import LISTS, CellForm, SectionsForm
from .notation import CellValues, GivenParts, Givens, GivenValue, Notation
from .sites import Game, Page, PenpaDrawing, PlayerFile, PuzzlekitText, UrlType

Cell = tuple[int, int]  # row and column, from 0
Clue = tuple[Cell, GivenValue]  # a cell, and what is given there
# The neutral JSON forms of solutions: rows of characters; rows of numbers, or bridges; edges "h" and "v", and "shaded"
Solution = list[str] | list[list[int]] | dict[str, list[str]]
S = TypeVar("S", list[str], list[list[int]], dict[str, list[str]])


@dataclass(frozen=True)
class Board:
    """A board as it was given.  rows, cols: of cells; givens: in the neutral JSON form, one form for each puzzle."""

    puzzle: str
    rows: int
    cols: int
    givens: Givens

    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return [(r, c) for r in range(self.rows) for c in range(self.cols)]

    def lines(self) -> list[tuple[str, list[Cell]]]:
        """Rows, then columns, each with its name, counted from 1, and its cells."""
        rows = [(f"row {r + 1}", [(r, c) for c in range(self.cols)]) for r in range(self.rows)]
        return rows + [(f"column {c + 1}", [(r, c) for r in range(self.rows)]) for c in range(self.cols)]

    def segments(self, cells: Container[Cell]) -> Iterator[tuple[str, list[Cell]]]:
        """The longest lines of neighbouring `cells`: `across`, from left to right, then `down`, from top to bottom.

        A cell is in one line of each way, if only by itself.
        """
        for name, line in self.lines():
            for inside, group in groupby(line, cells.__contains__):
                if inside:
                    yield "across" if name.startswith("row") else "down", list(group)

    def has(self, cell: Cell) -> bool:
        """Is the cell on the board?"""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def from_middle(self, cell: Cell) -> int:
        """Twice the number of steps from the cell to the middle of the board."""
        return abs(2 * cell[0] + 1 - self.rows) + abs(2 * cell[1] + 1 - self.cols)

    def values(self) -> CellValues:
        """The values of the cells, where the givens have them (`CellForm`, or `SectionsForm` with a grid)."""
        return PUZZLES[self.puzzle].form.values(self.givens)

    def filled(self, blank: object = 0) -> dict[Cell, GivenValue]:
        """The values other than `blank` by their cells, in reading order, where the givens have them."""
        return {(r, c): value for r, row in enumerate(self.values()) for c, value in enumerate(row) if value != blank}

    def with_values(self, values: Mapping[Cell, GivenValue]) -> Board:
        """The board with other values in some cells, where the givens have them."""
        grid = self.values()
        for (r, c), value in values.items():
            grid[r][c] = value
        return Board(self.puzzle, self.rows, self.cols, PUZZLES[self.puzzle].form.replaced(self.givens, grid))

    def title(self) -> str:
        """What the board is called: `Masyu, 10 rows, 8 columns`."""
        rows, cols = (f"{n} {unit}{'s' if n > 1 else ''}" for n, unit in ((self.rows, "row"), (self.cols, "column")))
        return f"{self.puzzle.capitalize()}, {rows}, {cols}"

    def svg(self, solution: Solution | None = None, second: Solution | None = None) -> str:
        """An SVG document: the board as given, its solution, or two solutions side by side with marks."""
        from .drawing import svg

        picture = PUZZLES[self.puzzle].picture
        if solution is None or second is None:
            words = "The board as given." if solution is None else "Solved."
            return svg.draw(picture(self, solution), (), self.title(), words)
        differing = differing_cells(first := picture(self, solution), other := picture(self, second))
        words = f"Two solutions, which differ in {len(differing)} cells."
        return svg.beside([(first, differing), (other, differing)], self.title(), words)

    def _repr_svg_(self) -> str:
        """For notebooks: the board as it was given."""
        return self.svg()

    def neutral(self) -> GivenParts:
        """The neutral JSON form.  A puzzle puts it into its model as `about["board"]`."""
        return {"type": self.puzzle, "rows": self.rows, "cols": self.cols, "givens": self.givens}

    @classmethod
    def from_neutral(cls, form: GivenParts) -> Board:
        """The board of a neutral form that `neutral` has made; nothing is checked."""
        return cls(form["type"], form["rows"], form["cols"], form["givens"])


StageRelation = Literal["exact", "stronger", "weaker", "equisatisfiable"]


class Stage(NamedTuple):
    """One way to model a board.

    relation to the solutions: `exact`: its models, projected on the variables that are not hidden, are the solutions;
    `stronger`: every model is a solution, but not the other way round (believed only when satisfiable);
    `weaker`: every solution is a model (believed only when unsatisfiable, or when the answer passes the rules);
    `equisatisfiable`: every model is a solution, and there is one if there is a solution.
    assume: what it assumes, if anything (`unique`): `--assume unique` encodes this stage.
    """

    name: str
    relation: StageRelation
    model: Callable[[Board], Model]
    assume: str = ""


class Second(NamedTuple, Generic[S]):
    """How a puzzle answers "is there another solution?" better than by blocking the first in the exact model.

    at_once: another solution, if one is seen without search.  model: else a model whose answers mean other solutions,
    and which has one if there is another solution.  first: a variable of it that is assumed at first, if it is there.
    """

    at_once: Callable[[Board, S], S | None]
    model: Callable[[Board, S], Model]
    first: str = ""


class Clues:
    """Which clues of a puzzle can be left out or added: here none.  `kit/clues.py` has the usual kinds.

    in_rules: do the model's rules use the clues, so that there is no constraint for each of them?
    exclusive: of the clues that might be written into a cell, does a solution keep one at most?
    """

    in_rules = False
    exclusive = True

    def given_cells(self, board: Board) -> set[Cell]:
        """Return where there is a clue: in cells that are not blank, and where clues can be left out."""
        return {cell for cell, value in board.filled(None).items() if value not in (0, ".")}.union(self.optional(board))

    def optional(self, board: Board) -> list[Cell]:
        """The cells with a clue that the board could be without, in reading order."""
        return []

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        """The board without the clues of these cells."""
        return board

    def model(self, board: Board) -> Model | None:
        """Another exact model, for reasons, if clues have no constraints of their own in the usual one."""
        return None

    def place(self, board: Board, cell: Cell) -> str:
        """Where such a clue is, for people."""
        return f"row {cell[0] + 1}, column {cell[1] + 1}"

    def addable(self, board: Board) -> Iterator[Clue]:
        """What one might write into a cell as one more clue."""
        return iter(())

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        """The board with more clues."""
        return board


def border_is_sure(board: Board, solution: object, beside: Sequence[Cell], varying: Collection[Cell]) -> bool:
    """Do all solutions have the border between these cells, that of one side alone at the edge of the board?

    varying: the cells whose variables differ in some solution.  It is sure if those of all cells beside it are decided.
    """
    return not any(cell in varying for cell in beside)


Family = Literal["shading", "objects", "loops and lines", "divisions", "numbers"]
FAMILIES: tuple[Family, ...] = get_args(Family)


@dataclass(frozen=True, eq=False, repr=False)  # there is one of each name
class Puzzle(Generic[S]):
    """A type of puzzle: one file under `puzzles/types/`, as the constant PUZZLE.  S: the neutral form of its solutions.

    name: as in `--from NAME`.  titles: what comments and file names call it; the first one is written.
    rules: what the solver has to do, for people.  cells: how one cell (or value of a section) is written.
    symbols: what is written into the text form, and what it means, in one line: `- blank, 0 white circle`.
    stages: how to model a board, quickest first; the last one is exact.
    solution: board and answer -> neutral solution; values: the other way, for the exact model's visible variables.
    rule_faults: what is wrong with a solution, in words; [] if nothing is.  WrongForm if it is not in the neutral form.
        It shares no code with the models.  picture: the drawing of a board and, if given, its solution.
    samples: texts, each with the ASCII drawing of its only solution, without blanks at line ends (None: it has none).
    check: refuses a board that is no board of this type (ValueError(message) or CellError(cell, message)).
    form: what the neutral givens look like.  second: how to search for another solution, if there is a better way.
    refinement: how to solve a board by a weaker model and cuts, if that is quicker.
    clues: which may be left out or added.  border_is_sure: as the function of that name.
    url, sgt, page, puzzlekit: how puzz.link, Simon Tatham's programs, puzzle-masyu.com, puzzlekit write it, if so.
    player, penpa: how files of puzz.link's player and Penpa+ have it, if so.  family: what it is listed with.
    in_line: is a line of characters, and not a word about it, such a board (`formats/line.py`)?  One may be so.
    rewritten: a solution as it is written for this board, if it was that of a board with more or fewer clues.
    Its generator is the constant MAKING beside it (`making.py`), or a file of its name under `generating/types/`.
    """

    name: str
    titles: tuple[str, ...]
    family: Family
    rules: str
    cells: Notation
    stages: tuple[Stage, ...]
    solution: Callable[[Board, Answer], S]
    values: Callable[[Board, S], Answer]
    rule_faults: Callable[[Board, S], list[str]]
    picture: Callable[[Board, S | None], Picture]
    symbols: str = ""
    samples: tuple[tuple[str, str | None], ...] = ()
    check: Callable[[Board], None] = field(default=lambda board: None)
    form: CellForm | SectionsForm = LISTS
    second: Second[S] | None = None
    refinement: Callable[[Board], Refinement | None] = lambda board: None
    clues: Clues = field(default_factory=Clues)
    url: UrlType | None = None
    sgt: Game | None = None
    page: Page | None = None
    puzzlekit: PuzzlekitText | None = None
    penpa: PenpaDrawing | None = None
    player: PlayerFile | None = None
    in_line: bool = False
    border_is_sure: Callable[[Board, S, Sequence[Cell], Collection[Cell]], bool] = border_is_sure
    rewritten: Callable[[Board, S], S] = lambda board, solution: solution

    @long_written()
    def broken_rules(self, board: Board, solution: S) -> list[str]:
        """What is wrong with a solution, in words, if only that it has not the neutral form; [] if nothing is."""
        try:
            return self.rule_faults(board, solution)
        except WrongForm as error:
            return [str(error)]


AnyPuzzle = Puzzle[Any]  # whatever the form of its solutions


class WrongForm(ValueError):
    """A solution that is not in the neutral form of its puzzle."""


class CellError(ValueError):
    """A cell of a board that cannot stand there; readers turn it into an InputError with its place.

    cell: row and column; in givens of sections the key and numbers that lead to a value, such as `("clues", 3)`.
    """

    def __init__(self, cell: tuple[int | str, ...], message: str):
        super().__init__(message)
        self.cell = cell


PUZZLES: Parts[AnyPuzzle] = Parts("puzzle", "PUZZLE", "csp2sat.puzzles.types")
