"""What a generator of boards is: one file for each type of puzzle, with the constant MAKER."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from ..base.plugins import Parts
from ..puzzles.spec import Board, Solution

T = TypeVar("T")


class Dice:
    """Draws that follow from a seed.

    All are made of `Random.random`, the one method whose sequence Python promises to keep.
    """

    def __init__(self, seed: int):
        self._random = Random(seed).random

    def below(self, most: int) -> int:
        """An integer from 0 to most - 1."""
        return int(self._random() * most)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random() < probability

    def pick(self, values: Sequence[T]) -> T:
        """One of the values; there must be one."""
        return values[self.below(len(values))]

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """The values in random order.  Sets have no order of their own: sort them before."""
        found = list(values)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


class Draft(NamedTuple):
    """A board, and the solution from which it was made."""

    board: Board
    solution: Solution


class Maker(NamedTuple):
    """How boards of a type are made.

    attempt: dice, rows, columns -> a board with one solution, or None if these draws have led to none.
    least: the smallest number of rows, and of columns.
    minimal: is every given needed?  usual: rows and columns where nothing is said, one number if they are as many.
    refuse: ValueError, with what was expected, for a size that the type cannot have.
    """

    attempt: Callable[[Dice, int, int], Draft | None]
    least: int
    minimal: bool
    refuse: Callable[[int, int], None] = lambda rows, cols: None
    usual: int | tuple[int, int] = 10

    def usual_size(self) -> tuple[int, int]:
        """Rows and columns where nothing is said."""
        return self.usual if isinstance(self.usual, tuple) else (self.usual, self.usual)


MAKERS: Parts[Maker] = Parts("generator", "MAKER", "csp2sat.generating.types")
