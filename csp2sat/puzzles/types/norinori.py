"""Norinori: shaded cells in pairs of neighbours, two shaded cells in every room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, repeat

from ...model.expr import Expr, all_of, any_of, term
from ...model.model import Model, Origin
from ..deductions.shaded_pairs import IN_PAIRS, TWO_IN_ROOM, broken, deduction, why
from ..fact_forms import FactForms
from ..kit.checks import areas, count_faults, named_rooms, place, shaded_cells
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import rooms_picture
from ..kit.rooms import ROOMS_ALONE, rooms
from ..kit.variables import EAST, NORTH, SOUTH, WEST, Shading, step
from ..notation import sample
from ..sites import PenpaDrawing, PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board

RULES = """\
Shade two cells in every room so that each is side by side with exactly one other shaded cell.
The other cell may be in the same room or in another one. Thick lines divide the board into rooms."""


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
    facts=FactForms(broken=broken, deduction=deduction, why=why),
    **ROOMS_ALONE,
    rule_faults=rule_faults,
    picture=rooms_picture,
    samples=(sample(SAMPLE), ("; Norinori Puzzle\nsize 4 1\n0 0 1 1\n", None)),
    penpa=PenpaDrawing(("lineE",)),
    player=PlayerFile(("rooms 1", "drawn"), "shading"),
    url=UrlType(("norinori",), coded("rooms", numbered=False)),
    puzzlekit=PuzzlekitText("norinori", ("empty", "rooms")),
)
