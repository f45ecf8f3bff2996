"""Cave: shade what is outside a cave; a number says how many cells of the cave are seen from it."""

from __future__ import annotations

from ...model.model import Model
from ..kit.checks import areas, place, rest_faults, shaded_cells, view_faults
from ..kit.clues import CellClues
from ..kit.kinds import begin, shading_kind
from ..kit.views import numbers_seen, views
from ..making import Making
from ..notation import NUMBERS_OR_ANY, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board

RULES = """\
Shade cells so that the others are a cave, of which each number says how much is seen from it.
Cells with a number or ? are not shaded. The cells that are not shaded are connected: the cave.
Every area of shaded cells reaches the edge of the board.
A number says how many cells of the cave one sees from it up, down, left and right, up to a shaded cell; its own too."""


def model(board: Board) -> Model:
    """The view of each number; the cave is connected, and the shaded cells with what is around the board."""
    m, shaded = begin(board)
    views(m, board, shaded)
    shaded.rest_is_connected()
    shaded.reach_the_edge()
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """What is wrong with the shaded cells, by looking around from each number, and at each area."""
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
    titles=("Cave", "corral", "bag"),
    rules=RULES,
    symbols="- blank, a number, ? a number that is not told",
    cells=NUMBERS_OR_ANY,
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Cave Puzzle\nsize 2 2\n4 -\n- 2\n", None)),
    clues=CellClues(-1, lambda board: range(2, board.rows + board.cols), empty=0),
    player=PlayerFile(("nums", "drawn"), "shading"),
    url=UrlType(("cave", "bag"), coded("number16", unknown=True)),
    puzzlekit=PuzzlekitText("cave", ("cells",), {"?": -1}),
)
MAKING = Making(least=3, givens_of=numbers_seen, blank=0, cleared=True)
