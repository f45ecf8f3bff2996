"""Random numbers that depend on the seed alone, and not on the version of Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class RandomSource:
    """A source of random draws that follow from a seed.

    All draws are made with `Random.random`, the one method whose sequence Python promises to keep.
    """

    def __init__(self, seed: int):
        self._random = Random(seed).random

    def below(self, most: int) -> int:
        """Return a random integer from 0 to most - 1."""
        return int(self._random() * most)

    def chance(self, probability: float) -> bool:
        """Whether an event of this probability happens in this draw."""
        return self._random() < probability

    def pick(self, values: Sequence[T]) -> T:
        """Return a random one of the values, which must not be empty."""
        return values[self.below(len(values))]

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """Return the values in random order. The caller must sort a set first, for a set has no order of its own."""
        found = list(values)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found
