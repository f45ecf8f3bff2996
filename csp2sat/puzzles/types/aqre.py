"""Aqre: connected shaded cells, with numbers for rooms, and no four cells in line all shaded or all unshaded."""

from __future__ import annotations

from itertools import groupby

from ...model.expr import all_of, any_of
from ...model.model import Model, Origin
from ..fact_forms import FactForms
from ..kit.checks import parting_faults, place, room_count_faults, shaded_cells
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import rooms_picture
from ..kit.random.changes import other_rooms
from ..kit.random.rooms import in_random_rooms, one_room, with_room_counts
from ..kit.rooms import ROOMS_WITH_CLUES, RoomClues, clue_counts
from ..making import Making
from ..notation import sample
from ..sites import PLAYER_COUNTS, PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board

RULES = """\
Shade cells so that nowhere four cells side by side in a line are all shaded or all unshaded.
A line is a row or a column.
All shaded cells are connected through their sides.
Thick lines divide the board into rooms. A number is the number of shaded cells in its room.
A room without a number may have any number of shaded cells."""


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), a sum for each room with a number, two
    clauses for any four consecutive cells of a row or column, and the constraint `connected` on the shaded cells.
    """
    m, shaded = begin(board)
    clue_counts(board, shaded)
    for name, line in board.lines():
        fours = [[shaded[cell] for cell in line[at : at + 4]] for at in range(len(line) - 3)]
        clauses = (any_of(four) & any_of(~each for each in four) for four in fours)
        m.add(all_of(clauses), Origin("rule", rule=f"{name}: no four cells alike side by side"))
    shaded.is_connected()
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting in rooms, measuring runs in lines,
    and collecting connected areas; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = room_count_faults(board, shaded, "shaded cells")
    for _, line in board.lines():
        for dark, group in groupby(line, shaded.__contains__):
            run = list(group)
            if len(run) > 3:
                faults.append(f"{len(run)} {'shaded' if dark else 'unshaded'} cells in line, from {place(run[0])} on")
    return faults + parting_faults(shaded, "the shaded cells")


SAMPLE = """\
; Aqre Puzzle  ::  +----+---------+----+
size 4 4       ::  |  1 |  1    . | #6 |
regions        ::  |    |    +----+    |
0 1 1 2        ::  | ## | ## |  .   ## |
0 1 2 2        ::  +----+----+         |
3 2 2 2        ::  |  0 | ##   ##   ## |
4 4 2 2        ::  +----+----+         |
clues          ::  |  1   ## | ##    . |
1 1 6 0        ::  +---------+---------+
1
"""

PUZZLE = shading_kind(
    model,
    name="aqre",
    facts=FactForms(counts=True),
    titles=("Aqre",),
    rules=RULES,
    **ROOMS_WITH_CLUES,
    rule_faults=rule_faults,
    picture=rooms_picture,
    samples=(sample(SAMPLE), ("; Aqre Puzzle\nsize 4 1\nregions\n0 0 0 0\nclues\n4\n", None)),
    clues=RoomClues(),
    player=PlayerFile(("flags 1", "rooms 1", "nums", "drawn"), "shading", cells=PLAYER_COUNTS),
    url=UrlType(("aqre",), coded("rooms")),
    puzzlekit=PuzzlekitText("aqre", ("clues", "rooms")),
)
MAKING = Making(
    4, in_random_rooms(with_room_counts, 8), empty=one_room, change=other_rooms(with_room_counts, 8), changes=100
)
