"""Numberlink: lines that join equal numbers."""

from __future__ import annotations

from ...model.model import Answer
from ..drawing.picture import Picture, cell_lines, text
from ..kit.checks import Drawn, drawn_lines, place
from ..kit.edge_variables import EdgeRows, edges_of, values_of
from ..kit.numberlink_lines import connected, others, second_solution_by_detour, without_closed_lines
from ..kit.numberlink_paths import STAGES
from ..notation import LISTS, NUMBERS, UrlType, coded, sample
from ..spec import Board, Cell, CellError, Puzzle, Second

RULES = """\
Join the two cells of every number by a line, from cell to neighbouring cell.
Each number is there twice. Lines do not branch or cross, no two use the same cell, and none goes through a number.
Cells may stay empty."""


def check(board: Board) -> None:
    """Each number is there twice."""
    found: dict[int, list[Cell]] = {}
    for cell, number in board.filled().items():
        found.setdefault(number, []).append(cell)
        if len(found[number]) > 2:
            raise CellError(cell, f"a third {number}; expected each number twice")
    for number, cells in found.items():
        if len(cells) == 1:
            raise CellError(cells[0], f"there is only one {number}; expected each number twice")


def solution(board: Board, answer: Answer) -> EdgeRows:
    """The edges between cells, without closed lines."""
    return without_closed_lines(board, edges_of(board, answer))


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """What is wrong with the lines, by following them from the numbers."""
    drawn = drawn_lines(solution, board.rows, board.cols)
    number = board.filled()
    faults = [fault for cell in sorted(drawn.keys() | number.keys()) for fault in _faults_at(drawn, cell, number)]
    return faults or _wrong_lines(drawn, number)


def _faults_at(drawn: Drawn, cell: Cell, number: dict[Cell, int]) -> list[str]:
    edges = len(drawn.get(cell, ()))
    if cell in number and edges != 1:
        fault = "a line goes on there" if edges else "no line ends there"
        return [f"number {number[cell]} at {place(cell)}: {fault}"]
    if cell not in number and edges != 2:
        return [f"a line {'ends' if edges == 1 else 'branches'} at {place(cell)}"]
    return []


def _wrong_lines(drawn: Drawn, number: dict[Cell, int]) -> list[str]:
    """What is wrong with lines that end at numbers and nowhere else."""
    faults = []
    left = set(drawn)
    for start in [*number, *sorted(drawn)]:
        if start in left:
            line = connected(drawn, start)
            left -= line
            ends = [cell for cell in number if cell in line]
            if not ends:
                faults.append(f"a closed line goes through {place(start)}")
            elif number[ends[0]] != number[ends[1]]:
                one, two = (f"number {number[end]} at {place(end)}" for end in ends)
                faults.append(f"a line joins {one} and {two}")
    return faults


def picture(board: Board, solution: EdgeRows | None = None) -> Picture:
    """The numbers, and the lines."""
    marks = [text(cell, number) for cell, number in board.filled().items()]
    return Picture(board.rows, board.cols, "cells", marks, cell_lines(solution) if solution else ())


SAMPLE = """\
; Number Link Puzzle  ::  +   +   +   +   +   +   +
size 6 5              ::    3   +---+---+---+---+
3 - - - - -           ::  + | + | +   +   +   + | +
- 1 - - - -           ::    +   1   +---+---+   +
- 4 - 3 - -           ::  + | +   + | +   + | + | +
- - - - 4 1           ::    +   4---+   3   +   +
2 - - - - 2           ::  + | +   +   + | + | + | +
                      ::    +---+---+---+   4   1
                      ::  +   +   +   +   +   +   +
                      ::    2---+---+---+---+---2
                      ::  +   +   +   +   +   +   +
"""

PUZZLE = Puzzle(
    name="numberlink",
    titles=("Number Link", "numberlink", "numlin"),
    rules=RULES,
    cells=NUMBERS,
    stages=STAGES,
    solution=solution,
    values=values_of,
    rule_faults=rule_faults,
    picture=picture,
    samples=(sample(SAMPLE), ("; Number Link Puzzle\nsize 2 2\n1 2\n2 1\n", None)),
    check=check,
    form=LISTS,
    second=Second(second_solution_by_detour, others),
    url=UrlType(("numlin", "numberlink"), coded("number16")),
)
