"""Dominosa: a board divided into dominoes, with each pair of numbers on exactly one domino."""

from __future__ import annotations

from ...model.expr import FALSE, Expr
from ...model.model import Model, Origin
from ..deductions.dominoes import IN_ONE, PAIR, why
from ..drawing.picture import Note
from ..fact_forms import FactForms
from ..fact_forms import joined as joined_cells
from ..kit.checks import cells_by_value, check_numbers, neighbours, place
from ..kit.clues import EachCell
from ..kit.divisions import division_kind
from ..kit.pictures import area_borders, border, cell_numbers, picture_of
from ..kit.variables import EAST, SOUTH, WAYS, Edges, exactly_one, step
from ..notation import numbers, sample
from ..sites import Game, PuzzlekitText, coded
from ..spec import Board, Cell, CellError

RULES = """\
Divide the board into dominoes so that every pair of numbers is on exactly one domino.
A domino consists of two cells side by side.
The pairs are those of the numbers 0 to n. Pairs of equal numbers are among them, such as 1 and 1.
The order of the two numbers of a pair does not matter. The largest number on the board is n."""


def model(board: Board) -> Model:
    """Return the model of a board, an exact cover: a Boolean for each pair of neighbours (both are one domino), exactly
    one true Boolean for each cell, and exactly one for each pair of numbers.
    """
    m = Model(about={"board": board.neutral()})
    joined = Edges(m, board.rows, board.cols)
    for cell in board.cells():
        ways = [joined[cell, way] for way in WAYS if joined[cell, way] is not FALSE]
        m.add(exactly_one(ways), Origin("rule", rule=f"{place(cell)} {IN_ONE}"))
    for (one, other), lits in places(board, joined).items():
        m.add(exactly_one(lits), Origin("rule", rule=f"{PAIR}{one}-{other}"))
    return m


def places(board: Board, joined: Edges) -> dict[tuple[int, int], list[Expr]]:
    """Return a map from each pair of numbers a <= b up to the board's largest number to the literals of the places
    where a domino with these numbers can lie.
    """
    most = largest(board)
    found: dict[tuple[int, int], list[Expr]] = {(a, b): [] for b in range(most + 1) for a in range(b + 1)}
    for r, c in board.cells():
        for way in (EAST, SOUTH):
            i, j = step((r, c), way)
            if board.has((i, j)):
                a, b = sorted((board.givens[r][c], board.givens[i][j]))
                found[a, b].append(joined[(r, c), way])
    return found


def largest(board: Board) -> int:
    """Return n for a board of (n + 1)(n + 2) cells, the size of a full set of dominoes with the numbers 0 to n.

    Raise ValueError if the number of cells has no such form.
    """
    n = 0
    while (n + 1) * (n + 2) < board.rows * board.cols:
        n += 1
    if (n + 1) * (n + 2) != board.rows * board.cols:
        raise ValueError(f"a board of {board.rows} x {board.cols} cells is no set of dominoes; expected (n + 1)(n + 2)")
    return n


def check(board: Board) -> None:
    """Raise ValueError if the board's size is not that of a full set of dominoes, and CellError if a number is too
    great for a board of this size.
    """
    most = largest(board)
    for r, c in board.cells():
        if board.givens[r][c] > most:
            raise CellError((r, c), f"{board.givens[r][c]} is too big; expected at most {most} on a board of this size")


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each area that is no domino and each pair of numbers that occurs twice; [] if the solution
    is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    check_numbers(solution, board.rows, board.cols)
    faults, seen = [], dict[tuple[int, ...], Cell]()
    for cells in cells_by_value(solution).values():
        if len(cells) != 2 or cells[1] not in neighbours(cells[0]):
            faults.append(f"the area at {place(cells[0])} is no domino")
            continue
        pair = tuple(sorted(board.givens[r][c] for r, c in cells))
        first = seen.setdefault(pair, cells[0])
        if first != cells[0]:
            faults.append(f"domino {pair[0]}-{pair[1]} twice, at {place(first)} and at {place(cells[0])}")
    return faults


def pairs_note(board: Board, solution: object) -> list[Note]:
    """Return the notes with all pairs, to cross out."""
    pairs = (f"{a}-{b}" for b in range(largest(board) + 1) for a in range(b + 1))
    return [Note("Pairs:"), *map(Note, pairs)]


SAMPLE = """\
; Dominosa Puzzle  ::  +-------+---+---+
size 4 3           ::  | 2   1 | 2 | 0 |
2 1 2 0            ::  +---+---+   |   |
0 1 2 1            ::  | 0 | 1 | 2 | 1 |
0 1 0 2            ::  |   |   +---+---+
                   ::  | 0 | 1 | 0   2 |
                   ::  +---+---+-------+
"""

PUZZLE = division_kind(
    model,
    name="dominosa",
    facts=FactForms(makers={"h": joined_cells, "v": joined_cells}, pair="domino", why=why),
    titles=("Dominosa", "dominoes"),
    family="objects",
    rules=RULES,
    symbols="a number from 0 on for every cell",
    cells=numbers({}, ("a number from 0 on",) * 2),
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(None, solved=False), border, area_borders, pairs_note),
    samples=(sample(SAMPLE), ("; Dominosa Puzzle\nsize 3 2\n0 1 0\n1 0 1\n", None)),
    check=check,
    explained=EachCell(lambda board: range(largest(board) + 1)),
    sgt=Game("dominosa", coded("sgt_signs", kind="dominosa"), harmless=r"(d\w|a)?", more=(1, 2)),
    puzzlekit=PuzzlekitText("dominos", ("cells",), blank=None),
)
