"""Binairo: 0 and 1 in all cells, equally often in every row and column, and no three alike side by side."""

from __future__ import annotations

from itertools import combinations

from ...model.expr import Expr, all_of, any_of, negation, node, term
from ...model.model import Model, Origin
from ..drawing.picture import Note
from ..fact_forms import FactForms
from ..givens import CellForm, ExtraNumbers
from ..kit.checks import check_strings, given_faults
from ..kit.clues import CellClues, digit_cells
from ..kit.kinds import shading_kind
from ..kit.pictures import border, cell_numbers, picture_of
from ..making import Making
from ..notation import sample
from ..sites import Game, PuzzlekitText, coded
from ..spec import Board

RULES = """\
Write 0 or 1 into every empty cell so that every row and every column has as many 0s as 1s.
Nowhere in a row or column do three equal digits stand side by side.
Some boards have a further rule: no two rows are equal, and no two columns are equal."""

BLANK = "."

SYMBOLS = """\
`-` blank, `0` and `1` given digits; the line `distinct 1` before the rows is the further rule; with `distinct 0`, or
  without this line, rows may be equal, and columns, too"""


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean s_r_c for each cell (the cell is 1), a sum for each line, two clauses for
    any three consecutive cells of a line, and a clause for each pair of rows or of columns if all of them must differ.
    """
    m = Model(about={"board": board.neutral()})
    one = {(r, c): m.bool(f"s_{r}_{c}") for r, c in board.cells()}
    for cell, digit in board.filled(BLANK).items():
        m.add(one[cell] if digit == "1" else ~one[cell], Origin("cell", *cell, f"given {digit}"))
    for name, cells in board.lines():
        bits = [one[cell] for cell in cells]
        m.add(
            term("eq", term("mul", 2, term("add", *bits)), len(bits)), Origin("rule", rule=f"{name}: as many 0s as 1s")
        )
        threes = zip(bits, bits[1:], bits[2:], strict=False)
        clauses = (any_of(three) & any_of(map(negation, three)) for three in threes)
        m.add(all_of(clauses), Origin("rule", rule=f"{name}: no three equal digits side by side"))
    for (name, line), (other, cells) in combinations(board.lines() if board.givens["distinct"] else (), 2):
        if name.split()[0] == other.split()[0]:
            differ = any_of(_unlike(one[a], one[b]) for a, b in zip(line, cells, strict=True))
            m.add(differ, Origin("rule", rule=f"{name} and {other} differ"))
    return m


def _unlike(one: Expr, other: Expr) -> Expr:
    return negation(node("iff", one, other))


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by reading each row and column as a text; [] if
    the solution is right.

    Raise WrongForm if the solution is not a list of strings of 0 and 1 as large as the board.
    """
    check_strings(solution, "the solution", board.rows, board.cols, "01")
    faults = given_faults(board, solution, BLANK)
    seen: dict[tuple[str, str], str] = {}
    for name, cells in board.lines():
        digits = "".join(solution[r][c] for r, c in cells)
        if digits.count("0") != digits.count("1"):
            faults.append(f"{name} has {digits.count('0')} cells with 0 and {digits.count('1')} with 1")
        faults += [f"{name} has {three}" for three in ("000", "111") if three in digits]
        first = seen.setdefault((name.split()[0], digits), name)
        if board.givens["distinct"] and first != name:
            faults.append(f"{first} and {name} are equal")
    return faults


def _check(rows: int, cols: int, numbers: tuple[int, ...]) -> None:
    if numbers[0] not in (0, 1):
        raise ValueError(f"{numbers[0]} cannot stand here; expected 1 (no two lines are equal) or 0")


def refuse_odd(rows: int, cols: int) -> None:
    """Raise ValueError if the number of rows or of columns is odd, so that a line cannot have equally many 0 and 1."""
    if rows % 2 or cols % 2:
        raise ValueError(f"rows and columns of a binairo are even numbers, not {rows}x{cols}")


def distinct_note(board: Board, solution: object) -> list[Note]:
    """Return the note whether equal rows, and equal columns, are allowed."""
    return [Note("No two rows or columns are equal" if board.givens["distinct"] else "Rows may be equal, columns too")]


SAMPLE = """\
; Binairo Puzzle  ::  +-------------+
size 6 4          ::  | 0 1 0 1 1 0 |
distinct 0        ::  | 1 0 1 0 0 1 |
0 1 - - 1 0       ::  | 1 0 1 0 0 1 |
- 0 1 0 - 1       ::  | 0 1 0 1 1 0 |
- - 1 0 0 1       ::  +-------------+
0 1 - - - -
"""

DISTINCT = ExtraNumbers("distinct", ("distinct",), lambda rows, cols: (0,), _check, truth=True)
PUZZLE = shading_kind(
    model,
    signs="01",
    name="binairo",
    facts=FactForms("1", shaded="1", unshaded="0"),
    titles=("Binairo", "takuzu"),
    family="numbers",
    rules=RULES,
    symbols=SYMBOLS,
    cells=digit_cells("01"),
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(BLANK), border, distinct_note),
    form=CellForm(strings=True, under="grid", extra=DISTINCT),
    samples=(sample(SAMPLE), ("; Binairo Puzzle\nsize 2 2\n1 1\n- -\n", None)),
    clues=CellClues(BLANK, lambda board: "01"),
    sgt=Game("unruly", coded("sgt_bits"), harmless=r"u?(d\w)?", rule=("u", "distinct")),
    puzzlekit=PuzzlekitText(
        "binairo", ("cells",), {"1": "0", "2": "1"}, BLANK, numbers=False, more=lambda rows, cols: {"distinct": False}
    ),
)
MAKING = Making[list[str]](least=2, refuse=refuse_odd)
