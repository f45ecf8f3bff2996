"""Hidoku: all numbers from 1 on, each beside the number before, at a side or at a corner."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ...model.expr import Expr, all_of, any_of, node
from ...model.model import Model, Origin
from ..fact_forms import FactForms
from ..kit.checks import check_numbers, given_faults, place
from ..kit.clues import CellClues
from ..kit.kinds import number_kind
from ..kit.number_checks import no_number
from ..kit.random.paths import path_of_a_king
from ..kit.variables import exactly_one
from ..making import Making
from ..notation import NUMBERS, sample
from ..sites import PuzzlekitText
from ..spec import Board, Cell

RULES = """\
Write a number into every empty cell so that each number from 1 to the number of cells is on the board exactly once.
Two consecutive numbers, such as 4 and 5, are in cells that touch at a side or at a corner."""


Has = dict[Cell, dict[int, Expr]]  # for each cell its possible numbers, with the formula that it has the number


def model(board: Board) -> Model:
    """Return the model of a board: an integer for each cell, whose domain is the numbers not too far from the given
    ones, `alldifferent` on all cells, and clauses that the next and the previous number are in touching cells.

    A cell with b possible numbers has 2b clauses of at most 9 literals; on n blank cells these are at most 2n^2
    clauses.
    """
    return _model(board, lambda m, x, has: m.add(node("alldifferent", *x), Origin("rule", rule="all numbers once")))


def finer(board: Board) -> Model:
    """Return the model of a board for steps: that of `model`, with a rule for each number in place of `alldifferent`:
    exactly one cell has the number.
    """

    def each_once(m: Model, x: Collection[Expr], has: Has) -> None:
        for number in range(1, board.rows * board.cols + 1):
            cells = [of[number] for of in has.values() if number in of]
            m.add(exactly_one(cells), Origin("rule", rule=f"number {number} once"))

    return _model(board, each_once)


def _model(board: Board, once: Callable[[Model, Collection[Expr], Has], None]) -> Model:
    """Return the model of a board; once: adds, after the given numbers, that each number is in one cell."""
    m = Model(about={"board": board.neutral()})
    possible = numbers_of_cells(board)
    x = {(r, c): m.int(f"x_{r}_{c}", numbers or [0]) for (r, c), numbers in possible.items()}
    for cell, number in board.filled().items():
        m.add(node("eq", x[cell], number), Origin("cell", *cell, "given number"))
    has = {cell: {number: node("eq", x[cell], number) for number in numbers} for cell, numbers in possible.items()}
    once(m, x.values(), has)
    for cell, numbers in possible.items():
        near = [has[there] for there in touching(board, cell)]
        for more, end, which in ((1, board.rows * board.cols, "next"), (-1, 1, "previous")):
            steps = (
                any_of((~lit, *(other[number + more] for other in near if number + more in other)))
                for number, lit in has[cell].items()
                if number != end
            )
            m.add(all_of(steps), Origin("rule", rule=f"{which} number beside {place(cell)}"))
        if not numbers:
            m.add(any_of(()), Origin("cell", *cell, "no number is possible"))
    return m


def touching(board: Board, cell: Cell) -> list[Cell]:
    """Return the up to eight cells of the board that touch a cell at a side or at a corner."""
    r, c = cell
    return [(i, j) for i in range(r - 1, r + 2) for j in range(c - 1, c + 2) if board.has((i, j)) and (i, j) != cell]


def numbers_of_cells(board: Board) -> dict[Cell, list[int]]:
    """Return for each cell its possible numbers: the given number, or all numbers that are given nowhere, as far as the
    difference to each given number is at least the number of king's steps to its cell.

    The list is empty if no number is left for a blank cell, or if the given number is greater than the number of cells.
    """
    given = {cell: number for cell, number in board.filled().items() if number <= board.rows * board.cols}
    free = set(range(1, board.rows * board.cols + 1)).difference(given.values())
    found = {}
    for r, c in board.cells():
        if (r, c) in given:
            found[r, c] = [given[r, c]]
            continue
        numbers = [] if board.givens[r][c] else sorted(free)
        for (i, j), number in given.items():
            steps = max(abs(r - i), abs(c - j))
            numbers = [n for n in numbers if abs(n - number) >= steps]
        found[r, c] = numbers
    return found


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each changed or missing number and each number that does not touch the next one; [] if the
    solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    check_numbers(solution, board.rows, board.cols)
    faults, most = given_faults(board, solution), board.rows * board.cols
    faults += [no_number(0, (r, c), most) for r, c in board.cells() if not solution[r][c]]
    cell_of = {solution[r][c]: (r, c) for r, c in board.cells() if solution[r][c]}
    faults += [f"{number} is missing" for number in range(1, most + 1) if number not in cell_of]
    for number, (r, c) in sorted(cell_of.items()):
        i, j = cell_of.get(number + 1, (r, c))
        if max(abs(r - i), abs(c - j)) > 1:
            faults.append(f"{number} at {place((r, c))} does not touch {number + 1} at {place((i, j))}")
    return faults


SAMPLE = """\
; Hidoku Puzzle  ::  +-------------+
size 4 3         ::  |  3  1 10  9 |
- 1 - 9          ::  |  4  2 11  8 |
- 2 - 8          ::  |  5  6  7 12 |
5 6 - -          ::  +-------------+
"""

PUZZLE = number_kind(
    model,
    name="hidoku",
    facts=FactForms(finer=finer),
    titles=("Hidoku", "hidato", "number snake"),
    rules=RULES,
    cells=NUMBERS,
    symbols="`-` blank, a number",
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Hidoku Puzzle\nsize 3 1\n2 1 -\n", None)),
    clues=CellClues(0, lambda board: range(1, board.rows * board.cols + 1), in_rules=True),
    puzzlekit=PuzzlekitText("hidoku", ("cells",)),
)
MAKING = Making(least=2, solution=path_of_a_king, blank=0)
