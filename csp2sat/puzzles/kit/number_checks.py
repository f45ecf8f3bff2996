"""Checks of solutions that have a number in each cell; they share no code with the models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..spec import Board, Cell
from .checks import cells_by_value, check_numbers, given_faults, place

NumberGrid = Sequence[Sequence[int]]


def latin_faults(board: Board, solution: NumberGrid, most: Callable[[Cell], int] | None = None) -> list[str]:
    """Return, in words, which numbers differ from the given ones, or are not from 1 to `most` of their cell.

    The bound is n, and a number twice in a row or column is a fault, too, if `most` is None; the board is then n x n.
    Raises WrongForm if the solution is no grid of numbers.
    """
    check_numbers(solution, board.rows, board.cols)
    faults = given_faults(board, solution)
    for r, c in board.cells():
        limit = board.rows if most is None else most((r, c))
        if not 1 <= solution[r][c] <= limit:
            faults.append(no_number(solution[r][c], (r, c), limit))
    return faults + (line_faults(board, solution) if most is None else [])


def no_number(value: int, cell: Cell, most: int) -> str:
    """Return, in words, that a cell is empty (its value is 0), or that its value is not from 1 to `most`."""
    if value == 0:
        return f"{place(cell)} is empty; expected a number from 1 to {most}"
    return f"{value} at {place(cell)} is not one of 1 to {most}"


def line_faults(board: Board, solution: NumberGrid) -> list[str]:
    """Return, in words, which numbers are twice in a row or column."""
    lines = board.lines()
    return [fault for name, cells in lines for fault in twice_faults(solution, cells, f"a {name.split()[0]}")]


def twice_faults(solution: NumberGrid, cells: Iterable[Cell], name: str) -> list[str]:
    """Return, in words, which numbers of the solution are twice among these cells, which are called `name`; 0 stands
    for an empty cell.
    """
    first: dict[int, Cell] = {}
    faults = []
    for r, c in (cell for cell in cells if solution[cell[0]][cell[1]]):
        before = first.setdefault(solution[r][c], (r, c))
        if before != (r, c):
            faults.append(f"{solution[r][c]} twice in {name}, at {place(before)} and at {place((r, c))}")
    return faults


def room_faults(board: Board, solution: NumberGrid) -> list[str]:
    """Return, in words, where a room of n cells does not have the numbers from 1 to n, or a given number is missing.

    Raises WrongForm if the solution is no grid of numbers.
    """
    found = list(cells_by_value(board.givens["regions"]).values())
    size = {cell: len(cells) for cells in found for cell in cells}
    faults = latin_faults(board, solution, size.__getitem__)
    return faults + [fault for cells in found for fault in twice_faults(solution, cells, "a room")]
