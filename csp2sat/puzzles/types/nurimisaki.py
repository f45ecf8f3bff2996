"""Nurimisaki: shaded cells that make exactly the circles capes: unshaded cells with one unshaded neighbour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...model.expr import Expr, all_of, any_of
from ...model.model import Model, Origin
from ..drawing.picture import ring
from ..fact_forms import Fact, FactForms
from ..kit.checks import block_faults, neighbours, place, rest_faults, seen_from, shaded_cells
from ..kit.clues import CellClues
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import picture_of, shading_beside
from ..kit.variables import WAYS, Shading, around, exactly_one
from ..kit.views import arm
from ..notation import NUMBERS_OR_ANY, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade cells so that the circles are the capes, and no other cell is a cape.
A cape is an unshaded cell with exactly one unshaded cell beside it: above, below, left or right.
All unshaded cells are connected through their sides.
No block of 2 x 2 cells is all shaded or all unshaded.
A number in a circle counts the unshaded cells in a straight line from the circle to the next shaded cell or the
  edge. The line goes to the one side of the circle that is open.
The circle's own cell counts, too. A circle without a number (`?`) allows any length."""

NO_CAPE = "no cape without circle"


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), unshaded circles, exactly one unshaded
    neighbour for each circle and for no other unshaded cell, no 2 x 2 block of one colour, and `connected` on the
    unshaded cells.

    A number becomes the disjunction of at most four cubes, one for each way that its line of unshaded cells may go.
    """
    m, shaded = begin(board)
    circles = board.filled()
    for cell, number in circles.items():
        m.add(~shaded[cell], Origin("cell", *cell, "circle is not shaded"))
        m.add(exactly_one([~shaded[near] for near in around(board, cell)]), Origin("cell", *cell, "circle is a cape"))
        if number > 0:
            ways = any_of(arm(board, cell, way, number - 1, shaded.free) for way in WAYS if number > 1)
            m.add(ways, Origin("cell", *cell, f"number {number}"))
    others = (clause for cell in board.cells() if cell not in circles for clause in no_cape(board, shaded, cell))
    m.add(all_of(others), Origin("rule", rule=NO_CAPE))
    shaded.no_block()
    shaded.no_block(shaded=False)
    shaded.rest_is_connected()
    return m


def no_cape(board: Board, shaded: Shading, cell: Cell) -> Iterator[Expr]:
    """Yield the clauses that an unshaded cell does not have exactly one unshaded neighbour: one clause for each
    neighbour.
    """
    near = around(board, cell)
    for one in near:
        yield any_of((shaded[cell], shaded[one], *(~shaded[other] for other in near if other != one)))


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return which cell would be a cape without a circle if a new fact were not so, or is one by known facts; '' if
    there is none, and for other rules.

    rule: its name.  known, new: facts about cells.
    """
    if rule != NO_CAPE or len(new) > 1:
        return ""
    shaded = {fact.places[0]: not fact.negative for fact in known if fact.value == "#"}
    shaded |= {fact.places[0]: fact.negative for fact in new}
    near = [cell for fact in new for cell in (fact.places[0], *around(board, fact.places[0]))]
    cape = next((cell for cell in near or board.cells() if _is_cape(board, cell, shaded)), None)
    if cape is None:
        return ""
    it = "it" if any(fact.places == (cape,) for fact in new) else place(cape)
    return f"{'else ' * bool(new)}{it} would be a cape without a circle"


def _is_cape(board: Board, cell: Cell, shaded: Mapping[Cell, bool]) -> bool:
    """Whether a cell without a circle is unshaded, and all of its neighbours but one are shaded."""
    near = [shaded.get(each) for each in around(board, cell)]
    is_alone = None not in near and near.count(False) == 1
    return cell not in board.filled() and shaded.get(cell) is False and is_alone


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by examining the neighbours and the view of each
    cell; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    free = {cell for cell in board.cells() if cell not in shaded}
    faults = [fault for cell in board.cells() for fault in _cell_faults(board, cell, free)]
    faults += block_faults(shaded, board, "shaded cells") + block_faults(free, board, "unshaded cells")
    return faults + rest_faults(board, shaded)


def _cell_faults(board: Board, cell: Cell, free: set[Cell]) -> list[str]:
    """Return one message for each fault of a cell: a cape without circle, a shaded circle, a circle that is no cape, or
    a wrong number; `free` are the unshaded cells.
    """
    number = board.givens[cell[0]][cell[1]]
    ways = [near for near in neighbours(cell) if near in free]
    if cell not in free:
        return [f"the circle at {place(cell)} is shaded"] if number else []
    if not number:
        return [f"a cape without circle, at {place(cell)}"] if len(ways) == 1 else []
    faults = []
    if len(ways) != 1:
        faults.append(f"the circle at {place(cell)} has {len(ways)} unshaded neighbours; expected one")
    if number not in (-1, seen := seen_from(cell, free)):
        faults.append(f"number {number} at {place(cell)}: {seen} cells are seen")
    return faults


SAMPLE = """\
; Nurimisaki Puzzle  ::  # # # 3
size 4 4             ::  # . . .
- - - 3              ::  2 . # 3
- - - -              ::  # # # #
2 - - 3
- - - -
"""

PUZZLE = shading_kind(
    model,
    name="nurimisaki",
    facts=FactForms(why=why),
    titles=("Nurimisaki",),
    rules=RULES,
    symbols="`-` blank, a number: circle with the number, `?` circle without a number",
    cells=NUMBERS_OR_ANY,
    rule_faults=rule_faults,
    picture=picture_of(shading_beside(lambda cell, number: ring(cell, number if number > 0 else ""))),
    samples=(sample(SAMPLE), ("; Nurimisaki Puzzle\nsize 2 2\n- 3\n- -\n", None)),
    clues=CellClues(-1, lambda board: range(2, max(board.rows, board.cols) + 1)),
    player=PlayerFile(("nums", "drawn"), "shading"),
    url=UrlType(("nurimisaki",), coded("number16", unknown=True)),
    puzzlekit=PuzzlekitText("nurimisaki", ("cells",), {"?": -1}),
)
