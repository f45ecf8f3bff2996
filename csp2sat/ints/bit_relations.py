"""Two integers in bits, compared bit by bit: no sum is made of them.

The bits of both count from the same number; where one counts from a smaller one, the difference is added to its bits,
once for each difference, by a variable and at most seven clauses for each bit above the lowest one of the difference
(see `log.LogInt.above`).  Then `=` takes two clauses for each bit, `!=` and `<=` a variable and at most three.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from ..cnf.sink import FALSE, TRUE, Lit, Sink, write_clause
from . import log
from .affine import Affine
from .log import LogInt
from .spec import IntCode, Unless


class Shifted(NamedTuple):
    """sign * code + offset, with sign 1 or -1."""

    code: LogInt
    sign: int
    offset: int

    @property
    def least(self) -> int:
        """The number from which its bits count."""
        return self.offset + (self.code.base if self.sign > 0 else 1 - self.code.base - (1 << len(self.code.bits)))


def shifted(x: IntCode, sign: int, offset: int) -> Shifted | None:
    """sign * x + offset, if x is in bits, or can be as a whole."""
    if isinstance(x, Affine):
        if abs(x.factor) != 1:
            return None
        return shifted(x.inner, sign * x.factor, offset + sign * x.offset)
    if isinstance(x, LogInt):
        return Shifted(x, sign, offset)
    if x.in_bits is None and x.weights() is None:
        log.weights(x)
    return Shifted(x.in_bits, sign, offset) if isinstance(x.in_bits, LogInt) else None


def require(sink: Sink, op: str, x: Shifted, y: Shifted, unless: Unless = ()) -> None:
    """x op y (`eq ne le`), unless one of the literals is true."""
    least = min(x.least, y.least)
    some, others = (each.code.above(each.sign, each.least - least) for each in (x, y))
    pairs = list(zip_longest(some, others, fillvalue=FALSE))
    {"eq": _equal, "ne": _differ, "le": _at_most}[op](sink, pairs, unless)


LitPairs = Sequence[tuple[Lit, Lit]]  # bits of the same weight, lowest first


def _equal(sink: Sink, pairs: LitPairs, unless: Unless) -> None:
    for a, b in pairs:
        write_clause(sink.out, (*unless, -a, b))
        write_clause(sink.out, (*unless, a, -b))


def _differ(sink: Sink, pairs: LitPairs, unless: Unless) -> None:
    """Somewhere a chosen bit is not the other one."""
    chosen = sink.new(len(pairs))
    for lit, (a, b) in zip(chosen, pairs, strict=True):
        write_clause(sink.out, (-lit, a, b))
        write_clause(sink.out, (-lit, -a, -b))
    sink.out += (*unless, *chosen, 0)


def _at_most(sink: Sink, pairs: LitPairs, unless: Unless) -> None:
    """From the highest bit: where all higher ones are the same, a one needs a one, and unless that decides it, this bit
    is the same, too."""
    above = unless  # one of these is true where the higher bits have decided
    for at in reversed(range(len(pairs))):
        a, b = pairs[at]
        write_clause(sink.out, (*above, -a, b))
        if at and a not in (b, TRUE) and b != FALSE:
            same = sink.var()
            write_clause(sink.out, (*above, -a, same))
            write_clause(sink.out, (*above, b, same))
            above = (-same,)
