"""Sashigane: the board in L's, one cell wide, with one corner each."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.portable_random import RandomSource
from ...model.expr import FALSE, Expr, all_of, any_of
from ...model.model import Answer, Model, Origin
from ..drawing.picture import Mark, ring, text
from ..kit.arrows import LETTERS, SIGNS, SPELLED, arrow_mark
from ..kit.checks import areas, cells_by_value, check_numbers, place
from ..kit.clues import CellClues, words
from ..kit.divisions import division_kind
from ..kit.pictures import area_borders, border, given, picture_of
from ..kit.variables import WAYS, Direction, back, exactly_one, step
from ..kit.views import arm
from ..making import Making
from ..notation import sample
from ..sites import PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Divide the board into L's: each is one cell wide, with one corner and two arms of at least one more cell.
A circle is the corner of its L; a number in it says of how many cells the L consists.
An arrow is an end of its L, and points along the arm to the corner."""

BLANK, CIRCLE = ".", "o"
NAMES = dict(zip(LETTERS, ("up", "down", "left", "right"), strict=True))
Arms = dict[tuple[Cell, Direction], Expr]  # the cell is no corner, and its corner lies that way


def model(board: Board) -> Model:
    """For each cell and way a Boolean: it is in an arm, and the corner of its L lies that way.

    What a cell points to does not point back, and points the same way or is a corner, where just one arm ends across
    and one down.  So the model is local: 4 variables and about 40 clauses a cell, whatever the size of the L's.
    """
    m = Model(about={"board": board.neutral()})
    arms: Arms = {}
    for r, c in board.cells():
        for letter, way in LETTERS.items():
            lit = m.bool(f"{NAMES[letter]}_{r}_{c}")
            arms[(r, c), way] = lit
    for cell in board.cells():
        m.add(all_of(in_an_l(board, arms, cell)), Origin("rule", rule=f"in an L: {place(cell)}"))
    for cell, sign in board.filled(BLANK).items():
        m.add(fits(board, arms, cell, sign), Origin("cell", *cell, f"sign {sign}"))
    return m


def into(arms: Arms, cell: Cell, way: Direction) -> Expr:
    """The cell before this one on that way points to it."""
    return arms.get(((cell[0] - way[0], cell[1] - way[1]), way), FALSE)


def is_corner(arms: Arms, cell: Cell) -> Expr:
    """The cell points nowhere."""
    return all_of(~arms[cell, way] for way in WAYS)


def in_an_l(board: Board, arms: Arms, cell: Cell) -> Iterator[Expr]:
    """A cell of an arm is met by none but the one before it; at a corner one arm ends across, and one down."""
    up, down, left, right = (arms[cell, way] for way in WAYS)
    for one, other in ((up, down), (up, left), (up, right), (down, left), (down, right), (left, right)):
        yield ~one | ~other
    for way in WAYS:
        yield _continued(board, arms, cell, way)
        others = (into(arms, cell, other) for other in WAYS if other != way)
        yield from (~arms[cell, way] | ~other for other in others)
    for two in (WAYS[:2], WAYS[2:]):
        ends = exactly_one([into(arms, cell, way) for way in two])
        yield any_of((~is_corner(arms, cell), ends))


def _continued(board: Board, arms: Arms, cell: Cell, way: Direction) -> Expr:
    """The cell points to none but a cell of the board that does not point another way."""
    there = step(cell, way)
    if not board.has(there):
        return ~arms[cell, way]
    return all_of(~arms[cell, way] | ~arms[there, other] for other in WAYS if other != way)


def fits(board: Board, arms: Arms, cell: Cell, sign: str) -> Expr:
    """The cell is what its sign says."""
    if sign in LETTERS:
        way = LETTERS[sign]
        return all_of((arms[cell, way], ~into(arms, cell, way)))
    if sign == CIRCLE:
        return is_corner(arms, cell)
    lengths = (_arms(board, arms, cell, length, int(sign) - 1 - length) for length in range(1, int(sign) - 1))
    return all_of((is_corner(arms, cell), any_of(lengths)))


def _arms(board: Board, arms: Arms, cell: Cell, down: int, across: int) -> Expr:
    """The arms at a corner have these lengths."""
    return all_of(
        any_of(_arm(board, arms, cell, way, length) for way in ways)
        for ways, length in ((WAYS[:2], down), (WAYS[2:], across))
    )


def _arm(board: Board, arms: Arms, cell: Cell, way: Direction, length: int) -> Expr:
    """So many cells that way point back to the corner, and the next one does not."""
    return arm(board, cell, way, length, lambda each: arms[each, back(way)])


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """The number of each cell's L, in the order of their first cells."""
    corner: dict[Cell, Cell] = {}
    for cell in board.cells():
        there = cell
        while ways := [
            way for letter, way in LETTERS.items() if answer.bools[f"{NAMES[letter]}_{there[0]}_{there[1]}"]
        ]:
            there = step(there, ways[0])
        corner[cell] = there
    names: dict[Cell, int] = {}
    return [[names.setdefault(corner[r, c], len(names)) for c in range(board.cols)] for r in range(board.rows)]


def values(board: Board, solution: list[list[int]]) -> Answer:
    """The values of the variables, whatever the names of the areas."""
    bools = {f"{name}_{r}_{c}": False for name in NAMES.values() for r, c in board.cells()}
    for cells in cells_by_value(solution).values():
        row, column = corner_of(cells) or cells[0]
        for r, c in cells:
            if (r, c) != (row, column):
                name = ("up" if r > row else "down") if c == column else ("left" if c > column else "right")
                bools[f"{name}_{r}_{c}"] = True
    return Answer({}, bools)


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """What is wrong with the areas, by searching for the corner of each."""
    check_numbers(solution, board.rows, board.cols)
    faults = []
    for cells in cells_by_value(solution).values():
        corner = corner_of(cells)
        if corner is None:
            faults.append(f"the area of {place(cells[0])} is no L")
            continue
        signs = {cell: board.givens[cell[0]][cell[1]] for cell in cells}
        for cell, sign in signs.items():
            faults += [f"{sign} at {place(cell)}: {fault}" for fault in _sign_faults(cells, corner, cell, sign)]
    return faults


def corner_of(cells: list[Cell]) -> Cell | None:
    """The corner of an L, None if they are none: one of them at their rim, in whose row or column all of them are."""
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    for r, c in cells:
        ends = r in (min(rows), max(rows)) and c in (min(columns), max(columns))
        in_line = all(i == r or j == c for i, j in cells)
        if ends and in_line and max(rows) > min(rows) and max(columns) > min(columns) and len(areas(cells)) == 1:
            return r, c
    return None


def _sign_faults(cells: list[Cell], corner: Cell, cell: Cell, sign: str) -> list[str]:
    if sign == BLANK:
        return []
    if sign not in LETTERS:
        if cell != corner:
            return ["a circle that is not at the corner"]
        return [] if sign in (CIRCLE, str(len(cells))) else [f"its L has {len(cells)} cells"]
    down, right = LETTERS[sign]
    before, after = (cell[0] - down, cell[1] - right), (cell[0] + down, cell[1] + right)
    if cell == corner or sum(near in cells for near in ((cell[0] + i, cell[1] + j) for i, j in WAYS)) != 1:
        return ["an arrow that is not at an end"]
    return [] if after in cells and before not in cells else ["the arrow does not point to the corner"]


def player_value(token: str) -> str:
    """The neutral value of a token in a file of puzz.link's player: `o`, `o5`, or 1 to 4 for U, D, L, R."""
    if token.startswith(CIRCLE):
        return token[1:] if token[1:].isdigit() else CIRCLE
    return BLANK if token == "." else "UDLR"[int(token) - 1]


def sign_mark(cell: Cell, sign: str) -> Mark:
    """A circle, an arrow, or nothing."""
    if sign == BLANK:
        return text(cell, ".", "ground")
    if sign in SIGNS:
        return arrow_mark(cell, sign)
    return ring(cell, "" if sign == CIRCLE else sign)


def with_all_signs(random: RandomSource, board: Board, solution: list[list[int]]) -> Board:
    """Return the board with the number of each L at its corner, and arrows at its ends."""
    signs = dict[Cell, str]()
    for cells in cells_by_value(solution).values():
        for cell in cells:
            ways = [letter for letter, way in LETTERS.items() if step(cell, way) in cells]
            if cell == corner_of(cells):
                signs[cell] = str(len(cells))
            elif len(ways) == 1:
                signs[cell] = ways[0]
    return board.with_values(signs)


SAMPLE = """\
; Sashigane Puzzle  ::  +---------------+
size 4 3            ::  | .   .   .   . |
- - - -             ::  +---+-------+   |
- R - -             ::  | . | >   . | . |
3 - - -             ::  |   +---+   |   |
                    ::  | 3   . | . | . |
                    ::  +-------+---+---+
"""

CELLS = words(
    r"[oUDLR]|[3-9]|[1-9]\d{1,8}",
    (
        "- (blank), o (circle), a number from 3 on (circle), or U, D, L or R (arrow)",
        "'.' (blank), 'o', a number from 3 on as text, 'U', 'D', 'L' or 'R'",
    ),
    SPELLED,
)
PUZZLE = division_kind(
    model,
    name="sashigane",
    titles=("Sashigane",),
    rules=RULES,
    symbols="- blank, o circle, a number: circle with it, an arrow as U up, D down, L left, R right",
    cells=CELLS,
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture_of(given(sign_mark, None), border, area_borders),
    samples=(sample(SAMPLE), ("; Sashigane Puzzle\nsize 2 2\n- -\n- -\n", None)),
    clues=CellClues(BLANK, lambda board: [*LETTERS, *map(str, range(3, board.rows + board.cols))], exclusive=False),
    player=PlayerFile(("nums", "division"), "division", value=player_value),
    url=UrlType(("sashigane",), coded("corner_signs")),
)
MAKING = Making(least=4, givens_of=with_all_signs)
