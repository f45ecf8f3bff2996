"""Literals by name, and literals that are defined as equivalent to an inequality.

A literal is the name of a variable, with `~` before it if negated, or a truth value.  The inequality `sum >= degree` is
kept in one form, with positive coefficients that have no common divisor, so that equal inequalities share a literal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from math import gcd
from typing import NamedTuple

Literal = str | bool
PbTerms = dict[str, int]  # positive coefficients of literals, each variable once


class PbLine(NamedTuple):
    """The inequality `sum of coefficient * literal >= degree`."""

    terms: PbTerms
    degree: int

    @property
    def key(self) -> object:
        return self.degree, frozenset(self.terms.items())

    def negated(self) -> PbLine:
        """Return the inequality that holds if and only if this inequality does not."""
        terms = {negation(a): c for a, c in self.terms.items()}
        return PbLine(terms, sum(terms.values()) - self.degree + 1)

    def divided(self) -> PbLine:
        """Return the inequality divided by the greatest common divisor of its coefficients, the degree rounded up."""
        divisor = gcd(*self.terms.values())
        if divisor < 2:
            return self
        return PbLine({a: c // divisor for a, c in self.terms.items()}, -(-self.degree // divisor))

    def text(self) -> str:
        """Return the inequality as OPB text, without the `;`."""
        return "".join([f"{c} {a} " for a, c in self.terms.items()]) + f">= {self.degree}"

    def unless(self, literal: str) -> PbLine:
        """Return the inequality that must hold only if the literal is false."""
        return PbLine({**self.terms, literal: self.degree}, self.degree)


def negation(a: str) -> str:
    """Return the negation of a literal that is no truth value."""
    return a[1:] if a[0] == "~" else "~" + a


def opposite(a: Literal) -> Literal:
    """Return the negation of a literal."""
    return not a if isinstance(a, bool) else negation(a)


def line(pairs: Iterable[tuple[int, Literal]], degree: int) -> PbLine:
    """Return the inequality `sum of coefficient * literal >= degree` with positive coefficients."""
    sums: dict[str, int] = {}
    for c, a in pairs:
        if isinstance(a, bool):
            degree -= c if a else 0
        elif a[0] == "~":
            degree -= c
            sums[a[1:]] = sums.get(a[1:], 0) - c
        else:
            sums[a] = sums.get(a, 0) + c
    degree -= sum(c for c in sums.values() if c < 0)
    return PbLine({a if c > 0 else "~" + a: abs(c) for a, c in sums.items() if c}, degree)


class Definitions:
    """Literals that are equivalent to inequalities; a subclass says what introduces a new one.

    known: the literals by the keys of their inequalities.
    """

    def __init__(self) -> None:
        self.known: dict[object, str] = {}

    @abstractmethod
    def introduce(self, meaning: PbLine) -> str:
        """Return a new variable that is equivalent to an inequality."""

    def define(self, pairs: Iterable[tuple[int, Literal]], degree: int) -> Literal:
        """Return a literal that is equivalent to `sum of coefficient * literal >= degree`."""
        found = line(pairs, degree)
        terms, degree = found
        if degree <= 0 or sum(terms.values()) < degree:
            return degree <= 0
        if min(terms.values()) >= degree:
            terms, degree = dict.fromkeys(terms, 1), 1
        terms, degree = PbLine(terms, degree).divided()
        if len(terms) == 1:
            return next(iter(terms))
        return self._shared(PbLine(terms, degree))

    def _shared(self, meaning: PbLine) -> str:
        key = meaning.key
        if (known := self.known.get(key)) is None:
            name = self.introduce(meaning)
            self.know(name, meaning)
            return name
        return known

    def know(self, literal: str, meaning: PbLine) -> None:
        """Register that a literal is equivalent to an inequality."""
        self.known[meaning.key] = literal
        self.known[meaning.negated().key] = negation(literal)

    def all_of(self, literals: Iterable[Literal]) -> Literal:
        """Return a literal that is true if and only if all literals are."""
        kept = list(dict.fromkeys([a for a in literals if a is not True]))
        if False in kept or len({str(a).removeprefix("~") for a in kept}) < len(kept):
            return False
        return self._one_of_these(kept, len(kept))

    def any_of(self, literals: Iterable[Literal]) -> Literal:
        """Return a literal that is true if and only if one of the literals is."""
        kept = list(dict.fromkeys([a for a in literals if a is not False]))
        if True in kept or len({str(a).removeprefix("~") for a in kept}) < len(kept):
            return True
        return self._one_of_these(kept, 1)

    def _one_of_these(self, literals: Sequence[Literal], degree: int) -> Literal:
        """Return a literal that `degree` of the literals are true: one, or all."""
        if len(literals) < 2:
            return literals[0] if literals else degree == 0
        return self._shared(PbLine(dict.fromkeys(map(str, literals), 1), degree))

    def same(self, p: Literal, q: Literal) -> Literal:
        """Return a literal that is true if and only if both literals are true, or both false."""
        if isinstance(p, bool) or isinstance(q, bool):
            p, q = (p, q) if isinstance(p, bool) else (q, p)
            return q if p else opposite(q)
        odd = p.startswith("~") != q.startswith("~")
        p, q = sorted((p.removeprefix("~"), q.removeprefix("~")))
        if p == q:
            return not odd
        found = self.any_of((self.all_of((p, q)), self.all_of((negation(p), negation(q)))))
        return opposite(found) if odd else found

    def choice(self, p: Literal, q: Literal, r: Literal) -> Literal:
        """Return a literal that is equivalent to q if p is true, else to r."""
        if q == r:
            return q
        return self.any_of((self.all_of((p, q)), self.all_of((opposite(p), r))))
