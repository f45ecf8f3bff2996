"""Linear inequalities over literals, in normal form: positive coefficients, each variable once, `>= degree`.

A literal is a number: 2v is variable v, 2v + 1 its negation, so that `lit ^ 1` is the other one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

WeightedLiterals = Iterable[tuple[int, int]]  # pairs of a coefficient, of any sign, and a literal


class Inequality(NamedTuple):
    """The inequality `sum of coefficient * literal >= degree`; terms: literal -> coefficient, which is positive."""

    terms: dict[int, int]
    degree: int

    @property
    def key(self) -> object:
        """A hashable value that equal inequalities share."""
        if self.degree == 1:  # a clause, whatever its coefficients are
            return frozenset(self.terms)
        return self.degree, frozenset(self.terms.items())

    def is_clause(self) -> bool:
        """Whether all coefficients are 1 and the degree is 1."""
        return self.degree == 1 and sum(self.terms.values()) == len(self.terms)

    def is_contradiction(self) -> bool:
        """Whether no assignment satisfies the inequality."""
        return sum(self.terms.values()) < self.degree

    def negated(self) -> Inequality:
        """Return the inequality that holds if and only if this inequality does not."""
        return Inequality({a ^ 1: c for a, c in self.terms.items()}, sum(self.terms.values()) - self.degree + 1)

    def plus(self, other: Inequality) -> Inequality:
        """Return the sum of two inequalities."""
        pairs = [(c, a) for part in (self, other) for a, c in part.terms.items()]
        return normal(pairs, self.degree + other.degree)

    def times(self, factor: int) -> Inequality:
        """Return the inequality multiplied by a positive number."""
        return Inequality({a: c * factor for a, c in self.terms.items()}, self.degree * factor)

    def divided(self, divisor: int) -> Inequality:
        """Return the inequality divided by a positive number, with coefficients and degree rounded up."""
        return Inequality({a: -(-c // divisor) for a, c in self.terms.items()}, -(-self.degree // divisor))

    def saturated(self) -> Inequality:
        """Return the inequality with no coefficient greater than the degree."""
        degree = max(self.degree, 0)
        return Inequality({a: min(c, degree) for a, c in self.terms.items() if degree}, self.degree)

    def without(self, variable: int) -> Inequality:
        """Return the inequality weakened: the variable, given by either of its literals, is left out."""
        lost = sum(c for a, c in self.terms.items() if a >> 1 == variable >> 1)
        return Inequality({a: c for a, c in self.terms.items() if a >> 1 != variable >> 1}, self.degree - lost)

    def mapped(self, witness: dict[int, int | bool]) -> Inequality:
        """Return the inequality in which each literal of `witness` is replaced by its literal or truth value."""
        pairs, degree = list[tuple[int, int]](), self.degree
        for a, c in self.terms.items():
            to = witness.get(a, a)
            if to is True:
                degree -= c
            elif to is not False:
                pairs.append((c, to))
        return normal(pairs, degree)

    def implies(self, other: Inequality) -> bool:
        """Whether the other inequality follows from this one by leaving out and decreasing terms."""
        known = other.terms
        lost = sum(c - min(c, known.get(a, 0)) for a, c in self.terms.items())
        return self.degree - lost >= other.degree


def normal(pairs: WeightedLiterals, degree: int) -> Inequality:
    """Return the inequality `sum of coefficient * literal >= degree` in normal form."""
    sums: dict[int, int] = {}
    for c, a in pairs:
        if a & 1:  # c * ~x = c - c * x
            degree -= c
            sums[a ^ 1] = sums.get(a ^ 1, 0) - c
        else:
            sums[a] = sums.get(a, 0) + c
    terms: dict[int, int] = {}
    for a, c in sums.items():
        if c > 0:
            terms[a] = c
        elif c < 0:
            terms[a ^ 1] = -c
            degree -= c
    return Inequality(terms, degree)
