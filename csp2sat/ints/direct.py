"""The direct encoding: one literal for `x is v`.

A variable with m > 2 values has m literals in ascending order of the values, a clause that at least one of them is
true, and `at_most_one` of them (2 m + O(sqrt m) clauses).  A variable with two values or one is order encoded.  Order
literals are made as a whole when the first is needed: m - 1 variables, m - 2 axioms and at most 3 m clauses.

Source: J. de Kleer, A comparison of ATMS and CSP techniques, IJCAI 1989; T. Walsh, SAT v CSP, CP 2000.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ..base.numbers import decimal
from ..cnf.flat_clauses import Clause
from ..cnf.gates import clauses_at_most_one, exactly_one
from ..cnf.sink import FALSE, TRUE, Lit, Sink
from ..errors import SolverError
from . import order
from .order import OrderInt
from .spec import ANOTHER, Encoding, IntCode, Meaning, Reader


class DirectInt(IntCode):
    """A direct-encoded integer: `lits[i]` is the literal x = values[i]."""

    kind = "direct"
    by_value = True

    def __init__(self, sink: Sink, values: Sequence[int], lits: Sequence[Lit]):
        self.sink, self.values, self.lits = sink, values, lits
        self._order: OrderInt | None = None

    @cached_property
    def _equal(self) -> dict[int, Lit]:
        return dict(zip(self.values, self.lits, strict=True))

    def eq(self, value: int) -> Lit:
        return self._equal.get(value, FALSE)

    def eqs(self) -> Sequence[Lit]:
        return self.lits

    def le(self, bound: int) -> Lit:
        if bound < self.values[0] or bound >= self.values[-1]:
            return TRUE if bound >= self.values[-1] else FALSE
        return self.order().le(bound)

    def codes(self) -> Iterator[IntCode]:
        yield from super().codes()
        if self._order is not None:
            yield from self._order.codes()

    def order(self) -> OrderInt:
        if self._order is None:
            meanings = ((lit, value.__eq__) for value, lit in zip(self.values, self.lits, strict=True))
            self._order = order.channelled(self.sink, self.values, meanings)
            self._order.adopt(self._equal)
        return self._order

    def tie(self, meanings: Iterable[Meaning]) -> None:
        """Write a clause for each value and each literal of `meanings`: the literal is true or false as the value
        requires.
        """
        meanings = list(meanings)
        for value, is_value in zip(self.values, self.lits, strict=True):
            for lit, holds in meanings:
                self.sink.defs += (-is_value, lit if holds(value) else -lit, 0)

    def record(self) -> dict[str, Any]:
        """Return what a map keeps; `first` is the literal x = (smallest value), and the literals of the other values
        follow.
        """
        return {"code": DirectInt.kind, "first": self.lits[0]}


def code(sink: Sink, values: Sequence[int]) -> IntCode:
    """Return a new variable with the given values (ascending, at least one); its axioms go to the sink."""
    if len(values) <= 2:
        return order.code(sink, values)
    lits = sink.new(len(values))
    with sink.defining():
        exactly_one(sink, lits)
    return DirectInt(sink, values, lits)


class DirectReader(Reader):
    """A reader of direct literals: `first` is the literal of the least value."""

    @property
    def size(self) -> int:
        return self.values.size()

    def value(self, name: str, true: set[int]) -> int:
        return self.of_digits(name, b"".join([b"1" if lit in true else b"0" for lit in self.literals()]))

    def of_digits(self, name: str, digits: bytes) -> int:
        count = digits.count(b"1")
        if count != 1:
            raise SolverError(f"the answer gives {name!r} {count} values (its code is {DirectInt.kind}): {ANOTHER}")
        return self.values.values()[digits.index(b"1")]

    def differs(self, value: int) -> list[int]:
        return [-(self.first + self._places[value])]

    @cached_property
    def _places(self) -> dict[int, int]:
        return {value: at for at, value in enumerate(self.values)}

    def at_most(self, value: int) -> list[Clause]:
        return self._one_of([lit for lit, each in self._meanings() if each <= value])

    def at_least(self, value: int) -> list[Clause]:
        return self._one_of([lit for lit, each in self._meanings() if each >= value])

    def _one_of(self, literals: Clause) -> list[Clause]:
        return [literals] if len(literals) < self.size else []

    def _meanings(self) -> Iterator[tuple[Lit, int]]:
        return zip(self.literals(), self.values, strict=True)

    def meaning(self, name: str, lit: Lit) -> str:
        return f"{name} {'=' if lit > 0 else '!='} {decimal(self.values.values()[abs(lit) - self.first])}"

    def steps(self) -> Iterator[tuple[int, Lit]]:
        for lit, value in self._meanings():
            yield value - self.values.lo, lit


ENCODING = Encoding(
    DirectInt.kind,
    code,
    DirectReader.read,
    axioms=lambda values: 1 + clauses_at_most_one(values.size()),
    of_value=lambda values: 0,
)
