"""Cave: shaded cells outside a connected cave; a number counts the cells of the cave seen from the number's cell."""

from __future__ import annotations

from ...model.model import Model
from ..fact_forms import FactForms
from ..kit.checks import areas, place, rest_faults, shaded_cells, view_faults
from ..kit.clues import CellClues
from ..kit.kinds import begin, shading_kind
from ..kit.views import deduction, numbers_seen, sees_wrongly, views
from ..making import Making
from ..notation import NUMBERS_OR_ANY, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board

RULES = """\
Shade cells around a cave so that every number counts the cells of the cave that are seen from it.
The cells of the cave are the unshaded cells.
All unshaded cells are connected through their sides.
Every area of shaded cells reaches the edge of the board. The cells of an area are connected through their sides.
A cell with a number is unshaded. So is a cell with `?`, whose number is not given.
A number counts the unshaded cells that are seen from its cell: up, down, left and right, as far as the next shaded
  cell. Its own cell counts once."""


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), the view of each number, and
    `connected` constraints on the cave and on the shaded cells with a frame of cells around the board.
    """
    m, shaded = begin(board)
    views(m, board, shaded)
    shaded.rest_is_connected()
    shaded.reach_the_edge()
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting the cells seen from each number and
    by collecting connected areas; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = view_faults(board, shaded) + rest_faults(board, shaded)
    for area in areas(shaded):
        if not any(r in (0, board.rows - 1) or c in (0, board.cols - 1) for r, c in area):
            faults.append(f"the shaded area at {place(area[0])} does not reach the edge")
    return faults


SAMPLE = """\
; Cave Puzzle  ::  # # # #
size 4 4       ::  # . 4 #
- - - -        ::  3 5 . #
- - 4 -        ::  # 4 4 #
3 5 - -
- 4 4 -
"""

PUZZLE = shading_kind(
    model,
    name="cave",
    facts=FactForms(broken=sees_wrongly, deduction=deduction),
    titles=("Cave", "corral", "bag"),
    rules=RULES,
    symbols="`-` blank, a number, `?` unshaded cell whose number is not given",
    cells=NUMBERS_OR_ANY,
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Cave Puzzle\nsize 2 2\n4 -\n- 2\n", None)),
    clues=CellClues(-1, lambda board: range(2, board.rows + board.cols), empty=0),
    player=PlayerFile(("nums", "drawn"), "shading"),
    url=UrlType(("cave", "bag"), coded("number16", unknown=True)),
    puzzlekit=PuzzlekitText("cave", ("cells",), {"?": -1}),
)
MAKING = Making(least=3, givens_of=numbers_seen, blank=0, cleared=True)
