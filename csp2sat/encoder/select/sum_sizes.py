"""Estimates of the number of clauses of a sum of order-encoded integers, as `order_sums` and `digit_split` write it.

A pair of values of two terms has a clause only if the other terms decide whether the sum is more than the bound.
Values are taken as spread evenly: the pairs are those in a strip of a rectangle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import comb, gcd, prod

from ...cnf.counts import are_few
from ...cnf.gates import clauses_at_most_one
from ...model.domain import Domain
from ..sums import digit_split, order_sums

STEPS = 64  # values of a domain; of more values the differences are not examined
WeightedDomains = Sequence[tuple[int, Domain]]
Spread = tuple[int, int, int]  # of a term: how many values, the least and the greatest one


def counter(count: int, most: int) -> int:
    """Return about the clauses of a count of literals that is cut at `most`."""
    if most <= 1:
        return 1
    if most == 2:
        return clauses_at_most_one(count)
    length = count.bit_length()
    return min(count * most, 2 * count * length * length)


def counted(count: int, least: int, most: int) -> int:
    """Return about the clauses of the requirement that of `count` literals at least `least` and at most `most` hold."""
    return sum(_bounded(count, bound) for bound in (most, count - least) if bound < count)


def _bounded(count: int, most: int) -> int:
    """Return about the clauses of the requirement that at most `most` of `count` literals hold."""
    if most <= 0:
        return count if most == 0 else 1
    if most == 1:
        return clauses_at_most_one(count)
    if are_few(count, most):
        return comb(count, most + 1)
    return counter(count, 1 + min(most, count - most))


def long_sum(op: str, terms: WeightedDomains, bound: int) -> int | None:
    """Return about the clauses of a sum of three or more terms that is at most `bound` (`op` is le0), or equal to it
    (eq0); None for a sum that is better added in bits.
    """
    sizes = [(domain.size(), domain.hi - domain.lo, abs(a)) for a, domain in terms]
    spreads = [_spread(a, domain) for a, domain in terms]
    if {size for size, _, _ in sizes} == {2} and len({high - low for _, low, high in spreads}) == 1:
        wanted = (bound - sum(low for _, low, _ in spreads)) // (spreads[0][2] - spreads[0][1])
        return counted(len(spreads), wanted if op == "eq0" else 0, wanted)
    if len(terms) > 3:
        way = digit_split.way_of(op, sizes, sum(low for _, low, _ in spreads), bound)
        if way == "bits":
            return None
        if way == "digits":
            return digit_split.of_digits(sizes)
    step = gcd(*(_step(domain) * a for a, domain in terms))
    scaled = [(size, low // step, (high - low) // step + low // step) for size, low, high in spreads]
    return _shortened(scaled, bound // step, 2 if op == "eq0" else 1)


def _spread(a: int, domain: Domain) -> Spread:
    low, high = sorted((a * domain.lo, a * domain.hi))
    return domain.size(), low, high


def _step(domain: Domain) -> int:
    """Return the greatest common divisor of the differences of neighbouring values; return 1 for more than STEPS
    values, whose differences are not computed.
    """
    if domain.size() > STEPS:
        return 1
    return gcd(*(after - before for before, after in pairwise(domain))) or 1


def _shortened(spreads: Iterable[Spread], bound: int, ways: int) -> int:
    """Return an estimate of the clauses of a long sum: clauses that define the partial sums of `order_sums.shortened`,
    and clauses that compare the terms that are left with the bound.

    spreads: of the terms.  bound: what the whole sum is compared with.  ways: 2 for an equation, which is written as
    two bounds, else 1.
    """
    heap = list(spreads)
    heapify(heap)
    clauses = 0
    least, most = sum(low for _, low, _ in heap), sum(high for _, _, high in heap)
    while order_sums.too_many(len(heap), (size for size, _, _ in heap)):
        s, t = heappop(heap), heappop(heap)
        low, high = s[1] + t[1], s[2] + t[2]
        least, most = least - low, most - high
        first, last = max(low, bound - most - 1), min(high, bound - least + 1)
        pairs = s[0] * t[0]
        inside = _inside(s, t, first, last)
        size = max(1, min(pairs, last - first + 1))
        clauses += 2 * inside + size
        least, most = least + first, most + last
        heappush(heap, (size, first, max(first, last)))
    return clauses + ways * _rest(sorted(heap), bound)


def _rest(spreads: Sequence[Spread], bound: int) -> int:
    """Return about the clauses of few terms, ascending by their numbers of values, without partial sums: one bound."""
    *others, (_, low, high) = spreads
    if len(others) < 2:
        return sum(size for size, _, _ in others) + 1
    s, *more = sorted(others, key=lambda each: each[2] - each[1], reverse=True)
    t = prod(size for size, _, _ in more), sum(least for _, least, _ in more), sum(most for _, _, most in more)
    return _inside(s, t, bound - high, bound - low) + 1


def _inside(s: Spread, t: Spread, first: int, last: int) -> int:
    """Return an estimate of how many pairs of values of the terms `s` and `t` have a sum from `first` to `last`.

    The values of a term are taken as evenly spread.  The estimate is computed in integers, since values may be larger
    than a float can be.
    """
    width, height = s[2] - s[1] + 1, t[2] - t[1] + 1
    start = s[1] + t[1]
    upper, lower = (_below(width, height, 2 * (at - start) + 1) for at in (last + 1, first))
    return s[0] * t[0] * max(0, upper - lower) // (8 * width * height)


def _below(width: int, height: int, at: int) -> int:
    """Return 8 times the area of the part of a rectangle, of this `width` and `height`, below the line 2x + 2y = at."""
    at = min(at, 2 * (width + height))
    corners = ((at, 1), (at - 2 * width, -1), (at - 2 * height, -1), (at - 2 * width - 2 * height, 1))
    return sum(sign * over * over for over, sign in corners if over > 0)
