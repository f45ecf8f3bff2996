"""Fillomino: numbers in all cells; connected cells of equal number are as many as the number says."""

from __future__ import annotations

from ..drawing.picture import Picture, between_regions, frame, number_mark
from ..kit.checks import areas, check_numbers, place
from ..kit.clues import CellClues, possible_sizes
from ..kit.fillomino_sizes import STAGES, Numbers, others, solution, values_of
from ..notation import LISTS, NUMBERS, Game, UrlType, coded, sample
from ..spec import Board, Cell, Puzzle, Second

RULES = """\
Write a number into every empty cell, so that the cells fall into blocks of equal numbers.
A block has as many cells as its number says, and blocks of the same size do not touch.
A block may have no given number, or several, and any size."""


def rule_faults(board: Board, solution: Numbers) -> list[str]:
    """What is wrong with the numbers, block by block."""
    check_numbers(solution, board.rows, board.cols, least=1)
    faults = [
        f"{solution[r][c]} at {place((r, c))}, where {number} is given"
        for (r, c), number in board.filled().items()
        if solution[r][c] != number
    ]
    for number, block in _blocks(board, solution):
        if number != len(block):
            faults.append(f"the block of {number} at {place(block[0])} has {len(block)} cell{'s'[: len(block) - 1]}")
    return faults


def _blocks(board: Board, solution: Numbers) -> list[tuple[int, list[Cell]]]:
    """The connected groups of equal numbers, by their first cells."""
    cells: dict[int, list[Cell]] = {}
    for r, c in board.cells():
        cells.setdefault(solution[r][c], []).append((r, c))
    found = [(number, block) for number, of in cells.items() for block in areas(of)]
    return sorted(found, key=lambda block: block[1])


def picture(board: Board, solution: Numbers | None = None) -> Picture:
    """The numbers, and the borders of the blocks."""
    given = board.filled()
    marks = [number_mark(cell, given, solution) for cell in board.cells()]
    borders = between_regions(solution, "solved") if solution else []
    return Picture(board.rows, board.cols, "plain", marks, [*borders, *frame(board.rows, board.cols)])


SAMPLE = """\
; Fillomino Puzzle  ::  +-----------+---+
size 4 4            ::  | 3   3   3 | 1 |
- - 3 -             ::  +---+-------+---+
1 - - 3             ::  | 1 | 5   5 | 3 |
- 5 2 -             ::  +---+   +---+   |
- 1 - -             ::  | 5   5 | 2 | 3 |
                    ::  |   +---+   |   |
                    ::  | 5 | 1 | 2 | 3 |
                    ::  +---+---+---+---+
"""

PUZZLE = Puzzle(
    name="fillomino",
    titles=("Fillomino", "allied occupation"),
    rules=RULES,
    cells=NUMBERS,
    stages=STAGES,
    solution=solution,
    values=values_of,
    rule_faults=rule_faults,
    picture=picture,
    samples=(sample(SAMPLE), ("; Fillomino Puzzle\nsize 2 1\n2 1\n", None)),
    form=LISTS,
    second=Second(lambda board, solution: None, others),
    clues=CellClues(0, possible_sizes, in_rules=True),
    url=UrlType(("fillomino",), coded("number16")),
    sgt=Game("filling", coded("sgt_cells", meanings="123456789", blank=0, expected="1 to 9 or blanks (a-z)")),
)
