"""Integers as order literals: `i3[ge5]` is true if the integer number 3 is at least 5; `i3[eq5]`, if it is 5."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from ..model.domain import Domain
from .definitions import Literal, PbLine, negation, opposite
from .sums import PbSum

MOST_VALUES = 5_000


class StatedInt:
    """An integer variable by its number and domain, which has at least one value and at most MOST_VALUES values."""

    def __init__(self, number: int, domain: Domain):
        self.number, self.domain = number, domain
        self.values = list(domain.values())
        self.equations: dict[int, str] = {}  # by value: the literals `equal to it` that some constraint needs
        gaps = {self._name(v): v - self.values[at] for at, v in enumerate(self.values[1:])}
        self.sum = PbSum(gaps, self.values[0])

    def _name(self, value: int) -> str:
        return f"i{self.number}[ge{value}]"

    def at_least(self, value: int) -> Literal:
        """Return the literal that the integer is at least a number."""
        at = bisect_left(self.values, value)
        if at == 0 or at == len(self.values):
            return at == 0
        return self._name(self.values[at])

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
        above = self._name(self.values[bisect_left(self.values, value) + 1])
        return PbLine({self._name(value): 1, negation(above): 1}, 2)

    def lines(self) -> list[str]:
        """Return the OPB lines: a ladder of the order literals, and an equation for each literal `equal`."""
        names = list(self.sum.terms)
        ladder = [f"1 {low} 1 ~{high} >= 1 ;" for low, high in pairwise(names)]
        return ladder + [self._equation(v) for v in sorted(self.equations)]

    def _equation(self, value: int) -> str:
        here, above = (negation(a) if a[0] == "~" else a for a in self.meaning(value).terms)
        return f"1 {here} -1 {above} -1 {self.equations[value]} = 0 ;"

    def true_literals(self, value: int) -> set[str]:
        """Return the names of the variables that are true if the integer has a value."""
        found = {self._name(v) for v in self.values[1:] if v <= value}
        return found | {name for v, name in self.equations.items() if v == value}
