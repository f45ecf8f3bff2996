"""The judging of boards whose solution is not finished: empty cells are not called wrong, nor what follows from them.

A fault that follows from the empty cells, such as a sum that is too small, is another one for other numbers in these
cells; so a fault that is there with whatever numbers is a fault of the numbers that are there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from itertools import cycle
from typing import Any

from ..base.portable_random import RandomSource
from ..puzzles.spec import PUZZLES, Board, Cell, Solution

ENDS, BRANCHES = "the line ends at ", "the line branches at "  # as `loop_faults` says it
EMPTY = " is empty; expected "  # in faults of a board that is not finished
SHUFFLED = 10  # fillings of the empty cells with different numbers
CELL = re.compile(rf"row (\d+), column (\d+){EMPTY}.*?(\d+)?$")


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


def _filled(solution: Any, empty: Sequence[Cell], numbers: Sequence[int]) -> Solution:
    """Return the solution, rows of numbers, with numbers in its empty cells; the first one follows the last one."""
    made: list[list[int]] = deepcopy(solution)
    for (r, c), number in zip(empty, cycle(numbers), strict=False):
        made[r][c] = number
    return made
