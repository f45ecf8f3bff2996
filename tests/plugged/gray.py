"""The Gray code encoding: the bits of the Gray code of x's place among its values; all else by order literals.

It shows that an encoding is one file: whatever goes through the encodings by their registry has this one, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from csp2sat.cnf.sink import FALSE, Lit, Sink
from csp2sat.errors import SolverError
from csp2sat.ints import order
from csp2sat.ints.log import spelled
from csp2sat.ints.order import OrderInt
from csp2sat.ints.spec import Encoding, IntCode, Reader


def gray(place: int) -> int:
    """The code of a place: that of the next one differs in one bit."""
    return place ^ place >> 1


class GrayInt(IntCode):
    """An integer in Gray code; `bits`, lowest first, say the place of its value."""

    kind = "gray"

    def __init__(self, sink: Sink, values: Sequence[int], bits: Sequence[Lit]):
        self.sink, self.values, self.bits = sink, values, bits
        self._places = {value: place for place, value in enumerate(values)}
        self._order: OrderInt | None = None
        self._equal: dict[int, Lit] = {}

    def le(self, bound: int) -> Lit:
        return self.order().le(bound)

    def eq(self, value: int) -> Lit:
        if value not in self._places:
            return FALSE
        if value not in self._equal:
            pins = spelled(self.bits, gray(self._places[value]))
            self._equal[value] = lit = self.sink.var()
            self.sink.defs += (lit, *(-pin for pin in pins), 0)
            for pin in pins:
                self.sink.defs += (-lit, pin, 0)
        return self._equal[value]

    def order(self) -> OrderInt:
        if self._order is None:
            meanings = [(bit, partial(self._is_one, at)) for at, bit in enumerate(self.bits)]
            self._order = order.channelled(self.sink, self.values, meanings)
        return self._order

    def _is_one(self, at: int, value: int) -> bool:
        return bool(gray(self._places[value]) >> at & 1)

    def record(self) -> dict[str, Any]:
        """`first`: the literal of the lowest bit; the others follow it."""
        return {"code": "gray", "first": self.bits[0]}


def code(sink: Sink, values: Sequence[int]) -> IntCode:
    """A new variable with these values: a clause for each place that no value has."""
    if len(values) <= 2:
        return order.code(sink, values)
    bits = sink.new((len(values) - 1).bit_length())
    for place in range(len(values), 1 << len(bits)):
        sink.defs += (*(-bit for bit in spelled(bits, gray(place))), 0)
    return GrayInt(sink, values, bits)


class GrayReader(Reader):
    """`first` is the lowest bit of the Gray code of the value's place."""

    @property
    def size(self) -> int:
        return (self.values.size() - 1).bit_length()

    def value(self, name: str, true: set[int]) -> int:
        code = sum(1 << at for at, lit in enumerate(self.literals()) if lit in true)
        values = self.values.values()
        for value, place in zip(values, range(len(values)), strict=True):
            if gray(place) == code:
                return value
        raise SolverError(f"the answer gives {name!r} no value (Gray code {code}): another map")

    def differs(self, value: int) -> list[int]:
        return [-pin for pin in spelled(self.literals(), gray(self.values.values().index(value)))]


ENCODING = Encoding("gray", code, GrayReader.read)
