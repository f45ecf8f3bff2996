"""The base of codes in bits or digits: `x <= v` and `x = v` are literals that are defined when first needed."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from ..cnf.sink import FALSE, TRUE, Lit, Sink
from .order import OrderInt, channelled
from .ranges import count, has
from .spec import IntCode, Meaning

FEW = 16  # different bounds that are defined one by one, before there are order literals for all
VIEW = 4096  # values of an integer for which that is done


class CodedInt(IntCode):
    """An integer that is the number `base` plus an offset, which its literals encode."""

    def __init__(self, sink: Sink, values: Sequence[int], base: int):
        self.sink, self.values, self.base = sink, values, base
        self._order: OrderInt | None = None
        self._equal: dict[int, Lit] = {}
        self._bounds: list[int] = []
        self._below: dict[int, Lit] = {}  # the literals of the bounds

    @abstractmethod
    def up_to(self, most: int) -> Lit:
        """Return the literal that the offset is at most `most`, which is at least 0 and less than the greatest
        offset.
        """

    @abstractmethod
    def pins(self, offset: int) -> list[Lit]:
        """Return literals that are all true if and only if the integer's offset is the given offset."""

    @abstractmethod
    def meanings(self) -> list[Meaning]:
        """Return the literals of the code, each with a predicate of the values for which the literal is true."""

    def known(self) -> Iterator[tuple[str, int, Lit]]:
        for value, lit in self._equal.items():
            yield "=", value, lit
        for bound in self._bounds:
            yield "<=", bound, self._below[bound]

    def codes(self) -> Iterator[IntCode]:
        yield from super().codes()
        if self._order is not None:
            yield from self._order.codes()

    def order(self) -> OrderInt:
        if self._order is None:
            self._order = channelled(self.sink, self.values, self.meanings())
        return self._order

    def le(self, bound: int) -> Lit:
        if self._order is not None:
            return self._order.le(bound)
        if bound < self.values[0] or bound >= self.values[-1]:
            return TRUE if bound >= self.values[-1] else FALSE
        value = bound if isinstance(self.values, range) else self.values[bisect_right(self.values, bound) - 1]
        if value in self._below:
            return self._below[value]
        if len(self._bounds) >= FEW and count(self.values) <= VIEW:
            return self.order().le(value)
        self._below[value] = lit = self.up_to(value - self.base)
        at = bisect_left(self._bounds, value)
        self._say_order(at, lit)
        self._bounds.insert(at, value)
        return lit

    def at_mosts(self, bounds: Sequence[int]) -> Iterable[Lit]:
        """Return the literals as `IntCode.at_mosts` does; if they are more than FEW, there are order literals for all,
        and none are defined one by one before.
        """
        values = self.values
        if self._order is None and FEW < count(values) - 1 < VIEW:
            inside = [bound for bound in bounds if values[0] <= bound < values[-1]]
            if len({*self._bounds, *(values[bisect_right(values, bound) - 1] for bound in inside)}) > FEW:
                self.order()
        return super().at_mosts(bounds) if self._order is None else self._order.at_mosts(bounds)

    def _say_order(self, at: int, lit: Lit) -> None:
        """Write the clauses that order a new bound's literal between its neighbours among the bounds with literals.

        at: the place of the new bound in the ascending bounds.
        """
        for below in self._bounds[at - 1 : at] if at else ():
            self.sink.defs += (-self._below[below], lit, 0)
        for above in self._bounds[at : at + 1]:
            self.sink.defs += (-lit, self._below[above], 0)

    def eq(self, value: int) -> Lit:
        if not has(self.values, value):
            return FALSE
        if value not in self._equal:
            self._equal[value] = self._defined_equal(value)
        return self._equal[value]

    def _defined_equal(self, value: int) -> Lit:
        if self._order is not None:  # half as many clauses
            lit = self._order.eq(value)
        else:
            lit, pins = self.sink.var(), self.pins(value - self.base)
            self.sink.defines("value", (lit,), (self, value))
            block = [-lit, 0, 0] * len(pins)
            block[1::3] = pins
            self.sink.defs += (*block, lit, *[-pin for pin in pins], 0)
        if len(self._equal) == count(self.values) - 1:  # the last one: the integer has a value
            self.sink.defs += (lit, *self._equal.values(), 0)
        return lit
