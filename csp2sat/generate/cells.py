"""Boards whose givens are the values of cells: blanking some of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from ..puzzles.givens import Form
from ..puzzles.spec import PUZZLES, Board, Cell


def blanked_with(blank: Any) -> Callable[[Board, Collection[Cell]], Board]:
    """How to put the value `blank` into cells of a board."""

    def blanked(board: Board, cells: Collection[Cell]) -> Board:
        return with_values(board, dict.fromkeys(cells, blank))

    return blanked


def with_values(board: Board, values: dict[Cell, Any]) -> Board:
    """The board with other values in some cells."""
    form = PUZZLES[board.puzzle].form
    assert isinstance(form, Form)
    grid = form.values(board.givens)
    for (r, c), value in values.items():
        grid[r][c] = value
    return Board(board.puzzle, board.rows, board.cols, form.givens(grid, form.numbers(board.givens)))
