"""Norinori: shaded cells in pairs of neighbours, two shaded cells in every room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, repeat

from ...model.expr import Expr, all_of, any_of, term
from ...model.model import Model, Origin
from ..fact_forms import Fact, FactForms
from ..kit.checks import areas, count_faults, named_rooms, neighbours, place, shaded_cells
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import rooms_picture
from ..kit.rooms import ROOMS_ALONE, rooms
from ..kit.variables import EAST, NORTH, SOUTH, WEST, Shading, step
from ..notation import sample
from ..sites import PenpaDrawing, PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade two cells in every room so that each is side by side with exactly one other shaded cell.
The other cell may be in the same room or in another one. Thick lines divide the board into rooms."""

TWO_IN_ROOM, IN_PAIRS = "two shaded cells in the room", "shaded cells are in pairs"


def model(board: Board) -> Model:
    """Return the model of a board: a sum for each room, and the clauses of `in_pairs` for each cell."""
    m, shaded = begin(board)
    for cells in rooms(board):
        total = term("add", *map(shaded.__getitem__, cells))
        m.add(term("eq", total, 2), Origin("cell", *cells[0], TWO_IN_ROOM))
    m.add(all_of(in_pairs(board, shaded)), Origin("rule", rule=IN_PAIRS))
    return m


def in_pairs(board: Board, shaded: Shading) -> Iterator[Expr]:
    """Yield the clauses that each shaded cell has exactly one shaded neighbour: up to seven clauses for each cell."""
    for cell in board.cells():
        beside = [shaded[near] for way in (EAST, SOUTH, WEST, NORTH) if board.has(near := step(cell, way))]
        yield any_of((~shaded[cell], *beside))
        yield from (any_of((~shaded[cell], ~one, ~other)) for one, other in combinations(beside, 2))


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how facts about the cells of a room contradict that two of them are shaded; '' for another rule."""
    if rule != TWO_IN_ROOM:
        return ""
    room = next(cells for cells in rooms(board) if cell in cells)
    count = sum(not fact.negative for fact in facts)
    if count > 2:
        return f"{count} cells would be shaded in the room of {place(cell)}"
    left = len(room) - sum(fact.negative for fact in facts)
    are = "1 cell is" if left == 1 else f"{left or 'no'} cell{'s are' if left else ' is'}"
    return f"only {are} left in the room of {place(cell)}".replace("only no", "no")


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why a cell is shaded or not since shaded cells are in pairs, or, without a new fact, which cell
    has no pair or is in two; '' for another rule, and for several reasons.

    rule: its name.  known: all facts that hold.
    """
    if rule != IN_PAIRS:
        return ""
    shaded = {fact.places[0]: not fact.negative for fact in known if fact.what == "cell"}
    if not new:
        return next(filter(None, (_fault(board, cell, shaded) for cell in board.cells() if shaded.get(cell))), "")
    reasons = {_reason(board, fact, shaded) for fact in new}
    return reasons.pop() if len(reasons) == 1 else ""


def _beside(board: Board, cell: Cell) -> list[Cell]:
    return [near for near in neighbours(cell) if board.has(near)]


def _fault(board: Board, cell: Cell, shaded: Mapping[Cell, bool]) -> str:
    """Return in words what a shaded cell would have beside it other than one shaded cell; '' for no fault."""
    count = sum(shaded.get(near, False) for near in _beside(board, cell))
    if count > 1:
        return f"{place(cell)} would have {'two' if count == 2 else count} shaded neighbours"
    is_alone = all(shaded.get(near) is False for near in _beside(board, cell))
    return f"{place(cell)} would have no shaded neighbour" if is_alone else ""


def _reason(board: Board, fact: Fact, shaded: Mapping[Cell, bool]) -> str:
    """Return in words why a cell is shaded or not by its neighbours and theirs; '' for another reason."""
    (cell,) = fact.places
    near = [each for each in _beside(board, cell) if shaded.get(each)]
    if not fact.negative:
        lone = [each for each in near if all(shaded.get(at) is False for at in _beside(board, each) if at != cell)]
        return f"no other cell beside {place(lone[0])} can be shaded" if lone else ""
    if any(shaded.get(at) for each in near for at in _beside(board, each) if at != cell):
        return "no third shaded cell can touch a pair"
    return "it " + fault.removeprefix(f"{place(cell)} ") if (fault := _fault(board, cell, shaded)) else ""


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by measuring the areas of shaded cells and
    counting the shaded cells of each room; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = []
    for area in areas(shaded):
        if len(area) == 1:
            faults.append(f"a shaded cell touches no other shaded cell, at {place(area[0])}")
        elif len(area) > 2:
            faults.append(f"{len(area)} shaded cells are connected, at {place(area[0])}; expected two")
    faults += count_faults(named_rooms(board), repeat(2), shaded, "shaded cells")
    return faults


SAMPLE = """\
; Norinori Puzzle  ::  +-------+-------+---+
size 5 5           ::  | #   # | .   # | . |
0 0 1 1 2          ::  |   +---+---+   |   |
0 3 3 1 2          ::  | . | .   . | # | . |
4 3 3 3 2          ::  +---+       +---+   |
4 3 2 3 2          ::  | # | .   .   . | . |
3 3 2 2 2          ::  |   |   +---+   |   |
                   ::  | # | . | . | # | # |
                   ::  +---+   |   +---+   |
                   ::  | .   # | #   .   . |
                   ::  +-------+-----------+
"""

PUZZLE = shading_kind(
    model,
    name="norinori",
    titles=("Norinori",),
    rules=RULES,
    facts=FactForms(broken=broken, why=why),
    **ROOMS_ALONE,
    rule_faults=rule_faults,
    picture=rooms_picture,
    samples=(sample(SAMPLE), ("; Norinori Puzzle\nsize 4 1\n0 0 1 1\n", None)),
    penpa=PenpaDrawing(("lineE",)),
    player=PlayerFile(("rooms 1", "drawn"), "shading"),
    url=UrlType(("norinori",), coded("rooms", numbered=False)),
    puzzlekit=PuzzlekitText("norinori", ("empty", "rooms")),
)
