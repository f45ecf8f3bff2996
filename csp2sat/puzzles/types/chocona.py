"""Chocona: shaded rectangles, and numbers of shaded cells in rooms."""

from __future__ import annotations

from ...model.expr import all_of
from ...model.model import Model, Origin
from ..kit.checks import areas, place, room_count_faults, shaded_cells
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import rooms_picture
from ..kit.rooms import ROOMS_WITH_CLUES, RoomClues, clue_counts
from ..kit.truth import allowed
from ..kit.variables import blocks
from ..notation import UrlType, coded, sample
from ..player import PlayerFile, PuzzlekitText, player_count
from ..spec import Board

RULES = """\
Shade cells so that every connected area of shaded cells is a rectangle. It may lie in several rooms.
A number says how many cells of its room are shaded; a room without a number may have any."""


def model(board: Board) -> Model:
    """Sums of rooms; all areas are rectangles just if no 2 x 2 block has exactly three shaded cells."""
    m, shaded = begin(board)
    clue_counts(board, shaded)
    squares = (allowed([shaded[cell] for cell in block], lambda bits: sum(bits) != 3) for block in blocks(board))
    m.add(all_of(squares), Origin("rule", rule="shaded areas are rectangles"))
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """What is wrong with the shaded cells, by measuring areas."""
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = room_count_faults(board, shaded, "shaded cells")
    for area in areas(shaded):
        height, width = (max(axis) - min(axis) + 1 for axis in zip(*area, strict=True))
        if height * width != len(area):
            faults.append(f"the shaded area at {place(area[0])} is no rectangle")
    return faults


SAMPLE = """\
; Chocona Puzzle  ::  +----+-------+----+
size 4 3          ::  |  0 |  .  . |  1 |
regions           ::  +----+-------+    |
0 1 1 2           ::  | #7   ## ## | ## |
3 3 3 2           ::  |            +----+
3 3 3 3           ::  | ##   ## ##   ## |
clues             ::  +-----------------+
0 - 1 7
"""

PUZZLE = shading_kind(
    model,
    name="chocona",
    titles=("Chocona",),
    rules=RULES,
    **ROOMS_WITH_CLUES,
    rule_faults=rule_faults,
    picture=rooms_picture,
    samples=(sample(SAMPLE), ("; Chocona Puzzle\nsize 2 2\nregions\n0 0\n0 0\nclues\n3\n", None)),
    clues=RoomClues(),
    player=PlayerFile(("rooms 1", "nums", "drawn"), "shading", value=player_count),
    url=UrlType(("chocona",), coded("rooms")),
    puzzlekit=PuzzlekitText("", ("clues", "rooms")),
)
