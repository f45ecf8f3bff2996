"""Sashigane: the board divided into L's, one cell wide, with one corner each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ...base.portable_random import RandomSource
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, term
from ...model.model import Answer, Model, Origin
from ..deductions.areas import arm_lengths
from ..deductions.areas.arm_lengths import clue_words
from ..deductions.areas.arm_ways import ARROWS, VALUE_OF, VALUES, States, seen, value_fact, why
from ..drawing.picture import Mark, ring, text
from ..fact_forms import FactForms
from ..kit.arrows import LETTERS, SIGNS, SPELLED, arrow_mark
from ..kit.checks import areas, cells_by_value, check_numbers, place
from ..kit.clues import CellClues, words
from ..kit.divisions import division_kind
from ..kit.pictures import area_borders, border, given, picture_of
from ..kit.variables import WAYS, Direction, back, exactly_one, step
from ..kit.views import arm
from ..making import Making
from ..notation import Notation, sample
from ..sites import PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Divide the board into L-shapes with corners at the circles and ends at the arrows.
An L has a corner cell and two arms at a right angle. Each arm is one cell wide and at least one cell long.
A circle (`o`) is the corner of its L. A number in a circle is the number of all cells of the L.
An arrow is the last cell of an arm, and points along the arm to the corner.
An L may contain several signs, or none."""

BLANK, CIRCLE = ".", "o"
PLAYER_SIGNS = {".": BLANK, "1": "U", "2": "D", "3": "L", "4": "R"}  # in files of puzz.link's player
NAMES = dict(zip(LETTERS, ("up", "down", "left", "right"), strict=True))
Arms = dict[tuple[Cell, Direction], Expr]  # the cell is no corner, and its corner lies that way


def model(board: Board) -> Model:
    """Return the model of a board, with a Boolean for each cell and way, which is true if the cell is in an arm of an L
    and points that way, to its corner.

    The next cell that way does not point back: it points the same way, or is a corner, at which just one arm ends
    across and one down. So the model is local: 4 variables and about 40 clauses a cell, whatever the size of the L's.
    """
    m = Model(about={"board": board.neutral()})
    arms: Arms = {}
    for r, c in board.cells():
        for letter, way in LETTERS.items():
            lit = m.bool(f"{NAMES[letter]}_{r}_{c}")
            arms[(r, c), way] = lit
    for cell in board.cells():
        m.add(all_of(in_an_l(board, arms, cell)), Origin("rule", rule=f"{place(cell)} is in an L"))
    for cell, sign in board.filled(BLANK).items():
        m.add(fits(board, arms, cell, sign), Origin("cell", *cell, clue_words(sign)))
    return m


def finer(board: Board) -> Model:
    """Return the model of a board by which `steps` reasons: each cell without a sign has an integer, the index in
    VALUES of what the cell is, a corner or a cell whose corner lies on a way, off which the board does not end.

    So a cell has one value, signs leave no question about their own cells, and the rules are those of `arm_ways`.
    """
    m = Model(about={"board": board.neutral()})
    signs, states = board.filled(BLANK), dict[Cell, dict[Direction | None, Expr]]()
    for cell in board.cells():
        ways: list[Direction | None] = [None, *(way for way in WAYS if board.has(step(cell, way)))]
        if cell in signs:
            states[cell] = {LETTERS.get(signs[cell]): TRUE}
            continue
        indices = {way: VALUES.index(VALUE_OF[way]) for way in ways}
        x = m.int("x_{}_{}".format(*cell), sorted(indices.values()))
        states[cell] = {way: term("eq", x, index) for way, index in indices.items()}
    for rule, formula in seen(board, states):
        m.add(formula, Origin("rule", rule=rule))
    arms = {(cell, way): states[cell].get(way, FALSE) for cell, way in product(board.cells(), WAYS)}
    for cell, sign in signs.items():
        m.add(all_of(_of_sign(board, arms, states, cell, sign)), Origin("cell", *cell, clue_words(sign)))
    return m


def _of_sign(board: Board, arms: Arms, states: States, cell: Cell, sign: str) -> Iterator[Expr]:
    """Yield the formulas that the cells around a sign agree with it: the arm of an arrow goes on, and begins there; a
    circle has its arms, of the lengths that a number leaves.
    """
    if sign in LETTERS:
        way = LETTERS[sign]
        there = states.get(step(cell, way), {})
        yield any_of(there[each] for each in (way, None) if each in there)
        yield ~into(arms, cell, way)
        return
    for two in (WAYS[:2], WAYS[2:]):
        yield any_of(into(arms, cell, way) for way in two)
    if sign != CIRCLE:
        yield _lengths(board, arms, cell, int(sign))


def into(arms: Arms, cell: Cell, way: Direction) -> Expr:
    """Return the formula that the previous cell on a way points to this cell, FALSE if there is no previous cell on the
    board.
    """
    return arms.get(((cell[0] - way[0], cell[1] - way[1]), way), FALSE)


def is_corner(arms: Arms, cell: Cell) -> Expr:
    """Return the formula that the cell is the corner of an L: it points no way."""
    return all_of(~arms[cell, way] for way in WAYS)


def in_an_l(board: Board, arms: Arms, cell: Cell) -> Iterator[Expr]:
    """Yield the formulas that put a cell into one L: a cell of an arm points one way, and no cell but the one behind
    points to it; at a corner one arm ends across and one down.
    """
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
    """Return the formula that the cell points that way only if the next cell is on the board and does not point another
    way.
    """
    there = step(cell, way)
    if not board.has(there):
        return ~arms[cell, way]
    return all_of(~arms[cell, way] | ~arms[there, other] for other in WAYS if other != way)


def fits(board: Board, arms: Arms, cell: Cell, sign: str) -> Expr:
    """Return the formula that a cell agrees with its sign: the end of an arm for an arrow, a corner for a circle, a
    corner of an L with that number of cells for a number.
    """
    if sign in LETTERS:
        way = LETTERS[sign]
        return all_of((arms[cell, way], ~into(arms, cell, way)))
    if sign == CIRCLE:
        return is_corner(arms, cell)
    return all_of((is_corner(arms, cell), _lengths(board, arms, cell, int(sign))))


def _lengths(board: Board, arms: Arms, cell: Cell, size: int) -> Expr:
    """Return the formula that the arms at a corner have lengths with which the L has `size` cells."""
    return any_of(_arms(board, arms, cell, length, size - 1 - length) for length in range(1, size - 1))


def _arms(board: Board, arms: Arms, cell: Cell, down: int, across: int) -> Expr:
    """Return the formula that the arms at a corner have the lengths `down`, up or down, and `across`, to the left or
    right.
    """
    return all_of(
        any_of(_arm(board, arms, cell, way, length) for way in ways)
        for ways, length in ((WAYS[:2], down), (WAYS[2:], across))
    )


def _arm(board: Board, arms: Arms, cell: Cell, way: Direction, length: int) -> Expr:
    """Return the formula that exactly `length` cells on a way from a corner point back to the corner."""
    return arm(board, cell, way, length, lambda each: arms[each, back(way)])


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """Return for each cell the number of its L, counted from 0 in the order of the first cells, by following the ways
    to the corner.
    """
    corner: dict[Cell, Cell] = {}
    for cell in board.cells():
        there, passed = cell, set[Cell]()  # an answer to no question, as of an empty drawing, may have no corner
        while there not in passed and (way := _way(board, answer, there)):
            passed.add(there)
            there = step(there, way)
        corner[cell] = there
    names: dict[Cell, int] = {}
    return [[names.setdefault(corner[r, c], len(names)) for c in range(board.cols)] for r in range(board.rows)]


def _way(board: Board, answer: Answer, cell: Cell) -> Direction | None:
    """Return the way to the corner that a cell has by an answer of `model` or of `finer`, None at a corner."""
    if answer.bools:
        return next(
            (way for letter, way in LETTERS.items() if answer.bools["{}_{}_{}".format(NAMES[letter], *cell)]), None
        )
    sign, name = board.givens[cell[0]][cell[1]], "x_{}_{}".format(*cell)
    if name not in answer.ints:
        return LETTERS.get(sign)
    return next(way for way, value in VALUE_OF.items() if VALUES[answer.ints[name]] == value)


def step_values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the values that the variables of `finer` have in a solution."""
    bools, signs = values(board, solution).bools, board.filled(BLANK)
    ways = {
        (r, c): next((way for letter, way in LETTERS.items() if bools[f"{NAMES[letter]}_{r}_{c}"]), None)
        for r, c in board.cells()
    }
    ints = {f"x_{r}_{c}": VALUES.index(VALUE_OF[way]) for (r, c), way in ways.items() if (r, c) not in signs}
    return Answer(ints, {})


def values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the values that the variables of the model have in a solution, however its areas are numbered."""
    bools = {f"{name}_{r}_{c}": False for name in NAMES.values() for r, c in board.cells()}
    for cells in cells_by_value(solution).values():
        row, column = corner_of(cells) or cells[0]
        for r, c in cells:
            if (r, c) != (row, column):
                name = ("up" if r > row else "down") if c == column else ("left" if c > column else "right")
                bools[f"{name}_{r}_{c}"] = True
    return Answer({}, bools)


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by searching for the corner of each area; [] if
    the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    check_numbers(solution, board.rows, board.cols)
    faults = []
    for cells in cells_by_value(solution).values():
        corner = corner_of(cells)
        if corner is None:
            faults.append(f"the area at {place(cells[0])} is no L")
            continue
        signs = {cell: board.givens[cell[0]][cell[1]] for cell in cells}
        for cell, sign in signs.items():
            faults += [f"{sign} at {place(cell)}: {fault}" for fault in _sign_faults(cells, corner, cell, sign)]
    return faults


def corner_of(cells: list[Cell]) -> Cell | None:
    """Return the corner of the L that the cells form, the cell in whose row or column all of them are; None if they
    form no L.
    """
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    for r, c in cells:
        ends = r in (min(rows), max(rows)) and c in (min(columns), max(columns))
        in_line = all(i == r or j == c for i, j in cells)
        if ends and in_line and max(rows) > min(rows) and max(columns) > min(columns) and len(areas(cells)) == 1:
            return r, c
    return None


def _sign_faults(cells: list[Cell], corner: Cell, cell: Cell, sign: str) -> list[str]:
    """Return one message for the fault of the sign at `cell` in the L of these cells, or [] if the sign fits: a circle
    or number off the corner, a number other than the L's size, or an arrow that is off the end of an arm or does not
    point to the corner.
    """
    if sign == BLANK:
        return []
    if sign not in LETTERS:
        if cell != corner:
            return ["the circle is not the corner of its L"]
        return [] if sign in (CIRCLE, str(len(cells))) else [f"the L has {len(cells)} cells"]
    down, right = LETTERS[sign]
    before, after = (cell[0] - down, cell[1] - right), (cell[0] + down, cell[1] + right)
    if cell == corner or sum(near in cells for near in ((cell[0] + i, cell[1] + j) for i, j in WAYS)) != 1:
        return ["the arrow is not the end of an arm"]
    return [] if after in cells and before not in cells else ["the arrow does not point to the corner"]


def player_value(token: str) -> str:
    """Return the neutral value of a token in a file of puzz.link's player: `.` and `o` stay as they are, `o5` becomes
    5, and 1 to 4 become the arrows U, D, L, R.

    Raise KeyError if the token is none of these.
    """
    if token.startswith(CIRCLE):
        return token[1:] if token[1:].isdigit() else CIRCLE
    return PLAYER_SIGNS[token]


def player_token(value: str) -> str:
    """Return the token of a neutral value in a file of puzz.link's player: `o5` for a 5."""
    return next((token for token, sign in PLAYER_SIGNS.items() if sign == value), CIRCLE + value.removeprefix(CIRCLE))


def sign_mark(cell: Cell, sign: str) -> Mark:
    """Return the mark of a sign: a dot for a blank cell, an arrow, or a circle with its number, if any."""
    if sign == BLANK:
        return text(cell, ".", "ground")
    if sign in SIGNS:
        return arrow_mark(cell, sign)
    return ring(cell, "" if sign == CIRCLE else sign)


def with_all_signs(random: RandomSource, board: Board, solution: list[list[int]]) -> Board:
    """Return the board with the number of cells of each L at its corner, and arrows at its ends."""
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
; Sashigane Puzzle  ::  +---+-----------+
size 4 4            ::  | . | .   .   o |
- - - o             ::  |   +---+---+   |
3 - - -             ::  | 3   . | . | . |
- L - -             ::  +-------+   |   |
- - - -             ::  | .   < | . | . |
                    ::  |   +---+   |   |
                    ::  | . | .   . | . |
                    ::  +---+-------+---+
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
    facts=FactForms(
        finer=finer,
        values=step_values,
        makers={"x": value_fact},
        signs=ARROWS,
        why=why,
        deduction=arm_lengths.deduction,
        broken=arm_lengths.broken,
    ),
    titles=("Sashigane",),
    rules=RULES,
    symbols="`-` blank, `o` circle, a number: circle with the number, arrows: `U` up, `D` down, `L` left, `R` right",
    cells=CELLS,
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture_of(given(sign_mark, None), border, area_borders),
    directions="LRUD",
    samples=(sample(SAMPLE), ("; Sashigane Puzzle\nsize 2 2\n- -\n- -\n", None)),
    clues=CellClues(
        BLANK, lambda board: [CIRCLE, *LETTERS, *map(str, range(3, board.rows + board.cols))], exclusive=False
    ),
    player=PlayerFile(("nums", "division"), "division", cells=Notation(player_value, player_token)),
    url=UrlType(("sashigane",), coded("corner_signs")),
)
MAKING = Making(least=4, givens_of=with_all_signs)
