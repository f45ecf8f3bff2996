"""Akari: lights in white cells that light up every white cell along rows and columns, and no other light."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby

from ...model.literal_constraints import LiteralConstraints
from ...model.model import Model
from ..deductions import lights
from ..deductions.lights import ONE_LIGHT, SHINES
from ..deductions.lights import WHITE as WHITE
from ..drawing.picture import Mark, fill, light, text
from ..fact_forms import Fact, FactForms
from ..givens import STRINGS
from ..kit.checks import beside, number_faults, place, row_or_column
from ..kit.clues import CellClues, digits_of, walled_cells
from ..kit.kinds import placing_kind, rewritten
from ..kit.pictures import picture_of
from ..kit.variables import WAYS
from ..notation import sample
from ..sites import Game, PenpaDrawing, PlayerFile, UrlType, coded, player_signs
from ..spec import Board, Cell, WrongForm

RULES = """\
Put lights into white cells so that every white cell is lit.
A light shines up, down, left and right, as far as the next black cell or the edge. It lights its own cell, too.
No light shines on another light.
A number in a black cell is the number of lights in the cells above, below, left and right of it.
A black cell without a number may have any number of lights beside it."""

BLACK, LIGHT, DIGITS = "#", "*", "01234"


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean x_r_c for each white cell (the cell has a light), and a Boolean for each
    line of two or more white cells (the line has a light), true together with exactly one light or false with none.

    A line of n cells takes about 2n clauses, instead of n clauses of n literals each.
    """
    m, stated, lights = _numbered(board)
    cells = len(m.bools)
    shining = {way: [*range(1, cells + 1)] for way in ("across", "down")}
    long = [(way, first, there) for way, first, there in _lines(lights) if len(there) > 1]
    m.every_bool([f"_{way}_{name(first)}" for way, first, _ in long])
    for lit, (way, first, there) in enumerate(long, start=cells + 1):
        stated.counted(1, 1, [-lit, *there], first, f"lights in a line {way} from the cell")
        for at in there:
            shining[way][at - 1] = lit
    for cell, *lines in zip(_white(lights), *shining.values(), strict=True):
        stated.clause(lines, cell, SHINES)
    return m


def _numbered(board: Board) -> tuple[Model, LiteralConstraints, list[list[int]]]:
    """Return a model with the Boolean of each white cell, in which the numbers hold, its constraints, and the literals
    of these Booleans by row and column: 0 for a black cell, and in a further row and a further column, whose indices
    may be -1 as well.
    """
    m = Model(about={"board": board.neutral()})
    m.constraints = stated = LiteralConstraints(m.bools)
    values, literal = board.values(), count(1)
    lights = [[next(literal) if sign == WHITE else 0 for sign in row] + [0] for row in values]
    lights.append([0] * (board.cols + 1))
    m.every_bool([*map(name, _white(lights))])
    for r, row in enumerate(values):
        for c, sign in enumerate(row):
            if sign not in (WHITE, BLACK):
                number, adjacent = int(str(sign)), [lit for i, j in WAYS if (lit := lights[r + i][c + j])]
                stated.counted(number, number, adjacent, (r, c), f"number {number}")
    return m, stated, lights


def _white(lights: list[list[int]]) -> Iterator[Cell]:
    """Yield the cells that have a literal, in reading order."""
    return ((r, c) for r, row in enumerate(lights) for c, lit in enumerate(row) if lit)


def _lines(lights: list[list[int]]) -> Iterator[tuple[str, Cell, list[int]]]:
    """Yield the longest lines of white cells: `across` or `down`, the first cell, and the literals, in the order of
    `Board.segments`.
    """
    for way, rows in (("across", lights), ("down", zip(*lights, strict=True))):
        for number, row in enumerate(rows):
            at = 0
            for white, group in groupby(row, bool):
                line = [*group]
                if white:
                    yield way, (number, at) if way == "across" else (at, number), line
                at += len(line)


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how facts contradict that a cell must be lit, or that a line has one light at most; '' for others.

    rule: what the facts contradict, in words.  cell: what has to be lit.
    """
    lights = sorted(fact.places[0] for fact in facts if not fact.negative)
    if rule.startswith(ONE_LIGHT) and len(lights) > 1:
        return f"the lights at {place(lights[0])} and {place(lights[1])} would shine on each other"
    return f"no light is left for {place(cell)}" if rule == SHINES else ""


def finer(board: Board) -> Model:
    """Return the model of a board for steps, with the Booleans of its cells alone: at most one light is in a line, and
    one of the cells that see a cell has a light.
    """
    m, stated, rows = _numbered(board)
    lights = {(r, c): rows[r][c] for r, c in _white(rows)}
    seeing: dict[Cell, dict[Cell, int]] = {cell: {} for cell in lights}
    for _, line in board.segments(lights):
        there = {cell: lights[cell] for cell in line}
        stated.counted(0, 1, [*there.values()], line[0], f"{ONE_LIGHT}{row_or_column(line)}")
        for cell in line:
            seeing[cell] |= there
    for cell, cells in seeing.items():
        stated.clause([*cells.values()], cell, SHINES)
    return m


def name(cell: Cell) -> str:
    """Return the name of a cell's variable: `x_ROW_COLUMN`."""
    return f"x_{cell[0]}_{cell[1]}"


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each light, cell or number that breaks a rule, found by following the light from each
    lamp; [] if the solution is right. Return only messages on changed givens if the solution changes a given cell.

    Raise WrongForm if the solution is not a list of strings as large as the board.
    """
    faults = _wrong_form(board, solution)
    if faults:
        return faults
    lights = {(r, c) for r, row in enumerate(solution) for c, sign in enumerate(row) if sign == LIGHT}
    lit, signs = set(lights), [row + BLACK for row in solution] + [BLACK * (board.cols + 1)]
    for cell in sorted(lights):
        shone = _shone_on(signs, cell)
        lit.update(shone)
        for there in shone:
            if signs[there[0]][there[1]] == LIGHT and cell < there:
                faults.append(f"the light at {place(cell)} shines on the light at {place(there)}")
    for r, c in board.cells():
        if board.givens[r][c] == WHITE and (r, c) not in lit:
            faults.append(f"no light shines on {place((r, c))}")
    phrase = "{} of the cells beside it have a light"
    return faults + number_faults(digits_of(board), lambda cell: beside(cell, lights), phrase)


def _wrong_form(board: Board, solution: object) -> list[str]:
    """Return one message for each cell that has neither its given sign nor, if the cell is white, a light; [] if there
    is none.

    Raise WrongForm if the solution is not a list of strings as large as the board.
    """
    if not isinstance(solution, list) or len(solution) != board.rows:
        raise WrongForm(f"the solution is no list of {board.rows} strings")
    for r, row in enumerate(solution):
        if not isinstance(row, str) or len(row) != board.cols:
            raise WrongForm(f"row {r + 1} of the solution is no string of {board.cols} characters")
    return [
        f"{there!r} at {place((r, c))}, where {given!r} is given"
        for r, (row, values) in enumerate(zip(solution, board.values(), strict=True))
        for c, (there, given) in enumerate(zip(row, values, strict=True))
        if there != given and (given, there) != (WHITE, LIGHT)
    ]


def _shone_on(signs: list[str], cell: Cell) -> list[Cell]:
    """Return the cells lit by a light in this cell (the cell itself left out), each way up to a black cell or the next
    light, which is included.

    signs: of the cells by row and column, with black cells in a further row and a further column, whose indices may be
    -1 as well.
    """
    shone = []
    for i, j in WAYS:
        r, c = cell[0] + i, cell[1] + j
        while (sign := signs[r][c]) == WHITE:
            shone.append((r, c))
            r, c = r + i, c + j
        if sign == LIGHT:
            shone.append((r, c))
    return shone


def marks(board: Board, solution: list[str] | None) -> Iterator[Mark]:
    """Yield the drawing of the board: black cells with their numbers, the lights of the solution, and a dot in each
    other white cell.
    """
    for (r, c), what in board.filled(None).items():
        if what == WHITE:
            yield light((r, c)) if solution and solution[r][c] == LIGHT else text((r, c), ".", "ground")
        else:
            yield from [fill((r, c))] if what == BLACK else [fill((r, c)), text((r, c), what)]


SAMPLE = """\
; Akari Puzzle  ::  0 . * # * .
size 6 4        ::  . * 2 . # .
0 - - # - -     ::  * 3 . * 3 *
- - 2 - # -     ::  . * 1 . * .
- 3 - - 3 -
- - 1 - - -
"""

CHARACTERS = {**{digit: digit for digit in DIGITS}, "B": BLACK}
PUZZLE = placing_kind(
    model,
    signs=WHITE + LIGHT,
    variable="x",
    name="akari",
    facts=FactForms(
        "*",
        "a light",
        finer=finer,
        counts=True,
        broken=broken,
        deduction=lights.deduction,
        with_rules=True,
        why=lights.why,
    ),
    titles=("Akari", "light up", "bijutsukan"),
    rules=RULES,
    symbols="`-` white cell, `#` black cell, `0` to `4` black cell with a number",
    cells=walled_cells(DIGITS),
    rule_faults=rule_faults,
    picture=picture_of(marks),
    form=STRINGS,
    samples=(sample(SAMPLE), ("; Akari Puzzle\nsize 2 2\n# -\n- 1\n", None)),
    clues=CellClues(BLACK, lambda board: DIGITS, others=lambda board: BLACK),
    rewritten=rewritten(LIGHT),
    penpa=PenpaDrawing(("surface", "number"), shaded=BLACK),
    player=PlayerFile(("nums",), "signs", player_signs({"-": BLACK}), {"#": LIGHT}),
    url=UrlType(("lightup", "akari", "bijutsukan"), coded("four_cell", unknown=BLACK, most=4)),
    sgt=Game(
        "lightup",
        coded("sgt_cells", meanings=CHARACTERS, blank=WHITE, expected="0 to 4, B or blanks (a-z)"),
        harmless=r"(b\d+)?(s\d+)?(r\d?)?(d\d)?",
    ),
)
