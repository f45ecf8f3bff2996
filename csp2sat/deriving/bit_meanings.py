"""The meanings of the literals of integers in bits, and of the adders that add these integers up.

A bit of an integer is a sum of its order literals with the signs + and -: bit 2^j counts the multiples of 2^j that the
integer reaches, odd ones as 1 and even ones as -1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..cnf.adders import Adder
from ..cnf.sink import FALSE, Lit
from ..ints.log import LogInt
from ..ints.spec import IntCode
from ..statement.definitions import Literal, opposite
from ..statement.formulas import StatedFormulas
from ..statement.integers import StatedInt
from ..statement.sums import PbSum, number, weighted


class AddedBits(NamedTuple):
    """A sum of weighted literals that full and half adders of the CNF compute.

    bits: the bits of the result, the least significant bit first.  weights: for each literal that is added up its
    weight.  adders: the adders, in the order of their clauses in the CNF.
    """

    bits: Sequence[Lit]
    weights: dict[Lit, int]
    adders: list[Adder]


class BitMeanings(StatedFormulas):
    """The meanings of literals, and what the notes on bits say about them.

    literals: the literal of the statement or the proof for each variable of the CNF whose meaning is known.  in_bits:
    the declared integers in bits, with their codes.  added: the sums in bits.  unary: the sums with a literal `at most`
    for each value but the greatest.
    """

    _codes: dict[int, int]
    _terms: list[StatedInt]

    def begin(self) -> None:
        """Prepare for the notes: the first variable of a CNF is the constant true."""
        self.literals: dict[int, Literal] = {1: True}
        self.in_bits: list[tuple[StatedInt, LogInt]] = []
        self.added: list[AddedBits] = []
        self.unary: list[tuple[Sequence[Lit], PbSum]] = []

    def _mean(self, lit: int, literal: Literal) -> None:
        if abs(lit) not in self.literals:
            self.literals[abs(lit)] = literal if lit > 0 else opposite(literal)

    def _of(self, lit: int) -> Literal | None:
        found = self.literals.get(abs(lit))
        return None if found is None else found if lit > 0 else opposite(found)

    def _mean_bits(self, code: LogInt, reached: Callable[[int], Literal]) -> None:
        """Note the meanings of the bits of a declared integer.

        reached: a function of a value, which returns the literal that the integer is at least the value.
        """
        for at, lit in enumerate(code.bits):
            steps = range(code.base + (1 << at), code.values[-1] + 1, 1 << at)
            pairs = [(-1 if number % 2 else 1, reached(value)) for number, value in enumerate(steps)]
            self._mean(lit, self.definitions.define(pairs, 1))
        self.in_bits.append((self._terms[self._codes[id(code)]], code))

    def _declared(self, code: IntCode) -> StatedInt | None:
        """Return the declared integer of a code; None if the code is a sum's."""
        x = self._codes.get(id(code), len(self._terms))
        return self._terms[x] if x < len(self._terms) else None

    def _of_bits(self, code: LogInt) -> PbSum | None:
        """Return an integer in bits as the sum of its bits; None if one of them has no known meaning yet."""
        found = number(code.base)
        for at, lit in enumerate(code.bits):
            if (a := self._of(lit)) is None:
                return None
            found = found.plus(weighted(a, 1 << at))
        return found

    def _note_added(self, bits: Sequence[Lit], meaning: tuple[dict[Lit, int], list[Adder]]) -> None:
        make = self.definitions
        for adder in meaning[1]:
            inputs = [self._of(lit) for lit in adder.inputs]
            pairs = [(1, a) for a in inputs if a is not None]
            if len(pairs) < len(inputs):
                return
            carry = make.define(pairs, 2)
            if adder.carry != FALSE:
                self._mean(adder.carry, carry)
            self._mean(adder.odd, make.define([*pairs, (-2, carry)], 1))
        if all(each.bits is not bits for each in self.added):
            self.added.append(AddedBits(bits, *meaning))

    def _note_within(self, literals: Sequence[Lit], meaning: tuple[LogInt, int, int]) -> None:
        code, width, most = meaning
        x = self._declared(code)
        if x is not None and width == len(code.bits):
            self._mean(literals[0], opposite(x.at_least(code.base + most + 1)))
            return
        bits = [self._of(lit) for lit in code.bits[:width]]
        if None not in bits:
            pairs = [(-(1 << at), a) for at, a in enumerate(bits) if a is not None]
            self._mean(literals[0], self.definitions.define(pairs, -most))

    def _note_value(self, literals: Sequence[Lit], meaning: tuple[IntCode, int]) -> None:
        code, value = meaning
        x = self._declared(code)
        if x is not None:
            self._mean(literals[0], self._equal(x, value))
        elif isinstance(code, LogInt):
            pins = [self._of(lit) for lit in code.pins(value - code.base)]
            if None not in pins:
                self._mean(literals[0], self.definitions.all_of([a for a in pins if a is not None]))
