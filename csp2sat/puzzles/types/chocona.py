"""Chocona: shaded rectangles, and numbers of shaded cells in rooms."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...model.expr import all_of
from ...model.model import Model, Origin
from ..fact_forms import FactForms
from ..kit.checks import areas, neighbours, place, room_count_faults, shaded_cells
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import rooms_picture
from ..kit.random.changes import other_rooms
from ..kit.random.rectangles import random_rectangles
from ..kit.random.rooms import in_random_rooms, one_room, with_room_counts
from ..kit.random.shadings import shading_rows
from ..kit.rooms import ROOMS_WITH_CLUES, RoomClues, clue_counts
from ..kit.truth import allowed
from ..kit.variables import blocks
from ..making import Making
from ..notation import sample
from ..sites import PLAYER_COUNTS, PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade cells so that every area of shaded cells is a rectangle.
Shaded cells that are side by side belong to the same area. An area may lie in several rooms.
Thick lines divide the board into rooms. A number is the number of shaded cells in its room.
A room without a number may have any number of shaded cells."""

SIDE, AREA = 4, 8  # of a rectangle of a new board, at most


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), a sum for each room with a number, and
    no 2 x 2 block with exactly three shaded cells, which holds just if all shaded areas are rectangles.
    """
    m, shaded = begin(board)
    clue_counts(board, shaded)
    squares = (allowed([shaded[cell] for cell in block], lambda bits: sum(bits) != 3) for block in blocks(board))
    m.add(all_of(squares), Origin("rule", rule="shaded areas are rectangles"))
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each room with a wrong number of shaded cells and each shaded area that is no rectangle;
    [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = room_count_faults(board, shaded, "shaded cells")
    for area in areas(shaded):
        height, width = (max(axis) - min(axis) + 1 for axis in zip(*area, strict=True))
        if height * width != len(area):
            faults.append(f"the shaded area at {place(area[0])} is no rectangle")
    return faults


def apart(random: RandomSource, rows: int, cols: int) -> list[str]:
    """Return a random solution of rows x cols cells: the board is cut into random rectangles, and these are shaded in
    random order if they touch no rectangle that is shaded already.
    """
    shaded: set[Cell] = set()
    for cells in random.shuffled(random_rectangles(random, rows, cols, SIDE, AREA)):
        if shaded.isdisjoint(near for cell in cells for near in neighbours(cell)):
            shaded.update(cells)
    return shading_rows(shaded, rows, cols)


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
    facts=FactForms(counts=True),
    titles=("Chocona",),
    rules=RULES,
    **ROOMS_WITH_CLUES,
    rule_faults=rule_faults,
    picture=rooms_picture,
    samples=(sample(SAMPLE), ("; Chocona Puzzle\nsize 2 2\nregions\n0 0\n0 0\nclues\n3\n", None)),
    clues=RoomClues(),
    player=PlayerFile(("rooms 1", "nums", "drawn"), "shading", cells=PLAYER_COUNTS),
    url=UrlType(("chocona",), coded("rooms")),
    puzzlekit=PuzzlekitText("", ("clues", "rooms")),
)
MAKING = Making(
    3, in_random_rooms(with_room_counts, 8), apart, empty=one_room, change=other_rooms(with_room_counts, 8), changes=100
)
