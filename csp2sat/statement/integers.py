"""Integers as order literals: `i3[ge5]` is true if the integer number 3 is at least 5; `i3[eq5]`, if it is 5."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

from ..model.domain import Domain
from .definitions import Literal, PbLine, opposite
from .sums import PbSum

MOST_VALUES = 5_000


class StatedInt:
    """An integer variable by its number and domain, which has at least one value and at most MOST_VALUES values."""

    def __init__(self, number: int, domain: Domain):
        self.number, self.domain = number, domain
        self.values = list(domain.values())
        self.equations: dict[int, str] = {}  # by value: the literals `equal to it` that some constraint needs
        self._names = [f"i{number}[ge{v}]" for v in self.values[1:]]
        gaps = (high - low for low, high in pairwise(self.values))
        self.sum = PbSum(dict(zip(self._names, gaps, strict=True)), self.values[0])

    def at_least(self, value: int) -> Literal:
        """Return the literal that the integer is at least a number."""
        at = bisect_left(self.values, value)
        if at == 0 or at == len(self.values):
            return at == 0
        return self._names[at - 1]

    def equal(self, value: int) -> Literal:
        """Return the literal that the integer is a number; the ends of the domain have order literals for it."""
        at = bisect_left(self.values, value)
        if at == len(self.values) or self.values[at] != value:
            return False
        if at == len(self.values) - 1:
            return self.at_least(value)
        if at == 0:
            return opposite(self.at_least(self.values[1]))
        return self.equations.setdefault(value, f"i{self.number}[eq{value}]")

    def meaning(self, value: int) -> PbLine:
        """Return the inequality that the literal `equal` of a value inside the domain is equivalent to."""
        at = bisect_left(self.values, value)
        return PbLine({self._names[at - 1]: 1, "~" + self._names[at]: 1}, 2)

    def ladder(self) -> list[PbLine]:
        """Return the inequalities that each order literal implies the one below."""
        return [PbLine({low: 1, "~" + high: 1}, 1) for low, high in pairwise(self.sum.terms)]

    def sides(self, value: int) -> tuple[PbLine, PbLine]:
        """Return both inequalities of the equation of a literal `equal`."""
        found = self.meaning(value)
        equal = self.equations[value]
        return PbLine({**found.terms, "~" + equal: 1}, 2), PbLine({**found.negated().terms, equal: 1}, 1)

    def equation(self, value: int) -> str:
        """Return the equation of a literal `equal` as OPB text, without the `;`."""
        here, above = self.meaning(value).terms
        return f"1 {here} -1 {above[1:]} -1 {self.equations[value]} = 0"

    def true_literals(self, value: int) -> set[str]:
        """Return the names of the variables that are true if the integer has a value."""
        found = set(self._names[: bisect_right(self.values, value) - 1])
        return found | {name for v, name in self.equations.items() if v == value}
