"""The greatest of several terms, and by change of sign the least."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from ...cnf.sink import Sink, write_clause
from ...ints.spec import IntCode
from . import bit_arithmetic
from .auxiliaries import Auxiliaries
from .domains import Narrowing
from .formulas import Linear

MAXIMUM = "maximum"


def maximum(auxiliaries: Auxiliaries, terms: Sequence[Linear]) -> Linear:
    """The greatest of at least one term; a term that the bounds leave no chance is left out."""
    least = max(auxiliaries.bounds(t)[0] for t in terms)
    able = [t for t in dict.fromkeys(terms) if auxiliaries.bounds(t)[1] > least]
    if not able:  # then one of them is always `least`
        return next(t for t in terms if auxiliaries.bounds(t)[0] == least)
    if all(auxiliaries.bounds(t)[0] < least for t in able):
        able.append(Linear((), least))
    if len(able) == 1:
        return able[0]
    singles = sorted(auxiliaries.single(t) for t in able)
    most = max(auxiliaries.bounds(t)[1] for t in able)
    domain = reduce(or_, map(auxiliaries.domain, singles)).clipped(least, most)
    return auxiliaries.defined(domain, MAXIMUM, *singles)


def minimum(auxiliaries: Auxiliaries, terms: Sequence[Linear]) -> Linear:
    """The least of at least one term."""
    return maximum(auxiliaries, [t.times(-1) for t in terms]).times(-1)


def narrow(narrowing: Narrowing, v: Linear, *terms: Linear) -> None:
    """Bounds of v = max(terms)."""
    for t in terms:
        narrowing.at_most_zero(t.plus(v.times(-1)))
    least, most = narrowing.bounds(v)
    able = [t for t in terms if narrowing.bounds(t)[1] >= least]
    if len(able) == 1:
        narrowing.zero(v.plus(able[0].times(-1)))
    elif able:
        ((_, x),) = v.terms
        narrowing.clip(x, least, min(most, max(narrowing.bounds(t)[1] for t in able)))


def write(sink: Sink, v: IntCode, *terms: IntCode) -> None:
    """v = max(terms), exactly, whatever the domains.

    With m values of v and n terms at most m binary clauses for each term (v at most c, so the term is) and m clauses
    of n + 1 literals (all terms below c, so v is); no variables.  In bits: see `bitarithmetic`.
    """
    if bit_arithmetic.wanted((v, *terms)):
        bit_arithmetic.maximum(sink, v, *terms)
        return
    for t in terms:
        for c, later in zip(v.values, [*v.values[1:], None], strict=True):
            if later is None or t.le(later) != t.le(c):  # else the clause for the later one says more
                write_clause(sink.out, (-v.le(c), t.le(c)))
    for c in v.values:
        write_clause(sink.out, (v.le(c - 1), *(-t.le(c - 1) for t in terms)))
    sink.spill()
