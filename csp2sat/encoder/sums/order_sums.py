"""Linear constraints on order-encoded integers.

Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling finite linear CSP into SAT, Constraints 14(2), 2009,
for the clauses of a sum; S. Joshi, R. Martins, V. Manquinho, CP 2015, for partial sums of weighted 0/1 variables that
are cut where they are too large.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import prod
from typing import NamedTuple

from ...cnf import counts
from ...cnf.sink import Lit, Sink, TooManyClauses, write_columns
from ...ints import order
from ...ints.ranges import scaled
from ...ints.spec import Ordered

DIRECT = 1024  # most clauses, about, that a sum of more than three terms may take without auxiliary variables


class Table(NamedTuple):
    """A term a * x: its values ascending, and for each the literal `at most this`; the last one is the constant
    true."""

    values: Sequence[int]
    at_most: Sequence[Lit]


def table(a: int, x: Ordered) -> Table:
    """The term a * x.  With a < 0 the tables run backwards: a * x <= a * v means not x <= (the value below v)."""
    return Table(scaled(x.values, a, 0)[:], x.at_most if a > 0 else _mirrored(x.at_most))


def _mirrored(at_most: Sequence[Lit]) -> list[Lit]:
    return [*(-lit for lit in reversed(at_most[:-1])), at_most[-1]]


def at_most(sink: Sink, tables: Sequence[Table], bound: int, unless: tuple[Lit, ...] = ()) -> None:
    """The sum of the terms is at most `bound`, unless one of the literals is true.

    Without auxiliary variables it takes about as many clauses as the product of all but the largest number of values;
    longer sums are counted or shortened first.  Raises TooManyClauses for more than the sink may have.
    """
    if (counted := _counted(tables, bound)) is not None:
        counts.at_most(sink, _greater(tables), counted[0], unless)
    else:
        _bounded(sink, tables, bound, unless)


def equal(sink: Sink, tables: Sequence[Table], value: int, unless: tuple[Lit, ...] = ()) -> None:
    """The sum of the terms is `value`, unless one of the literals is true; as `at_most`, but with one set of auxiliary
    variables for both sides."""
    if (counted := _counted(tables, value)) is not None and counted[1] == 0:
        counts.exactly(sink, _greater(tables), counted[0], unless)
        return
    tables = shortened(sink, tables, value)
    _bounded(sink, tables, value, unless)
    _bounded(sink, [negated(t) for t in tables], -value, unless)


def _counted(tables: Sequence[Table], wanted: int) -> tuple[int, int] | None:
    """If all of some terms have two values with the same difference: how often that goes into the rest of what is
    wanted, and the remainder."""
    steps = {t.values[-1] - t.values[0] if len(t.values) == 2 else 0 for t in tables}
    step = steps.pop() if len(steps) == 1 else 0
    return divmod(wanted - sum(t.values[0] for t in tables), step) if step else None


def _greater(tables: Sequence[Table]) -> list[Lit]:
    """The literals that terms of two values have the greater one."""
    return [-t.at_most[0] for t in tables]


def _bounded(sink: Sink, tables: Sequence[Table], bound: int, unless: tuple[Lit, ...]) -> None:
    tables = sorted(shortened(sink, tables, bound), key=lambda t: len(t.values))
    clauses = prod(len(t.values) for t in tables[:-1])
    if clauses > sink.most_clauses:
        raise TooManyClauses(f"about {clauses} clauses")
    _at_most(sink, sink.out, tables, bound, unless)
    sink.spill()


def _at_most(sink: Sink, out: list[Lit], tables: Sequence[Table], bound: int, unless: tuple[Lit, ...]) -> None:
    """One clause for each combination of lower bounds of all terms but the last at which the rest matters.

    out: a list of the sink's."""
    if not tables:
        if bound < 0:
            out += (*unless, 0)
    elif len(tables) == 1:
        _last(out, tables[0], bound, unless)
    elif len(tables) == 2:
        _last_two(out, tables[0], tables[1], bound, unless)
    else:
        rest = tables[1:]
        least, most = sum(t.values[0] for t in rest), sum(t.values[-1] for t in rest)
        below: tuple[Lit, ...] = ()  # `the term is at most the value before`: none at the first
        for value, lit in zip(tables[0].values, tables[0].at_most, strict=True):
            if value + most > bound:
                _at_most(sink, out, rest, bound - value, (*unless, *below))
                sink.spill()
            if value + least > bound:
                break
            below = (lit,)


def _last(out: list[Lit], term: Table, bound: int, unless: tuple[Lit, ...]) -> None:
    at = bisect_right(term.values, bound) - 1
    if at < 0:
        out += (*unless, 0)
    elif at < len(term.values) - 1:
        out += (*unless, term.at_most[at], 0)


def _last_two(out: list[Lit], s: Table, t: Table, bound: int, unless: tuple[Lit, ...]) -> None:
    """s >= v implies t <= bound - v, for each v at which the bound of t changes."""
    if isinstance(s.values, range) and isinstance(t.values, range) and s.values.step == t.values.step:
        _last_two_ranges(out, s, t, (bound - s.values[0] - t.values[0]) // s.values.step, unless)
        return
    at = before = len(t.values) - 1
    below: tuple[Lit, ...] = ()
    values, lits = t.values, t.at_most
    for value, lit in zip(s.values, s.at_most, strict=True):
        most = bound - value
        while at >= 0 and values[at] > most:
            at -= 1
        if at < 0:
            out += (*unless, *below, 0)
            return
        if at != before:
            out += (*unless, *below, lits[at], 0)
            before = at
        below = (lit,)


def _last_two_ranges(out: list[Lit], s: Table, t: Table, most: int, unless: tuple[Lit, ...]) -> None:
    """The same if the values are ranges of one step: the i-th and the j-th go together while i + j <= most."""
    first, last = max(0, most - len(t.values) + 2), min(len(s.values) - 1, most)
    if first == 0 and last >= 0:
        out += (*unless, t.at_most[most], 0)
        first = 1
    if first <= last:
        partners = t.at_most[most - last : most - first + 1][::-1]
        write_columns(out, unless, s.at_most[first - 1 : last], partners)
    if most < len(s.values) - 1:
        out += (*unless, *s.at_most[max(most, -1) : most + 1], 0)


def is_long(tables: Sequence[Table]) -> bool:
    """Would the sum take auxiliary variables?"""
    return too_many(len(tables), (len(t.values) for t in tables))


def too_many(count: int, sizes: Iterable[int]) -> bool:
    """Does a sum of `count` terms with so many values take partial sums?

    Of thousands of terms the sizes are not examined: their product is huge, and this is asked for each partial sum.
    """
    return count > 3 and (count > DIRECT.bit_length() + 1 or directly(sizes) > DIRECT)


def directly(sizes: Iterable[int]) -> int:
    """The number of clauses of a sum without partial ones: the product of all numbers of values but the greatest."""
    *others, _ = sorted(sizes)
    return prod(others)


Window = tuple[int, int]  # the least and the greatest sum that matter


def shortened(sink: Sink, tables: Sequence[Table], value: int) -> list[Table]:
    """The same sum with fewer terms: while there are more than three and the direct way takes more than DIRECT clauses,
    the two with the fewest values are replaced by a new variable, their sum.  (Of three terms it would not pay.)  The
    variables are defined both ways, so they serve both sides of an equation.

    value: with which the whole sum is to be compared.  A partial sum so great, or so small, that the others make no
    difference any more is as good as the next one that is so; it has no more values than that.
    """
    heap = [(len(t.values), i, t) for i, t in enumerate(tables)]
    heapify(heap)
    count = len(heap)
    least, most = sum(t.values[0] for t in tables), sum(t.values[-1] for t in tables)
    while too_many(len(heap), (size for size, _, _ in heap)):
        _, _, s = heappop(heap)
        _, _, t = heappop(heap)
        least, most = least - s.values[0] - t.values[0], most - s.values[-1] - t.values[-1]  # of the other ones
        both = sum_of(sink, s, t, (value - most, value - least))
        least, most = least + both.values[0], most + both.values[-1]
        count += 1
        heappush(heap, (len(both.values), count, both))
    return [t for _, _, t in heap]


def sum_of(sink: Sink, s: Table, t: Table, window: Window | None = None) -> Table:
    """A new variable that is s + t, or the value next to the window on the side where that is: with m and n values at
    most m + n clauses more than 2mn.

    Raises TooManyClauses for more than the sink may have.
    """
    if 2 * len(s.values) * len(t.values) > sink.most_clauses:
        raise TooManyClauses(f"about {2 * len(s.values) * len(t.values)} clauses")
    least, most = s.values[0] + t.values[0], s.values[-1] + t.values[-1]
    totals = _totals(s.values, t.values)
    both = order.code(sink, totals if window is None else _within(totals, *window))
    plus, minus = table(1, both), table(-1, both)
    if both.values[-1] < most:  # the greatest value stands for all beyond
        minus = minus._replace(values=[-most, *minus.values[1:]])
    downwards = plus if both.values[0] == least else plus._replace(values=[least, *plus.values[1:]])
    for terms in ((s, t, minus), (negated(s), negated(t), downwards)):
        _at_most(sink, sink.defs, terms, 0, ())
    return plus


def _totals(some: Sequence[int], others: Sequence[int]) -> Sequence[int]:
    """All sums of one value and another."""
    if isinstance(some, range) and isinstance(others, range) and some.step == others.step:
        return range(some[0] + others[0], some[-1] + others[-1] + 1, some.step)
    return sorted({a + b for a in some for b in others})


def _within(values: Sequence[int], low: int, high: int) -> Sequence[int]:
    """Those from low to high, and the ones next to these on either side."""
    first, last = bisect_left(values, low) - 1, bisect_right(values, high) + 1
    return values[max(0, min(first, len(values) - 1)) : max(last, 1)]


def negated(term: Table) -> Table:
    """The term with its sign changed."""
    return Table(scaled(term.values, -1, 0)[:], _mirrored(term.at_most))
