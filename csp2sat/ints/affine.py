"""Terms of one variable as integers, without new variables; sums and comparisons of two encoded integers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import neg
from typing import Any

from ..cnf.counters import ThresholdPairs
from ..cnf.sink import FALSE, TRUE, Lit, Sink, write_columns
from . import compact_order, log
from .order import OrderInt
from .ranges import count, scaled
from .spec import Digits, IntCode, Ordered, Unless, Weights

CONSTANTS = frozenset((TRUE, FALSE))


class _View(IntCode):
    """A view of an integer x: factor * x + offset, with factor not 0."""

    inner: IntCode
    factor: int
    offset: int

    def eq(self, value: int) -> Lit:
        quotient, rest = divmod(value - self.offset, self.factor)
        return FALSE if rest else self.inner.eq(quotient)

    def equals(self, values: Iterable[int]) -> list[Lit]:
        return IntCode.equals(self, values)

    def eqs(self) -> Sequence[Lit]:
        return self.inner.eqs() if self.factor > 0 else IntCode.eqs(self)

    def weights(self) -> Weights:
        const, terms = log.weights(self.inner)
        return self.factor * const + self.offset, [(self.factor * weight, lit) for weight, lit in terms]

    def digits(self) -> Digits | None:
        if self.factor != 1:
            return super().digits()
        least, found = compact_order.digits(self.inner)
        return least + self.offset, found


class Affine(_View):
    """The integer factor * x + offset, with factor not 0, for x in any encoding."""

    def __init__(self, x: IntCode, factor: int, offset: int):
        self.inner, self.factor, self.offset = x, factor, offset
        self.kind, self.by_value, self.addition = x.kind, x.by_value, x.addition
        self.values = scaled(x.values, factor, offset)

    def le(self, bound: int) -> Lit:
        most = bound - self.offset
        if self.factor > 0:
            return self.inner.le(most // self.factor)
        return -self.inner.le(-(most // -self.factor) - 1)

    def order(self) -> OrderInt:
        return Mirrored(self.inner.order(), self.factor, self.offset)

    def record(self) -> dict[str, Any]:
        return self.inner.record()


class Mirrored(_View, OrderInt):
    """The integer factor * x + offset, with the order literals of x."""

    def __init__(self, x: Ordered, factor: int, offset: int):
        at_most = x.at_most[:-1] if factor > 0 else [-lit for lit in reversed(x.at_most[:-1])]
        super().__init__(x.sink, scaled(x.values, factor, offset), at_most)
        self.inner, self.factor, self.offset = x, factor, offset

    def digits(self) -> Digits | None:
        return super().digits() if count(self.values) > compact_order.WHOLE else None


def alias(x: IntCode, factor: int, offset: int) -> IntCode:
    """Return factor * x + offset as the code of a variable, with order literals if x has order literals."""
    return Mirrored(x, factor, offset) if isinstance(x, Ordered) else Affine(x, factor, offset)


def compare(sink: Sink, op: str, x: IntCode, y: IntCode, unless: Unless = ()) -> None:
    """Require x op y, with op one of `eq ne le lt ge gt`, unless a literal of `unless` is true.

    No variables but direct literals.  At most as many clauses as x has values, for `eq` twice as many; none if an
    integer is compared with itself and that is true.
    """
    if x is y and op in ("eq", "le", "ge"):
        return
    if op == "ne":
        _differ(sink, x, y, unless)
    if op in ("eq", "le", "lt"):
        _at_most(sink, x, y, -1 if op == "lt" else 0, unless)
    if op in ("eq", "ge", "gt"):
        _at_most(sink, y, x, -1 if op == "gt" else 0, unless)


def _at_most(sink: Sink, x: IntCode, y: IntCode, offset: int, unless: Unless) -> None:
    """Require x <= y + offset unless a literal of `unless` is true: x >= v -> y >= v - offset for each value v of x.

    The clauses are y <= v -> x <= v + offset for each value v of y if y has fewer values than x.
    """
    if count(x.values) > count(y.values):  # the same for each value of y: y <= v -> x <= v + offset
        above, lits = _together(y.at_mosts(y.values), x.at_mosts(scaled(y.values, 1, offset)))
        _write_all(sink.out, unless, [*map(neg, above)], lits)
    else:
        bounds = scaled(x.values, 1, -1), scaled(x.values, 1, -offset - 1)
        lits, below = _together(x.at_mosts(bounds[0]), y.at_mosts(bounds[1]))
        _write_all(sink.out, unless, lits, [*map(neg, below)])


def _together(some: Iterable[Lit], others: Iterable[Lit]) -> tuple[Sequence[Lit], Sequence[Lit]]:
    """Return literals of two integers as lists; literals that are defined when they are taken are taken in turn."""
    if isinstance(some, list) and isinstance(others, list):
        return some, others
    pairs = [*zip(some, others, strict=True)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def _write_all(out: list[Lit], unless: Unless, ones: Sequence[Lit], others: Sequence[Lit]) -> None:
    """Write the clause of `_write` for each literal of `ones` and the literal of `others` at its place.

    The clauses are written in columns between the constants at both ends.
    """
    start, end = 0, len(ones)
    while start < end and (ones[start] in CONSTANTS or others[start] in CONSTANTS):
        _write(out, unless, ones[start], others[start])
        start += 1
    while start < end and (ones[end - 1] in CONSTANTS or others[end - 1] in CONSTANTS):
        end -= 1
    if CONSTANTS.isdisjoint(ones[start:end]) and CONSTANTS.isdisjoint(others[start:end]):
        write_columns(out, unless, ones[start:end], others[start:end])
        start = end
    for a, b in zip(ones[start:], others[start:], strict=True):
        _write(out, unless, a, b)


def _write(out: list[Lit], unless: Unless, a: Lit, b: Lit) -> None:
    if a != TRUE and b != TRUE:
        out += (*unless, a, b, 0) if FALSE not in (a, b) else (*unless, *(lit for lit in (a, b) if lit != FALSE), 0)


def _differ(sink: Sink, x: IntCode, y: IntCode, unless: Unless) -> None:
    if count(x.values) > count(y.values):
        x, y = y, x
    for value in x.values:
        _write(sink.out, unless, -x.eq(value), -y.eq(value))


def equal(sink: Sink, x: IntCode, y: IntCode) -> Lit:
    """Return a literal that is equivalent to x = y: a direct literal if x or y has one value, else a new variable.

    Clauses: 3 for each value that both have, 1 for each value that only x or only y has.
    """
    if count(y.values) == 1:
        return x.eq(y.values[0])
    if count(x.values) == 1:
        return y.eq(x.values[0])
    both = sink.var()
    sink.means("equal", (both,), (x, y))
    for value in sorted({*x.values, *y.values}):
        a, b = x.eq(value), y.eq(value)
        _write(sink.out, (-both,), -a, b)
        _write(sink.out, (-both,), a, -b)
        _write(sink.out, (both,), -a, -b)
    return both


def within(sink: Sink, x: IntCode, values: Iterable[int], unless: Unless = ()) -> None:
    """Require that x is one of `values`, unless a literal of `unless` is true.

    A code by value takes one clause, of the literals of its values; any other code takes a clause for each gap between
    the values, and at most one at each end.
    """
    able = sorted(set(values) & set(x.values))
    if x.by_value:
        sink.out += (*unless, *(x.eq(value) for value in able), 0)
        return
    _write(sink.out, unless, FALSE, -x.le(able[0] - 1) if able else FALSE)
    for below, above in pairwise(able):
        if above > below + 1 and x.le(below) != x.le(above - 1):
            _write(sink.out, unless, x.le(below), -x.le(above - 1))
    if able:
        _write(sink.out, unless, FALSE, x.le(able[-1]))


def number(sink: Sink, steps: ThresholdPairs, least: int = 0) -> OrderInt:
    """Return the integer `least` + n, where n is given by its order literals `steps`; no clauses."""
    return OrderInt(sink, [least, *(least + value for value, _ in steps)], [-lit for _, lit in steps])


class Sum(IntCode):
    """The integer x + y, whose order literals are defined when they are first needed.

    An order literal takes two clauses for each value of y: y with many values costs.
    """

    kind = "sum"

    def __init__(self, sink: Sink, x: IntCode, y: IntCode):
        self.sink, self._x, self._y = sink, x, y
        self.values: Sequence[int] = range(x.values[0] + y.values[0], x.values[-1] + y.values[-1] + 1)
        self._at_most: dict[int, Lit] = {}

    @staticmethod
    def of(sink: Sink, x: IntCode, y: IntCode) -> IntCode:
        """Return the integer x + y, without new variables if x or y has one value."""
        x, y = sorted((x, y), key=lambda code: -count(code.values))
        return Affine(x, 1, y.values[0]) if count(y.values) == 1 else Sum(sink, x, y)

    def le(self, bound: int) -> Lit:
        if bound >= self.values[-1] or bound < self.values[0]:
            return TRUE if bound >= self.values[-1] else FALSE
        if bound not in self._at_most:
            self._at_most[bound] = self._define(bound)
        return self._at_most[bound]

    def _define(self, bound: int) -> Lit:
        lit = self.sink.var()
        for value in self._y.values:
            rest = self._x.le(bound - value)
            _write(self.sink.defs, (lit,), -self._y.le(value), -rest)
            _write(self.sink.defs, (-lit,), self._y.le(value - 1), rest)
        return lit

    def eq(self, value: int) -> Lit:
        lit = self.sink.var()
        below, up_to = self.le(value - 1), self.le(value)
        self.sink.defs += (-lit, up_to, 0, -lit, -below, 0, lit, below, -up_to, 0)
        return lit
