"""Relations of two integers whose values lie close together: the partners of a value are the bits of a number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_

from ...cnf.sink import Lit, Sink
from ...ints.spec import IntCode, Ordered
from ...model.domain import Domain

WIDEST = 256  # the greatest difference of two values of a component
MOST = 4096  # tuples
LONG = 4  # values of the runs, on average, that are written instead of single values
AllowedPairs = frozenset[tuple[int, ...]]


class PairTable:
    """The pairs of a relation, by the values of both components.

    bases: the least value of each of the two components.  partners: for each component a dict from its values,
    ascending, to bit masks; bit i is set if the value makes a pair with the least value of the other component plus i.
    """

    def __init__(self, pairs: AllowedPairs):
        columns = [*zip(*pairs, strict=True)]
        self.bases = [min(column) for column in columns]
        self.partners: list[dict[int, int]] = [dict.fromkeys(sorted(column), 0) for column in columns]
        first, second = self.partners
        for a, b in pairs:
            first[a] |= 1 << (b - self.bases[1])
            second[b] |= 1 << (a - self.bases[0])
        self._all = [reduce(or_, second.values()), reduce(or_, first.values())]  # values of each component, as bits

    def inside(self, *domains: Domain) -> list[Domain]:
        """Return for each component the values that occur in a pair of values of the domains; the domain itself if all
        of its values do.
        """
        able = [
            self._bits(domain, base) & bits for domain, base, bits in zip(domains, self.bases, self._all, strict=True)
        ]
        found = []
        for at, domain in enumerate(domains):
            other, kept = 1 - at, able[at]
            if able[other] != self._all[other]:
                least = self.bases[other]
                kept &= reduce(
                    or_, [bits for v, bits in self.partners[other].items() if able[other] >> v - least & 1], 0
                )
            values = (v for v in self.partners[at] if kept >> v - self.bases[at] & 1)
            found.append(domain if kept.bit_count() == domain.size() else Domain.of(values))
        return found

    def _bits(self, domain: Domain, base: int) -> int:
        """Return a number whose bit i is set if `base` plus i is in a domain; values below `base`, and those more than
        WIDEST above, are left out.
        """
        found = 0
        for low, high in domain.ranges:
            low, high = max(low - base, 0), min(high - base, WIDEST)
            if low <= high:
                found |= (2 << high) - (1 << low)
        return found

    def between(self, at: int, v: int, values: Sequence[int]) -> int:
        """Return as bits, the lowest for the first, which of the consecutive `values` stand beside the value `v` of
        the component `at` of two.
        """
        bits, shift = self.partners[at].get(v, 0), values[0] - self.bases[1 - at]
        shifted: int = bits >> shift if shift >= 0 else bits << -shift
        return shifted & ((1 << len(values)) - 1)


@lru_cache(1024)
def pairs_of(tuples: AllowedPairs) -> PairTable | None:
    """Return the table of a relation's pairs; None if these are no pairs, very many, or far apart."""
    if not tuples or len(tuples) > MOST or any(max(c) - min(c) > WIDEST for c in zip(*tuples, strict=True)):
        return None
    return PairTable(tuples)


def write_pairs(sink: Sink, tuples: AllowedPairs, codes: Sequence[IntCode], unless: tuple[Lit, ...]) -> bool:
    """Require that the values of the two integers `codes` are one of the allowed pairs `tuples`, unless a literal of
    `unless` is true: for each value of either integer, the other has one of its partners.

    Write nothing and return False unless both have order literals and at least three values, without holes, and share
    no literal, the pairs are so few that clauses for each value are the best, and neighbouring values differ in their
    partners.  Return True otherwise.
    """
    first, second = codes
    if not isinstance(first, Ordered) or not isinstance(second, Ordered) or (table := pairs_of(tuples)) is None:
        return False
    ranges = first.values, second.values
    if any(not isinstance(values, range) or values.step != 1 or len(values) < 3 for values in ranges):
        return False
    if not {*map(abs, first.at_most[:-1])}.isdisjoint(map(abs, second.at_most)):
        return False
    sides = [[table.between(at, v, ranges[1 - at]) for v in ranges[at]] for at in (0, 1)]
    allowed = sum(map(int.bit_count, sides[0]))
    if 4 * allowed >= 3 * (len(ranges[0]) * len(ranges[1]) - allowed):
        return False
    if any(LONG * (1 + sum(a != b for a, b in pairwise(side))) <= len(side) for side in sides):
        return False
    equals = first.eqs(), second.eqs()
    _write_side(sink.out, sides[0], equals[0], equals[1], second.at_most, unless)
    _write_side(sink.out, sides[1], equals[1], equals[0], first.at_most, unless)
    sink.spill()
    return True


def _write_side(
    out: list[Lit],
    side: Sequence[int],
    x: Sequence[Lit],
    y: Sequence[Lit],
    at_most: Sequence[Lit],
    unless: tuple[Lit, ...],
) -> None:
    """Write to `out` for each value of x, whose partners are the bits of `side`, the clauses that y has one of them: a
    clause of all partners, or one for each gap between them, whichever is shorter.

    Each clause has the literals `unless`, too.  x, y: the literals of their values.  at_most: the order literals of y.
    """
    last = len(at_most) - 1
    for equal, bits in zip(x, side, strict=True):
        unequal = -equal
        gaps, partners = _gaps(bits, last + 1)
        if 2 * len(gaps) > len(partners):
            out += (*unless, unequal, *map(y.__getitem__, partners), 0)
            continue
        for low, high in gaps:
            if low == 0:
                out += (*unless, unequal, -at_most[high], 0)
            elif high == last:
                out += (*unless, unequal, at_most[low - 1], 0)
            else:
                out += (*unless, unequal, at_most[low - 1], -at_most[high], 0)


@lru_cache(1 << 14)
def _gaps(bits: int, size: int) -> tuple[Sequence[tuple[int, int]], Sequence[int]]:
    """Return the first and the last place of each run of zeros among the `size` lowest bits, and the places of ones."""
    found, zeros = [], bits ^ ((1 << size) - 1)
    while zeros:
        low = (zeros & -zeros).bit_length() - 1
        end = ((zeros + (1 << low)) & ~zeros).bit_length() - 1  # to which adding carries
        found.append((low, end - 1))
        zeros &= -1 << end
    return found, [at for at in range(size) if bits >> at & 1]
