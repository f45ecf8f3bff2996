"""The direct encoding: one literal for `x is v`.

A variable with m > 2 values has m literals in ascending order of the values, a clause that one of them is true, and
`at_most_one` of them (2 m + O(sqrt m) clauses).  With two values or one it is order encoded.  Order literals are made
as a whole when one is first asked for: m - 1 variables, m - 2 axioms and at most 3 m clauses.

Source: J. de Kleer, A comparison of ATMS and CSP techniques, IJCAI 1989; T. Walsh, SAT v CSP, CP 2000.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from ..cnf.gates import exactly_one
from ..cnf.sink import FALSE, TRUE, Lit, Sink
from . import order
from .channel import Meaning, order_view
from .order import OrderInt
from .spec import Encoding, IntCode


class DirectInt:
    """A direct-encoded integer: `lits[i]` is the literal x = values[i].

    bits: the same integer in bits, once it was asked for.
    """

    kind = "direct"

    def __init__(self, sink: Sink, values: Sequence[int], lits: Sequence[Lit]):
        self.values, self.lits = values, lits
        self._sink = sink
        self._order: OrderInt | None = None
        self.bits: IntCode | None = None

    def eq(self, value: int) -> Lit:
        at = bisect_left(self.values, value)
        return self.lits[at] if at < len(self.values) and self.values[at] == value else FALSE

    def le(self, bound: int) -> Lit:
        if bound < self.values[0]:
            return FALSE
        if bound >= self.values[-1]:
            return TRUE
        return self.order().le(bound)

    @property
    def has_order(self) -> bool:
        """Are there order literals already?"""
        return self._order is not None

    def order(self) -> OrderInt:
        """Order literals, channelled."""
        if self._order is None:
            self._order = order_view(self._sink, self.values, map(self._meaning, self.values, self.lits))
            self._order.adopt(dict(zip(self.values, self.lits, strict=True)))
        return self._order

    @staticmethod
    def _meaning(value: int, lit: Lit) -> Meaning:
        return lit, value.__eq__


def code(sink: Sink, values: Sequence[int]) -> IntCode:
    """A new variable with these values (ascending, at least one)."""
    if len(values) <= 2:
        return order.code(sink, values)
    lits = sink.new(len(values))
    with sink.defining():
        exactly_one(sink, lits)
    return DirectInt(sink, values, lits)


def record(x: IntCode) -> dict[str, Any]:
    """`first`: the literal x = (smallest value); the others follow it."""
    assert isinstance(x, DirectInt)
    return {"code": "direct", "first": x.lits[0]}


ENCODING = Encoding("direct", code, record)
