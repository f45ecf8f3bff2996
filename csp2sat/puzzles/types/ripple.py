"""Ripple Effect: 1 to n in every room of n cells, at least k cells between two numbers k in a line."""

from __future__ import annotations

from ...model.expr import any_of, node
from ...model.model import Model, Origin
from ..kit.checks import place
from ..kit.clues import CellClues
from ..kit.kinds import number_kind
from ..kit.latin import begin_rooms, check_room_numbers, pairs_in_line
from ..kit.number_checks import room_faults
from ..kit.random.rooms import rooms_up_to
from ..kit.rooms import GRID_IN_ROOMS, NUMBER_SYMBOLS, rooms
from ..making import Making
from ..notation import NUMBERS, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board

RULES = """\
Write a number into every empty cell so that equal numbers in a row or column have enough cells between them.
Every room of n cells has each of the numbers 1 to n exactly once.
Thick lines divide the board into rooms.
Between two equal numbers in a row or column are at least as many cells as the number: 3 and 3 have 3 or more."""


def model(board: Board) -> Model:
    """Return the model of a board: different numbers in each room, and for each number k a clause that no two cells of
    a line in different rooms, at most k steps from each other, both have the number.
    """
    m, x = begin_rooms(board)
    most = {cell: len(cells) for cells in rooms(board) for cell in cells}
    regions = board.givens["regions"]
    for one, other, steps in pairs_in_line(board):
        if regions[one[0]][one[1]] == regions[other[0]][other[1]]:
            continue
        for number in range(steps, min(most[one], most[other]) + 1):
            both = any_of((node("ne", x[one], number), node("ne", x[other], number)))
            m.add(both, Origin("rule", rule=f"{number} not both at {place(one)} and at {place(other)}"))
    return m


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by searching to the right of and below each
    number as far as the number says; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    faults = room_faults(board, solution)
    for r, c in board.cells():
        number = solution[r][c]
        for steps in range(1, number + 1 if number < board.rows * board.cols else 1):
            for there in ((r + steps, c), (r, c + steps)):
                if board.has(there) and solution[there[0]][there[1]] == number:
                    faults.append(f"too few cells between {number} at {place((r, c))} and {number} at {place(there)}")
    return faults


SAMPLE = """\
; Ripple Effect Puzzle  ::  +-----------+---+
size 4 3                ::  | 2   1   4 | 3 |
regions                 ::  +---+   +---+   |
0 0 0 1                 ::  | 1 | 3 | 2   1 |
2 0 1 1                 ::  +---+---+-------+
3 3 3 3                 ::  | 3   2   1   4 |
grid                    ::  +---------------+
- - 4 -
- 3 - -
- 2 - 4
"""

PUZZLE = number_kind(
    model,
    name="ripple",
    titles=("Ripple Effect", "hakyu koka", "hakyuu"),
    rules=RULES,
    symbols=NUMBER_SYMBOLS,
    cells=NUMBERS,
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Ripple Effect Puzzle\nsize 2 1\nregions\n0 1\ngrid\n- -\n", None)),
    check=check_room_numbers,
    form=GRID_IN_ROOMS,
    clues=CellClues(0, lambda board: range(1, board.rows * board.cols + 1)),
    player=PlayerFile(("rooms 0", "nums", "drawn"), "numbers"),
    url=UrlType(("ripple",), coded("sections", parts=(("rooms", {}), ("numbers", {"key": "grid"})))),
    puzzlekit=PuzzlekitText("hakyuu", ("cells", "rooms")),
)
MAKING = Making[list[list[int]]](least=3, empty=rooms_up_to(6))  # few boards of smaller ones have a filling
