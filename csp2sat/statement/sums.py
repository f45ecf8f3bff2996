"""Sums of 0/1 variables with a constant: what the terms of a CSP are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .definitions import Literal


class PbSum(NamedTuple):
    """The sum of coefficient * variable, plus a constant; no coefficient is 0."""

    terms: dict[str, int]
    const: int

    def plus(self, other: PbSum, factor: int = 1) -> PbSum:
        """Return this sum plus factor times another one."""
        terms = dict(self.terms)
        for a, c in other.terms.items():
            terms[a] = terms.get(a, 0) + factor * c
        return PbSum({a: c for a, c in terms.items() if c}, self.const + factor * other.const)

    def times(self, factor: int) -> PbSum:
        """Return the sum multiplied by a number."""
        return PbSum({a: c * factor for a, c in self.terms.items() if factor}, self.const * factor)

    def bounds(self) -> tuple[int, int]:
        """Return the least and the greatest value."""
        least = self.const + sum(c for c in self.terms.values() if c < 0)
        return least, least + sum(map(abs, self.terms.values()))


def number(value: int) -> PbSum:
    """Return a constant as a sum."""
    return PbSum({}, value)


def weighted(literal: Literal, weight: int) -> PbSum:
    """Return the sum that is the weight if a literal is true, else 0."""
    if isinstance(literal, bool):
        return number(weight if literal else 0)
    if literal[0] == "~":
        return PbSum({literal[1:]: -weight} if weight else {}, weight)
    return PbSum({literal: weight} if weight else {}, 0)


def total(weighted_sums: Iterable[tuple[int, PbSum]]) -> PbSum:
    """Return the sum of factor * sum."""
    terms: dict[str, int] = {}
    const = 0
    for factor, each in weighted_sums:
        const += factor * each.const
        for a, c in each.terms.items():
            terms[a] = terms.get(a, 0) + factor * c
    return PbSum({a: c for a, c in terms.items() if c}, const)


def ones(literals: Sequence[Literal]) -> PbSum:
    """Return the number of true literals as a sum."""
    return total([(1, weighted(a, 1)) for a in literals])
