"""The order encoding: one literal for `x is at most v`.

A variable with values v0 < ... < vm has m literals q0 .. q(m-1), consecutive in number, qi meaning x <= vi, and m - 1
axioms qi -> q(i+1).  Holes cost nothing.  Equalities are literals of their own, defined by three clauses when they are
first asked for.

Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling finite linear CSP into SAT, Constraints 14(2), 2009.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from ..base.numbers import cut
from ..cnf.flat_clauses import Clause
from ..cnf.sink import FALSE, TRUE, Lit, Sink
from ..errors import ModelError, SolverError
from .ranges import count, rank, values_of
from .spec import ONE, Digits, Encoding, Meaning, Ordered, Reader

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
        """Literals that are equivalent to `x = v` and are defined already."""
        self._equal.update(equal)

    def le(self, bound: int) -> Lit:
        at = bisect_right(self.values, bound) - 1
        return self.at_most[at] if at >= 0 else FALSE

    def eq(self, value: int) -> Lit:
        at = bisect_left(self.values, value)
        if at == len(self.values) or self.values[at] != value:
            return FALSE
        if at == 0:
            return self.at_most[0]
        if at == len(self.values) - 1:
            return -self.at_most[at - 1]
        lit = self._equal.get(value)
        if lit is None:
            self._equal[value] = lit = self.sink.var()
            below, up_to = self.at_most[at - 1], self.at_most[at]
            self.sink.defs += (-lit, up_to, 0, -lit, -below, 0, lit, below, -up_to, 0)
        return lit

    def order(self) -> OrderInt:
        return self

    def digits(self) -> Digits | None:
        return self.in_digits.digits() if self.in_digits else None

    def tie(self, meanings: Iterable[Meaning]) -> None:
        """A clause for each run of values that are alike."""
        at_most, out = self.at_most, self.sink.defs
        for lit, holds in meanings:
            truths = [*map(holds, self.values)]
            start = 0
            for at, truth in enumerate(truths):
                if at + 1 == len(truths) or truths[at + 1] != truth:
                    ends = (at_most[start - 1] if start else FALSE, -at_most[at])
                    out += (*(end for end in ends if abs(end) != TRUE), lit if truth else -lit, 0)
                    start = at + 1

    def record(self) -> dict[str, Any]:
        """`first`: the literal x <= (smallest value); the others follow it."""
        return {"code": "order", "first": self.at_most[0] if len(self.values) > 1 else 0}


def code(sink: Sink, values: Sequence[int]) -> OrderInt:
    """A new variable with these values (ascending, at least one): len(values) - 1 literals, len(values) - 2 axioms."""
    lits = sink.new(len(values) - 1)
    defs = sink.defs
    for lit in lits[:-1]:
        defs += (-lit, lit + 1, 0)
    return OrderInt(sink, values, lits)


def constant(sink: Sink, value: int) -> OrderInt:
    """The integer that has this value; no literals."""
    return OrderInt(sink, (value,), ())


def channelled(sink: Sink, values: Sequence[int], meanings: Iterable[Meaning]) -> OrderInt:
    """Order literals for an integer with these values that has another code, whose literals mean that.

    Raises ModelError beyond MOST_VALUES.
    """
    check_size(values)
    x = code(sink, values)
    x.tie(meanings)
    return x


def check_size(values: Sequence[int]) -> None:
    """Raises ModelError for more values than can have literals of their own besides another code."""
    if count(values) > MOST_VALUES:
        needed = f"an integer with {cut(count(values))} values would need literals for each of them"
        raise ModelError(f"{needed}; that is done for at most {MOST_VALUES}")


class OrderReader(Reader):
    """`first` is the literal `at most values[0]`."""

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
            raise SolverError(f"the answer gives {name} no value (its order code is not monotone): not of this map")
        return self.values.values()[least]

    def differs(self, value: int) -> list[int]:
        """The literals `less than value` and `greater than value`, where they are possible."""
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

    def branches(self) -> list[int]:
        return [self.first + self.size * part // 4 for part in QUARTERS if self.size]


ENCODING = Encoding("order", code, OrderReader.read, ordered=True)
