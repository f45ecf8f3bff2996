"""The judging of boards whose solution is not finished: empty cells are not called wrong, nor what follows from them.

A fault that follows from the empty cells, such as a sum that is too small, is another one for other numbers in these
cells; so a fault that is there with whatever numbers is a fault of the numbers that are there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from itertools import cycle, product
from typing import Any

from ..base.portable_random import RandomSource
from ..puzzles.drawing.ascii import draw
from ..puzzles.formats.solutions.forms import ALPHABETS, given_in
from ..puzzles.formats.solutions.reading import lines_of, typed_tokens, with_open_cells
from ..puzzles.formats.solutions.several import without_titles
from ..puzzles.kit.checks import place
from ..puzzles.spec import PUZZLES, Board, Cell, Solution, WrongForm

LOOSE = "a line ends at "  # in kinds with several lines
ENDS, BRANCHES = "the line ends at ", "the line branches at "  # as `loop_faults` says it
EMPTY = " is empty; expected "  # in faults of a board that is not finished
NOTHING = "nothing is filled in"
BEGUN = "only a part is filled in"
OPEN = "?"  # in an open cell
SHUFFLED = 10  # fillings of the empty cells with different numbers
MOST_FILLINGS = 1000  # of open cells, of which each is tried
CELL = re.compile(rf"row (\d+), column (\d+){EMPTY}.*?(\d+)?$")


def open_cells(text: str, board: Board) -> list[Cell]:
    """Return the cells that have a `?` in the drawn or typed solution of a board, except for clues `?`."""
    if OPEN not in text:
        return []
    text = without_titles(text, board)
    every = given_in(board)
    given = {cell for cell, token in every.items() if token == OPEN}
    if typed := typed_tokens(lines_of(text), board):
        return [cell for cell, token in typed.items() if token == OPEN and cell not in given]
    clues = every if len(every) < board.rows * board.cols else given  # else rooms, which are no clues
    rows = with_open_cells(text, board) or []
    return [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == OPEN and (r, c) not in clues]


def is_board_alone(text: str, board: Board) -> bool:
    """Whether a text is the drawing of a board in which nothing is filled in."""
    drawn = draw(PUZZLES[board.puzzle].picture(board, None)).split("\n")
    written = lines_of(without_titles(text, board))
    return [line for line in written if line] == [line.rstrip() for line in drawn if line.strip()]


def faults_of_board(board: Board, solution: Solution) -> list[str]:
    """Return the faults of a solution, in words: a fault for each empty cell, or each end of a loop, and the faults
    that no numbers in these cells, and no further lines, can mend.
    """
    faults = PUZZLES[board.puzzle].broken_rules(board, solution)
    if ends := [fault for fault in faults if fault.startswith(ENDS)]:  # so that the counts of lines may become others
        return [*(fault for fault in faults if fault.startswith(BRANCHES)), *ends]
    found = [cell for cell in map(CELL.match, faults) if cell]
    empty = [(int(cell[1]) - 1, int(cell[2]) - 1) for cell in found]
    if not empty or not isinstance(solution, list):
        return faults
    most = max(int(cell[3] or 1) for cell in found)
    most = max(most, *(number for row in solution for number in row if isinstance(number, int)))
    fillings = [[number] for number in range(1, most + 1)]
    fillings += [RandomSource(seed).shuffled([*range(1, most + 1)] * len(empty)) for seed in range(SHUFFLED)]
    filled = (_filled(solution, empty, each) for each in fillings)
    lasting = [set(PUZZLES[board.puzzle].broken_rules(board, each)) for each in filled]
    return [fault for fault in faults if EMPTY in fault or all(fault in each for each in lasting)]


def faults_of_drawn(board: Board, solution: Solution, cells: Sequence[Cell]) -> list[str]:
    """Return the faults of a solution that is begun on an empty drawing, as `faults_of_open` does, but only the open
    cells if not each filling of them is tried.

    The faults of lines are the faults that a board without any line lacks, or BEGUN if lines have ends, or if there are
    no other faults.
    """
    if not isinstance(solution, dict):
        given = given_in(board)
        clues = given if len(given) < board.rows * board.cols else ()
        found = faults_of_open(board, solution, cells)
        if 2 ** len(cells) > MOST_FILLINGS:
            found = [fault for fault in found if EMPTY in fault]
        filled = tuple(f"{place(cell)}{EMPTY}" for cell in clues)  # unless the clue is shaded
        return [fault for fault in found if not fault.startswith(filled)] or [BEGUN]
    faults = faults_of_board(board, solution)
    if any(fault.startswith(ENDS) for fault in faults):
        return faults
    none = {way: [re.sub("[1#]", "0" if way in "hv" else ".", row) for row in rows] for way, rows in solution.items()}
    without = set(PUZZLES[board.puzzle].broken_rules(board, none))
    found = [fault for fault in faults if fault not in without]
    return [BEGUN] if any(fault.startswith(LOOSE) for fault in found) else found or [BEGUN]


def faults_of_open(board: Board, solution: Solution, cells: Sequence[Cell]) -> list[str]:
    """Return the faults of a solution, rows of signs, in which some cells are open, in words: a fault for each open
    cell, and the faults that are there with each filling of these cells that is tried; only the faults of
    `faults_of_board` for no open cells, and for a solution of another form.
    """
    found = faults_of_board(board, solution)
    if not found or not cells or not isinstance(solution, list) or not all(isinstance(row, str) for row in solution):
        return found
    signs = [sign for sign in dict.fromkeys("".join(ALPHABETS)) if _is_sign(board, solution, cells, sign)]
    fillings: list[Sequence[str]] = [[sign] for sign in signs]
    if len(signs) ** len(cells) <= MOST_FILLINGS:
        fillings = [*product(signs, repeat=len(cells))]
    else:
        fillings += [RandomSource(seed).shuffled(signs * len(cells)) for seed in range(SHUFFLED)]
    rows: list[list[Any]] = [list(row) for row in solution]
    filled = (["".join(row) for row in _filled(rows, cells, each)] for each in fillings)
    lasting = [set(PUZZLES[board.puzzle].broken_rules(board, each)) for each in filled]
    wrong = [fault for fault in found if all(fault in each for each in lasting)]
    return wrong + [f"{place(cell)}{EMPTY}{' or '.join(signs)}" for cell in cells]


def _is_sign(board: Board, solution: Sequence[Any], cells: Sequence[Cell], sign: str) -> bool:
    """Whether the rows of a partial solution have the form of a solution if all the open `cells` get `sign`."""
    try:
        filled = _filled([list(row) for row in solution], cells, sign)
        faults = PUZZLES[board.puzzle].rule_faults(board, ["".join(row) for row in filled])
    except WrongForm:
        return False
    return not any(fault.startswith(f"{sign!r} at ") for fault in faults)


def _filled(solution: Any, empty: Sequence[Cell], values: Sequence[int | str]) -> Any:
    """Return the solution, lists of values, with values in its empty cells; the first one follows the last one."""
    made: list[list[int | str]] = deepcopy(solution)
    for (r, c), value in zip(empty, cycle(values), strict=False):
        made[r][c] = value
    return made
