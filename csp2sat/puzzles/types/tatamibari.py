"""Tatamibari: the board divided into rectangles, each with one sign, which says which side is the longer one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...model.expr import Expr, all_of, any_of, node, term
from ...model.model import Answer, Model, Origin
from ..deductions.areas import rectangles as owned
from ..deductions.areas.sign_rectangles import ANY_FORM as ANY
from ..deductions.areas.sign_rectangles import BLANK, HIGH, SQUARE, WIDE, sign_numbers
from ..drawing.picture import Mark, text
from ..fact_forms import FactForms
from ..givens import STRINGS
from ..kit.checks import cells_by_value, check_numbers, place
from ..kit.clues import CellClues
from ..kit.divisions import areas_of, division_kind
from ..kit.pictures import area_borders, border, given, key, picture_of
from ..kit.straight import runs
from ..kit.truth import TruthRow, allowed
from ..kit.variables import EAST, NORTH, SOUTH, WAYS, WEST, Edges, step
from ..notation import sample, table
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Divide the board into rectangles, each with exactly one sign, and of the form that its sign demands.
`+`: its rectangle is a square.
`-`: its rectangle is wider than high.
`|`: its rectangle is higher than wide.
`?`: its rectangle may have any form.
At no point do the corners of four rectangles meet."""

NAMES = {SQUARE: "square", WIDE: "wider than high", HIGH: "higher than wide", ANY: "any rectangle"}
SIGNS = {".": (BLANK, "blank"), **{sign: (sign, name) for sign, name in NAMES.items()}}
COMPARED = {SQUARE: "eq", WIDE: "lt", HIGH: "gt", ANY: ""}  # height and width


def model(board: Board) -> Model:
    """Return the model of a board, with a Boolean for each two neighbours, which is true if they are in one rectangle;
    a rule on the borders at each point makes all areas rectangles.

    Each cell has two integers: whether the sign of its rectangle is above (0), beside (1) or below (2) it, and likewise
    to its left, in its column or to its right. Along a rectangle they go from 2 to 0, and 1 is in one row and one
    column only, which are the sign's. So the model is local: four integers for the size of a rectangle are needed only
    at its sign.
    """
    m = Model(about={"board": board.neutral()})
    joined = rectangles(m, board)
    signs = board.filled(BLANK)

    def state(cell: Cell, beside: Expr) -> None:
        if cell in signs:
            m.add(beside, Origin("cell", *cell, f"sign {signs[cell]}"))
        else:
            m.add(~beside, Origin("rule", rule="a sign in each rectangle"))

    one_sign(m, board, joined, state)
    for cell, sign in signs.items():
        if COMPARED[sign]:
            m.add(_form(m, board, joined, cell, sign), Origin("cell", *cell, f"sign {sign}"))
    return m


def rectangles(m: Model, board: Board) -> Edges:
    """Return a Boolean for each two neighbours, which is true if they are in one rectangle, and require in m that all
    areas are rectangles, no four of which meet at a point.
    """
    joined = Edges(m, board.rows, board.cols)
    for r in range(board.rows - 1):
        for c in range(board.cols - 1):
            four = [joined[(r, c), EAST], joined[(r, c), SOUTH], joined[(r + 1, c), EAST], joined[(r, c + 1), SOUTH]]
            m.add(
                allowed(four, _borders_fit),
                Origin("rule", rule=owned.MEET + place((r, c))),
            )
    return joined


def _borders_fit(bits: TruthRow) -> bool:
    """Whether the borders at a point are none, two in line, or three; a single border, a corner of two, and four
    borders are excluded.

    bits: for the border above, to the left of, below and to the right of the point, whether there is none.
    """
    above, left, below, right = bits
    return sum(bits) in (1, 4) or (sum(bits) == 2 and above == below and left == right)


def one_sign(m: Model, board: Board, joined: Edges, state: Callable[[Cell, Expr], None]) -> None:
    """Require in m that each rectangle has exactly one sign, and declare two hidden integers for each cell (see
    `model`).

    state: gets a cell and the formula that the cell has the sign of its rectangle, and states in m whether it has.
    """
    down = {(r, c): m.int(f"_row_{r}_{c}", 0, 2) for r, c in board.cells()}
    right = {(r, c): m.int(f"_column_{r}_{c}", 0, 2) for r, c in board.cells()}
    for cell in board.cells():
        state(cell, node("eq", down[cell], 1) & node("eq", right[cell], 1))
        rules = [_at_end(joined, cell, way, x) for way, x in zip(WAYS, (down, down, right, right), strict=True)]
        for way, along, across in ((SOUTH, down, right), (EAST, right, down)):
            there = step(cell, way)
            if there in down:
                rules.append(_along(joined, cell, way, along))
                rules.append(any_of((~joined[cell, way], node("eq", across[cell], across[there]))))
        m.add(all_of(rules), Origin("rule", rule=f"one sign in the rectangle of {place(cell)}"))


def _along(joined: Edges, cell: Cell, way: Cell, x: dict[Cell, Expr]) -> Expr:
    """Return the formula that the next cell on a way, if it is in the same rectangle, is behind the sign just if this
    cell is beside or behind the sign.

    x: for each cell the integer of that direction, from 2 before the sign to 0 behind it.
    """
    return any_of((~joined[cell, way], node("iff", term("le", x[cell], 1), node("eq", x[step(cell, way)], 0))))


def _at_end(joined: Edges, cell: Cell, way: Cell, x: dict[Cell, Expr]) -> Expr:
    """Return the formula that the sign of a rectangle is not that way from a cell at which the rectangle ends that way.

    x: for each cell the integer of that direction.
    """
    return any_of((joined[cell, way], node("ne", x[cell], 0 if way in (NORTH, WEST) else 2)))


def _form(m: Model, board: Board, joined: Edges, cell: Cell, sign: str) -> Expr:
    """Return the formula that the rectangle of a sign is square, wide or high as the sign says, and declare the four
    integers of its size in m.
    """
    up, down, left, right = runs(m, board, joined, (cell, Origin("cell", *cell, f"sign {sign}")))
    return term(COMPARED[sign], term("add", up, down), term("add", left, right))


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """Return for each cell the number of its rectangle, from 0 in the order of first cells; the answer is one of
    `model`, or of that for steps.
    """
    own, names = owned.owned_cells(board, answer), dict[Cell, int]()
    rows = [[own.get((r, c), (r, c)) for c in range(board.cols)] for r in range(board.rows)]
    return [[names.setdefault(sign, len(names)) for sign in row] for row in rows] if own else areas_of(board, answer)


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by measuring each area and comparing the four
    areas at each point; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    check_numbers(solution, board.rows, board.cols)
    faults = []
    for cells in cells_by_value(solution).values():
        faults += _area_faults(board, cells)
    for r in range(board.rows - 1):
        for c in range(board.cols - 1):
            if four_meet(solution, r, c):
                faults.append(f"four corners meet at the lower right corner of {place((r, c))}")
    return faults


def four_meet(areas: list[list[int]], r: int, c: int) -> bool:
    """Whether four areas meet at the lower right corner of the cell (r, c)."""
    return len({areas[r][c], areas[r][c + 1], areas[r + 1][c], areas[r + 1][c + 1]}) == 4


def form_of(cells: list[Cell]) -> str:
    """Return the sign of the smallest rectangle around the cells: square, wide or high."""
    height, width = (1 + max(c[axis] for c in cells) - min(c[axis] for c in cells) for axis in (0, 1))
    return SQUARE if height == width else WIDE if width > height else HIGH


def _area_faults(board: Board, cells: list[Cell]) -> list[str]:
    """Return one message for each fault of the area with these cells: not exactly one sign, no rectangle, or, if both
    are right, another form than the sign's.
    """
    height, width = (1 + max(c[axis] for c in cells) - min(c[axis] for c in cells) for axis in (0, 1))
    name = f"the area at {place(cells[0])}"
    signs = [(cell, board.givens[cell[0]][cell[1]]) for cell in cells if board.givens[cell[0]][cell[1]] != BLANK]
    faults = [f"{name} contains {len(signs)} signs; expected one"] if len(signs) != 1 else []
    faults += [f"{name} is no rectangle"] if height * width != len(cells) else []
    if faults:
        return faults
    (cell, sign), form = signs[0], form_of(cells)
    if sign not in (form, ANY):
        return [f"sign {sign} at {place(cell)}: {name} has the height {height} and the width {width}"]
    return []


def sign_mark(cell: Cell, sign: str) -> Mark:
    """Return the mark of a sign: a dot for a blank cell."""
    return text(cell, ".", "ground") if sign == BLANK else text(cell, sign)._replace(shape="sign")


SAMPLE = """\
; Tatamibari Puzzle  ::  +---------+---+
size 4 3             ::  | . .   . | | |
. . . |              ::  | - .   . | . |
- . . .              ::  +-----+---+   |
- . + .              ::  | - . | + | . |
                     ::  +-----+---+---+
"""

PUZZLE = division_kind(
    model,
    name="tatamibari",
    solution=solution,
    facts=FactForms(
        makers=dict.fromkeys(("only", "owner"), owned.owner_fact),
        values=partial(owned.owner_values, of=sign_numbers),
        finer=partial(owned.finer, of=sign_numbers, are_parted=True),
        broken=partial(owned.broken, of=sign_numbers),
        placements=partial(owned.placements, of=sign_numbers),
        why=owned.no_four,
        owner="sign",
    ),
    titles=("Tatamibari",),
    rules=RULES,
    cells=table(SIGNS, {}),
    symbols="`.` blank, `+` square, `-` wider than high, `|` higher than wide, `?` any form",
    rule_faults=rule_faults,
    picture=picture_of(given(sign_mark, None), border, area_borders, key(NAMES, sign_mark)),
    directions="--||",
    samples=(sample(SAMPLE), ("; Tatamibari Puzzle\nsize 2 1\n+ .\n", None)),
    form=STRINGS,
    clues=CellClues(BLANK, lambda board: NAMES),
    player=PlayerFile(
        ("nums", "division"), "division", cells=player_signs({"a": HIGH, "b": WIDE, "c": SQUARE, "-": ANY})
    ),
    url=UrlType(("tatamibari",), coded("signs", signs={"1": HIGH, "2": WIDE, "3": SQUARE, ".": ANY})),
    puzzlekit=PuzzlekitText("tatamibari", ("cells",), {"s": SQUARE, "h": WIDE, "v": HIGH}, BLANK, numbers=False),
)
