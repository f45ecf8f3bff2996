"""Heyawake: shaded cells in rooms, no two side by side, the others connected and in no line through three rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from ...graphs.graph import Grid
from ...model.expr import Expr, all_of, any_of, node
from ...model.model import Model, Origin
from ..fact_forms import Fact, FactForms
from ..kit.checks import place, rest_faults, room_count_faults, row_or_column, shaded_cells, touching_faults
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import rooms_picture
from ..kit.rooms import ROOMS_WITH_CLUES, RoomClues, clue_counts, lines_through_a_room, rooms, too_few_apart
from ..kit.variables import Shading, exactly
from ..notation import sample
from ..sites import PLAYER_COUNTS, PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade cells so that no straight line of unshaded cells crosses two borders between rooms.
A straight line goes across or down. It may cross one border between rooms.
All unshaded cells are connected through their sides.
No two shaded cells are side by side. They may touch at a corner.
Thick lines divide the board into rooms. A number is the number of shaded cells in its room.
A room without a number may have any number of shaded cells."""
LINES = "no unshaded line through three rooms"
TOUCH = "no two shaded cells side by side"
REST = "all unshaded cells are connected"


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), a sum for each room with a number, a
    clause for each line through a room, no two shaded neighbours, and the constraint `connected` on the unshaded cells.
    """
    m, shaded = begin(board)
    clue_counts(board, shaded)
    m.add(all_of(no_three_rooms(board, shaded)), Origin("rule", rule=LINES))
    shaded.no_two_touch()
    shaded.rest_is_connected()
    return m


def finer(board: Board) -> Model:
    """Return the model of a board for steps, with the Booleans of `model`: each constraint is what a person uses in one
    thought.

    "No two shaded cells side by side" is a rule of each cell with its neighbours.  A room's number, and a line through
    three rooms, are also constraints together with this rule of their cells.  The rule of the unshaded cells knows
    that the cells beside shaded ones are unshaded.
    """
    m, shaded = begin(board)
    for cell in board.cells():
        m.add(shaded.separate(cell), Origin("rule", rule=TOUCH))
    clue_counts(board, shaded)
    for cells, count in zip(rooms(board), board.givens["clues"], strict=True):
        if count:
            number = exactly(count, [shaded[cell] for cell in cells])
            name = "room with 1 shaded cell" if count == 1 else f"room with {count} shaded cells, no two side by side"
            m.add(all_of((number, *map(shaded.separate, cells))), Origin("cell", *cells[0], name))
    for cells in lines_through_a_room(board):
        some = any_of(shaded[cell] for cell in cells)
        m.add(some, Origin("rule", rule=LINES))
        m.add(all_of((some, *map(shaded.separate, cells))), Origin("rule", rule=f"{LINES}; {TOUCH}"))
    rest = (~shaded[cell] for cell in board.cells())
    m.add(node("connected-rest", Grid(board.rows, board.cols), *rest), Origin("rule", rule=REST))
    return m


def broken(board: Board, rule: str, at: Cell, facts: Sequence[Fact]) -> str:
    """Return in words how facts contradict the number of a room, or that no unshaded line is through three rooms; ''
    for another rule.

    rule: its name.  at: the first cell of the room.
    """
    if not rule.startswith(LINES):
        return too_few_apart(board, rule, at, facts)
    out = {fact.places[0] for fact in facts if fact.negative}
    lines = (row_or_column(cells) for cells in lines_through_a_room(board) if out.issuperset(cells))
    return next((f"an unshaded line would lead through three rooms at {line}" for line in lines), "")


def no_three_rooms(board: Board, shaded: Shading) -> Iterator[Expr]:
    """Yield a clause for each room that a row or column crosses from border to border: one of the room's cells in this
    line, or the cell right before or after them, is shaded.
    """
    for cells in lines_through_a_room(board):
        yield any_of(shaded[cell] for cell in cells)


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting in rooms and walking along lines of
    unshaded cells; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = room_count_faults(board, shaded, "shaded cells")
    faults += touching_faults(shaded, "shaded cells")
    faults += rest_faults(board, shaded)
    for _, line in board.lines():
        faults += _line_faults(board, shaded, line)
    return faults


def _line_faults(board: Board, shaded: set[Cell], line: Sequence[Cell]) -> list[str]:
    """Return one message for each run of unshaded cells that goes through more than two rooms; `line` is a row or
    column.
    """
    faults = []
    for is_shaded, group in groupby(line, shaded.__contains__):
        run = list(group)
        names = [board.givens["regions"][r][c] for r, c in run]
        entered = 1 + sum(a != b for a, b in pairwise(names))
        if not is_shaded and entered > 2:
            faults.append(f"the unshaded line from {place(run[0])} to {place(run[-1])} goes through {entered} rooms")
    return faults


SAMPLE = """\
; Heyawake Puzzle  ::  +-------+------------+
size 5 5           ::  |  .  . | #2  .   ## |
regions            ::  |       +-------+----+
0 0 1 1 1          ::  |  . ## |  1  . |  . |
0 0 2 2 3          ::  +-------+       |    |
4 4 2 2 3          ::  |  .  . |  . ## |  . |
4 4 2 2 3          ::  |  . ## |  .  . |  . |
4 4 5 5 5          ::  |       +-------+----+
clues              ::  |  .  . | #2  .   ## |
- 2 1 - -          ::  +-------+------------+
2
"""

PUZZLE = shading_kind(
    model,
    name="heyawake",
    facts=FactForms(finer=finer, counts=True, broken=broken),
    titles=("Heyawake",),
    rules=RULES,
    **ROOMS_WITH_CLUES,
    rule_faults=rule_faults,
    picture=rooms_picture,
    samples=(sample(SAMPLE), ("; Heyawake Puzzle\nsize 2 1\nregions\n0 0\nclues\n2\n", None)),
    clues=RoomClues(most=lambda size: size // 2 + 1),
    player=PlayerFile(("rooms 1", "nums", "drawn"), "shading", cells=PLAYER_COUNTS),
    url=UrlType(("heyawake",), coded("rooms")),
)
