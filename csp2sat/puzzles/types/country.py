"""Country Road: one loop that visits every room once."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.expr import all_of
from ...model.model import Model, Origin
from ..fact_forms import Fact, FactForms
from ..kit.checks import drawn_lines, loop_faults, place, room_count_faults, touching, visit_faults
from ..kit.kinds import begin_loop, loop_kind, on_loop, one_loop
from ..kit.pictures import rooms_loop_picture
from ..kit.rooms import ROOMS_WITH_CLUES, RoomClues, crossings, enter_rooms_once, room_fault, rooms
from ..kit.variables import EdgeRows, around, exactly
from ..notation import sample
from ..sites import PLAYER_COUNTS, PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Draw one closed loop that visits every room once, and as many cells of a room as its number.
The loop goes from cell to neighbouring cell: up, down, left or right. It does not cross itself and does not branch.
  It need not visit every cell.
Thick lines divide the board into rooms. The loop enters every room once and leaves it once.
A number is the number of cells of its room that the loop visits. A room without a number may have any number of
  them.
The loop visits at least one of two cells that are side by side in different rooms."""

NO_TWO_EMPTY = "no two empty cells side by side in different rooms"


def model(board: Board) -> Model:
    """Return the model of a board: one loop over the edges between cells, exactly two edges of the loop across the
    border of each room, a sum for each room with a number, and a clause for any two neighbours in different rooms (the
    loop passes one of them).
    """
    m, line = begin_loop(board)
    enter_rooms_once(m, board, line)
    for cells, clue in zip(rooms(board), board.givens["clues"], strict=True):
        if clue is not None:
            origin = Origin("cell", *cells[0], f"room with {clue} cell{'s' * (clue > 1)} on the loop")
            m.add(exactly(clue, [on_loop(line, cell) for cell in cells]), origin)
    pairs = all_of(on_loop(line, cell) | on_loop(line, near) for cell, _, near, _ in crossings(board))
    m.add(pairs, Origin("rule", rule=NO_TWO_EMPTY))
    one_loop(m, board, line)
    return m


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why new lines lead to a cell since a cell beside it, in another room, is empty, or, without new
    lines, which two such cells would be empty; '' for another rule or reason.

    rule: its name.  known: all facts that hold.
    """
    if rule != NO_TWO_EMPTY:
        return ""
    gaps = {frozenset(fact.places) for fact in known if fact.what == "edge" and fact.negative}
    near_of = {cell: around(board, cell) for cell in board.cells()}
    empty = {cell for cell, beside in near_of.items() if all({cell, near} in gaps for near in beside)}
    pairs = [(cell, near) for cell, _, near, _ in crossings(board)]
    if not new:
        both = (f"{place(one)} and {place(two)}" for one, two in pairs if {one, two} <= empty)
        return next((f"{two}, side by side in different rooms, would both be empty" for two in both), "")
    ends = set[Cell].intersection(*({*fact.places} for fact in new))
    so = ((one, two) for pair in pairs for one, two in (pair, pair[::-1]) if one in empty and two in ends)
    return next((f"{place(one)} is empty, so the loop visits {place(two)}" for one, two in so), "")


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting the loop's cells in rooms and its
    visits; [] if the solution is right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn, regions = drawn_lines(solution, board.rows, board.cols), board.givens["regions"]
    faults = loop_faults(drawn) + room_count_faults(board, drawn, "cells on the loop") + visit_faults(regions, drawn)
    for (r, c), (i, j) in touching(set(board.cells()) - drawn.keys()):
        if regions[r][c] != regions[i][j]:
            faults.append(
                f"the loop visits neither of two cells in different rooms, at {place((r, c))} and at {place((i, j))}"
            )
    return faults


SAMPLE = """\
; Country Road Puzzle  ::  +---+---+---+---+---+
size 5 4               ::  | +---+   +---2---+ |
regions                ::  + | + | + | +---+-| +
0 1 1 2 2              ::  | + | +---+ | 5---+ |
0 1 1 3 3              ::  +-| +---+---+ | +   +
4 4 3 3 3              ::  | +---+ | +   +---+ |
4 4 4 4 3              ::  +   + | +---+---+ | +
clues                  ::  | +   +---+---+---+ |
- - 2 5 -              ::  +---+---+---+---+---+
"""

PUZZLE = loop_kind(
    model,
    name="country",
    facts=FactForms(broken=room_fault, why=why),
    titles=("Country Road",),
    rules=RULES,
    **ROOMS_WITH_CLUES,
    rule_faults=rule_faults,
    picture=rooms_loop_picture,
    samples=(sample(SAMPLE), ("; Country Road Puzzle\nsize 2 2\nregions\n0 0\n1 1\nclues\n1 -\n", None)),
    clues=RoomClues(least=1),
    player=PlayerFile(("flags 1", "rooms 2", "nums", "lines"), "edges", cells=PLAYER_COUNTS),
    url=UrlType(("country",), coded("rooms")),
    puzzlekit=PuzzlekitText("country_road", ("clues", "rooms")),
)
