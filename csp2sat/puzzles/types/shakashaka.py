"""Shakashaka: black triangles in white cells, so that all areas that stay white are rectangles, upright or turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, product

from ...model.expr import TRUE, Expr, any_of, node, term
from ...model.model import Answer, Model, Origin
from ..constraints.white_angles import CORNERS, SIDES, SIGNS, TRIANGLES, WEDGES, WHITE, wrong_angle, wrong_runs
from ..drawing.picture import Mark, centre, fill, text
from ..fact_forms import Fact, FactForms
from ..givens import STRINGS
from ..kit.checks import beside, check_strings, given_faults, groups, number_faults, place
from ..kit.clues import CellClues, digits_of, walled_cells
from ..kit.kinds import rewritten, shading_kind
from ..kit.pictures import picture_of
from ..kit.truth import TruthRow, allowed
from ..kit.variables import around, exactly
from ..notation import Givens, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Draw triangles into white cells so that all areas that stay white are rectangles.
A triangle fills half a cell. Its right angle is in one of the four corners of the cell.
A rectangle stands upright, or is turned by 45 degrees. It may be a square.
A white cell may stay without a triangle.
A number in a black cell is the number of triangles in the cells above, below, left and right of it.
A black cell without a number may have any number of triangles beside it."""

WALL, DIGITS = "#", "01234"
DRAWN = "◤◥◣◢"

Black = dict[tuple[Cell, str], Expr]  # the triangle of a cell is black along that side


def model(board: Board) -> Model:
    """Return the model of a board, with a Boolean for each white cell and each of its four sides, which is true if the
    cell is black along that side.

    A triangle is black along two sides that meet. Around a vertex there are eight wedges of 45 degrees, two in each
    cell, one beside each of the two sides that end at the vertex; a wedge is black if its cell is black along that
    side. All white areas are rectangles if and only if every white angle is of 90, 180 or 360 degrees. So the rule is
    local: at most 56 clauses for a vertex.
    """
    m = Model(about={"board": board.neutral()})
    black: Black = {}
    for r, c in white_cells(board):
        black |= {((r, c), side): m.bool(f"{side}_{r}_{c}") for side in SIDES}
        m.add(
            allowed([black[(r, c), side] for side in SIDES], _is_triangle),
            Origin("rule", rule=f"a triangle or none at {place((r, c))}"),
        )
    _add_vertices(m, board, black)
    for cell, digit in digits_of(board).items():
        near = [black[each, "top"] | black[each, "bottom"] for each in around(board, cell) if (each, "top") in black]
        m.add(exactly(digit, near), Origin("cell", *cell, f"number {digit}"))
    return m


def finer(board: Board) -> Model:
    """Return the model of a board by which `steps` reasons: each white cell has an integer, the index of its sign in
    SIGNS, since a person thinks of triangles and not of the black sides of cells.

    A hidden Boolean for each side of a cell is true if the triangle is black along the side, as the Booleans of
    `model` are, so both models have the same constraints at vertices.
    """
    m = Model(about={"board": board.neutral()})
    black, triangle = Black(), dict[Cell, Expr]()
    for cell in white_cells(board):
        x = m.int("x_{}_{}".format(*cell), 0, len(TRIANGLES))
        triangle[cell] = term("ne", x, 0)
        for side in SIDES:
            black[cell, side] = m.bool("_{}_{}_{}".format(side, *cell))
            those = (term("eq", x, SIGNS.index(each)) for each in TRIANGLES if side in CORNERS[each])
            m.add(node("iff", black[cell, side], any_of(those)))
    _add_vertices(m, board, black)
    for cell, digit in digits_of(board).items():
        near = [triangle[each] for each in around(board, cell) if each in triangle]
        m.add(exactly(digit, near), Origin("cell", *cell, f"number {digit}"))
    return m


def _add_vertices(m: Model, board: Board, black: Black) -> None:
    """Add the rule of each vertex, named by a white cell if one is there, to the model `m`; black: by cell and side
    whether the cell is black along that side.
    """
    white = set(white_cells(board))
    for r in range(board.rows + 1):
        for c in range(board.cols + 1):
            wedges = [black.get(((r + i, c + j), side), TRUE) for (i, j), *two in WEDGES for side in two]
            near = [each for each in product((r, r - 1), (c, c - 1)) if board.has(each)]
            row, column = next((each for each in near if each in white), near[0])
            corner = f"{'top' if row == r else 'bottom'} {'left' if column == c else 'right'} corner"
            rule = f"white angles are right or straight at the {corner} of {place((row, column))}"
            m.add(right_angles(wedges), Origin("rule", rule=rule))


def _is_triangle(sides: tuple[bool, ...]) -> bool:
    top, right, bottom, left = sides
    return not any(sides) or (top != bottom and left != right)


def right_angles(wedges: list[Expr]) -> Expr:
    """Return the formula that every run of white wedges, in a ring of eight, has 2, 4 or 8 wedges; a true wedge is
    black.
    """
    free = [wedge for wedge in wedges if wedge is not TRUE]
    return allowed(free, _ring_rule(tuple(wedge is TRUE for wedge in wedges))) if free else TRUE


@cache
def _ring_rule(black: TruthRow) -> Callable[[TruthRow], bool]:
    """Return the rule of `right_angles` on the wedges that are not surely black, as a function of their values in
    order.

    black: for each of the eight wedges whether it is surely black.
    """

    def fits(bits: TruthRow) -> bool:
        left = iter(bits)
        return not wrong_runs([always or next(left) for always in black])

    return fits


def white_cells(board: Board) -> list[Cell]:
    """Return the cells that may have a triangle, in reading order."""
    return [(r, c) for r, c in board.cells() if board.givens[r][c] == WHITE]


def solution(board: Board, answer: Answer) -> list[str]:
    """Return the rows of the givens with the letters of the answer's triangles in them; the answer is one of `model` or
    of `finer`.
    """
    rows = [list(row) for row in board.givens]
    for r, c in white_cells(board):
        if answer.ints:
            rows[r][c] = SIGNS[answer.ints[f"x_{r}_{c}"]]
            continue
        sides = {side for side in SIDES if answer.bools[f"{side}_{r}_{c}"]}
        rows[r][c] = next((corner for corner, two in CORNERS.items() if sides == set(two)), WHITE)
    return ["".join(row) for row in rows]


def values(board: Board, solution: list[str]) -> Answer:
    """Return the values that the variables of white cells have in a solution."""
    cells = ((r, c, side) for r, c in white_cells(board) for side in SIDES)
    return Answer({}, {f"{side}_{r}_{c}": side in CORNERS.get(solution[r][c], ()) for r, c, side in cells})


def step_values(board: Board, solution: list[str]) -> Answer:
    """Return the values that the variables of `finer` have in a solution."""
    return Answer({f"x_{r}_{c}": SIGNS.index(solution[r][c]) for r, c in white_cells(board)}, {})


def triangle_fact(givens: Givens, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that the cell `at` has the sign with the number `value`; givens and kind are not used."""
    return Fact("cell", ((at[0], at[1]),), SIGNS[value or 0])


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return in words that too many cells beside a number have a triangle, or that too few are left; '' for others.

    rule: the number's words.  cell: its place.  facts: about the cells beside it.
    """
    signs = {each: {*SIGNS} for each in around(board, cell) if board.givens[each[0]][each[1]] == WHITE}
    for fact in facts if rule.startswith("number ") else ():
        if (at := fact.places[0]) in signs:
            signs[at] = {sign for sign in signs[at] if (sign == fact.value) != fact.negative}
    number, name = rule.removeprefix("number "), f"the {rule} at {place(cell)}"
    have = sum(WHITE not in left for left in signs.values())
    free = sum(left != {WHITE} for left in signs.values())
    if number.isdigit() and have > int(number):
        return f"{have} cells beside {name} have a triangle"
    if number.isdigit() and free < int(number):
        return f"only {free} cell{'s are' if free != 1 else ' is'} left for the triangles of {name}"
    return ""


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by joining white quarters of cells to areas and
    measuring these; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `.`, `#`, 0 to 4 and a to d as large as the board.
    """
    check_strings(solution, "the solution", board.rows, board.cols, WHITE + WALL + DIGITS + TRIANGLES)
    triangles = {(r, c) for r, c in board.cells() if solution[r][c] in TRIANGLES}
    faults = given_faults(board, solution, WHITE, TRIANGLES)
    phrase = "{} of the cells beside it have a triangle"
    faults += number_faults(digits_of(board), lambda cell: beside(cell, triangles), phrase)
    white = set(_white(board, solution))
    areas = groups({quarter: _beside(quarter, white) for quarter in white})
    faults += [f"the white area at {place(area[0][:2])} is no rectangle" for area in areas if not _is_rectangle(area)]
    return faults


Quarter = tuple[int, int, int]  # a cell, and the side on which the quarter lies: 0 top, 1 right, 2 bottom, 3 left
BLACK_QUARTERS = {"a": (0, 3), "b": (0, 1), "c": (2, 3), "d": (2, 1), WHITE: ()}


def _white(board: Board, solution: list[str]) -> Iterator[Quarter]:
    for r, c in board.cells():
        black = BLACK_QUARTERS.get(solution[r][c], (0, 1, 2, 3))
        yield from ((r, c, side) for side in range(4) if side not in black)


def _beside(quarter: Quarter, white: set[Quarter]) -> list[Quarter]:
    r, c, side = quarter
    down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[side]
    near = {(r, c, (side + 1) % 4), (r, c, (side + 3) % 4), (r + down, c + right, (side + 2) % 4)}
    return sorted(near & white)


def _is_rectangle(area: list[Quarter]) -> bool:
    """Whether the quarters of an area fill the rectangle around the area, upright or turned by 45 degrees.

    The measure is one quarter: a cell has four.
    """
    corners = list(chain.from_iterable(_corners(quarter) for quarter in area))
    turned = [(y + x, y - x) for y, x in corners]
    upright, diagonal = (_area_around(points) for points in (corners, turned))
    return len(area) in (upright, diagonal / 2)


def _corners(quarter: Quarter) -> list[tuple[int, int]]:
    """Return the three corners of a quarter, in halves of a cell's side."""
    r, c, side = quarter
    ring = [(2 * r, 2 * c), (2 * r, 2 * c + 2), (2 * r + 2, 2 * c + 2), (2 * r + 2, 2 * c)]
    return [ring[side], ring[(side + 1) % 4], (2 * r + 1, 2 * c + 1)]


def _area_around(points: list[tuple[int, int]]) -> float:
    height, width = (max(axis) - min(axis) for axis in zip(*points, strict=True))
    return float(height * width)


def marks(board: Board, solution: list[str] | None) -> Iterator[Mark]:
    """Yield the marks of the black cells with their numbers, of the triangles, and of the blank cells."""
    for (r, c), given in board.filled(None).items():
        found = solution[r][c] if solution else given
        if found in TRIANGLES:
            yield Mark(centre((r, c)), found, DRAWN[TRIANGLES.index(found)], "solved", "triangle")
        elif given == WHITE:
            yield text((r, c), ".", "ground")
        else:
            yield from [fill((r, c))] + [text((r, c), given)] * (given != WALL)


SAMPLE = """\
; Shakashaka Puzzle  ::  # . # .
size 4 3             ::  # # a b
# - # -              ::  # # c d
# # - -
# # - -
"""

PUZZLE = shading_kind(
    model,
    name="shakashaka",
    facts=FactForms(
        noun="a triangle",
        finer=finer,
        values=step_values,
        makers={"x": triangle_fact},
        signs=dict(zip(TRIANGLES, DRAWN, strict=True)),
        why=wrong_angle,
        broken=broken,
    ),
    titles=("Shakashaka", "proof of quilt"),
    rules=RULES,
    symbols="`-` white cell, `#` black cell, `0` to `4` black cell with a number",
    cells=walled_cells(DIGITS),
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture_of(marks),
    form=STRINGS,
    samples=(sample(SAMPLE), ("; Shakashaka Puzzle\nsize 2 1\n1 -\n", None)),
    clues=CellClues(WALL, lambda board: DIGITS, others=lambda board: WALL),
    rewritten=rewritten(TRIANGLES),
    player=PlayerFile(("nums", "drawn"), "signs", player_signs({"5": WALL}), dict(zip("5423", TRIANGLES, strict=True))),
    url=UrlType(("shakashaka",), coded("four_cell", unknown=WALL, most=4)),
    puzzlekit=PuzzlekitText(
        "", ("cells",), {"x": WALL, "5": WALL, **{digit: digit for digit in DIGITS}}, ".", numbers=False
    ),
)
