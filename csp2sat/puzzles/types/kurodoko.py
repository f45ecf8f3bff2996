"""Kurodoko: shaded cells, no two side by side; a number counts the cells seen from the number's cell."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...model.model import Model
from ..fact_forms import FactForms
from ..kit.checks import parting_faults, shaded_cells, touching_faults, view_faults
from ..kit.clues import CellClues
from ..kit.kinds import begin, shading_kind
from ..kit.random.shadings import random_shading, shading_rows
from ..kit.views import deduction, numbers_seen, sees_wrongly, views
from ..making import Making
from ..notation import NUMBERS_OR_ANY, sample
from ..sites import Game, PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board

RULES = """\
Shade cells so that every number counts the unshaded cells that are seen from it.
A cell with a number is unshaded. So is a cell with `?`, whose number is not given.
A number counts the unshaded cells that are seen from its cell: up, down, left and right, as far as the next shaded
  cell. Its own cell counts once.
No two shaded cells are side by side. They may touch at a corner.
All unshaded cells are connected through their sides."""

SHARE = 0.6  # of the cells that could be shaded in a new board


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), the view of each number, no two shaded
    neighbours, and the constraint `connected` on the unshaded cells.
    """
    m, shaded = begin(board)
    views(m, board, shaded)
    shaded.no_two_touch()
    shaded.rest_is_connected()
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting the cells seen from each number and
    collecting connected areas; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    left = [cell for cell in board.cells() if cell not in shaded]
    return [
        *view_faults(board, shaded),
        *touching_faults(shaded, "shaded cells"),
        *parting_faults(left, "the cells that are not shaded"),
    ]


def some_shaded(random: RandomSource, rows: int, cols: int) -> list[str]:
    """Return a random solution of rows x cols cells: a maximal random shading, in which each shaded cell stays shaded
    with the probability SHARE, because fewer shaded cells make larger numbers.
    """
    shaded = {cell for cell in sorted(random_shading(random, rows, cols)) if random.chance(SHARE)}
    return shading_rows(shaded, rows, cols)


SAMPLE = """\
; Kurodoko Puzzle  ::  6 . . .
size 4 3           ::  . 4 # .
6 - - -            ::  . 5 . #
- 4 - -
- 5 - -
"""

PUZZLE = shading_kind(
    model,
    name="kurodoko",
    titles=("Kurodoko", "kuromasu", "where are the black cells"),
    rules=RULES,
    symbols="`-` blank, a number, `?` unshaded cell whose number is not given",
    cells=NUMBERS_OR_ANY,
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Kurodoko Puzzle\nsize 2 2\n4 -\n- 2\n", None)),
    clues=CellClues(-1, lambda board: range(2, board.rows + board.cols), empty=0),
    player=PlayerFile(("nums", "drawn"), "shading"),
    url=UrlType(("kurodoko",), coded("number16", unknown=True)),
    sgt=Game("range", coded("sgt_numbers"), harmless=r"(d\w)?"),
    puzzlekit=PuzzlekitText("kuromasu", ("cells",), {"?": -1}),
    facts=FactForms(broken=sees_wrongly, deduction=deduction),
)
MAKING = Making(least=3, givens_of=numbers_seen, solution=some_shaded, blank=0, cleared=True)
