"""Definitions of auxiliary variables by an operator instead of a formula: how they narrow domains, and their clauses.

The operators are v = max(terms), and by a table z = f(x, y) for a function f of `arithmetic`.

For each value b of y, f(., b) is cut into monotone pieces; in a rising piece x <= a implies z <= f(a, b) and x >= a
implies z >= f(a, b), so a piece needs no direct literals of x.  Nor does y need direct literals if f is monotone in y:
then z is bounded from one side if y <= b and from the other if y >= b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...base.numbers import cut
from ...cnf.sink import FALSE, TRUE, Lit, Sink, TooManyClauses, write_clause
from ...ints.ranges import count
from ...ints.spec import IntCode
from ...model.domain import Domain
from ...tuples import NamedTuple
from . import bit_arithmetic
from .arithmetic import ARITHMETIC, FUNCTIONS, MAXIMUM, Function, results, turns
from .domains import Narrowing
from .formulas import Linear

SUPPORTS = 2_000  # pairs of values that are examined each time that a domain shrinks
UNARY = 20_000  # the same if one of the two is a constant

FunctionRow = list[int | None]  # f(a, b) for the values a of x; None where it is undefined


class Definition(NamedTuple):
    """The two functions of a defining operator.

    narrow: called as `narrow(narrowing, *args)`, with Linears of at most one variable, and data.  write: called as
    `write(sink, *args)`, with an IntCode for each Linear.
    """

    narrow: Callable[..., None]
    write: Callable[..., None]


def _narrow_function(narrowing: Narrowing, z: Linear, x: Linear, y: Linear, op: str) -> None:
    """Narrow the domains of z = f(x, y), for the function f named `op`.

    All pairs of values of x and y are examined if there are few; otherwise z is restricted to `results`, and for a
    product also x and y by `_factor`.  An absolute value needs ranges alone.
    """
    if op == "abs":
        _narrow_absolute(narrowing, z, x)
        return
    xs, ys = narrowing.domain(x), narrowing.domain(y)
    if xs.size() * ys.size() <= (SUPPORTS if x.terms and y.terms else UNARY):
        _supported(narrowing, (z, x, y), FUNCTIONS[op])
        return
    zs = results(op, xs, ys)
    if zs:
        narrowing.keep_term(z, zs)
    if op == "mul":
        _factor(narrowing, z, x, y)
        _factor(narrowing, z, y, x)


def _write_function(sink: Sink, z: IntCode, x: IntCode, y: IntCode, op: str) -> None:
    """Write the clauses of z = f(x, y), for the function f named `op`, for all defined pairs of values of x and y.

    With m and n values of x and y these are at most 2mn clauses of at most 4 literals, and direct literals of the
    argument with fewer values unless f is monotone in that argument.  Integers in bits are written by `bit_arithmetic`.
    Raise TooManyClauses if 2mn exceeds the limit of the sink.
    """
    if not sink.plain_bits and bit_arithmetic.wanted((z, x, y)) and bit_arithmetic.covers(op, x, y):
        bit_arithmetic.FUNCTIONS[op](sink, z, x, y)
        return
    f = FUNCTIONS[op]
    if count(x.values) < count(y.values):
        x, y, f = y, x, _swapped(f)
    if 2 * count(x.values) * count(y.values) > sink.most_clauses:
        raise TooManyClauses(f"about {cut(2 * count(x.values) * count(y.values))} clauses")
    trend = _trend(f, x, y)
    below = [FALSE, *map(x.le, x.values)]  # below[i]: x is less than its i-th value
    for b in y.values:
        up_to, since = (-y.le(b), y.le(b - 1)) if trend else (-y.eq(b), -y.eq(b))
        guards = (up_to, since) if trend >= 0 else (since, up_to)
        _write_row(sink.out, z, below, [f(a, b) for a in x.values], guards)
        sink.spill()


def _swapped(f: Function) -> Function:
    return lambda a, b: f(b, a)


def _trend(f: Function, x: IntCode, y: IntCode) -> int:
    """Return 1 if f never falls as `y` grows, for each value of `x`; -1 if f never rises; 0 otherwise, and if f is
    undefined for some pair.
    """
    rises = falls = True
    previous: FunctionRow = []
    for b in y.values:
        row = [f(a, b) for a in x.values]
        if None in row:
            return 0
        steps = [high - low for low, high in zip(previous, row, strict=False)]  # type: ignore[operator]
        rises, falls = rises and min(steps, default=0) >= 0, falls and max(steps, default=0) <= 0
        if not (rises or falls):
            return 0
        previous = row
    return 1 if rises else -1


def _write_row(out: list[Lit], z: IntCode, below: list[Lit], row: FunctionRow, guards: tuple[Lit, Lit]) -> None:
    """Write the clauses of z = row[i] at the i-th value of x; None in the row allows any z.

    `below[i]` is the literal that x is less than its i-th value.  The upper bounds of `z` are void if guards[0] is
    true, the lower bounds if guards[1] is true.
    """
    least, most = z.values[0], z.values[-1]
    at_most = [FALSE if f is None or f < least else TRUE if f >= most else z.le(f) for f in row]
    at_least = [FALSE if f is None or f > most else TRUE if f <= least else -z.le(f - 1) for f in row]
    for first, last, rising in _pieces(row):
        low, high = (at_most, at_least) if rising else (at_least, at_most)
        low_guard, high_guard = guards if rising else guards[::-1]
        for i in range(first, last + 1):
            if i == last or low[i] != low[i + 1]:  # x at most the i-th value: z is at the low side of row[i]
                write_clause(out, (low_guard, below[first], -below[i + 1], low[i]))
            if i == first or high[i] != high[i - 1]:
                write_clause(out, (high_guard, -below[last + 1], below[i], high[i]))


def _pieces(row: FunctionRow) -> Iterator[tuple[int, int, bool]]:
    """Yield the parts of a row in which the values never fall, or never rise, as (first index, last index, whether
    rising).

    The parts divide the row from left to right, each as long as possible; an undefined value (None) is in no part.  A
    part of equal values, or of one value, counts as rising.
    """
    first, way = 0, 0
    for i, f in enumerate(row):
        if f is None:
            if i > first:
                yield first, i - 1, way >= 0
            first, way = i + 1, 0
        elif i > first:
            before = row[i - 1]
            assert before is not None
            step = (f > before) - (f < before)
            if step * way < 0:
                yield first, i - 1, way >= 0
                first, way = i, 0
            else:
                way = way or step
    if first < len(row):
        yield first, len(row) - 1, way >= 0


def _supported(narrowing: Narrowing, zxy: tuple[Linear, Linear, Linear], f: Function) -> None:
    """Keep only values of z, x, y (the terms `zxy`) that occur in some z = f(x, y) within the domains.

    Pairs for which f is undefined support their values of x and y.
    """
    zs, xs, ys = map(narrowing.domain, zxy)
    found = [(f(a, b), a, b) for a in xs for b in ys]
    found = [(c, a, b) for c, a, b in found if c is None or c in zs]
    if not found:
        narrowing.emptied()
    values = [{c for c, _, _ in found if c is not None}, {a for _, a, _ in found}, {b for _, _, b in found}]
    for term, kept in zip(zxy, values, strict=True):
        if kept:
            narrowing.keep_term(term, Domain.of(kept))


def _narrow_absolute(narrowing: Narrowing, z: Linear, x: Linear) -> None:
    """Keep only values of z and x that occur in z = |x|."""
    found = narrowing.domain(x).ranges
    sizes = Domain((max(lo, -hi, 0), max(hi, -lo)) for lo, hi in found) & narrowing.domain(z)
    if not sizes:
        narrowing.emptied()
        return
    narrowing.keep_term(z, sizes)
    narrowing.keep_term(x, Domain((*sizes.ranges, *((-hi, -lo) for lo, hi in sizes.ranges))))


def _factor(narrowing: Narrowing, z: Linear, x: Linear, y: Linear) -> None:
    """Narrow `x` to the bounds of z / y if `y` cannot be 0, for the product z = x * y; remove 0 from y if `z` cannot be
    0.
    """
    zs = narrowing.domain(z)
    if 0 not in zs:
        narrowing.keep_term(y, narrowing.domain(y).without(0))
    ys = narrowing.domain(y)
    if 0 in ys:
        return
    corners = [(c, b) for c in (zs.lo, zs.hi) for b in turns(ys)]
    low, high = min(-(-c // b) for c, b in corners), max(c // b for c, b in corners)
    narrowing.keep_term(x, Domain([(low, high)]))


def _narrow_maximum(narrowing: Narrowing, v: Linear, *terms: Linear) -> None:
    """Narrow the bounds of `v` = max(terms), and of the terms."""
    for t in terms:
        narrowing.at_most_zero(t.plus(v.times(-1)))
    least, most = narrowing.bounds(v)
    able = [t for t in terms if narrowing.bounds(t)[1] >= least]
    if len(able) == 1:
        narrowing.zero(v.plus(able[0].times(-1)))
    elif able:
        ((_, x),) = v.terms
        narrowing.clip(x, least, min(most, max(narrowing.bounds(t)[1] for t in able)))
    else:
        narrowing.emptied()


def _write_maximum(sink: Sink, v: IntCode, *terms: IntCode) -> None:
    """Write the clauses of `v` = max(terms) for all values of the domains.

    With m values of v and n terms these are at most m binary clauses for each term (v at most c, so the term is) and m
    clauses of n + 1 literals (all terms below c, so v is), and no variables.  Integers in bits are written by
    `bit_arithmetic`.
    """
    if not sink.plain_bits and bit_arithmetic.wanted((v, *terms)):
        bit_arithmetic.maximum(sink, v, *terms)
        return
    for t in terms:
        for c, later in zip(v.values, [*v.values[1:], None], strict=True):
            if later is None or t.le(later) != t.le(c):  # else the clause for the later one says more
                write_clause(sink.out, (-v.le(c), t.le(c)))
    for c in v.values:
        write_clause(sink.out, (v.le(c - 1), *(-t.le(c - 1) for t in terms)))
    sink.spill()


DEFINITIONS = {
    MAXIMUM: Definition(_narrow_maximum, _write_maximum),
    ARITHMETIC: Definition(_narrow_function, _write_function),
}
