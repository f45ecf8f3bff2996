"""Jigsaw sudoku: 1 to n in every row, every column and every room of n cells."""

from __future__ import annotations

from ...model.model import Model, Origin
from ..kit.checks import cells_by_value, place
from ..kit.clues import CellClues, up_to_rows
from ..kit.kinds import number_kind
from ..kit.latin import begin_latin, check_square, differ
from ..kit.number_checks import latin_faults, twice_faults
from ..kit.random.latin_squares import refuse_oblong
from ..kit.random.rooms import equal_rooms
from ..kit.rooms import GRID_IN_ROOMS, NUMBER_SYMBOLS, check_connected, rooms
from ..making import Making
from ..notation import NUMBERS, sample
from ..sites import Game, PuzzlekitText, coded
from ..spec import Board, CellError

RULES = """\
Write a number into every empty cell so that every row, column and room has each of the numbers 1 to n exactly once.
The number of rows is n. Thick lines divide the board into rooms of n cells."""


def model(board: Board) -> Model:
    """Return the model of a board: an integer for each cell, and different numbers in each row, column and room."""
    m, x = begin_latin(board)
    for cells in rooms(board):
        differ(m, x, cells, Origin("rule", rule=f"room at {place(cells[0])}"))
    return m


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by searching the lines and room of each number
    for an equal one; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    faults = latin_faults(board, solution)
    for cells in cells_by_value(board.givens["regions"]).values():
        faults += twice_faults(solution, cells, "a room")
    return faults


def check(board: Board) -> None:
    """Raise ValueError if the board is not square, and CellError if the rooms are not numbered in the order of their
    first cells, or a room is not connected or has not as many cells as a row.
    """
    check_square(board)
    found = rooms(board, "regions")
    check_connected(found, "regions")
    for room, cells in enumerate(found):
        if len(cells) != board.rows:
            raise CellError(("regions", *cells[0]), f"room {room} has {len(cells)} cells; expected {board.rows}")


SAMPLE = """\
; Jigsaw Sudoku Puzzle  ::  +-----+---+---+
size 4 4                ::  | 1 3 | 4 | 2 |
regions                 ::  | 4 2 | 1 | 3 |
0 0 1 2                 ::  +-----+   |   |
0 0 1 2                 ::  | 3 4 | 2 | 1 |
3 3 1 2                 ::  | 2 1 | 3 | 4 |
3 3 1 2                 ::  +-----+---+---+
grid
1 3 - 2
- - - -
- - - -
- 1 3 4
"""

PUZZLE = number_kind(
    model,
    name="jigsaw",
    titles=("Jigsaw Sudoku", "irregular sudoku", "chaos sudoku", "jigsaw"),
    rules=RULES,
    symbols=NUMBER_SYMBOLS,
    cells=NUMBERS,
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Jigsaw Sudoku Puzzle\nsize 2 2\nregions\n0 0\n1 1\ngrid\n1 -\n1 -\n", None)),
    check=check,
    form=GRID_IN_ROOMS,
    clues=CellClues(0, up_to_rows),
    sgt=Game(
        "solo",
        coded("sgt_blocks", kind="cells"),
        harmless=r"j([rm]\d+d?|a)?(d\w)?",
        written="j",
        variants={"x": "x: diagonals", "k": "k: a jigsaw and a killer"},
        more=(0, 0),
        letter="j",
    ),
    puzzlekit=PuzzlekitText("jigsaw_sudoku", ("cells", "rooms")),
)
MAKING = Making[list[list[int]]](least=4, empty=equal_rooms, usual=9, refuse=refuse_oblong)
