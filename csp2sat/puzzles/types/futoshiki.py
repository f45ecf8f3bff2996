"""Futoshiki: 1 to n in every row and column, with signs between cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ...base.portable_random import RandomSource
from ...model.expr import node
from ...model.model import Model, Origin
from ..deductions.numbers_left import numbers_left, numbers_out
from ..drawing.picture import Mark
from ..fact_forms import Fact, FactForms
from ..given_parts import ManyClues, PartClues
from ..givens import GivenSection, SectionsForm
from ..kit.checks import place, row_or_column
from ..kit.clues import GRID, CellClues, sign_cells, up_to_rows
from ..kit.kinds import number_kind
from ..kit.latin import begin_latin, check_square
from ..kit.number_checks import latin_faults
from ..kit.pictures import border, cell_numbers, picture_of
from ..kit.random.latin_squares import numbers_in_lines, refuse_oblong
from ..making import Making
from ..notation import NUMBERS, sample
from ..sites import Game, coded
from ..spec import Board, Cell

RULES = """\
Write a number into every empty cell so that every sign between two cells points to the smaller number.
The number of rows is n. Every row and every column has each of the numbers 1 to n exactly once.
A sign is right in 1 < 2 and in 2 > 1, for example."""

SYMBOLS = """\
`grid`: `-` blank, a number
`across`: the signs between the cells of each row: `<`, `>`, `-` none
`down`: the signs below the cells of each row but the last: `^` upper number smaller, `v` lower smaller, `-` none"""

ACROSS = sign_cells({"<": "less than the next", ">": "more"}, "no sign")
DOWN = sign_cells({"^": "less than the one below", "v": "more"}, "no sign")
THAN = ("the number is less than", "the number is greater than")
SIGNS = 0.35  # chance of a sign between two cells of a new board


def signs(board: Board) -> Iterator[tuple[Cell, Cell, str]]:
    """Yield the smaller cell, the larger cell, and the sign between them, for each given sign."""
    for key, (down, right) in (("h", (0, 1)), ("v", (1, 0))):
        for r, row in enumerate(board.givens[key]):
            for c, sign in enumerate(row):
                two = [(r, c), (r + down, c + right)]
                if sign != ".":
                    less, more = two if sign in "<^" else two[::-1]
                    yield less, more, sign


def model(board: Board) -> Model:
    """Return the model of a board: an integer for each cell, different numbers in each row and column, and an
    inequality for each sign.
    """
    m, x = begin_latin(board)
    for less, more, sign in signs(board):
        m.add(node("lt", x[less], x[more]), _origin(min(less, more), sign))
    return m


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why numbers are out in a cell of a sign, or, without new facts, which two numbers are against the
    sign; '' for another rule, and for other facts.

    rule: its name, which has the sign.  known, new: facts.
    """
    found = next((two for *two, sign in signs(board) if _origin(min(two), sign).rule == rule), [])
    cells = {fact.places[0] for fact in new}
    if not found or len(cells) > 1 or not all(fact.negative for fact in new):
        return ""
    left = numbers_left(board, found, known)
    bounds = [min(left[found[0]], default=1), max(left[found[1]], default=board.rows)]
    texts = [
        ("" if len(left[cell]) == 1 else f"at {end} ") + str(bound)
        for cell, bound, end in zip(found, bounds, ("least", "most"), strict=True)
    ]
    if not new:
        (less, more), (small, large) = map(place, found), texts
        return f"{less} would be {small} and {more}, which is greater, {large}" if bounds[0] >= bounds[1] else ""
    at = found.index(cells.pop())
    if any((number > bounds[0]) if at else (number < bounds[1]) for _, number in numbers_out(left, new)):
        return ""
    which = f", which is {texts[1 - at]}" if len(left[found[1 - at]]) < board.rows else ""
    return f"{THAN[at]} {place(found[1 - at])}{which}"


def _origin(cell: Cell, sign: str) -> Origin:
    return Origin("rule", rule=f"{sign} at {place(cell)}")


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by comparing the two numbers at each sign and
    searching lines for equal numbers; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    faults = latin_faults(board, solution)
    for (r, c), (i, j), sign in signs(board):
        if (less := solution[r][c]) >= (more := solution[i][j]):
            faults.append(f"sign {sign} at {place(min((r, c), (i, j)))}: {less} is not less than {more}")
    return faults


def sign_marks(board: Board, solution: object) -> list[Mark]:
    """Return the drawing of the signs between the cells."""
    drawn = {"^": "∧", "v": "∨"}
    return [
        Mark((r + i + 1, c + j + 1), sign, drawn.get(sign, sign), "given", "sign")
        for (r, c), (i, j), sign in signs(board)
    ]


def with_some_signs(random: RandomSource, board: Board, solution: list[list[int]]) -> Board:
    """Return the board with all numbers of the solution, and with each possible sign with the probability SIGNS."""

    def signs(lesser: Sequence[int], greater: Sequence[int], two: str) -> str:
        pairs = zip(lesser, greater, strict=True)
        return "".join(two[one > other] if random.chance(SIGNS) else "." for one, other in pairs)

    across = [signs(row[:-1], row[1:], "<>") for row in solution]
    down = [signs(upper, lower, "^v") for upper, lower in pairwise(solution)]
    return replace(board, givens={"grid": solution, "h": across, "v": down})


def sign_clues(key: str, both: str, step: Cell) -> PartClues:
    """Return the signs in the part `key` of the givens as clues; both: the two signs.

    step: the rows and columns from a cell to the one behind the sign.
    """

    def given(board: Board) -> dict[Cell, str]:
        return {(r, c): sign for r, row in enumerate(board.givens[key]) for c, sign in enumerate(row)}

    def written(board: Board, values: Mapping[Cell, str]) -> Board:
        signs = {**given(board), **values}
        rows = ["".join(signs[r, c] for c in range(len(row))) for r, row in enumerate(board.givens[key])]
        return replace(board, givens={**board.givens, key: rows})

    def between(cell: Cell) -> str:
        return f"between {row_or_column([cell, (cell[0] + step[0], cell[1] + step[1])])}"

    return PartClues(
        key,
        given,
        written,
        more=lambda board, cell: both,
        origin=_origin,
        place=lambda cell: f"the sign {between(cell)}",
        titled=lambda cell, sign: f"{sign} {between(cell)}",
        blank=".",
    )


SAMPLE = """\
; Futoshiki Puzzle  ::  +---------------+
size 4 4            ::  | 4 > 3   1   2 |
grid                ::  |     v         |
- - - -             ::  | 2   1 < 4 > 3 |
- - - -             ::  |     ^       ^ |
- - - -             ::  | 1   2   3   4 |
- - - 1             ::  |     ^   v     |
across              ::  | 3   4 > 2   1 |
> - -               ::  +---------------+
- < >
- - -
- > -
down
- v - -
- ^ - ^
- ^ v -
"""

PUZZLE = number_kind(
    model,
    name="futoshiki",
    titles=("Futoshiki", "unequal"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=NUMBERS,
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(), sign_marks, border, ground="boxes"),
    directions="<>^v",
    samples=(sample(SAMPLE), ("; Futoshiki Puzzle\nsize 2 2\ngrid\n1 -\n- -\nacross\n>\n-\ndown\n- -\n", None)),
    check=check_square,
    form=SectionsForm(
        (
            GRID,
            GivenSection("h", "across", "rows", "cols", (0, -1), strings=True, cells=ACROSS),
            GivenSection("v", "down", "rows", "cols", (-1, 0), strings=True, cells=DOWN),
        ),
        grid="grid",
    ),
    clues=CellClues(0, up_to_rows),
    explained=ManyClues(CellClues(0, up_to_rows), sign_clues("h", "<>", (0, 1)), sign_clues("v", "^v", (1, 0))),
    facts=FactForms(why=why),
    sgt=Game(
        "unequal",
        coded("sgt_signs", kind="unequal"),
        harmless=r"(d\w)?",
        more=(0, 0),
        variants={"a": "a: signs between numbers that differ by 1"},
    ),
)
MAKING = Making(3, with_some_signs, numbers_in_lines, blank=0, usual=6, refuse=refuse_oblong)
