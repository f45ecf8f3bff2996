"""Sums of small numbers that are given by order literals; if the numbers are 0 or 1, the sums are counters.

The setting `card` of `Sink.coding` names the encoding:

    merging       a balanced tree of additions, where long unary numbers are added by merging networks
    totalizer     a balanced tree of additions
    network       a balanced tree of merging networks
    sequential    one number after the other: n literals, cut at k, take less than nk variables, and for each of these
                  two clauses for each way and one that orders the variables

Sources: O. Bailleux, Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003 (the totalizer);
S. Joshi, R. Martins, V. Manquinho, Generalized totalizer encoding for pseudo-Boolean constraints, CP 2015; K. E.
Batcher, Sorting networks and their applications, AFIPS 1968, and R. Asin, R. Nieuwenhuis, A. Oliveras, E.
Rodriguez-Carbonell, Cardinality networks, Constraints 16, 2011 (odd-even merging of unary numbers); C. Sinz, Towards an
optimal CNF encoding of Boolean cardinality constraints, CP 2005 (sequential).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from .gates import at_most_one
from .sink import BOTH, DOWN, TRUE, UP, Lit, Sink

ThresholdPairs = Sequence[
    tuple[int, Lit]
]  # (k, literal `at least k`) with k positive and ascending; else the number is 0
DIRECT = {"merging": 200, "network": 1}  # unary numbers with more pairs of literals than this are merged by a network
NEVER = 1 << 62
FEW = 5_000  # clauses of a sum that is at most a bound, beyond which it is added bit by bit


def ones(lits: Iterable[Lit]) -> list[ThresholdPairs]:
    """Return each literal as a number that is 1 if the literal is true and 0 if the literal is false."""
    return [((1, lit),) for lit in lits]


def total(sink: Sink, numbers: Sequence[ThresholdPairs], most: int, ways: int = BOTH) -> ThresholdPairs:
    """Write clauses that add up numbers, and return the sum as order literals, cut at `most`; an
    empty sequence if all numbers are 0 or `most` is.

    In the sum all values from `most` on count as one, so the last literal means `at least most` if the sum can be so
    great.
    ways: UP if the literals of the sum must become true with the sum, DOWN if they must become false with the sum, BOTH
    for an equivalence.

    Two numbers with i and j literals take at most ij + i + j variables (i + j if both are unary, that is, have all
    values from 1 on), for each of the two ways as many as ij + i + j clauses, and the clauses that order the new
    literals.  Long unary numbers are merged by a network instead, so n literals cut at k take O(n log(k)^2) variables
    and clauses: 1000 literals uncut take 30 000 variables, and 80 000 clauses for one way or 152 000 for both.
    """
    queue = deque(sorted((_cut(number, most) for number in numbers), key=len))
    put = queue.appendleft if sink.coding.card == "sequential" else queue.append
    while len(queue) > 1:
        put(_sum(sink, queue.popleft(), queue.popleft(), most, ways))
    return queue[0] if queue else ()


def _cut(number: ThresholdPairs, most: int) -> ThresholdPairs:
    """Return a number cut at `most`: all values from `most` on are replaced by `most`."""
    above = [lit for value, lit in number if value >= most]
    return [*(step for step in number if step[0] < most), *((most, lit) for lit in above[:1] if most > 0)]


def _sum(sink: Sink, a: ThresholdPairs, b: ThresholdPairs, most: int, ways: int) -> ThresholdPairs:
    """Return the sum of the numbers `a` and `b` as order literals, cut at `most`, and write its clauses in the given
    `ways` (see `total`).

    Long unary numbers are merged; if one number has no literals, the result is the other number, uncut.
    """
    if not a or not b:
        return a or b
    if len(a) * len(b) > DIRECT.get(sink.coding.card, NEVER) and a[-1][0] == len(a) and b[-1][0] == len(b):
        merged = _merged(sink, [lit for _, lit in a], [lit for _, lit in b], ways)
        sink.spill()
        return list(enumerate(merged[:most], 1))
    values = sorted({min(x + y, most) for x in (0, *_values(a)) for y in (0, *_values(b))} - {0})
    lits = sink.new(len(values))
    sink.means("sum", lits, (values, a, b), ways)
    for above, below in zip(lits[1:], lits, strict=False):
        sink.out += (-above, below, 0)
    if ways & UP:
        _up(sink, a, b, dict(zip(values, lits, strict=True)))
    if ways & DOWN:
        _down(sink, a, b, list(zip(values, lits, strict=True)))
    sink.spill()
    return list(zip(values, lits, strict=True))


def _values(number: ThresholdPairs) -> Iterator[int]:
    return (value for value, _ in number)


def _up(sink: Sink, a: ThresholdPairs, b: ThresholdPairs, at_least: dict[int, Lit]) -> None:
    """Write for all values x of a and y of b the clause of `a >= x and b >= y imply sum >= x + y`.

    The mapping `at_least` holds the literal `sum >= k` for each value k of the sum; its greatest value stands for all
    greater values.  Clauses of an x or y of this greatest value are only those without the other number.
    """
    most = max(at_least)
    for x, p in ((0, TRUE), *a):
        for y, q in ((0, TRUE), *b):
            if x + y and (max(x, y) < most or min(x, y) == 0):
                sink.out += (*(-lit for lit in (p, q) if lit != TRUE), at_least[min(x + y, most)], 0)


def _down(sink: Sink, a: ThresholdPairs, b: ThresholdPairs, steps: list[tuple[int, Lit]]) -> None:
    """Write for all values x of a and y of b the clause of `a <= x and b <= y imply sum <= x + y`.

    `steps` is the sum, as ascending pairs of a value k and the literal `sum >= k`; `a <= x` is the negation of `a >=
    the value after x`.
    """
    values = [value for value, _ in steps]
    for x, above_x in _upper(a):
        for y, above_y in _upper(b):
            after = bisect_right(values, x + y)
            if after < len(values):
                sink.out += (*above_x, *above_y, -steps[after][1], 0)


def _upper(number: ThresholdPairs) -> Iterator[tuple[int, tuple[Lit, ...]]]:
    """Return the values of a number, 0 first, each with the literal that the number exceeds the value, in a tuple.

    The tuple of the last value, which the number never exceeds, is empty.
    """
    values, lits = [0, *_values(number)], [(lit,) for _, lit in number]
    return zip(values, [*lits, ()], strict=True)


def _merged(sink: Sink, a: Sequence[Lit], b: Sequence[Lit], ways: int) -> list[Lit]:
    """Merge two unary numbers and return the literals of their sum.

    a, b: literals with the true ones first.  ways: as in `total`.  The literals at even and those at odd positions of
    both numbers are merged by themselves, then neighbours are put in order (Batcher's network); short numbers are added
    directly.
    """
    if not a or not b:
        return [*a, *b]
    if len(a) * len(b) <= DIRECT.get(sink.coding.card, NEVER):
        return [lit for _, lit in _sum(sink, list(enumerate(a, 1)), list(enumerate(b, 1)), len(a) + len(b), ways)]
    first, *rest = _merged(sink, a[::2], b[::2], ways)
    others = _merged(sink, a[1::2], b[1::2], ways)
    pairs = [lit for pair in zip(others, rest, strict=False) for lit in _ordered(sink, *pair, ways)]
    return [first, *pairs, *others[len(rest) :], *rest[len(others) :]]


def _ordered(sink: Sink, a: Lit, b: Lit, ways: int) -> tuple[Lit, Lit]:
    """Return two new literals for the literals a and b: `a or b`, and `a and b`.  ways: as in `total`."""
    some, both = sink.new(2)
    if ways & UP:
        sink.out += (-a, some, 0, -b, some, 0, -a, -b, both, 0)
    if ways & DOWN:
        sink.out += (-some, a, b, 0, -both, a, 0, -both, b, 0)
    return some, both


def at_most(sink: Sink, numbers: Sequence[ThresholdPairs], bound: int) -> None:
    """Require that the sum of the numbers is at most `bound`.

    The clauses are those of `at_most_one` if each number has a single positive value, which is at most the bound, and
    any two of the values exceed the bound together; those of `_watchdog` if the sum would take more than about FEW
    clauses; else those of `total`, cut at bound + 1, in the way UP alone.  Writes the empty clause if the bound is
    negative.
    """
    if bound < 0:
        sink.out += (0,)
        return
    if _no_two_fit(numbers, bound):
        at_most_one(sink, [number[0][1] for number in numbers])
        return
    if pairs_of_values(numbers, bound + 1) > FEW:
        _watchdog(sink, numbers, bound)
        return
    for value, lit in total(sink, numbers, bound + 1, UP):
        if value > bound:
            sink.out += (-lit, 0)


def pairs_of_values(numbers: Sequence[ThresholdPairs], most: int) -> int:
    """Return about the number of clauses that `total` takes, one way, for the sum of the numbers, cut at `most`.

    The result is only a number above FEW if more than FEW clauses are needed.
    """
    queue = deque(sorted(([0, *_values(_cut(number, most))] for number in numbers), key=len))
    pairs = 0
    while len(queue) > 1 and pairs <= FEW:
        a, b = queue.popleft(), queue.popleft()
        pairs += len(a) * len(b)
        if pairs <= FEW:
            queue.append(sorted({min(x + y, most) for x in a for y in b}))
    return pairs


def _watchdog(sink: Sink, numbers: Sequence[ThresholdPairs], bound: int) -> None:
    """Require that the sum of the numbers is at most `bound`, counting bit by bit, for sums with very many values.

    The sum is that of weighted literals: the literal `number >= value` weighs the value minus the value before (0
    before the first).  At each bit, from the lowest on, a counter adds the literals whose weights have the bit, and
    half the count of the bit below, rounded down.  A constant is added on both sides, so that bound + 1 becomes a
    multiple of the weight of the highest bit; the count of that bit is then less than the quotient.

    For n literals with weights of k bits these are k counters of at most 2n literals.  Unit propagation finds that a
    sum is too large, but not always which literals would make the sum too large.
    Source: O. Bailleux, Y. Boufkhad, O. Roussel, New encodings of pseudo-Boolean constraints into CNF, SAT 2009 (the
    global polynomial watchdog).
    """
    steps = [
        (value - below, lit) for each in numbers for (value, lit), below in zip(each, (0, *_values(each)), strict=False)
    ]
    top = max(weight for weight, _ in steps).bit_length() - 1
    most = -(-(bound + 1) >> top)
    spare = (most << top) - bound - 1
    count: ThresholdPairs = ()
    for bit in range(top + 1):
        having = [*(lit for weight, lit in steps if weight >> bit & 1), *([TRUE] if spare >> bit & 1 else [])]
        halves = [(value // 2, lit) for value, lit in count if value % 2 == 0]
        count = total(sink, [*ones(having), halves] if halves else ones(having), NEVER if bit < top else most, UP)
    for value, lit in count:
        if value >= most:
            sink.out += (-lit, 0)


def _no_two_fit(numbers: Sequence[ThresholdPairs], bound: int) -> bool:
    """Whether at least two numbers are given, each has only 0 and one value of at most `bound`, and any two of these
    values add up to more than `bound`.
    """
    if len(numbers) < 2 or any(len(number) != 1 for number in numbers):
        return False
    values = sorted(number[0][0] for number in numbers)
    return values[-1] <= bound < values[0] + values[1]
