"""Sudoku: the numbers 1 to n in every row, every column and every box of an n x n board."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.domain import Domain
from ...model.expr import node
from ...model.model import Model, Origin
from ..givens import CellForm
from ..kit.boxes import BOX, boxes
from ..kit.checks import check_numbers, place
from ..kit.clues import CellClues, up_to_rows
from ..kit.kinds import number_kind
from ..kit.number_checks import no_number
from ..kit.pictures import box_borders, cell_numbers, picture_of
from ..kit.random.latin_squares import numbers_in_boxes, refuse_unboxed, without_numbers
from ..making import Making
from ..notation import NUMBERS, sample
from ..sites import Game, PenpaDrawing, PlayerFile, UrlType, coded
from ..spec import Board, Cell, CellError

RULES = """\
Write a number into every empty cell so that every row, column and box has each of the numbers 1 to n exactly once.
The number of rows is n: 9 on the usual board, with boxes of 3 rows and 3 columns. Thick lines are around the boxes."""


def model(board: Board) -> Model:
    """Return the model of a board: an integer x_r_c for each cell, equal to the given number, if any, and all different
    in each row, column and box.
    """
    m = Model(about={"board": board.neutral()})
    full = Domain([(1, board.rows)])
    term = {}
    for r, c in board.cells():
        term[r, c] = m.int(f"x_{r}_{c}", full)
        if given := board.givens["grid"][r][c]:
            m.add(node("eq", term[r, c], given), Origin("cell", r, c, f"number {given}"))
    for name, cells in groups(board):
        m.add(node("alldifferent", *map(term.__getitem__, cells)), Origin("rule", rule=name))
    return m


def groups(board: Board) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the rows, columns and boxes, each with its name, such as `row 1`, and its cells."""
    size = range(board.rows)
    for k in size:
        yield f"row {k + 1}", [(k, c) for c in size]
        yield f"column {k + 1}", [(r, k) for r in size]
    yield from boxes(board)


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by searching for equal numbers in each row,
    column and box; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    n, givens = board.rows, board.givens
    check_numbers(solution, n, n)
    faults = []
    seen: dict[tuple[str, int, int, int], Cell] = {}
    for r, c in board.cells():
        value, given = solution[r][c], givens["grid"][r][c]
        if not 1 <= value <= n:
            faults.append(no_number(value, (r, c), n))
        if given not in (0, value):
            faults.append(f"{value} at {place((r, c))}, where {given} is given")
        box = r // givens["box_rows"], c // givens["box_cols"]
        for group in () if value == 0 else (("row", r, 0), ("column", c, 0), ("box", *box)):
            first = seen.setdefault((*group, value), (r, c))
            if first != (r, c):
                faults.append(f"{value} twice in a {group[0]}, at {place(first)} and at {place((r, c))}")
    return faults


def check(board: Board) -> None:
    """Raise ValueError if the board is not square, and CellError if a given number is greater than its size."""
    if board.rows != board.cols:
        raise ValueError(f"a sudoku is square; this board has {board.rows} rows and {board.cols} columns")
    for r, c in board.cells():
        value = board.givens["grid"][r][c]
        if value > board.rows:
            raise CellError((r, c), f"{value} is too big; expected at most {board.rows}, the size of the board")


SAMPLE = """\
; Sudoku Puzzle  ::  +-----+-----+
size 4 4         ::  | 4 1 | 2 3 |
4 - - 3          ::  | 2 3 | 1 4 |
- - - 4          ::  +-----+-----+
1 - - -          ::  | 1 4 | 3 2 |
3 - - -          ::  | 3 2 | 4 1 |
                 ::  +-----+-----+
"""

PUZZLE = number_kind(
    model,
    name="sudoku",
    titles=("Sudoku", "number place"),
    rules=RULES,
    symbols="`-` blank, a number; the line `box 2 3`, for boxes of 2 rows and 3 columns, may stand before the rows;\n"
    "  without this line, boxes are square, or 2 x 3 on a board of 6 rows; any other board must have the line",
    cells=NUMBERS,
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(), box_borders),
    samples=(sample(SAMPLE), ("; Sudoku Puzzle\nsize 4 4\n1 - - -\n- 1 - -\n- - - -\n- - - -\n", None)),
    check=check,
    form=CellForm(strings=False, under="grid", extra=BOX),
    clues=CellClues(0, up_to_rows),
    in_line=True,
    penpa=PenpaDrawing(("number", "lineE"), also="classic"),
    player=PlayerFile(("nums", "drawn"), "numbers", square=True),
    url=UrlType(("sudoku",), coded("number16", boxed="sudoku")),
    sgt=Game(
        "solo",
        coded("sgt_numbers", boxes=True),
        harmless=r"([rm]\d+d?|a)?(d\w)?",
        variants={"x": "x: diagonals", "j": "j: jigsaw", "k": "k: killer"},
        boxes=True,
    ),
)
MAKING = Making(least=4, solution=numbers_in_boxes, empty=without_numbers, usual=9, refuse=refuse_unboxed)
