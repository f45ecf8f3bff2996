"""The order encoding: one literal for `x is at most v`.

A variable with values v0 < ... < vm has m literals q0 .. q(m-1), consecutive in number, qi meaning x <= vi, and m - 1
axioms qi -> q(i+1).  Holes cost nothing.  An equality is a literal of its own, defined by three clauses when first
needed.

Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling finite linear CSP into SAT, Constraints 14(2), 2009.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import neg
from typing import Any

from ..base.numbers import cut, decimal
from ..cnf.flat_clauses import Clause
from ..cnf.sink import FALSE, TRUE, Lit, Sink, write_columns
from ..errors import ModelError, SolverError
from .ranges import count, rank, values_of
from .spec import ANOTHER, ONE, Digits, Encoding, Meaning, Ordered, Reader

MOST_VALUES = 200_000  # of an integer that gets order literals besides its own code
ZERO = ord("0")
QUARTERS = (2, 1, 3)  # the literals of a variable that it is worth splitting on, in quarters of its values


class OrderInt(Ordered):
    """An order-encoded integer."""

    kind = "order"

    def __init__(self, sink: Sink, values: Sequence[int], at_most: Iterable[Lit]):
        self.values = values
        self.at_most: list[Lit] = [*at_most, TRUE]
        self.sink = sink
        self._equal: dict[int, Lit] = {}

    def adopt(self, equal: dict[int, Lit]) -> None:
        """Use the given literals, by value v, for `x = v`; other clauses define them already."""
        self._equal.update(equal)

    def le(self, bound: int) -> Lit:
        at = bisect_right(self.values, bound) - 1
        return self.at_most[at] if at >= 0 else FALSE

    def at_mosts(self, bounds: Sequence[int]) -> Iterable[Lit]:
        values = self.values
        if not isinstance(values, range) or not isinstance(bounds, range) or (values.step, bounds.step) != (1, 1):
            lits = [FALSE, *self.at_most]
            return [lits[bisect_right(values, bound)] for bound in bounds]
        first, end = bounds.start - values.start, bounds.stop - values.start
        inside = self.at_most[max(first, 0) : max(end, 0)]
        return [FALSE] * (min(end, 0) - first) + inside + [TRUE] * (end - max(first, len(values)))

    def eq(self, value: int) -> Lit:
        return self._equal.get(value) or self._unknown(value)

    def equals(self, values: Iterable[int]) -> list[Lit]:
        known = self._equal.get
        return [known(value) or self._unknown(value) for value in values]

    def eqs(self) -> Sequence[Lit]:
        if not self._equal and len(self.values) > 2:
            return self._all_equal()
        known = self._equal.get
        return [known(value) or self._equal_at(at) for at, value in enumerate(self.values)]

    def _all_equal(self) -> Sequence[Lit]:
        """Return the literals of all values, at least three, of which none has one so far: a third of the time of one
        by one.
        """
        below, up_to = self.at_most[:-2], self.at_most[1:-1]
        lits = [*self.sink.new(len(below))]
        self._equal.update(zip(self.values[1:-1], lits, strict=True))
        for lit, less, most in zip(lits, below, up_to, strict=True) if self.sink.noted else ():
            self.sink.defines("all", (lit,), ((most, -less),))
        opposites, not_below, not_up_to = ([*map(neg, each)] for each in (lits, below, up_to))
        block = [0] * (10 * len(lits))
        block[::10], block[1::10], block[3::10], block[4::10] = opposites, up_to, opposites, not_below
        block[6::10], block[7::10], block[8::10] = lits, below, not_up_to
        self.sink.defs += block
        return [self.at_most[0], *lits, not_up_to[-1]]

    def _unknown(self, value: int) -> Lit:
        """Return the literal that the integer equals a number, which has no literal of its own so far."""
        at = bisect_left(self.values, value)
        return FALSE if at == len(self.values) or self.values[at] != value else self._equal_at(at)

    def _equal_at(self, at: int) -> Lit:
        """Return the literal that the integer equals the value at a place among its values, which has none so far."""
        if at == 0:
            return self.at_most[0]
        below, up_to = self.at_most[at - 1], self.at_most[at]
        if at == len(self.values) - 1:
            return -below
        sink = self.sink
        self._equal[self.values[at]] = lit = sink.var()
        if sink.noted:
            sink.defines("all", (lit,), ((up_to, -below),))
        sink.defs += (-lit, up_to, 0, -lit, -below, 0, lit, below, -up_to, 0)
        return lit

    def known(self) -> Iterator[tuple[str, int, Lit]]:
        for value, lit in self._equal.items():
            yield "=", value, lit

    def order(self) -> OrderInt:
        return self

    def digits(self) -> Digits | None:
        return self.in_digits.digits() if self.in_digits else None

    def tie(self, meanings: Iterable[Meaning]) -> None:
        """Write a clause for each literal of `meanings` and each run of values for which the literal has the same truth
        value.

        meanings: pairs of a literal and a function that says for a value of this integer whether the literal is true.
        """
        at_most, out = self.at_most, self.sink.defs
        for lit, holds in meanings:
            truths = [*map(holds, self.values)]
            changes = [at for at, (truth, after) in enumerate(pairwise(truths)) if truth != after]
            before = FALSE
            for at in (*changes, len(truths) - 1):
                ends = [end for end in (before, -at_most[at]) if abs(end) != TRUE]
                out += (*ends, lit if truths[at] else -lit, 0)
                before = at_most[at]

    def record(self) -> dict[str, Any]:
        """Return what a map keeps; `first` is the literal x <= (smallest value), and the other bounds' literals
        follow.
        """
        return {"code": OrderInt.kind, "first": self.at_most[0] if len(self.values) > 1 else 0}


def code(sink: Sink, values: Sequence[int]) -> OrderInt:
    """Return a new variable with the given values (ascending, at least one): len(values) - 1 literals, len(values) - 2
    axioms.
    """
    lits = sink.new(len(values) - 1)
    write_columns(sink.defs, (), [*map(neg, lits[:-1])], lits[1:])
    return OrderInt(sink, values, lits)


def constant(sink: Sink, value: int) -> OrderInt:
    """Return an integer that has the one value `value`; no literals."""
    return OrderInt(sink, (value,), ())


def channelled(sink: Sink, values: Sequence[int], meanings: Iterable[Meaning]) -> OrderInt:
    """Return new order literals for an integer that has another code, tied to the meanings of the code's literals.

    values: those of the integer.  Raises ModelError beyond MOST_VALUES.
    """
    check_size(values)
    x = code(sink, values)
    x.tie(meanings)
    return x


def check_size(values: Sequence[int]) -> None:
    """Raise ModelError if there are more than MOST_VALUES values, too many for literals besides another code."""
    if count(values) > MOST_VALUES:
        needed = f"an integer with {cut(count(values))} values would need literals for each of them"
        raise ModelError(f"{needed}; that is done for at most {MOST_VALUES}")


class OrderReader(Reader):
    """A reader of order literals: `first` is the literal `at most the least value`."""

    @property
    def size(self) -> int:
        return self.values.size() - 1

    def value(self, name: str, true: set[int]) -> int:
        if len(self.values.ranges) == 1 and self.values.lo == self.values.hi:
            return self.values.lo
        return self.of_digits(name, bytes([ONE if lit in true else ZERO for lit in self.literals()]))

    def of_digits(self, name: str, digits: bytes) -> int:
        least = len(digits.partition(b"1")[0])
        if ZERO in digits[least:]:
            raise SolverError(f"the answer gives {name!r} no value (its order code is not monotone): {ANOTHER}")
        return self.values.values()[least]

    def differs(self, value: int) -> list[int]:
        """Return a clause that excludes a value: the literals `less than value` and `greater than value`, where
        possible.
        """
        values = self.values.values()
        at = values.index(value)
        return ([self.first + at - 1] if at else []) + ([-(self.first + at)] if at < len(values) - 1 else [])

    def at_most(self, value: int) -> list[Clause]:
        at = rank(values_of(self.values), value)
        return [[self.first + at]] if at < self.size else []

    def at_least(self, value: int) -> list[Clause]:
        at = rank(values_of(self.values), value)
        return [[-(self.first + at - 1)]] if at else []

    def steps(self) -> Iterator[tuple[int, Lit]]:
        for (low, high), literal in zip(pairwise(self.values.values()), self.literals(), strict=True):
            yield high - low, -literal

    def phases(self, value: int) -> list[int]:
        return [
            lit if each >= value else -lit for lit, each in zip(self.literals(), self.values.values(), strict=False)
        ]

    def meaning(self, name: str, lit: Lit) -> str:
        return f"{name} {'<=' if lit > 0 else '>'} {decimal(self.values.values()[abs(lit) - self.first])}"

    def branches(self) -> list[int]:
        return [self.first + self.size * part // 4 for part in QUARTERS if self.size]


ENCODING = Encoding(OrderInt.kind, code, OrderReader.read, ordered=True)
