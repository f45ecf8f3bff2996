"""Checking numbers in cells; it shares no code with the models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..spec import Board, Cell
from .checks import cells_by_value, check_numbers, given_faults, place

NumberGrid = Sequence[Sequence[int]]


def latin_faults(board: Board, solution: NumberGrid, most: Callable[[Cell], int] | None = None) -> list[str]:
    """What is wrong if the numbers are from 1 to the greatest of their cell (by default n of an n x n board, and none
    twice in a row or column), and as they are given.  WrongForm."""
    check_numbers(solution, board.rows, board.cols)
    faults = given_faults(board, solution)
    for r, c in board.cells():
        limit = board.rows if most is None else most((r, c))
        if not 1 <= solution[r][c] <= limit:
            found = f"{solution[r][c]} at {place((r, c))} is not one of 1 to {limit}"
            faults.append(found if solution[r][c] else f"{place((r, c))} is empty; expected a number from 1 to {limit}")
    return faults + (line_faults(board, solution) if most is None else [])


def line_faults(board: Board, solution: NumberGrid) -> list[str]:
    """What is wrong if no number may be twice in a row or column."""
    lines = board.lines()
    return [fault for name, cells in lines for fault in twice_faults(solution, cells, f"a {name.split()[0]}")]


def twice_faults(solution: NumberGrid, cells: Iterable[Cell], name: str) -> list[str]:
    """What is wrong if no number may be twice in these cells, which are called `name`."""
    first: dict[int, Cell] = {}
    faults = []
    for r, c in cells:
        before = first.setdefault(solution[r][c], (r, c))
        if before != (r, c):
            faults.append(f"{solution[r][c]} twice in {name}, at {place(before)} and at {place((r, c))}")
    return faults


def room_faults(board: Board, solution: NumberGrid) -> list[str]:
    """What is wrong if each room of n cells should have the numbers from 1 to n.  WrongForm."""
    found = list(cells_by_value(board.givens["regions"]).values())
    size = {cell: len(cells) for cells in found for cell in cells}
    faults = latin_faults(board, solution, size.__getitem__)
    return faults + [fault for cells in found for fault in twice_faults(solution, cells, "a room")]
