"""Long equations over large domains, digit by digit.

    x = least + B * high + low, 0 <= low < B      B about the root of the number of values
    sum a * x = t                                 if and only if, for some carry,
    sum a * low - B * carry = t' mod B            where t' = t - sum a * least
    sum a * high + carry = t' div B

Partial sums of digits have few values: the lines of a magic square of 9 x 9 take 0.3 instead of 4 million clauses.  The
high digit has order literals of x; the low digit is a variable that x defines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import isqrt

from ...cnf.sink import Lit, Sink, write_clause
from ...ints import order
from ...ints.order import OrderInt
from ...ints.spec import Ordered
from . import order_sums

CHEAP = 8_000  # clauses of partial sums that are not too many
MOST = 50_000  # clauses of an equation, about, that is better added in bits (see scripts/crossover.py)
LONG = 1_000_000  # clauses of partial sums, about, that a bound may take
WeightedInts = Sequence[tuple[int, Ordered]]
SumConstraint = Callable[[Sink, Sequence[order_sums.Table], int, tuple[Lit, ...]], None]
Size = tuple[int, int]  # of a partial sum: how many values, and the difference between the least and the greatest


class DigitSplit:
    """A splitter of variables into two digits, each variable once for each base.

    wanted: whether equations use digits at all; None: only if digits take fewer clauses.
    """

    def __init__(self, sink: Sink, wanted: bool | None = None):
        self._sink, self._wanted = sink, wanted
        self._known: dict[tuple[Ordered, int], tuple[OrderInt, OrderInt]] = {}

    def equal(self, terms: WeightedInts, value: int, unless: tuple[Lit, ...]) -> bool:
        """Require that the sum of coefficient * variable is `value`, unless a literal of `unless` is true; return True.

        Write nothing and return False if there are fewer than four terms, if partial sums of the terms themselves take
        fewer clauses, or if digits are unwanted.  Raise TooManyClauses if the clauses exceed the limit of the sink.
        """
        base = _base(terms)
        if len(terms) < 4 or not (_are_shorter(terms, base) if self._wanted is None else self._wanted):
            return False
        self._require(order_sums.equal, terms, value, unless)
        return True

    def at_most(self, terms: WeightedInts, bound: int, unless: tuple[Lit, ...]) -> None:
        """Require that the sum of coefficient * variable is at most `bound`, unless a literal of `unless` is true.

        Both lines, of low and of high digits, are inequalities: the carry may be greater than necessary.
        """
        self._require(order_sums.at_most, terms, bound, unless)

    def _require(self, require: SumConstraint, terms: WeightedInts, value: int, unless: tuple[Lit, ...]) -> None:
        """Split the sum into a sum of low and a sum of high digits, linked by a new carry, and call `require` for both.

        `require` is `order_sums.equal` or `order_sums.at_most`, with `value` on the right side.  Write the clause of
        `unless` if no carry is possible.
        """
        base = _base(terms)
        split = [(a, *self._split(x, base)) for a, x in terms]
        quotient, rest = divmod(value - sum(a * x.values[0] for a, x in terms), base)
        lows = [order_sums.table(a, low) for a, _, low in split]
        highs = [order_sums.table(a, high) for a, high, _ in split]
        least, most = sum(t.values[0] for t in lows), sum(t.values[-1] for t in lows)
        enough = -((rest - most) // base)  # for a bound; an equation has no carry that is rounded up
        last = enough if require is order_sums.at_most else (most - rest) // base
        carries = range(-((rest - least) // base), last + 1)
        if not carries:
            self._sink.out += (*unless, 0)
            return
        carry = order.code(self._sink, carries)
        require(self._sink, [*lows, order_sums.table(-base, carry)], rest, unless)
        require(self._sink, [*highs, order_sums.table(1, carry)], quotient, unless)

    def _split(self, x: Ordered, base: int) -> tuple[OrderInt, OrderInt]:
        """Return the high and the low digit of x minus its least value, defined by clauses in both directions and
        cached.
        """
        if (x, base) in self._known:
            return self._known[x, base]
        least = x.values[0]
        digits = [divmod(v - least, base) for v in x.values]
        highs = sorted({high for high, _ in digits})
        high = OrderInt(self._sink, highs, [x.le(least + (h + 1) * base - 1) for h in highs[:-1]])
        low = order.code(self._sink, sorted({digit for _, digit in digits}))
        for v, (h, digit) in zip(x.values, digits, strict=True):
            is_v, pins = x.eq(v), (low.le(digit), -low.le(digit - 1))
            for pin in pins:
                write_clause(self._sink.defs, (-is_v, pin))
            write_clause(self._sink.defs, (is_v, -high.le(h), high.le(h - 1), *(-pin for pin in pins)))
        self._known[x, base] = high, low
        return high, low


def _span(x: Ordered) -> int:
    return x.values[-1] - x.values[0]


def _base(terms: WeightedInts) -> int:
    return isqrt(max(_span(x) for _, x in terms)) + 1


def bound_way(terms: WeightedInts, bound: int) -> str:
    """Return the best way to require that a sum is at most `bound`: "partial" (partial sums), "digits" or "bits".

    The result is "partial" for fewer than 4 terms and up to LONG clauses of partial sums, else "digits" if digits take
    at most MOST clauses and less than half of those of partial sums, else "bits".
    """
    if len(terms) < 4:
        return "partial"
    sizes = [(len(x.values), _span(x), abs(a)) for a, x in terms]
    return way_of("le0", sizes, sum(min(a * x.values[0], a * x.values[-1]) for a, x in terms), bound)


def way_of(op: str, sizes: Sequence[tuple[int, int, int]], least: int, bound: int) -> str:
    """Return how a sum of at least 4 terms is written: "partial", "digits" or "bits".

    op: le0 for a sum that is at most `bound`, see `bound_way`; eq0 for one that is equal to the bound.  sizes: as for
    `estimate`.  least: the least value of the sum.
    """
    if op == "eq0":
        whole = _whole(sizes)
        in_digits = of_digits(sizes) if whole > CHEAP else whole
        is_shorter = whole > CHEAP and 2 * in_digits < whole
        return "bits" if (in_digits if is_shorter else whole) > MOST else "digits" if is_shorter else "partial"
    most = sum(a * span for _, span, a in sizes)
    matter = max(0, min(bound - least, least + most - bound)) + 2
    whole = partial_sums(((count, a * span) for count, span, a in sizes), matter)
    if whole <= LONG:
        return "partial"
    in_digits = of_digits(sizes)
    return "digits" if in_digits <= MOST and 2 * in_digits < whole else "bits"


def are_too_many(terms: WeightedInts) -> bool:
    """Whether an equation of the terms would take more than about MOST clauses."""
    return len(terms) > 3 and estimate([(len(x.values), _span(x), abs(a)) for a, x in terms]) > MOST


def _are_shorter(terms: WeightedInts, base: int) -> bool:
    """Whether partial sums of digits take less than half of the clauses of partial sums of the terms, and these are
    many.
    """
    sizes = [(len(x.values), _span(x), abs(a)) for a, x in terms]
    whole = _whole(sizes)
    return whole > CHEAP and 2 * _in_digits(sizes, base) < whole


def estimate(sizes: Sequence[tuple[int, int, int]]) -> int:
    """Estimate the number of clauses of an equation, by partial sums or by digits.

    `sizes` has for each term the number of values of the variable, the difference of its extremes, and the absolute
    coefficient.
    """
    whole = _whole(sizes)
    in_digits = of_digits(sizes) if whole > CHEAP else whole
    return in_digits if 2 * in_digits < whole else whole


def _whole(sizes: Sequence[tuple[int, int, int]]) -> int:
    return partial_sums((count, a * span) for count, span, a in sizes)


def of_digits(sizes: Sequence[tuple[int, int, int]]) -> int:
    """Estimate the number of clauses of an equation by digits; `sizes` as for `estimate`."""
    return _in_digits(sizes, isqrt(max(span for _, span, _ in sizes)) + 1)


def _in_digits(sizes: Sequence[tuple[int, int, int]], base: int) -> int:
    lows = [(min(base, count), a * (base - 1)) for count, _, a in sizes]
    highs = [(min(span // base + 1, count), a * base) for count, span, a in sizes]
    carries = sum(span for _, span in lows) // base + 2
    low = partial_sums([*lows, (carries, carries * base)])
    high = partial_sums([*highs, (carries, carries)])
    return low + high + sum(4 * count for count, _, _ in sizes)


def partial_sums(sizes: Iterable[Size], matter: int | None = None) -> int:
    """Estimate the number of clauses of a sum: of the partial sums that `order_sums.shortened` creates, and of the
    terms that are left, both ways.

    `sizes` has for each term the number of values and the difference of the extremes; `matter` limits the number of
    values of a partial sum that matter, None sets no limit.
    """
    heap = list(sizes)
    heapify(heap)
    clauses = 0
    while order_sums.too_many(len(heap), (n for n, _ in heap)):
        (m, one), (n, other) = heappop(heap), heappop(heap)
        clauses += 2 * m * n
        count = min(m * n, one + other + 1)
        heappush(heap, (count if matter is None else min(count, matter), one + other))
    return clauses + 2 * order_sums.directly(n for n, _ in heap)
