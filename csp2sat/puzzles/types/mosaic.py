"""Mosaic: shaded cells, counted by numbers, each for its own cell and the eight cells around it."""

from __future__ import annotations

from collections import Counter
from itertools import product

from ...base.portable_random import RandomSource
from ...model.model import Model, Origin
from ..fact_forms import FactForms
from ..givens import STRINGS
from ..kit.checks import place, shaded_cells
from ..kit.clues import CellClues, digit_cells
from ..kit.kinds import begin, shading_kind
from ..kit.random.changes import other_shading
from ..kit.random.shadings import any_shaded
from ..making import Making
from ..notation import sample
from ..sites import Game, PuzzlekitText, coded
from ..spec import Board, Cell

RULES = """\
Shade cells so that every number counts the shaded cells around it.
A number counts the shaded cells among its own cell and the up to eight cells that touch it, also at a corner.
A cell with a number may be shaded or unshaded."""

BLANK, DIGITS = ".", "0123456789"


def model(board: Board) -> Model:
    """Return the model of a board: for each number a sum of the up to nine cells that the number counts."""
    m, shaded = begin(board)
    for (r, c), digit in board.filled(BLANK).items():
        cells = [(i, j) for i in range(r - 1, r + 2) for j in range(c - 1, c + 2) if board.has((i, j))]
        shaded.count(cells, int(digit), Origin("cell", r, c, f"number {digit}"))
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each wrong number, found by counting for each cell the shaded cells in and around it; []
    if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    found = _counts(board, solution)
    return [
        f"number {digit} at {place(cell)}: {found[cell]} cells are shaded around it"
        for cell, digit in board.filled(BLANK).items()
        if found[cell] != int(digit)
    ]


def _counts(board: Board, solution: list[str]) -> Counter[Cell]:
    shaded = shaded_cells(solution, board.rows, board.cols)
    return Counter((r + down, c + right) for r, c in shaded for down, right in product((-1, 0, 1), repeat=2))


def with_all_numbers(random: RandomSource, board: Board, solution: list[str]) -> Board:
    """Return the board with a number in every cell, which counts the shaded cells of the solution there."""
    found = _counts(board, solution)
    return board.with_values({cell: str(found[cell]) for cell in board.cells()})


SAMPLE = """\
; Mosaic Puzzle  ::  #3  .  .  2
size 4 3         ::  #3 #5 #4 #3
3 - - 2          ::   .  4 ##  3
3 5 4 3
- 4 - 3
"""

PUZZLE = shading_kind(
    model,
    name="mosaic",
    facts=FactForms(counts=True),
    titles=("Mosaic", "fill-a-pix"),
    rules=RULES,
    symbols="`-` blank, `0` to `9` a number",
    cells=digit_cells(DIGITS),
    rule_faults=rule_faults,
    form=STRINGS,
    samples=(sample(SAMPLE), ("; Mosaic Puzzle\nsize 2 1\n2 1\n", None)),
    clues=CellClues(BLANK, lambda board: DIGITS),
    sgt=Game(
        "mosaic",
        coded("sgt_cells", meanings={d: d for d in DIGITS}, blank=BLANK, expected="0 to 9 or blanks (a-z)"),
        harmless=r"(h\d+)?",
    ),
    puzzlekit=PuzzlekitText("mosaic", ("cells",), {digit: digit for digit in DIGITS}, BLANK, numbers=False),
)
MAKING = Making(2, with_all_numbers, any_shaded(0.5), change=other_shading(with_all_numbers))
