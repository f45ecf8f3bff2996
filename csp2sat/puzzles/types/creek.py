"""Creek: shade cells; a number at a corner counts the shaded cells that meet there."""

from __future__ import annotations

from ...model.model import Model, Origin
from ..fact_forms import FactForms
from ..givens import CellForm
from ..kit.checks import number_faults, rest_faults, shaded_cells
from ..kit.corners import CORNERS, CornerClues, corner_counts, corner_marks, corner_name, meeting
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import border, picture_of, plain_shading
from ..making import Making
from ..notation import sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Shade cells so that every number at a corner counts the shaded cells that meet there.
A number stands at a corner of up to four cells.
All unshaded cells are connected through their sides."""

SYMBOLS = """\
`-` no number, `0` to `4` a number; there is a value for each corner, so one more row, and one more value in each
  row, than cells"""


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), a sum for each number at a corner, and
    the constraint `connected` on the unshaded cells.
    """
    m, shaded = begin(board)
    for corner, digit in board.filled(".").items():
        shaded.count(meeting(board, corner), int(digit), Origin("cell", *corner, f"number {digit} at the corner"))
    shaded.rest_is_connected()
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each number with another count of shaded cells around its corner, and one if the unshaded
    cells are not connected; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)

    def met(corner: Cell) -> int:
        r, c = corner
        return len(shaded & {(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)})

    faults = number_faults(board.filled("."), met, "{} shaded cells meet there", corner_name)
    return faults + rest_faults(board, shaded)


SAMPLE = """\
; Creek Puzzle  ::  +-------0---1---+
size 4 3        ::  | #   .   .   # |
- - 0 1 -       ::  2               |
2 - - - -       ::  | #   .   .   . |
- 1 - 2 1       ::  |   1       2   1
- 0 1 - -       ::  | .   .   #   # |
                ::  +---0---1-------+
"""

PUZZLE = shading_kind(
    model,
    name="creek",
    facts=FactForms(counts=True),
    titles=("Creek",),
    rules=RULES,
    symbols=SYMBOLS,
    cells=CORNERS,
    rule_faults=rule_faults,
    picture=picture_of(plain_shading, corner_marks, border),
    form=CellForm(strings=True, corners=True),
    samples=(sample(SAMPLE), ("; Creek Puzzle\nsize 1 1\n1 0\n- -\n", None)),
    clues=CornerClues("."),
    player=PlayerFile(("vertices", "drawn"), "shading", cells=player_signs({})),
    url=UrlType(("creek",), coded("four_cell", unknown="", most=4, corners=True)),
    puzzlekit=PuzzlekitText("creek", ("corners",), {digit: digit for digit in "01234"}, ".", numbers=False),
)
MAKING = Making(least=2, givens_of=corner_counts(lambda char, cell, corner: char == "#"))
