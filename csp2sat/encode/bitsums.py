"""Linear constraints in bits: the sum by adders, as an integer, which is then compared with a constant.

A comparison takes at most one clause for each bit, a disequality one clause, so sums are shared by all that compare
them.  Their size: see `cnf.adders.total`.
Source: J. P. Warners, A linear-time transformation of linear inequalities into CNF, IPL 68, 1998.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..cnf import adders
from ..cnf.sink import Sink
from ..ints import log
from ..ints.log import LogInt
from ..ints.spec import IntCode, Unless

Terms = Iterable[tuple[int, IntCode]]  # coefficients and integers


def total(sink: Sink, terms: Terms) -> LogInt:
    """The sum of coefficient * integer."""
    const, weighted = 0, []
    for a, x in terms:
        start, steps = log.weights(x)
        const += a * start
        weighted += [(a * weight, lit) for weight, lit in steps]
    return of_weights(sink, const, weighted)


def of_weights(sink: Sink, const: int, weighted: adders.Weighted) -> LogInt:
    """A constant and the sum of weighted literals."""
    plus, bits = adders.total(sink, weighted)
    least = const + plus
    return LogInt(sink, range(least, least + (1 << len(bits))), bits)


def require(x: LogInt, op: str, bound: int, unless: Unless) -> None:
    """x op bound, unless one of the literals is true; op: `le ge eq ne`."""
    write = {"le": x.at_most, "ge": x.at_least, "eq": x.equal, "ne": x.differ}[op]
    write(bound, unless)


def compare(sink: Sink, x: IntCode, op: str, y: IntCode, unless: Unless = ()) -> None:
    """x op y, unless one of the literals is true."""
    require(total(sink, ((1, x), (-1, y))), op, 0, unless)
