"""Linear constraints on order-encoded integers.

Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling finite linear CSP into SAT, Constraints 14(2), 2009, for
the clauses of a sum; S. Joshi, R. Martins, V. Manquinho, CP 2015, for partial sums of weighted 0/1 variables that are
cut beyond the values that matter.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import gcd, prod

from ...cnf import counts
from ...cnf.sink import BOTH, DOWN, SPILL, Lit, Sink, TooManyClauses, write_columns
from ...ints import order
from ...ints.ranges import scaled
from ...ints.spec import Ordered
from ...tuples import NamedTuple

SHORT = 3  # terms of a sum that never takes auxiliary variables
FINEST = 8  # times the greatest common divisor of two steps, of which the smaller is written in columns
DIRECT = 1024  # most clauses, about, that a sum of more than three terms may take without auxiliary variables


class Table(NamedTuple):
    """A term a * x: its values ascending, and for each value the literal `at most this`; the last literal is the
    constant true.
    """

    values: Sequence[int]
    at_most: Sequence[Lit]


def table(a: int, x: Ordered) -> Table:
    """Return the table of the term `a` * `x`, with a not 0.

    The tables of x are reversed if a < 0: a * x <= a * v means not x <= (the value below v).
    """
    return Table(scaled(x.values, a, 0)[:], x.at_most if a > 0 else _mirrored(x.at_most))


def _mirrored(at_most: Sequence[Lit]) -> list[Lit]:
    return [*[-lit for lit in at_most[-2::-1]], at_most[-1]]


def at_most(sink: Sink, tables: Sequence[Table], bound: int, unless: tuple[Lit, ...] = ()) -> None:
    """Require that the sum of the terms `tables` is at most `bound`, unless a literal of `unless` is true.

    The number of clauses without auxiliary variables is about the product of the numbers of values of all terms but the
    largest; longer sums are counted or shortened first.  Raise TooManyClauses if the clauses exceed the limit of the
    sink.
    """
    if (counted := _counted(tables, bound)) is not None:
        counts.at_most(sink, _greater(tables), counted[0], unless)
    else:
        _bounded(sink, shortened(sink, tables, bound, not sink.least_ways), bound, unless)


def differ(sink: Sink, tables: Sequence[Table], value: int, less: Lit, unless: tuple[Lit, ...] = ()) -> None:
    """Require that the sum of the terms `tables` is less than `value` if the literal `less` is true, and greater if it
    is false, unless a literal of `unless` is true.

    The clauses are those of two calls of `at_most`, but with one set of auxiliary variables for both sides.  Raise
    TooManyClauses if the clauses exceed the limit of the sink.
    """
    if _counted(tables, value) is None:
        tables = shortened(sink, tables, value)
    at_most(sink, tables, value - 1, (*unless, -less))
    at_most(sink, [negated(t) for t in tables], -value - 1, (*unless, less))


def equal(sink: Sink, tables: Sequence[Table], value: int, unless: tuple[Lit, ...] = ()) -> None:
    """Require that the sum of the terms `tables` is `value`, unless a literal of `unless` is true.

    The clauses are those of two calls of `at_most`, but with one set of auxiliary variables for both sides.  Raise
    TooManyClauses if the clauses exceed the limit of the sink.
    """
    if (counted := _counted(tables, value)) is not None and counted[1] == 0:
        counts.exactly(sink, _greater(tables), counted[0], unless)
        return
    tables = shortened(sink, tables, value)
    _bounded(sink, tables, value, unless)
    _bounded(sink, [negated(t) for t in tables], -value, unless)


def _counted(tables: Sequence[Table], wanted: int) -> tuple[int, int] | None:
    """Return how many of the terms must have their greater value for the sum `wanted`, and a remainder, as divmod; None
    unless all terms have two values with the same difference.
    """
    if tables and len(tables[0].values) != 2:
        return None
    steps = {t.values[-1] - t.values[0] if len(t.values) == 2 else 0 for t in tables}
    step = steps.pop() if len(steps) == 1 else 0
    return divmod(wanted - sum(t.values[0] for t in tables), step) if step else None


def _greater(tables: Sequence[Table]) -> list[Lit]:
    """Return for each term of two values the literal that the term has its greater value."""
    return [-t.at_most[0] for t in tables]


def _bounded(sink: Sink, tables: Sequence[Table], bound: int, unless: tuple[Lit, ...]) -> None:
    """Write the clauses that the sum of the terms `tables` is at most `bound`, unless a literal of `unless` is true;
    the terms are few enough for clauses without more variables.
    """
    tables = sorted(tables, key=lambda t: len(t.values))
    clauses = prod([len(t.values) for t in tables[:-1]])
    if clauses > sink.most_clauses:
        raise TooManyClauses(f"about {clauses} clauses")
    _at_most(sink, sink.out, tables, bound, unless)
    sink.spill()


def _at_most(
    sink: Sink,
    out: list[Lit],
    tables: Sequence[Table],
    bound: int,
    unless: tuple[Lit, ...],
    floor: int | None = None,
) -> None:
    """Write the clauses of "the sum of the terms `tables` is at most `bound`, unless a literal of `unless` is true" to
    `out`, a list of the sink.

    Each clause says: if each term but the last is at least a certain value, the last term is at most what the bound
    leaves; the clause has no literal of the last term if even the least value of the last term is more than that. A
    value of a term is skipped if the later terms cannot exceed the bound with it. The values of a term end at the first
    value with which even the least later values exceed the bound. A clause that gives the last term the same bound as a
    smaller value of the term before is left out. Raises TooManyClauses for more clauses than the sink may have.

    floor: the least value of the last of three terms, in place of the first value of its table, so small that no values
    of the others exceed the bound with it; None for the table's.
    """
    if not tables:
        if bound < 0:
            out += (*unless, 0)
    elif len(tables) == 1:
        _last(out, tables[0], bound, unless)
    elif len(tables) == 2:
        _last_two(out, tables[0], tables[1], bound, unless, floor)
    else:
        rest = tables[1:]
        least, most = sum([t.values[0] for t in rest]), sum([t.values[-1] for t in rest])
        least += 0 if floor is None else floor - rest[-1].values[0]
        rows = _Columns(out, rest, bound, unless, floor) if _are_even(rest) else None
        below: tuple[Lit, ...] = ()  # `the term is at most the value before`: none at the first
        for value, lit in zip(tables[0].values, tables[0].at_most, strict=True):
            if value + most > bound:
                if rows and below:
                    rows.add(value, *below)
                else:
                    _at_most(sink, out, rest, bound - value, (*unless, *below), floor)
                if len(out) > SPILL:
                    sink.spill()
            if value + least > bound:
                break
            below = (lit,)
        if rows:
            rows.write()


def _last(out: list[Lit], term: Table, bound: int, unless: tuple[Lit, ...]) -> None:
    at = bisect_right(term.values, bound) - 1
    if at < 0:
        out += (*unless, 0)
    elif at < len(term.values) - 1:
        out += (*unless, term.at_most[at], 0)


def _last_two(
    out: list[Lit], s: Table, t: Table, bound: int, unless: tuple[Lit, ...], floor: int | None = None
) -> None:
    """Write to `out` the clauses of s + t <= bound, unless a literal of `unless` is true: `s` >= v implies `t` <= bound
    - v, for each v at which the bound of t changes.  floor: the least value of t, see `_at_most`.
    """
    if isinstance(s.values, range) and isinstance(t.values, range):
        left, step, other_step = bound - s.values[0] - t.values[0], s.values.step, t.values.step
        if step % other_step == 0:
            _last_two_ranges(out, s, t, step // other_step, left // other_step, unless, is_floored=floor is not None)
            return
        if other_step % step == 0 and floor is None:
            _last_two_ranges(out, t, s, other_step // step, left // step, unless, is_swapped=True)
            return
    at = before = len(t.values) - 1
    below: tuple[Lit, ...] = ()
    values, lits = t.values if floor is None else [floor, *t.values[1:]], t.at_most
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


def _last_two_ranges(
    out: list[Lit],
    s: Table,
    t: Table,
    k: int,
    most: int,
    unless: tuple[Lit, ...],
    is_swapped: bool = False,
    is_floored: bool = False,
) -> None:
    """Write the same clauses as `_last_two` if the values of `s` and `t` are ranges, and the step of `s` is `k` times
    the step of `t`, which the caller ensures: their i-th and j-th values, counted from 0, are allowed together if
    k * i + j <= `most`.

    Each clause contains the literals `unless`.  is_swapped: whether `_last_two` has the terms the other way round,
    which decides the order of clauses and literals.  is_floored: whether the least value of t is allowed with all
    values of s.
    """
    if is_floored and len(t.values) == 1:
        return
    first, last = max(0, -((len(t.values) - 2 - most) // k)), min(len(s.values) - 1, most // k)
    only_t = (*unless, t.at_most[most], 0) if first == 0 <= last else ()
    only_s = (*unless, *s.at_most[max(most // k, -1) : most // k + 1], 0) if most // k < len(s.values) - 1 else ()
    if is_floored and only_s:
        only_s = (*only_s[:-1], t.at_most[0], 0) if most < 0 or most % k else ()
    first = max(first, 1)
    last = max(last, first - 1)
    some, others = s.at_most[first - 1 : last], t.at_most[max(0, most - last * k) : max(0, most - first * k + 1) : k]
    if is_swapped:
        out += only_s
        write_columns(out, unless, others, some[::-1])
        out += only_t
    else:
        out += only_t
        write_columns(out, unless, some, others[::-1])
        out += only_s


def _are_even(tables: Sequence[Table]) -> bool:
    """Whether there are two terms, the values of each are a range, and the steps of both ranges are small multiples of
    a number.
    """
    if len(tables) != 2 or not all(isinstance(t.values, range) and len(t.values) > 1 for t in tables):
        return False
    steps = [t.values.step for t in tables if isinstance(t.values, range)]
    return min(steps) <= FINEST * gcd(*steps)


class _Columns:
    """A writer of the clauses of `_last_two` for many values of a third term, in columns of all of them.

    The term of the greater step is gone through: each of its values leaves another bound for the other term.

    pair: the two terms, whose values are ranges.  bound: of the sum of all three.  floor: see `_at_most`.
    """

    def __init__(self, out: list[Lit], pair: Sequence[Table], bound: int, unless: tuple[Lit, ...], floor: int | None):
        self._out, self._unless = out, unless
        steps = [t.values.step if isinstance(t.values, range) else 1 for t in pair]
        self._unit, self._is_swapped = gcd(*steps), steps[1] > steps[0]
        s, t = reversed(pair) if self._is_swapped else pair
        self._step, fine = max(steps) // self._unit, min(steps) // self._unit
        self._end, self._floored = len(s.values), floor is not None
        self._most = bound - s.values[0] - t.values[0]
        self._below = s.at_most[-2::-1]  # for all values but the first, backwards: `the term is less`
        self._left = [lit for lit in t.at_most[:-1] for _ in range(fine)]  # by the excess over the least value
        self._fine, self._least = fine, t.at_most[0]
        self._columns: tuple[list[Lit], list[Lit], list[Lit]] = [], [], []

    def add(self, value: int, below: Lit) -> None:
        """Take the clauses of a value of the third term, of which `below` says that the term is less."""
        most, step, end = (self._most - value) // self._unit, self._step, self._end
        start = 1
        if most < len(self._left):
            if most >= 0 and not (self._floored and self._is_swapped):
                self._out += (*self._unless, below, self._left[most], 0)
        else:
            start = (most - len(self._left)) // step + 1
        stop = min(end - 1, most // step)  # the last value that leaves a bound
        if start <= stop:
            first, second, third = self._columns
            first += [below] * (stop - start + 1)
            second += self._below[end - 1 - stop : end - start]
            third += self._left[most - stop * step : most - start * step + 1 : step]
        after = most // step + 1
        if after < end:
            self._add_last(below, max(after, 0), most)
        if len(self._columns[0]) > SPILL:
            self.write()

    def _add_last(self, below: Lit, at: int, most: int) -> None:
        """Write the clause that the first of the two terms is less than its value number `at`, from 0, which exceeds
        the bound with any value of the other.

        below: as for `add`.  most: what the bound leaves, in units, for both terms beyond their least values.
        """
        literals = self._below[self._end - 1 - at : self._end - at] if at else ()
        if self._floored and not self._is_swapped:
            if most >= 0 and most % self._step < self._fine:
                return  # the value before leaves the least one alone
            literals = (*literals, self._least)
        elif self._floored and not at:
            literals = (self._below[-1],)
        self._out += (*self._unless, below, *literals, 0)

    def write(self) -> None:
        """Write the columns, and forget them."""
        write_columns(self._out, self._unless, *self._columns)
        for column in self._columns:
            column.clear()


def is_long(tables: Sequence[Table]) -> bool:
    """Whether a sum of these terms would take auxiliary variables."""
    return too_many(len(tables), (len(t.values) for t in tables))


def too_many(count: int, sizes: Iterable[int]) -> bool:
    """Whether a sum of `count` terms takes partial sums; `sizes` are the numbers of values of the terms.

    The sizes of a long sum are not examined: their product is huge, and the function is called for each partial sum.
    """
    return count > SHORT and (count > DIRECT.bit_length() + 1 or directly(sizes) > DIRECT)


def directly(sizes: Iterable[int]) -> int:
    """Return the number of clauses of a sum without partial sums: the product of all numbers of values but the
    greatest.
    """
    *others, _ = sorted(sizes)
    return prod(others)


Window = tuple[int, int]  # the least and the greatest sum that matter


def shortened(sink: Sink, tables: Sequence[Table], value: int, is_bound: bool = False) -> list[Table]:
    """Return terms whose sum compares with `value` (less, equal or greater) as the sum of `tables` does, few enough for
    clauses without more variables.

    While `too_many` holds, the two terms with the fewest values are replaced by a new variable, which is defined as
    their sum by clauses in both directions.  The result has at least three terms, or as many as `tables`.

    value: the number that the whole sum is compared with.  Partial sums that are so great, or so small, that the other
    terms make no difference count as one value.  is_bound: whether the sum is only to be at most `value`; a new
    variable is then at least the sum of its two terms, by half of the clauses, from which unit propagation draws as
    much about the terms.  Raise TooManyClauses if the clauses exceed the sink's limit.
    """
    heap = [(len(t.values), i, t) for i, t in enumerate(tables)]
    heapify(heap)
    count = len(heap)
    if count <= SHORT:
        return [t for _, _, t in heap]
    least, most = sum(t.values[0] for t in tables), sum(t.values[-1] for t in tables)
    while too_many(len(heap), (size for size, _, _ in heap)):
        _, _, s = heappop(heap)
        _, _, t = heappop(heap)
        least, most = least - s.values[0] - t.values[0], most - s.values[-1] - t.values[-1]  # of the other ones
        both = sum_of(sink, s, t, (value - most, value - least), is_bound)
        least, most = least + both.values[0], most + both.values[-1]
        count += 1
        heappush(heap, (len(both.values), count, both))
    return [t for _, _, t in heap]


def sum_of(sink: Sink, s: Table, t: Table, window: Window | None = None, is_bound: bool = False) -> Table:
    """Return the term of a new variable defined as `s` + `t`, with at most 2mn + m + n clauses for m and n values.

    A sum outside the window (least, greatest) is replaced by the value next to the window on that side; None: there is
    no window.  is_bound: whether the variable is only required to be at least the sum, which takes half of the clauses.
    Raise TooManyClauses if the clauses exceed the limit of the sink.
    """
    if 2 * len(s.values) * len(t.values) > sink.most_clauses:
        raise TooManyClauses(f"about {2 * len(s.values) * len(t.values)} clauses")
    least, most = s.values[0] + t.values[0], s.values[-1] + t.values[-1]
    totals = _totals(s.values, t.values)
    both = order.code(sink, totals if window is None else _within(totals, *window))
    sink.means("total", both.at_most[:-1], (both.values, s, t), DOWN if is_bound else BOTH)
    plus, minus = table(1, both), table(-1, both)  # the ends stand for all beyond
    _at_most(sink, sink.defs, (s, t, minus), 0, (), -most if both.values[-1] < most else None)
    if not is_bound:
        _at_most(sink, sink.defs, (negated(s), negated(t), plus), 0, (), least if both.values[0] > least else None)
    return plus


def _totals(some: Sequence[int], others: Sequence[int]) -> Sequence[int]:
    """Return all sums of a value of `some` and a value of `others`, ascending and distinct: a range if both are ranges
    and the range of the smaller step fills the gaps of the other range.
    """
    if isinstance(some, range) and isinstance(others, range):
        fine, coarse = sorted((some, others), key=lambda values: values.step)
        if coarse.step % fine.step == 0 and coarse.step <= fine[-1] - fine[0] + fine.step:
            return range(some[0] + others[0], some[-1] + others[-1] + 1, fine.step)
    return sorted({a + b for a in some for b in others})


def _within(values: Sequence[int], low: int, high: int) -> Sequence[int]:
    """Return the ascending `values` from low to high, with one more value on either side if there is one."""
    first, last = bisect_left(values, low) - 1, bisect_right(values, high) + 1
    return values[max(0, min(first, len(values) - 1)) : max(last, 1)]


def negated(term: Table) -> Table:
    """Return the term with its sign changed."""
    return Table(scaled(term.values, -1, 0)[:], _mirrored(term.at_most))
