"""The usual kinds of clues: values of cells, numbers of rooms."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from ..spec import PUZZLES, Board, Cell, Clue, Clues


@dataclass(frozen=True)
class CellClues(Clues):
    """Clues that are the values of cells.

    blank: what a cell has instead, where its clue is left out: an empty cell, or a number that is not told.
    more: the values that might be written into such a cell.  in_rules, exclusive: as in `Clues`.
    """

    blank: Any
    more: Callable[[Board], Collection[Any]] = lambda board: ()
    in_rules: bool = False
    exclusive: bool = True

    def optional(self, board: Board) -> list[Cell]:
        told, none = self.told(board), (self.blank, 0, ".")
        rows = enumerate(board.values())
        return [(r, c) for r, row in rows for c, value in enumerate(row) if (r, c) in told and value not in none]

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        return board.with_values(dict.fromkeys(cells, self.blank))

    def addable(self, board: Board) -> Iterator[Clue]:
        values = board.values()
        for r, c in board.cells():
            for value in self.more(board) if values[r][c] == self.blank else ():
                if _is_allowed(board.with_values({(r, c): value})):
                    yield (r, c), value

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        return board.with_values(dict(clues))


def _is_allowed(board: Board) -> bool:
    try:
        PUZZLES[board.puzzle].check(board)
    except ValueError:
        return False
    return True


def possible_sizes(board: Board) -> range:
    """The numbers of cells that one might write down as a clue."""
    return range(1, min(board.rows * board.cols, 40) + 1)
