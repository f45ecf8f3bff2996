"""Domains of integer variables that only shrink, and the narrowing by a single requirement."""

from __future__ import annotations

from collections.abc import Container

from ...model.domain import Domain
from .formulas import Linear, bounds

SPREAD = 1000  # a term a * x, |a| > 1, of more values is taken for the range that they span


class Narrowing:
    """The domains of numbered variables, narrowed in place; `changed` lists the variables whose domains shrank, and
    `moved` those whose least or greatest value changed.

    A domain never becomes empty: the narrowing is skipped, and the encoder writes the contradiction as clauses.
    `fixed` contains variables that must keep all values.
    """

    def __init__(self, domains: list[Domain], fixed: Container[int] = ()):
        self.domains = domains
        self.changed: list[int] = []
        self.moved: list[int] = []
        self._fixed = fixed

    def keep(self, x: int, domain: Domain) -> None:
        """Restrict variable `x` to the values in the domain; call `emptied` instead if no value would remain, and
        ignore fixed variables.
        """
        old = self.domains[x]
        if old.ranges == domain.ranges or x in self._fixed:
            return
        new = old & domain
        if not new:
            self.emptied()
        elif new.ranges != old.ranges:
            self.domains[x] = new
            self.note(x, old)

    def note(self, x: int, old: Domain) -> None:
        """List a variable whose domain was `old` and has shrunk."""
        new = self.domains[x]
        self.changed.append(x)
        if new.lo != old.lo or new.hi != old.hi:
            self.moved.append(x)

    def forget(self) -> None:
        """Make the lists of changed variables empty."""
        self.changed.clear()
        self.moved.clear()

    def emptied(self) -> None:
        """Ignore a requirement that would leave a variable no value; subclasses may react."""

    def clip(self, x: int, lo: int, hi: int) -> None:
        """Restrict variable `x` to lo <= x <= hi."""
        domain = self.domains[x]
        if lo > domain.lo or hi < domain.hi:
            self.keep(x, domain.clipped(lo, hi))

    def bounds(self, e: Linear) -> tuple[int, int]:
        """Return the least and the greatest value of a sum, as far as the bounds of its variables show."""
        return bounds(e, self.domains)

    def at_most_zero(self, e: Linear) -> None:
        """Narrow the bounds of the variables of a sum by the requirement e <= 0."""
        least, _ = bounds(e, self.domains)
        for a, x in e.terms:
            ranges = self.domains[x].ranges
            low, high = ranges[0][0], ranges[-1][1]
            room = -least // abs(a)  # between x and its value of which a * x is least
            if room < high - low:
                self.clip(x, *((low, low + room) if a > 0 else (high - room, high)))

    def zero(self, e: Linear) -> None:
        """Narrow the variables of a sum by the requirement e = 0: bounds, and holes of domains if there are at most two
        variables.
        """
        self.at_most_zero(e)
        self.at_most_zero(e.times(-1))
        if len(e.terms) == 1:
            self.keep_term(e, Domain.of((0,)))
        elif len(e.terms) == 2:
            for (a, x), (b, y) in (e.terms, e.terms[::-1]):
                if len(self.domains[y].ranges) > 1 or abs(b) > 1:
                    self.keep(x, preimage(image(self.domains[y], -b, -e.const), a, 0))

    def not_zero(self, e: Linear) -> None:
        """Narrow by the requirement e != 0: if one variable of e is not fixed, remove the value at which e would be 0.

        Call `emptied` if all variables are fixed and e is 0; do nothing if two or more are not fixed.
        """
        free = [(a, x) for a, x in e.terms if self.domains[x].lo != self.domains[x].hi]
        if len(free) > 1:
            return
        rest = e.const + sum(b * self.domains[y].lo for b, y in e.terms if (b, y) not in free)
        if not free and not rest:
            self.emptied()
        for a, x in free:
            if rest % a == 0:
                self.keep(x, self.domains[x].without(-rest // a))

    def domain(self, e: Linear) -> Domain:
        """Return the values of a term of at most one variable, or the range between them if there are many."""
        if not e.terms:
            return Domain.of((e.const,))
        ((a, x),) = e.terms
        return image(self.domains[x], a, e.const)

    def keep_term(self, e: Linear, domain: Domain) -> None:
        """Restrict the variable of a term of at most one variable, so that the term has only values in the domain."""
        for a, x in e.terms:
            self.keep(x, preimage(domain, a, e.const))


def image(domain: Domain, a: int, c: int) -> Domain:
    """Return the values `a` * x + `c` for all x in the domain; the range between them if |a| > 1 and the domain has
    many values.
    """
    if a == 1 and c == 0:
        return domain
    if abs(a) == 1:
        return Domain((c + lo, c + hi) if a > 0 else (c - hi, c - lo) for lo, hi in domain.ranges)
    if domain.size() <= SPREAD:
        return Domain.of(a * v + c for v in domain)
    ends = (a * domain.lo + c, a * domain.hi + c)
    return Domain([(min(ends), max(ends))])


def preimage(domain: Domain, a: int, c: int) -> Domain:
    """Return the integers x with `a` * x + `c` in the domain, where a is not 0."""
    if a == 1 and c == 0:
        return domain
    if a < 0:
        domain, a, c = image(domain, -1, 0), -a, -c
    return Domain((-((c - lo) // a), (hi - c) // a) for lo, hi in domain.ranges)
