"""LITS: a shaded tetromino in every room, all shaded cells connected, and no equal tetrominoes side by side."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.expr import Expr, all_of, any_of, node
from ...model.model import Model, Origin
from ..kit.checks import areas, block_faults, cells_by_value, parting_faults, place, shaded_cells, shape_of, touching
from ..kit.divisions import connected_sets
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import rooms_picture
from ..kit.rooms import ROOMS_ALONE, rooms
from ..kit.variables import Shading, around, exactly_one
from ..notation import sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade four cells in every room so that equal shapes are not side by side.
The four shaded cells of a room are connected through their sides.
Thick lines divide the board into rooms. All shaded cells of the board are connected through their sides.
No block of 2 x 2 cells is all shaded.
Two rooms have different shapes if a shaded cell of one is side by side with a shaded cell of the other.
A turned or mirrored shape counts as the same."""

Shapes = dict[str, Expr]  # of a room: its tetromino has that shape


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), exactly one tetromino in each room, no
    equal shapes side by side, no shaded 2 x 2 block, and `connected` on the shaded cells.

    Each place of a tetromino in its room has a hidden Boolean. Unit propagation on places finds at once the shaded
    cells of a narrow room, and the four cells of a place need no further clauses to be connected.
    """
    m, shaded = begin(board)
    shapes = [tetromino(m, shaded, room, cells) for room, cells in enumerate(rooms(board))]
    regions = board.givens["regions"]
    for cell in board.cells():
        for near in around(board, cell):
            one, other = (regions[r][c] for r, c in (cell, near))
            if one < other:
                rule = f"other shapes side by side, at {place(cell)} and {place(near)}"
                m.add(differ(shaded, cell, near, (shapes[one], shapes[other])), Origin("rule", rule=rule))
    shaded.no_block()
    shaded.is_connected()
    return m


def tetromino(m: Model, shaded: Shading, room: int, cells: Sequence[Cell]) -> Shapes:
    """Require in the model m that the shaded cells of a room are a tetromino other than the square, and return for each
    shape letter the formula that this tetromino has the shape.

    room: its number, for the names of variables.  cells: all cells of the room.
    """
    places = [each for each in connected_sets(cells, 4) if shape(each) != "O"]
    used = [m.bool(f"_place_{room}_{at}") for at in range(len(places))]
    origin = Origin("cell", *cells[0], "four shaded cells in the room")
    m.add(exactly_one(used), origin)
    for cell in cells:
        covering = (lit for lit, each in zip(used, places, strict=True) if cell in each)
        m.add(node("iff", shaded[cell], any_of(covering)), origin)
    named = [(shape(each), lit) for each, lit in zip(places, used, strict=True)]
    return {name: any_of(lit for other, lit in named if other == name) for name in sorted({name for name, _ in named})}


def shape(cells: Sequence[Cell]) -> str:
    """Return the letter of a tetromino's shape, I, L, O, S or T, turned or mirrored, from the four cells."""
    lengths = {len(set(axis)) for axis in zip(*cells, strict=True)}
    near = [sum(abs(r - i) + abs(c - j) == 1 for i, j in cells) for r, c in cells]
    if lengths != {2, 3}:
        return "O" if lengths == {2} else "I"
    middle = max(3, *near)
    straight = any(line.count(at) == 3 for line in zip(*cells, strict=True) for at in line)
    return "T" if middle in near else "L" if straight else "S"


def differ(shaded: Shading, cell: Cell, near: Cell, shapes: tuple[Shapes, Shapes]) -> Expr:
    """Return the formula that two cells of different rooms are not both shaded while their tetrominoes have the same
    shape.

    shapes: for each of the two rooms the formulas that `tetromino` returns.
    """
    one, other = shapes
    same = (any_of((~shaded[cell], ~shaded[near], ~one[name], ~other[name])) for name in one if name in other)
    return all_of(same)


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by comparing the shaded cells of the rooms; [] if
    the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults: list[str] = []
    shape: dict[Cell, frozenset[Cell] | None] = {}
    room_of: dict[Cell, int] = {}
    for room, cells in cells_by_value(board.givens["regions"]).items():
        inside = [cell for cell in cells if cell in shaded]
        if len(inside) != 4:
            faults.append(f"the room at {place(cells[0])} has {len(inside)} shaded cells; expected 4")
        if len(areas(inside)) > 1:
            faults.append(f"the shaded cells of the room at {place(cells[0])} are not connected")
        shape |= dict.fromkeys(inside, shape_of(inside) if inside else None)
        room_of |= dict.fromkeys(cells, room)
    for cell, near in touching(shaded):
        if room_of[near] != room_of[cell] and shape[near] == shape[cell]:
            faults.append(f"equal shapes side by side, at {place(cell)} and at {place(near)}")
    return faults + block_faults(shaded, board, "shaded cells") + parting_faults(shaded, "the shaded cells")


SAMPLE = """\
; LITS Puzzle  ::  +---+-----------+
size 4 4       ::  | # | .   #   # |
0 1 1 1        ::  |   +---+   +---+
0 0 1 2        ::  | #   # | # | . |
0 2 1 2        ::  |   +---+   |   |
2 2 2 2        ::  | # | . | # | . |
               ::  +---+   +---+   |
               ::  | #   #   #   # |
               ::  +---------------+
"""

PUZZLE = shading_kind(
    model,
    name="lits",
    titles=("LITS", "nuruomino"),
    rules=RULES,
    **ROOMS_ALONE,
    rule_faults=rule_faults,
    picture=rooms_picture,
    samples=(sample(SAMPLE), ("; LITS Puzzle\nsize 4 2\n0 0 0 0\n1 1 1 1\n", None)),
    player=PlayerFile(("rooms 1", "drawn"), "shading"),
    url=UrlType(("lits",), coded("rooms", numbered=False)),
    puzzlekit=PuzzlekitText("lits", ("empty", "rooms")),
)
