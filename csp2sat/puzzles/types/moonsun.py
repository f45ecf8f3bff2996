"""Moon or Sun: a loop that visits every room once, and passes all moons or all suns in it, alternately from room to
room.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.expr import FALSE, TRUE, all_of, node
from ...model.model import Model, Origin
from ..deductions.hidden_values import signs_of_room
from ..fact_forms import Fact, FactForms
from ..kit.checks import cells_by_value, drawn_lines, loop_faults, place, visit_faults
from ..kit.clues import CellClues
from ..kit.kinds import begin_loop, loop_kind, on_loop, one_loop
from ..kit.latin import check_room_numbers
from ..kit.pictures import border, given, key, loop_lines, picture_of, room_borders, styled
from ..kit.rooms import ROOM_SYMBOLS, SIGNS_IN_ROOMS, crossings, enter_rooms_once, room_fault, rooms
from ..kit.variables import EdgeRows
from ..notation import sample, table
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Draw one closed loop that visits all moons of one room, then all suns of the next room, and so on alternately.
The loop goes from cell to neighbouring cell: up, down, left or right. It does not cross itself and does not branch.
  It need not visit every cell.
Thick lines divide the board into rooms. The loop enters every room once and leaves it once.
In every room the loop visits either all moons and no sun, or all suns and no moon. It visits at least one of them.
Rooms where the loop visits moons and rooms where it visits suns alternate along the loop.
A moon (`m`) is a crescent. A sun (`s`) has rays."""

BLANK, MOON, SUN = ".", "m", "s"
SIGNS_OF_ROOM = "moons or suns in the room"
NAMES = {MOON: "moons", SUN: "suns"}
SIGN_MARK = styled({MOON: ("●", "moon"), SUN: ("○", "sun")})
CELLS = table({"-": (BLANK, "blank"), "m": (MOON, "moon"), "s": (SUN, "sun")}, {}, also={".": "-"})


def model(board: Board) -> Model:
    """Return the model of a board: one loop, which crosses the border of each room twice, and a hidden Boolean for each
    room, which is true if the loop passes the room's moons and false if it passes the suns.

    The Boolean is true in a room without suns, and false in a room without moons.
    """
    m, line = begin_loop(board)
    enter_rooms_once(m, board, line)
    moons = [m.bool(f"_moons_{room}") for room in range(len(rooms(board)))]
    marks = board.filled(BLANK)
    for of_moons, cells in zip(moons, rooms(board), strict=True):
        here = {cell: marks[cell] for cell in cells if cell in marks}
        there_are = [TRUE if mark in here.values() else FALSE for mark in (MOON, SUN)]
        possible = all_of((~of_moons | there_are[0], of_moons | there_are[1]))
        m.add(possible, Origin("cell", *cells[0], SIGNS_OF_ROOM))
        for cell, mark in here.items():
            passed = on_loop(line, cell) if mark == MOON else ~on_loop(line, cell)
            m.add(node("iff", passed, of_moons), Origin("cell", *cell, NAMES[mark][:-1]))
    regions = board.givens["regions"]
    for cell, way, near, _ in crossings(board):
        one, other = (moons[regions[r][c]] for r, c in (cell, near))
        origin = Origin("rule", rule=f"moons and suns alternate, at {place(cell)}")
        m.add(all_of((~line[cell, way] | one | other, ~line[cell, way] | ~one | ~other)), origin)
    one_loop(m, board, line)
    return m


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how lines contradict the rule of a room; '' if they do not.  cell: of the room.  facts: of the lines."""
    if rule != SIGNS_OF_ROOM:
        return room_fault(board, rule, cell, facts)
    marks, room = board.filled(BLANK), next(cells for cells in rooms(board) if cell in cells)
    lacking = [name for mark, name in NAMES.items() if mark not in {marks.get(each) for each in room}]
    return f"the room of {place(cell)} has no {' or '.join(lacking)}"


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by collecting the signs that the loop passes in
    each room; [] if the solution is right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn, regions = drawn_lines(solution, board.rows, board.cols), board.givens["regions"]
    faults = loop_faults(drawn) + visit_faults(regions, drawn)
    marks, passed = board.filled(BLANK), dict[int, set[str]]()
    for room, cells in cells_by_value(regions).items():
        here = {cell: marks[cell] for cell in cells if cell in marks}
        passed[room] = {mark for cell, mark in here.items() if cell in drawn}
        missed = [cell for cell, mark in here.items() if mark in passed[room] and cell not in drawn]
        first = f"the room at {place(cells[0])}"
        if len(passed[room]) != 1:
            found = "both moons and suns" if passed[room] else "neither moons nor suns"
            faults.append(f"the loop passes {found} in {first}")
        elif missed:
            faults.append(
                f"the loop does not pass all {NAMES[min(passed[room])]} in {first}, not the one at {place(missed[0])}"
            )
    for (r, c), (i, j) in sorted((cell, near) for cell, ways in drawn.items() for near in ways if near > cell):
        same = passed[regions[r][c]] & passed[regions[i][j]] if regions[r][c] != regions[i][j] else set()
        if same:
            beside = f"at {place((r, c))} and at {place((i, j))}"
            faults.append(f"the loop passes {NAMES[min(same)]} in two successive rooms, {beside}")
    return faults


SAMPLE = """\
; Moon or Sun Puzzle  ::  +---+---+---+---+---+
size 5 4              ::  | m---m---m   s | m |
regions               ::  +-| +   + | +   +   +
0 0 0 0 1             ::  | + | +   m---m---s |
2 0 0 0 1             ::  + | +---+---+---+ | +
2 3 3 1 1             ::  | s | +   s | s---s |
3 3 3 3 3             ::  +-| +   +   +-| +---+
grid                  ::  | m---+---m---m   s |
m m m s m             ::  +---+---+---+---+---+
- - m m s
s - s s s
m - m m s
"""

PUZZLE = loop_kind(
    model,
    name="moonsun",
    facts=FactForms(broken=broken, hidden=signs_of_room),
    titles=("Moon or Sun",),
    rules=RULES,
    cells=CELLS,
    symbols=f"{ROOM_SYMBOLS}\n`grid`: `-` blank, `m` moon, `s` sun; with characters, a moon is black, a sun white",
    rule_faults=rule_faults,
    picture=picture_of(
        given(SIGN_MARK, BLANK),
        border,
        room_borders,
        loop_lines,
        key({MOON: "moon", SUN: "sun"}, SIGN_MARK),
        ground="cells",
    ),
    samples=(sample(SAMPLE), ("; Moon or Sun Puzzle\nsize 2 2\nregions\n0 0\n1 1\ngrid\nm -\n- -\n", None)),
    check=check_room_numbers,
    form=SIGNS_IN_ROOMS,
    clues=CellClues(BLANK, lambda board: (MOON, SUN), in_rules=True),
    player=PlayerFile(("rooms 2", "nums", "lines"), "edges", cells=player_signs({"1": SUN, "2": MOON})),
    url=UrlType(("moonsun",), coded("sections", parts=(("rooms", {}), ("circles", {"key": "grid", "values": ".sm"})))),
    puzzlekit=PuzzlekitText("moon_sun", ("cells", "rooms"), {"o": SUN, "x": MOON}, BLANK, numbers=False),
)
