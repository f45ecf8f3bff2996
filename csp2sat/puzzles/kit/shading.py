"""The variables of cells that are shaded or not, for models: `s_r_c` is true if cell (r, c) is shaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...graphs.graph import Grid
from ...model.expr import FALSE, Expr, all_of, negation, node
from ...model.model import Answer, Model, Origin
from ..spec import Board, Cell


class Shading:
    """The cells of a board, or some of them, declared in a model.  `shading[cell]`: the cell is shaded."""

    def __init__(self, m: Model, board: Board, cells: Iterable[Cell] | None = None):
        self._model, self._board = m, board
        self._at = {(r, c): m.bool(f"s_{r}_{c}") for r, c in (board.cells() if cells is None else cells)}

    def __getitem__(self, cell: Cell) -> Expr:
        return self._at[cell]

    def no_two_touch(self) -> None:
        """Require that no two shaded cells are side by side."""
        self._model.add(all_of(self._not_both()), Origin("rule", rule="shaded cells do not touch"))

    def _not_both(self) -> Iterator[Expr]:
        for (r, c), shaded in self._at.items():
            for near in ((r, c + 1), (r + 1, c)):
                if near in self._at:
                    yield ~shaded | ~self._at[near]

    def rest_is_connected(self) -> None:
        """Require that the cells that are not shaded are connected (none are too)."""
        grid = Grid(self._board.rows, self._board.cols)
        white = (negation(self._at.get(cell, FALSE)) for cell in self._board.cells())
        self._model.add(node("connected", grid, *white), Origin("rule", rule="unshaded cells are connected"))


def shading_of(board: Board, answer: Answer) -> list[str]:
    """The neutral form: strings of `#` (shaded) and `.` (not shaded, or without a variable)."""
    shaded = [[answer.bools.get(f"s_{r}_{c}", False) for c in range(board.cols)] for r in range(board.rows)]
    return ["".join(".#"[on] for on in row) for row in shaded]


def shading_values(board: Board, shading: list[str]) -> Answer:
    """The values of the variables of all cells in a neutral form of shaded cells."""
    return Answer({}, {f"s_{r}_{c}": shading[r][c] == "#" for r, c in board.cells()})
