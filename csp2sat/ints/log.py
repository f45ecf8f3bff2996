"""The log encoding: the bits of x less a number that is its smallest value or near to its smallest value.

A variable whose values lie in lo..hi has n = bit_length(hi - lo) literals, b0 .. b(n-1) in order of weight, so x = base
+ b0 + 2 b1 + 4 b2 ...  The base is lo, rounded down to a multiple of a power of two as large as n bits allow: 0 for
most variables that are not negative, so that equal bits of two integers mean the same (see `bit_relations`). Numbers
below lo and above hi are excluded by at most n clauses each, each gap between values by at most 2n.  A variable with
two values or one is order encoded.  All other literals are made on demand: `x <= v` by at most n - 1 variables of 3
clauses, `x = v` by a variable and n + 1 clauses, or order literals as a whole, with about 2 clauses for each value.

Source: K. Iwama, S. Miyazaki, SAT-variable complexity of hard combinatorial problems, IFIP 1994.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from ..cnf import adders
from ..cnf.flat_clauses import Clause, clauses
from ..cnf.sink import FALSE, TRUE, Lit, Sink
from ..model.domain import Domain
from . import order
from .coded import CodedInt
from .ranges import count, gaps
from .spec import IN_BITS, Encoding, IntCode, Meaning, Reader, Unless, Weights, bit_axioms, offset, width

STEPS = 4  # values of an integer that is summed up in steps; one with more gets bits


class LogInt(CodedInt):
    """A log-encoded integer: x is the number `base` plus the binary number of the literals `bits`, lowest first."""

    kind = "log"
    addition = IN_BITS

    def __init__(self, sink: Sink, values: Sequence[int], base: int, bits: Sequence[Lit]):
        super().__init__(sink, values, base)
        self.bits = bits
        self._at_most: dict[tuple[int, int], Lit] = {}
        self._above: dict[tuple[int, int], Sequence[Lit]] = {}

    def up_to(self, most: int) -> Lit:
        """Return the literal that the offset is at most `most`, defined bit by bit from its lowest 0 on."""
        zero = (~most & (most + 1)).bit_length() - 1  # below are ones: whatever is there is at most that
        lit = -self.bits[zero]
        for at in range(zero + 1, len(self.bits)):
            key = at, most & ((2 << at) - 1)
            known = self._at_most.get(key)
            if known is None:
                self._at_most[key] = known = self._one_more(-self.bits[at], lit, most >> at & 1)
                self.sink.defines("within", (known,), (self, at + 1, key[1]))
            lit = known
        return lit

    def _one_more(self, zero: Lit, below: Lit, one: int) -> Lit:
        """Return a new literal for `zero or below` if the bound's bit `one` is 1, for `zero and below` if it is 0.

        zero: the literal that the integer's bit is 0.  below: the literal that the lower bits are within the bound.
        """
        lit = self.sink.var()
        if one:
            self.sink.defs += (lit, -zero, 0, lit, -below, 0, -lit, zero, below, 0)
        else:
            self.sink.defs += (-lit, zero, 0, -lit, below, 0, lit, -zero, -below, 0)
        return lit

    def pins(self, offset: int) -> list[Lit]:
        return spelled(self.bits, offset)

    def meanings(self) -> list[Meaning]:
        return [(bit, partial(_is_one, self.base, at)) for at, bit in enumerate(self.bits)]

    def weights(self) -> Weights:
        return self.base, [(1 << at, bit) for at, bit in enumerate(self.bits)]

    def record(self) -> dict[str, Any]:
        """Return what a map keeps; `first` is the literal of the lowest bit, and the other bits follow.

        `below` is how far the base is below the least value, if it is.
        """
        below = self.values[0] - self.base
        return {"code": LogInt.kind, "first": self.bits[0]} | ({"below": below} if below else {})

    def above(self, sign: int, number: int) -> Sequence[Lit]:
        """Return the bits of the offset (with sign -1: of its complement in as many bits) plus a number of at least
        0.
        """
        if (sign, number) not in self._above:
            bits = self.bits if sign > 0 else [-bit for bit in self.bits]
            self._above[sign, number], carries = adders.plus(self.sink, bits, number)
            self.sink.defines("plus", self._above[sign, number], (self, sign, number, carries))
        return self._above[sign, number]

    def require(self, op: str, bound: int, unless: Unless = ()) -> None:
        """Require x op bound, with op one of `le ge eq ne`, unless a literal of `unless` is true.

        At most a clause for each bit, for `ne` one; no variables.
        """
        out, offset, most = self.sink.out, bound - self.base, (1 << len(self.bits)) - 1
        if op == "le":
            write_up_to(out, self.bits, offset, unless)
        elif op == "ge":
            write_up_to(out, [-bit for bit in self.bits], most - offset, unless)
        elif not 0 <= offset <= most:
            out += (*unless, 0) if op == "eq" else ()
        else:
            pins = spelled(self.bits, offset)
            clauses = [[pin] for pin in pins] if op == "eq" else [[-pin for pin in pins]]
            for clause in clauses:
                if TRUE not in clause:
                    out += (*unless, *clause, 0)


def _is_one(least: int, at: int, value: int) -> bool:
    return bool(value - least >> at & 1)


def spelled(bits: Sequence[Lit], number: int) -> list[Lit]:
    """Return the literals that are all true if and only if the bits, lowest first, are those of the number."""
    return [bit if number >> at & 1 else -bit for at, bit in enumerate(bits)]


def write_up_to(out: list[Lit], bits: Sequence[Lit], most: int, unless: Unless) -> None:
    """Append to `out` clauses that the binary number of `bits` is at most `most`, unless a literal of `unless` is true.

    The bits are lowest first.  For each 0 of `most` a clause: that bit is 0, or a higher bit that is 1 in `most` is 0.
    """
    if most < 0:
        out += (*unless, 0)
        return
    if most >= (1 << len(bits)) - 1:
        return
    zeros: list[Lit] = []
    for at in reversed(range(len(bits))):
        if most >> at & 1:
            zeros.append(-bits[at])
        else:
            clause = [lit for lit in (*zeros, -bits[at]) if lit != FALSE]
            if TRUE not in clause:
                out += (*unless, *clause, 0)


def write_none_of(out: list[Lit], bits: Sequence[Lit], first: int, last: int) -> None:
    """Append to `out` clauses that the binary number of `bits` is none from `first` to `last`.

    A clause for each block of numbers that share their high bits; the bits are lowest first.
    """
    while first <= last:
        low = (last - first + 1).bit_length() - 1
        if first:
            low = min(low, (first & -first).bit_length() - 1)
        out += (*(-bit for bit in spelled(bits, first)[low:]), 0)
        first += 1 << low


def code(sink: Sink, values: Sequence[int]) -> IntCode:
    """Return a new variable with the given values (ascending, at least one); its axioms go to the sink."""
    if count(values) <= 2:
        return order.code(sink, values)
    bits, base = sink.new((values[-1] - values[0]).bit_length()), rounded(values[0], values[-1])
    write_up_to(sink.defs, bits, values[-1] - base, ())
    write_up_to(sink.defs, [-bit for bit in bits], (1 << len(bits)) - 1 - (values[0] - base), ())
    for first, last in gaps(values):
        write_none_of(sink.defs, bits, first - base, last - base)
    return LogInt(sink, values, base, bits)


def rounded(least: int, most: int) -> int:
    """Return the base of an integer with values least..most: `least`, rounded down to a multiple of a power of two.

    The power is the greatest for which the differences of the values from the base take as many bits as most - least.
    """
    width = (most - least).bit_length()
    down = next(at for at in reversed(range(width + 1)) if not most - (least >> at << at) >> width)
    return least >> down << down


def weights(x: IntCode) -> Weights:
    """Return an integer as a constant and weighted literals: x is the constant plus the weights of the true literals.

    The literals are those of the integer's code if they have weights; else, if the values are few, order literals with
    the steps between the values; else bits that are channelled to the code.  Raises ModelError for too many values.
    """
    found = x.weights()
    if found is not None:
        return found
    if count(x.values) <= STEPS or x.sink.plain_bits:
        return x.values[0], [(high - low, -x.le(low)) for low, high in pairwise(x.values)]
    order.check_size(x.values)
    bits = code(x.sink, x.values)
    assert isinstance(bits, LogInt)
    x.tie(bits.meanings())
    x.in_bits = bits
    return bits.weights()


@dataclass(frozen=True)
class LogReader(Reader):
    """A reader of bits: `first` is the lowest bit of the difference from the base."""

    base: int

    @classmethod
    def read(cls, values: Domain, record: dict[str, Any], num_vars: int) -> LogReader | None:
        first, below = record.get("first"), record.get("below", 0)
        if not isinstance(first, int) or not isinstance(below, int):
            return None
        return cls(values, first, values.lo - below).checked(num_vars)

    @property
    def size(self) -> int:
        return (self.values.hi - self.values.lo).bit_length()

    def value(self, name: str, true: set[int]) -> int:
        return self.of_digits(name, b"".join([b"1" if lit in true else b"0" for lit in self.literals()]))

    def of_digits(self, name: str, digits: bytes) -> int:
        return self.inside(name, self.base + int(digits[::-1] or b"0", 2))

    def differs(self, value: int) -> list[int]:
        return [-lit for lit in spelled(self.literals(), value - self.base)]

    def at_most(self, value: int) -> list[Clause]:
        return _up_to(self.literals(), value - self.base) if value < self.values.hi else []

    def at_least(self, value: int) -> list[Clause]:
        bits = [-bit for bit in self.literals()]
        return _up_to(bits, (1 << self.size) - 1 - (value - self.base)) if value > self.values.lo else []

    def meaning(self, name: str, lit: Lit) -> str:
        return f"bit {abs(lit) - self.first} of {offset(name, self.base)} is {int(lit > 0)}"

    def steps(self) -> Iterator[tuple[int, Lit]]:
        for at, bit in enumerate(self.literals()):
            yield 1 << at, bit


def _up_to(bits: Sequence[Lit], most: int) -> list[Clause]:
    flat: list[Lit] = []
    write_up_to(flat, bits, most, ())
    return clauses(flat)


ENCODING = Encoding(
    LogInt.kind,
    code,
    LogReader.read,
    any_size=True,
    addition=IN_BITS,
    axioms=bit_axioms,
    of_value=lambda values: 1 + width(values),
)
