"""Changes of a board's clues that might mend it: another value of a clue, a new clue in a free cell, a clue that is
moved to a cell beside it or taken away with its cell, and other values of several clues together.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from itertools import product
from math import prod

from ..puzzles.kit.clues import is_allowed
from ..puzzles.notation import GivenValue
from ..puzzles.spec import PUZZLES, Board, Cell, Clue, clues_of

MOST_TOGETHER = 1000  # changes of several clues that are tried


@dataclass(frozen=True)
class ClueChange:
    """A change of clues.

    cells, clues, with_cell: as of a `Mend`.  board: the board with the change.
    """

    cells: list[Cell]
    clues: list[Clue]
    board: Board
    with_cell: bool = False


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

    def emptied(self, cell: Cell) -> Iterator[ClueChange]:
        """Yield the change that leaves nothing of a clue in its cell, as a move does, but not if the clue is left out:
        then the board, with a clue less, has no fewer solutions.
        """
        if type(cell) is not tuple or cell not in self._given or not (self._are_placed and self._board.has(cell)):
            return
        values = self._clues.without(self._board, [cell]).values()
        left = values[cell[0]][cell[1]] if values else None
        free = "." if isinstance(left, str) else 0
        if left in (None, free) or not self._may_be(free):
            return
        if self.is_other(board := self._board.with_values({cell: free})):
            yield ClueChange([cell], [], board, True)

    @property
    def may_free(self) -> bool:
        """Whether a clue can be moved or taken away so that nothing is left of it in its cell, which is more than to
        leave the clue out.
        """
        return bool(self.moved_of(())) or any(next(self.emptied(cell), None) for cell in self._given)

    def _may_be(self, value: GivenValue) -> bool:
        """Whether a cell of the kind may have the value."""
        with suppress(ValueError):
            return bool(PUZZLES[self._board.puzzle].cells.token(value))
        return False

    def together(self, choices: Sequence[Sequence[Cell]]) -> tuple[list[ClueChange], bool]:
        """Return the changes that give all clues in the cells of one of the choices other values, those of values that
        differ little first, MOST_TOGETHER at most; and whether these are all.
        """
        found, are_all = list[tuple[list[Cell], list[Clue]]](), True
        for cells in choices:
            values = [sorted(self._other_clues(cell), key=lambda clue: self.shift([clue])) for cell in cells]
            while prod(map(len, values)) > max(1, MOST_TOGETHER // len(choices)):
                max(values, key=len).pop()
                are_all = False
            found += [([*cells], [*clues]) for clues in product(*values)]
        found.sort(key=lambda each: self.shift(each[1]))
        changes = (ClueChange(cells, clues, self.changed(cells, clues)) for cells, clues in found)
        return [change for change in changes if self.is_other(change.board)], are_all

    def _other_clues(self, cell: Cell) -> list[Clue]:
        return [clue for clue in self.possible(cell) if self.changed([cell], [clue]) != self._board]

    def changed(self, cells: Collection[Cell], clues: Collection[Clue]) -> Board:
        """Return the board with these clues in place of those of the cells."""
        return self._clues.added(self._clues.without(self._board, cells), clues)

    def shift(self, clues: Collection[Clue]) -> int:
        """Return by how much the numbers of new clues differ from the numbers at their places, in all."""
        return sum(abs(self._more(clue)) for clue in clues)

    def _more(self, clue: Clue) -> int:
        """Return by how much the number of a new clue is greater than the number at its place."""
        return amount(clue[1]) - amount(self._clues.value(self._board, clue[0]))

    def balanced(self, cells: Collection[Cell]) -> tuple[list[ClueChange], int]:
        """Return changes of two clues each after which the clues of all rows add up to as much more than those of all
        columns as before, ordered as in `nearest`, MOST_TOGETHER at most; and how many there are in all.

        [] if the clues of the kind are no counts of rows and columns, whose totals are equal.
        """
        by_shift, steps = defaultdict[int, list[Clue]](list), steps_to(cells)
        for cell in self._clues.changeable(self._board):
            if sign := self._clues.balance(self._board, cell):
                for clue in self._other_clues(cell):
                    by_shift[sign * self._more(clue)].append(clue)
        pairs = [
            [one, two] for more in by_shift if more > 0 for one, two in product(by_shift[more], by_shift.get(-more, ()))
        ]
        pairs = [pair for pair in pairs if pair[0][0] != pair[1][0]]
        near = nsmallest(MOST_TOGETHER, pairs, lambda pair: self.shift(pair) + sum(steps(cell) for cell, _ in pair))
        changes = ([cell for cell, _ in pair] for pair in near)
        made = (ClueChange(at, pair, self.changed(at, pair)) for at, pair in zip(changes, near, strict=True))
        return [change for change in made if self.is_other(change.board)], len(pairs)

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

        def distance(change: ClueChange) -> int:
            for clue in change.clues:
                return steps(clue[0]) + (self.shift([clue]) if clue[0] in change.cells else 1)
            return steps(change.cells[0]) + 1

        steps, board, given = steps_to(cells), self._board, self._clues.changeable(self._board)
        fresh = (ClueChange([clue[0]], [clue], self._clues.added(board, [clue])) for clue in self._clues.fresh(board))
        changes = (
            change for cell in given for each in (self.others, self.moved, self.emptied) for change in each(cell)
        )
        return sorted([*changes, *fresh], key=distance)

    def is_other(self, board: Board) -> bool:
        """Whether a changed board is allowed, and another one."""
        return board != self._board and is_allowed(board)


def amount(value: object) -> int:
    """Return the number that a clue's value says, the sum of several; 0 for a value without a number."""
    return sum(map(int, re.findall(r"[0-9]+", str(value))))


def steps_to(cells: Collection[Cell]) -> Callable[[Cell], int]:
    """Return a function from a cell to its distance from the nearest of the cells, in rows and columns."""

    @cache
    def steps(cell: Cell) -> int:
        r, c = cell
        return min((abs(r - i) + abs(c - j) for i, j in cells), default=0)

    return steps
