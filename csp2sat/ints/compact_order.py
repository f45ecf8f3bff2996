"""The compact order encoding: the digits of x less its smallest value, in base 16, each in the order encoding.

A variable with values in lo..hi has about log16(hi - lo) digits of at most 15 literals and 14 axioms.  Numbers above hi
are excluded by at most one clause for each digit.  A variable with at most SMALL values is order encoded.  On demand,
`x <= v` takes at most a variable and 4 clauses for each digit but one, `x = v` a variable, a clause for each digit and
one more.  Sums go digit by digit with carries, see `encoder.sums.compact_order_sums`.

Source: T. Tanjo, N. Tamura, M. Banbara, A compact and efficient SAT-encoding of finite domain CSP, SAT 2011; there the
base depends on the largest domain; 16 makes digits and bits fit together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from ..cnf.flat_clauses import Clause
from ..cnf.sink import TRUE, Lit, Sink
from ..model.domain import Domain
from . import log, order
from .coded import CodedInt
from .order import OrderInt, OrderReader
from .ranges import count, gaps
from .spec import (
    IN_DIGITS,
    MOST_LITERALS,
    Digits,
    Encoding,
    IntCode,
    Meaning,
    Reader,
    Weights,
    bit_axioms,
    offset,
    width,
)

WIDTH = 4  # bits of a digit
BASE = 1 << WIDTH
SMALL = 32  # values of a variable that has no digits
WHOLE = 64  # values of an integer that is one digit in sums


class DigitInt(CodedInt):
    """A compact-order-encoded integer: x is `values[0]` plus the number with the given digits, lowest first."""

    kind = "compact-order"
    addition = IN_DIGITS

    def __init__(self, sink: Sink, values: Sequence[int], digits: Sequence[OrderInt]):
        super().__init__(sink, values, values[0])
        self._digits = digits
        self._at_most: dict[tuple[int, int], Lit] = {}

    def up_to(self, most: int) -> Lit:
        """Return the literal that the offset is at most `most`, defined digit by digit from the lowest digit on."""
        lit = TRUE
        for at, digit in enumerate(self._digits):
            key = at, most % BASE ** (at + 1)
            if key not in self._at_most:
                self._at_most[key] = self._one_more(digit, most >> at * WIDTH & BASE - 1, lit)
            lit = self._at_most[key]
        return lit

    def _one_more(self, digit: OrderInt, value: int, below: Lit) -> Lit:
        """Return the literal that a digit is less than `value`, or is `value` and the literal `below` of the lower
        digits is true.
        """
        less, up_to = digit.le(value - 1), digit.le(value)
        if below == TRUE or less == up_to:
            return up_to
        lit = self.sink.var()
        self.sink.defs += (-less, lit, 0, -up_to, -below, lit, 0, -lit, up_to, 0, -lit, less, below, 0)
        return lit

    def pins(self, offset: int) -> list[Lit]:
        return [digit.eq(offset >> at * WIDTH & BASE - 1) for at, digit in enumerate(self._digits)]

    def meanings(self) -> list[Meaning]:
        return [
            (lit, partial(_is_at_most, self.values[0], at, value))
            for at, digit in enumerate(self._digits)
            for value, lit in zip(digit.values[:-1], digit.at_most, strict=False)
        ]

    def digits(self) -> Digits:
        return self.values[0], self._digits

    def weights(self) -> Weights:
        parts = [(WIDTH * at, log.weights(digit)[1]) for at, digit in enumerate(self._digits)]
        return self.values[0], [(weight << shift, lit) for shift, terms in parts for weight, lit in terms]

    def record(self) -> dict[str, Any]:
        """Return what a map keeps; `first` is the literal `lowest digit is 0`, and the digits' other literals follow in
        order.
        """
        return {"code": DigitInt.kind, "base": BASE, "first": self._digits[0].at_most[0]}


def _is_at_most(least: int, at: int, most: int, value: int) -> bool:
    return (value - least >> at * WIDTH) & BASE - 1 <= most


def tops(span: int) -> list[int]:
    """Return the greatest value of each digit of the numbers 0 .. span, lowest digit first."""
    found = []
    while span:
        found.append(BASE - 1 if span >= BASE else span)
        span >>= WIDTH
    return found


def code(sink: Sink, values: Sequence[int]) -> IntCode:
    """Return a new variable with the given values (ascending, at least one); its axioms go to the sink."""
    if count(values) <= SMALL:
        return order.code(sink, values)
    span = values[-1] - values[0]
    digits = [order.code(sink, range(top + 1)) for top in tops(span)]
    higher: list[Lit] = []
    for at in reversed(range(len(digits))):
        most = span >> at * WIDTH & BASE - 1
        if TRUE not in (*higher, digits[at].le(most)):
            sink.defs += (*higher, digits[at].le(most), 0)
        higher.append(digits[at].le(most - 1))
    x = DigitInt(sink, values, digits)
    for first, last in gaps(values):
        sink.defs += (x.up_to(first - 1 - values[0]), -x.up_to(last - values[0]), 0)
    return x


def digits(x: IntCode) -> Digits:
    """Return an integer as a constant and digits in base BASE, lowest first.

    An integer with few values may be one digit as a whole; an integer in another code gets new digits, which are
    channelled to its order literals.  Raises ModelError for too many values.
    """
    found = x.digits()
    if found is not None:
        return found
    if count(x.values) <= WHOLE:
        return 0, [x.order()]
    view = x.order()
    if view.digits() is None:
        made = code(view.sink, view.values)
        assert isinstance(made, DigitInt)
        view.tie(made.meanings())
        view.in_digits = made
    return digits(view)


@dataclass(frozen=True)
class DigitsReader(Reader):
    """A reader of the digits of the difference from the least value, lowest first, each with an order code."""

    base: int

    @cached_property
    def digits(self) -> list[OrderReader]:
        """The readers of the digits, lowest digit first."""
        found: list[OrderReader] = []
        first, span = self.first, self.values.hi - self.values.lo
        while span:
            found.append(OrderReader(Domain([(0, min(span, self.base - 1))]), first))
            first += found[-1].size
            span //= self.base
        return found

    @classmethod
    def read(cls, values: Domain, record: dict[str, Any], num_vars: int) -> DigitsReader | None:
        first, base = record.get("first"), record.get("base")
        if not isinstance(first, int) or not isinstance(base, int) or not 2 <= base <= MOST_LITERALS:
            return None
        return cls(values, first, base).checked(num_vars)

    @property
    def size(self) -> int:
        return sum(digit.size for digit in self.digits)

    def value(self, name: str, true: set[int]) -> int:
        found = [digit.value(name, true) for digit in self.digits]
        return self.inside(name, self.values.lo + sum(digit * int(self.base**at) for at, digit in enumerate(found)))

    def differs(self, value: int) -> list[int]:
        return [lit for digit, at in self._spelled(value) for lit in digit.differs(at)]

    def phases(self, value: int) -> list[int]:
        return [lit for digit, at in self._spelled(value) for lit in digit.phases(at)]

    def at_most(self, value: int) -> list[Clause]:
        return _lexicographic(
            [(digit.at_most(at), digit.at_most(at - 1) if at else []) for digit, at in self._spelled(value)]
        )

    def at_least(self, value: int) -> list[Clause]:
        return _lexicographic(
            [
                (digit.at_least(at), digit.at_least(at + 1) if at < digit.values.hi else [])
                for digit, at in self._spelled(value)
            ]
        )

    def steps(self) -> Iterator[tuple[int, Lit]]:
        for number, digit in enumerate(self.digits):
            yield from ((weight * int(self.base**number), lit) for weight, lit in digit.steps())

    def _spelled(self, value: int) -> Iterator[tuple[OrderReader, int]]:
        """Yield the reader of each digit, lowest first, with the digit that `value` has there."""
        rest = value - self.values.lo
        for digit in self.digits:
            rest, at = divmod(rest, self.base)
            yield digit, at

    def meaning(self, name: str, lit: Lit) -> str:
        at, digit = next((at, digit) for at, digit in enumerate(self.digits) if abs(lit) in digit.literals())
        return digit.meaning(f"digit {at} of {offset(name, self.values.lo)} in base {self.base}:", lit)

    def branches(self) -> list[int]:
        return [lit for digit in self.digits for lit in digit.branches()]


def _lexicographic(digits: list[tuple[list[Clause], list[Clause]]]) -> list[Clause]:
    """Return clauses that a number of given digits, lowest first, is not beyond a bound.

    digits: for each digit the clauses that it is not beyond the bound's digit, and the clauses that it is strictly
    before; each is one literal, or [] if the first is always true or the second never.
    """
    found: list[Clause] = []
    before: Clause = []  # a higher digit decides
    for within, strictly in reversed(digits):
        found += [[*before, *literals] for literals in within]
        before = [*before, *(lit for literals in strictly for lit in literals)]
    return found


ENCODING = Encoding(
    DigitInt.kind,
    code,
    DigitsReader.read,
    any_size=True,
    addition=IN_DIGITS,
    axioms=bit_axioms,
    of_value=lambda values: 1 + 2 * -(-width(values) // WIDTH),
)
