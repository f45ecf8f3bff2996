"""Changes of one clue of a board that might mend it: another value, a new clue in a free cell, and a clue that is moved
to a cell beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from ..puzzles.kit.clues import is_allowed
from ..puzzles.spec import PUZZLES, Board, Cell, Clue, clues_of


@dataclass(frozen=True)
class ClueChange:
    """A change of clues.

    cells, clues: as of a `Mend`.  board: the board with the change.
    """

    cells: list[Cell]
    clues: list[Clue]
    board: Board


class ClueChanges:
    """The changes of one clue each of a board, all of which leave a board that its puzzle allows."""

    def __init__(self, board: Board):
        self._board, self._clues = board, clues_of(board)
        self._given = set(self._clues.optional(board))
        # numbers in all cells are seldom misplaced
        self._are_placed = PUZZLES[board.puzzle].family != "numbers"

    def possible(self, cell: Cell) -> list[Clue]:
        """Return the clue of a cell with each value that the clue might have."""
        return [(cell, value) for value in self._clues.possible(self._board, cell)]

    def others(self, cell: Cell) -> Iterator[ClueChange]:
        """Yield the changes that give the clue of a cell another value."""
        less = self._clues.without(self._board, [cell])
        for clue in self.possible(cell):
            if self.is_other(board := self._clues.added(less, [clue])):
                yield ClueChange([cell], [clue], board)

    def moved(self, cell: Cell) -> Iterator[ClueChange]:
        """Yield the changes that move the clue of a cell to a cell beside it without a clue; none for a clue that is in
        no cell, and for puzzles of numbers in all cells.
        """
        if type(cell) is not tuple or cell not in self._given or not self._are_placed:
            return
        (r, c), value = cell, self._clues.value(self._board, cell)
        for to in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            board = None if to in self._given else self._clues.moved(self._board, cell, to)
            if board is not None and self.is_other(board):
                yield ClueChange([cell], [(to, value)], board)

    def moved_of(self, cells: Collection[Cell]) -> list[ClueChange]:
        """Return the moves of clues in these cells, the faulty ones, and of each other clue whose cell is empty after
        the move, but not if the clue is left out: then its cell has a sign for a value that is not given.
        """
        moves = [(cell, change) for cell in self._clues.optional(self._board) for change in self.moved(cell)]
        return [change for cell, change in moves if cell in cells or self._frees(cell, change)]

    def _frees(self, cell: Cell, move: ClueChange) -> bool:
        (r, c), less = cell, self._clues.without(self._board, [cell])
        return self._board.has(cell) and move.board.values()[r][c] != less.values()[r][c]

    def may_move(self, cells: Iterable[Cell]) -> bool:
        """Whether the clue of one of the cells can be moved."""
        return any(next(self.moved(cell), None) for cell in cells)

    def nearest(self, cells: Collection[Cell]) -> list[ClueChange]:
        """Return the changes of all clues, and the new clues in free cells; those near one of the cells, and of values
        that differ little, come first.
        """

        @cache
        def steps(cell: Cell) -> int:
            (r, c) = cell
            return min((abs(r - i) + abs(c - j) for i, j in cells), default=0)

        def distance(change: ClueChange) -> int:
            ((at, value),) = change.clues
            if at not in change.cells:  # moved there
                return steps(at) + 1
            new, old = (int(each) if str(each).isdecimal() else 0 for each in (value, self._clues.value(board, at)))
            return steps(at) + abs(new - old)

        board, given = self._board, self._clues.changeable(self._board)
        fresh = (ClueChange([clue[0]], [clue], self._clues.added(board, [clue])) for clue in self._clues.fresh(board))
        changes = (change for cell in given for each in (self.others, self.moved) for change in each(cell))
        return sorted([*changes, *fresh], key=distance)

    def is_other(self, board: Board) -> bool:
        """Whether a changed board is allowed, and another one."""
        return board != self._board and is_allowed(board)
