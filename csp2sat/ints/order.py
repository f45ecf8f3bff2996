"""The order encoding: one literal for `x is at most v`.

A variable with values v0 < ... < vm has m literals q0 .. q(m-1), consecutive in number, qi meaning x <= vi, and m - 1
axioms qi -> q(i+1).  Holes cost nothing.  Equalities are literals of their own, defined by three clauses when they are
first asked for.

Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling finite linear CSP into SAT, Constraints 14(2), 2009.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from ..cnf.sink import FALSE, TRUE, Lit, Sink
from .spec import Encoding, IntCode


class OrderInt:
    """An order-encoded integer: `at_most[i]` is the literal x <= values[i]; the last one is the constant true.

    bits, digits: the same integer in bits and in digits, once that was asked for.
    """

    kind = "order"

    def __init__(self, sink: Sink, values: Sequence[int], at_most: Sequence[Lit]):
        self.values = values
        self.at_most: list[Lit] = [*at_most, TRUE]
        self.sink = sink
        self._equal: dict[int, Lit] = {}
        self.bits: IntCode | None = None
        self.digits: IntCode | None = None

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


def code(sink: Sink, values: Sequence[int]) -> OrderInt:
    """A new variable with these values (ascending, at least one): len(values) - 1 literals, len(values) - 2 axioms."""
    lits = sink.new(len(values) - 1)
    defs = sink.defs
    for lit in lits[:-1]:
        defs += (-lit, lit + 1, 0)
    return OrderInt(sink, values, lits)


def of_literal(sink: Sink, low: int, high: int, is_low: Lit) -> OrderInt:
    """The integer that is `low` when the literal is true, else `high` (low < high); no clauses."""
    return OrderInt(sink, (low, high), (is_low,))


def record(x: IntCode) -> dict[str, Any]:
    """`first`: the literal x <= (smallest value); the others follow it."""
    assert isinstance(x, OrderInt)
    return {"code": "order", "first": x.at_most[0] if len(x.values) > 1 else 0}


ENCODING = Encoding("order", code, record)
