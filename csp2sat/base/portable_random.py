"""Random numbers that are the same for a seed in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class RandomSource:
    """Draws that follow from a seed.

    All are made of `Random.random`, the one method whose sequence Python promises to keep.
    """

    def __init__(self, seed: int):
        self._random = Random(seed).random

    def below(self, most: int) -> int:
        """Return an integer from 0 to most - 1."""
        return int(self._random() * most)

    def chance(self, probability: float) -> bool:
        """Return True with this probability."""
        return self._random() < probability

    def pick(self, values: Sequence[T]) -> T:
        """Return one of the values, of which there must be one."""
        return values[self.below(len(values))]

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """Return the values in random order.  Sets have no order of their own: sort them before."""
        found = list(values)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found
