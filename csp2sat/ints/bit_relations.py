"""Comparisons of two integers in bits, bit by bit, without a sum of both.

The bits of both count from the same number; if the bits of one integer count from a greater number, the difference is
added to its bits, once for each difference, by a variable and at most seven clauses for each bit above the lowest bit
of the difference (see `log.LogInt.above`).  Then `=` takes two clauses for each bit, `!=` and `<=` a variable and at
most three clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from ..cnf.sink import DOWN, FALSE, TRUE, Lit, Sink, write_clause
from ..tuples import NamedTuple
from . import log
from .affine import Affine, Mirrored
from .log import LogInt
from .spec import IntCode, Unless


class Shifted(NamedTuple):
    """An integer in bits, negated or not, plus a constant: sign * code + offset, with sign 1 or -1."""

    code: LogInt
    sign: int
    offset: int

    @property
    def least(self) -> int:
        """The number from which the bits of the shifted integer count."""
        return self.offset + (self.code.base if self.sign > 0 else 1 - self.code.base - (1 << len(self.code.bits)))


def shifted(x: IntCode, sign: int, offset: int) -> Shifted | None:
    """Return sign * x + offset as an integer in bits, or None if x has no bits and cannot be given bits.

    The sign is 1 or -1.  New bits may be made for x; raise ModelError if x has too many values.
    """
    if isinstance(x, (Affine, Mirrored)):
        if abs(x.factor) != 1:
            return None
        return shifted(x.inner, sign * x.factor, offset + sign * x.offset)
    if isinstance(x, LogInt):
        return Shifted(x, sign, offset)
    if x.in_bits is None and x.weights() is None:
        log.weights(x)
    return Shifted(x.in_bits, sign, offset) if isinstance(x.in_bits, LogInt) else None


def require(sink: Sink, op: str, x: Shifted, y: Shifted, unless: Unless = ()) -> None:
    """Require x op y, with op one of `eq ne le`, unless a literal of `unless` is true."""
    least = min(x.least, y.least)
    some, others = (each.code.above(each.sign, each.least - least) for each in (x, y))
    pairs = list(zip_longest(some, others, fillvalue=FALSE))
    if op == "eq":
        _equal(sink, pairs, unless)
    elif op == "ne":
        sink.means("differ", _differ(sink, pairs, unless), (x, y), DOWN)
    else:
        states = _at_most(sink, pairs, unless)
        sink.means("less_from", [*states.values()], (x, y, [*states]), unless=unless)


LitPairs = Sequence[tuple[Lit, Lit]]  # bits of the same weight, lowest first


def _equal(sink: Sink, pairs: LitPairs, unless: Unless) -> None:
    for a, b in pairs:
        write_clause(sink.out, (*unless, -a, b))
        write_clause(sink.out, (*unless, a, -b))


def _differ(sink: Sink, pairs: LitPairs, unless: Unless) -> Sequence[Lit]:
    """Require that the bits of some pair differ: a new literal for each pair, which is returned, chooses the pair and
    makes its bits differ.
    """
    chosen = sink.new(len(pairs))
    for lit, (a, b) in zip(chosen, pairs, strict=True):
        write_clause(sink.out, (-lit, a, b))
        write_clause(sink.out, (-lit, -a, -b))
    sink.out += (*unless, *chosen, 0)
    return chosen


def _at_most(sink: Sink, pairs: LitPairs, unless: Unless) -> dict[int, Lit]:
    """Require that the first number of the pairs of bits is at most the second, unless a literal of `unless` is true.

    pairs: the bits of both numbers at each place, lowest first.  From the highest bit on, while all higher bits are the
    same: a 1 in the first number needs a 1 in the second, and a new literal is true if this bit is the same too.
    Return these literals by the places of their bits; if one is false, the first number is less from this bit on.
    """
    above, states = unless, dict[int, Lit]()  # one of `above` is true where the higher bits have decided
    for at in reversed(range(len(pairs))):
        a, b = pairs[at]
        write_clause(sink.out, (*above, -a, b))
        if at and a not in (b, TRUE) and b != FALSE:
            same = states[at] = sink.var()
            write_clause(sink.out, (*above, -a, same))
            write_clause(sink.out, (*above, b, same))
            above = (-same,)
    return states
