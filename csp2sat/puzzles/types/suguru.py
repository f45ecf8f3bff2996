"""Suguru: 1 to n in every room of n cells; equal numbers do not touch."""

from __future__ import annotations

from ...model.expr import all_of, node
from ...model.model import Model, Origin
from ..kit.checks import place, touching
from ..kit.clues import CellClues
from ..kit.kinds import number_kind
from ..kit.latin import begin_rooms, check_room_numbers
from ..kit.number_checks import room_faults
from ..kit.random.rooms import rooms_up_to
from ..kit.rooms import GRID_IN_ROOMS, NUMBER_SYMBOLS
from ..kit.variables import touched_later
from ..making import Making
from ..notation import NUMBERS, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board

RULES = """\
Write a number into every empty cell so that equal numbers do not touch.
Every room of n cells has each of the numbers 1 to n exactly once.
Thick lines divide the board into rooms.
Equal numbers do not even touch at a corner."""


def model(board: Board) -> Model:
    """Return the model of a board: an integer for each cell, different numbers in each room, and in any two cells that
    touch at a side or corner.
    """
    m, x = begin_rooms(board)
    for r, c in board.cells():
        differ = all_of(node("ne", x[r, c], x[other]) for other in touched_later(board, (r, c)))
        m.add(differ, Origin("rule", rule=f"no equal number touches the number at {place((r, c))}"))
    return m


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by comparing each number with the numbers that
    touch it; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    faults = room_faults(board, solution)
    for (r, c), (i, j) in touching(board.cells(), corners=True):
        if solution[r][c] == solution[i][j]:
            faults.append(f"two numbers {solution[r][c]} touch, at {place((r, c))} and at {place((i, j))}")
    return faults


SAMPLE = """\
; Suguru Puzzle  ::  +---------+---+
size 4 3         ::  | 3 1   2 | 3 |
regions          ::  +-----+---+   |
0 0 0 1          ::  | 4 5 | 4   1 |
2 2 1 1          ::  |     +---+   |
2 2 2 1          ::  | 1 2   3 | 2 |
grid             ::  +---------+---+
3 - 2 3
- - - -
1 - - -
"""

PUZZLE = number_kind(
    model,
    name="suguru",
    titles=("Suguru", "tectonic", "capsules"),
    rules=RULES,
    symbols=NUMBER_SYMBOLS,
    cells=NUMBERS,
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Suguru Puzzle\nsize 2 1\nregions\n0 1\ngrid\n- -\n", None)),
    check=check_room_numbers,
    form=GRID_IN_ROOMS,
    clues=CellClues(0, lambda board: range(1, board.rows * board.cols + 1)),
    player=PlayerFile(("rooms 0", "nums", "drawn"), "numbers"),
    url=UrlType(("suguru",), coded("sections", parts=(("rooms", {}), ("numbers", {"key": "grid"})))),
    puzzlekit=PuzzlekitText("suguru", ("cells", "rooms")),
)
MAKING = Making[list[list[int]]](least=3, empty=rooms_up_to(6))  # with smaller ones equal numbers touch sooner
