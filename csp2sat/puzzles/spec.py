"""The description of a puzzle (Puzzle, Stage, Second, Clues), and the types that its parts exchange: Board and
Solution.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from itertools import chain, groupby, repeat
from typing import Any, Generic, Literal, TypeVar, get_args

from ..base.numbers import counted, long_written
from ..base.plugins import Parts
from ..frozen import dataclass
from ..model.model import Answer, Model, Origin
from ..model.refinement import Refinement
from ..tuples import NamedTuple
from .drawing.picture import Note, Picture, differing_cells
from .fact_forms import FactForms
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
    """A board as it was given: its puzzle's name, its numbers of rows and columns of cells, and its givens.

    The givens are in the neutral JSON form, which is another one for each puzzle.
    """

    puzzle: str
    rows: int
    cols: int
    givens: Givens

    def cells(self) -> list[Cell]:
        """Return all cells in reading order."""
        return [(r, c) for r in range(self.rows) for c in range(self.cols)]

    def lines(self) -> list[tuple[str, list[Cell]]]:
        """Return the rows, then the columns, each as its name (counted from 1) and its cells."""
        rows = [(f"row {r + 1}", [(r, c) for c in range(self.cols)]) for r in range(self.rows)]
        return rows + [(f"column {c + 1}", [(r, c) for r in range(self.rows)]) for c in range(self.cols)]

    def segments(self, cells: Set[Cell] | Mapping[Cell, object]) -> Iterator[tuple[str, list[Cell]]]:
        """Yield the longest lines of neighbouring `cells`: `across`, from left to right, then `down`, from top to
        bottom.

        Each of the cells is in one line of both directions, perhaps as its only cell.
        """
        rows, columns = range(self.rows), range(self.cols)
        across = (("across", zip(repeat(r), columns, strict=False)) for r in rows)
        down = (("down", zip(rows, repeat(c), strict=False)) for c in columns)
        for way, line in chain(across, down):
            for inside, group in groupby(line, cells.__contains__):
                if inside:
                    yield way, list(group)

    def has(self, cell: Cell) -> bool:
        """Whether the cell is on the board."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def from_middle(self, cell: Cell) -> int:
        """Return twice the number of steps from the cell to the middle of the board."""
        return abs(2 * cell[0] + 1 - self.rows) + abs(2 * cell[1] + 1 - self.cols)

    def values(self) -> CellValues:
        """Return the values of the cells, row by row, from givens that have them (`CellForm`, or `SectionsForm` with a
        grid).
        """
        return PUZZLES[self.puzzle].form.values(self.givens)

    def filled(self, blank: object = 0) -> dict[Cell, GivenValue]:
        """Return the cells whose value is not `blank`, with their values, in reading order."""
        return {(r, c): value for r, row in enumerate(self.values()) for c, value in enumerate(row) if value != blank}

    def with_values(self, values: Mapping[Cell, GivenValue]) -> Board:
        """Return the board with other values in some cells."""
        grid = self.values()
        for (r, c), value in values.items():
            grid[r][c] = value
        return Board(self.puzzle, self.rows, self.cols, PUZZLES[self.puzzle].form.replaced(self.givens, grid))

    def title(self) -> str:
        """Return the title of the board for people: `Masyu, 10 rows, 8 columns`."""
        rows, cols = counted(self.rows, "row"), counted(self.cols, "column")
        return f"{PUZZLES[self.puzzle].titles[0]}, {rows}, {cols}"

    def svg(self, solution: Solution | None = None, second: Solution | None = None) -> str:
        """Return an SVG document of the board as given, of its solution, or of two solutions side by side with marks on
        the cells that differ.
        """
        from .drawing import svg

        picture = PUZZLES[self.puzzle].picture
        if solution is None or second is None:
            words = "The board as given." if solution is None else "Solved."
            return svg.draw(picture(self, solution), (), self.title(), words)
        differing = differing_cells(first := picture(self, solution), other := picture(self, second))
        words = f"Two solutions, which differ in {len(differing)} cells."
        one = first._replace(notes=(*first.notes, Note("first solution")))
        two = other._replace(notes=(*other.notes, Note("second solution; marked: cells that differ")))
        return svg.beside([(one, differing), (two, differing)], self.title(), words)

    def _repr_svg_(self) -> str:
        """Return the SVG document of the board as given, for notebooks."""
        return self.svg()

    def neutral(self) -> GivenParts:
        """Return the neutral JSON form, which a puzzle puts into its model as `about["board"]`."""
        return {"type": self.puzzle, "rows": self.rows, "cols": self.cols, "givens": self.givens}

    @classmethod
    def from_neutral(cls, form: GivenParts) -> Board:
        """Return the board of a neutral form made by `neutral`, without any check."""
        return cls(form["type"], form["rows"], form["cols"], form["givens"])


StageRelation = Literal["exact", "stronger", "weaker", "equisatisfiable"]


class Stage(NamedTuple):
    """A way to model a board.

    relation: how the models, projected on the variables that are not hidden, are related to the solutions: `exact`: the
        models are the solutions; `stronger`: every model is a solution, but not the other way round (believed only when
        satisfiable); `weaker`: every solution is a model (believed only when unsatisfiable, or when the answer passes
        the rules); `equisatisfiable`: every model is a solution, and there is a model if there is a solution.
    assume: the assumption that the model makes (`unique`), or '': `--assume unique` encodes this stage.
    """

    name: str
    relation: StageRelation
    model: Callable[[Board], Model]
    assume: str = ""


class Second(NamedTuple, Generic[S]):
    """A better way to find another solution than blocking the first one in the exact model.

    at_once: returns another solution if one is seen without search, else None.
    model: a model for the other case, whose answers lead to other solutions; it is satisfiable iff there is another
        one.
    first: a variable of this model that is assumed true at first, if the model has this variable; '' for none.
    ordered: whether a search does well to decide on the model's variables in the order of declaration, always on the
        first open one.
    """

    at_once: Callable[[Board, S], S | None]
    model: Callable[[Board, S], Model]
    first: str = ""
    ordered: bool = False


class Reading(NamedTuple):
    """The way to read a clue from a solution.

    variables: the names of the model's variables whose values decide the clue.  value: returns the only value with
    which a solution satisfies the clue.
    """

    variables: Collection[str]
    value: Callable[[Any], GivenValue]


class Clues:
    """The clues of a puzzle that can be left out or added: here none.  `kit/clues.py` has the usual kinds.

    in_rules: whether the model's rules use the clues, so that a clue has no constraint of its own.
    exclusive: whether a solution is compatible with at most one of the clues that might be written into a cell.
    are_rooms: whether the value of a clue is the room in which its cell lies.
    leave_signs: whether a clue that is left out leaves a sign that another value changes, such as an arrow.
    """

    in_rules = False
    exclusive = True
    are_rooms = False
    leave_signs = False

    def given_cells(self, board: Board) -> set[Cell]:
        """Return the cells with a clue: those with a value other than 0, `.` and None, and those whose clue can be left
        out.
        """
        return {cell for cell, value in board.filled(None).items() if value not in (0, ".")}.union(self.optional(board))

    def optional(self, board: Board) -> list[Cell]:
        """Return the cells whose clue can be left out, in reading order."""
        return []

    def changeable(self, board: Board) -> list[Cell]:
        """Return the places whose clue may have another value."""
        return self.optional(board)

    def extent(self, board: Board) -> tuple[int, int] | None:
        """Return the numbers of rows and columns of places for clues on the board; None if clues belong to rooms."""
        return board.rows, board.cols

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        """Return the board without the clues of these cells."""
        return board

    def model(self, board: Board) -> Model | None:
        """Return another exact model, for explanations, if the clues have no constraints of their own in the usual
        model; else None.
        """
        return None

    def owner(self, board: Board) -> Callable[[Origin], Cell | None]:
        """Return a function from the origin of a constraint to the place of the clue that the constraint states; None
        for a rule.
        """
        given = self.given_cells(board)

        def place(origin: Origin) -> Cell | None:
            at = (origin.row, origin.column)
            return at if origin.kind in ("cell", "beside") and at in given else None

        return place

    def is_total(self, origin: Origin) -> bool:
        """Whether a constraint of this origin follows from all clues together, such as that the sums of all rows and
        those of all columns are equal.
        """
        return False

    def place(self, board: Board, cell: Cell) -> str:
        """Return the place of a clue for people, such as `row 1, column 2`."""
        return f"row {cell[0] + 1}, column {cell[1] + 1}"

    def titled(self, board: Board, cell: Cell, value: str) -> str:
        """Return the clue at a place for people, such as `3 at row 1, column 2`; value: in words or signs."""
        return f"{value} at {self.place(board, cell)}"

    def words(self, board: Board, value: GivenValue) -> str:
        """Return a value of a clue of the board for people; '' for the value as it is written."""
        return ""

    def value(self, board: Board, cell: Cell) -> GivenValue:
        """Return the value of the clue at a place; None if that is not known."""
        if board.has(cell) and (values := board.values()):
            return values[cell[0]][cell[1]]
        less = self.without(board, [cell])
        given = (value for at, value in self.addable(less) if at == cell and self.added(less, [(at, value)]) == board)
        return next(given, None)

    def balance(self, board: Board, cell: Cell) -> int:
        """Return 1 for a clue that counts in a row and -1 for one in a column, if the counts of all rows and those of
        all columns have the same total; else 0.
        """
        return 0

    def addable(self, board: Board) -> Iterator[Clue]:
        """Yield each clue that might be added to the board, as its cell and value."""
        return iter(())

    def possible(self, board: Board, cell: Cell) -> Iterable[GivenValue]:
        """Return the values that the clue at a place might have."""
        return [value for at, value in self.addable(self.without(board, [cell])) if at == cell]

    def reading(self, board: Board, cell: Cell) -> Reading | None:
        """Return how the value of the clue at a place is read from a solution, if it may have too many values to try
        each; else None.
        """
        return None

    def has_all(self, board: Board, cell: Cell) -> bool:
        """Whether `possible` has all values that the clue at a place might have."""
        return True

    def may_lack(self, cell: Cell) -> bool:
        """Whether a board may be without a clue at this place; else only explanations leave the clue out."""
        return True

    def fresh(self, board: Board) -> Iterator[Clue]:
        """Yield each clue that might be written into a cell without one, and that no solution of the board keeps, such
        as a block in a free cell.
        """
        return iter(())

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        """Return the board with these clues added."""
        return board

    def moved(self, board: Board, cell: Cell, to: Cell) -> Board | None:
        """Return the board with the clue of a cell moved to the place `to`, which has no clue; nothing of the clue is
        left at its old place.  Return None if clues cannot be moved there.
        """
        return None


def border_is_sure(board: Board, solution: object, beside: Sequence[Cell], varying: Collection[Cell]) -> bool:
    """Whether all solutions have the border between the cells `beside`, which is one cell for a border at the board's
    edge.

    `varying` has the cells whose variables differ between solutions; the border is sure if none of `beside` is among
    them.
    """
    return not any(cell in varying for cell in beside)


Family = Literal["shading", "objects", "loops and lines", "divisions", "numbers"]
FAMILIES: tuple[Family, ...] = get_args(Family)


@dataclass(frozen=True, eq=False, repr=False)  # there is one of each name
class Puzzle(Generic[S]):
    """A kind of puzzle: one file under `puzzles/types/`, as the constant PUZZLE.  S: the neutral form of its solutions.

    name: as in `--from NAME`.
    titles: its names in comments and file names; the first one is written.
    family: the group in which the puzzle is listed.
    rules: the rules, for people: a paragraph on each line, and indented lines continue it; codes in backticks.
    cells: the notation of a cell, or of a value of a section.
    stages: the ways to model a board, quickest first; the last one is exact.
    solution, values: board and answer -> neutral solution, and board and solution -> the answer that the exact model's
        visible variables have in it.
    rule_faults: board and solution -> the faults of the solution, in words; [] if it has none.  WrongForm if it is not
        in the neutral form.  The check shares no code with the models.
    picture: board, and solution or None -> the drawing.
    symbols: the symbols of the text form with their meanings, in paragraphs like `rules`, one for each section.
    samples: texts, each with the ASCII drawing of its only solution, without blanks at line ends (None: no solution).
    check: refuses a board that is no board of this kind (ValueError(message) or CellError(cell, message)).
    doubt: a board that passes `check` -> the fault, in words, for which its counts alone allow no solution, or ''.
    spellings: other ways in which people write cells, each with its name in words and a function, token -> token of
        `cells`; a text is read by such a way if no other way makes of the text a board without a doubt.
    form: the form of the neutral givens.
    second: a better way to search for another solution, or None.
    refinement: board -> the way to solve it by a weaker model and cuts, or None if the stages are quicker.
    clues: the clues that may be left out or added.
    explained: the same for explanations, if these name more givens than the clues that a new board may do without; or
        None.
    url, sgt, page, puzzlekit: the form of boards in puzz.link's URLs, Simon Tatham's programs, pages of
        puzzle-masyu.com and texts of puzzlekit, or None.
    player, penpa: the form of boards in files of puzz.link's player and links of Penpa+, or None.
    in_line: whether a line of characters that does not name its puzzle is such a board (`formats/line.py`); True for at
        most one puzzle.
    directions: the signs of the givens that mean left, right, up and down, in this order; '' if there are none.
    mirrored: board -> the givens with left and right exchanged, if clues stand beside the cells that they count.
    facts: the forms of facts, for steps.
    border_is_sure: as the function of this name.
    rewritten: board and solution -> the solution as it is written for this board, if the solution was found for the
        board with more or fewer clues.

    The generator of a puzzle is the constant MAKING beside PUZZLE (`making.py`), or a file under `generating/types/`.
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
    doubt: Callable[[Board], str] = lambda board: ""
    spellings: tuple[tuple[str, Callable[[str], str]], ...] = ()
    form: CellForm | SectionsForm = LISTS
    second: Second[S] | None = None
    refinement: Callable[[Board], Refinement | None] = lambda board: None
    clues: Clues = field(default_factory=Clues)
    explained: Clues | None = None
    url: UrlType | None = None
    sgt: Game | None = None
    page: Page | None = None
    puzzlekit: PuzzlekitText | None = None
    penpa: PenpaDrawing | None = None
    player: PlayerFile | None = None
    in_line: bool = False
    directions: str = ""
    mirrored: Callable[[Board], Givens] | None = None
    facts: FactForms = field(default_factory=FactForms)
    border_is_sure: Callable[[Board, S, Sequence[Cell], Collection[Cell]], bool] = border_is_sure
    rewritten: Callable[[Board, S], S] = lambda board, solution: solution

    @long_written()
    def broken_rules(self, board: Board, solution: S) -> list[str]:
        """Return the faults of a solution, in words: [] if it has none, one fault if it is not in the neutral form."""
        try:
            return self.rule_faults(board, solution)
        except WrongForm as error:
            return [str(error)]


AnyPuzzle = Puzzle[Any]  # whatever the form of its solutions


class WrongForm(ValueError):
    """An error: a solution is not in the neutral form of its puzzle."""


class CellError(ValueError):
    """A wrong cell of a board; readers turn the error into an InputError with the cell's place.

    cell: row and column; in givens of sections the key and the numbers that lead to a value, such as `("clues", 3)`.
    """

    def __init__(self, cell: tuple[int | str, ...], message: str):
        super().__init__(message)
        self.cell = cell


PUZZLES: Parts[AnyPuzzle] = Parts("puzzle", "PUZZLE", "csp2sat.puzzles.types")


def clues_of(board: Board) -> Clues:
    """Return the clues of a board as explanations name, leave out, change and add them."""
    puzzle = PUZZLES[board.puzzle]
    return puzzle.explained or puzzle.clues
