"""LITS: a shaded tetromino in every room, all shaded cells connected, and no equal tetrominoes side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...model.expr import Expr, all_of, any_of, bool_var, node
from ...model.model import Model, Origin
from ..deductions.room_shapes import IN_ROOM, deduction, equal_shapes, fitting, shape, shape_of_room, tetrominoes
from ..fact_forms import FactForms
from ..kit.checks import areas, block_faults, cells_by_value, parting_faults, place, shaded_cells, shape_of, touching
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


def model(board: Board, is_finer: bool = False) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), exactly one tetromino in each room, no
    equal shapes side by side, no shaded 2 x 2 block, and `connected` on the shaded cells, with `openings`.

    Each place of a tetromino in its room has a hidden Boolean. Unit propagation on places finds at once the shaded
    cells of a narrow room, and the four cells of a place need no further clauses to be connected.  is_finer: whether
    the model is for steps, which speak of the shape in a room, so that each shape has a hidden Boolean, too, and
    which do without `openings`.
    """
    m, shaded = begin(board)
    shapes = [tetromino(m, shaded, room, cells, is_finer) for room, cells in enumerate(rooms(board))]
    regions = board.givens["regions"]
    for cell in board.cells():
        for near in around(board, cell):
            one, other = (regions[r][c] for r, c in (cell, near))
            if one < other:
                rule = f"other shapes side by side, at {place(cell)} and {place(near)}"
                m.add(differ(shaded, cell, near, (shapes[one], shapes[other])), Origin("rule", rule=rule))
    shaded.no_block()
    shaded.is_connected(() if is_finer else openings(board, shaded))
    return m


def tetromino(m: Model, shaded: Shading, room: int, cells: Sequence[Cell], is_finer: bool) -> Shapes:
    """Require in the model m that the shaded cells of a room are a tetromino other than the square, and return for each
    shape letter the formula that this tetromino has the shape.

    room: its number, for the names of variables.  cells: all cells of the room.  is_finer: as in `model`.
    """
    places = tetrominoes(tuple(cells))
    used = [m.bool(f"_place_{room}_{at}") for at in range(len(places))]
    origin = Origin("cell", *cells[0], IN_ROOM)
    m.add(exactly_one(used), origin)
    same = both_ways if is_finer else partial(node, "iff")
    for cell in cells:
        covering = (lit for lit, each in zip(used, places, strict=True) if cell in each)
        m.add(same(shaded[cell], any_of(covering)), origin)
    named = [(shape(each), lit) for each, lit in zip(places, used, strict=True)]
    found = {name: any_of(lit for other, lit in named if other == name) for name in sorted({name for name, _ in named})}
    if not is_finer:
        return found
    hidden: Shapes = {name: m.bool(f"_shape_{room}_{name}") for name in found}
    for name, formula in found.items():
        m.add(both_ways(hidden[name], formula), origin)
    m.add(any_of(hidden.values()), origin)
    return hidden


def openings(board: Board, shaded: Shading) -> Iterator[Expr]:
    """Yield for each place of a tetromino in its room the clause that a cell beside the place, in another room, is
    shaded; yield nothing if the board has one room only.

    The clauses follow from the connection of all shaded cells, but a solver finds them late there.
    """
    every = rooms(board)
    for room, cells in enumerate(every if len(every) > 1 else ()):
        outside = {cell: {*around(board, cell)}.difference(cells) for cell in cells}
        for at, each in enumerate(tetrominoes(tuple(cells))):
            beside = sorted(set().union(*map(outside.__getitem__, each)))
            yield any_of([~bool_var(f"_place_{room}_{at}"), *map(shaded.at, beside)])


def both_ways(one: Expr, other: Expr) -> Expr:
    """Return the formula that two formulas are equivalent, in a form that steps do not take for a definition: a
    definition would be left out of the reasons.
    """
    return all_of((~one | other, one | ~other))


def differ(shaded: Shading, cell: Cell, near: Cell, shapes: tuple[Shapes, Shapes]) -> Expr:
    """Return the formula that two cells of different rooms are not both shaded while their tetrominoes have the same
    shape.

    shapes: for each of the two rooms the formulas that `tetromino` returns.
    """
    one, other = shapes
    apart = (~shaded[cell], ~shaded[near])
    same = (any_of((*apart, ~one[name], ~other[name])) for name in one if name in other)
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
    facts=FactForms(
        finer=partial(model, is_finer=True),
        hidden=shape_of_room,
        why=equal_shapes,
        fitting=fitting,
        deduction=deduction,
    ),
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
