"""Equations of two direct-encoded integers, by values."""

from __future__ import annotations

from collections.abc import Sequence

from ..cnf.sink import Sink
from ..ints.spec import IntCode, Unless
from .clause import write_clause


def equal(sink: Sink, terms: Sequence[tuple[int, IntCode]], value: int, unless: Unless) -> None:
    """a * x + b * y = value, unless one of the literals is true: a clause for each value of either, which value of the
    other goes with it (`support`; I. P. Gent, Arc consistency in SAT, ECAI 2002)."""
    for (a, x), (b, y) in (terms, reversed(terms)):
        for v in x.values:
            other, rest = divmod(value - a * v, b)
            partner = () if rest else (y.eq(other),)
            write_clause(sink.out, (*unless, -x.eq(v), *partner))
    sink.spill()
