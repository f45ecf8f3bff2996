"""Clauses over bits: they follow by unit propagation from lines about the bits alone, which are sums of the equation of
the bits and a line of the statement, or half of a definition, about what the bits add up to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import gcd
from typing import NamedTuple

from ..statement.definitions import PbLine, negation
from ..statement.statement import SourceStatement
from .bit_equations import BitEquations, Equation
from .combining import Combined, is_violated, sum_of, times
from .proof import PbProof, rup

MOST_BOUNDS = 16  # lines about a sum under conditions, of which a clause may need one
SumKey = frozenset[tuple[str, int]]


class _Bound(NamedTuple):
    """A line about bits and conditions, the words of the rule `pol` that derives it, and the conditions: literals that
    are false where the line is about the bits alone.
    """

    line: PbLine
    words: str
    conditions: frozenset[str]


class BitSums:
    """The lines from which clauses over bits follow.

    found: the equations of the bits.  further: lines by number that may be about sums, besides those of the statement
    and of definitions.
    """

    def __init__(
        self,
        statement: SourceStatement,
        proof: PbProof,
        found: BitEquations,
        further: Sequence[tuple[int, PbLine]],
    ):
        self._lines, self._proof, self._found, self._further = statement.lines, proof, found, further
        self._of_bit: dict[str, list[Equation]] = {}
        self._totals: dict[int, list[_Bound]] = {}
        self._derived: set[str] = set()
        for each in (*(own for _, _, own in found.ints), *found.sums):
            for a in each.bits:
                self._of_bit.setdefault(a.removeprefix("~"), []).append(each)

    @property
    def equations(self) -> list[tuple[int, PbLine]]:
        """The lines of the integers in bits, with their numbers."""
        return [(int(part.words), part.line) for _, _, own in self._found.ints for part in own.sides]

    @cached_property
    def _about(self) -> dict[SumKey, list[Combined]]:
        """The lines about sums by their keys, with conditions or without."""
        found: dict[SumKey, list[Combined]] = {}
        for number, each in (*enumerate(self._lines, 1), *self._further):
            for a in (None, *(a for a, c in each.terms.items() if c == each.degree > 1)):
                rest = {b: c for b, c in each.terms.items() if b != a}
                found.setdefault(_sum_key(rest), []).append(Combined(each, str(number)))
        for name in self._found.halves:
            for a in (name, "~" + name):
                found.setdefault(_sum_key(self._found.meaning(a).terms), []).append(self._found.half(a))
        return found

    def is_of_adder(self, literals: Sequence[str]) -> bool:
        """Whether a clause is one of an adder."""
        names = {a.removeprefix("~") for a in literals}
        return len(names) > 1 and any(names <= self._found.outputs[a] for a in names if a in self._found.outputs)

    def know_sums(self, literals: Sequence[str], false: set[str]) -> bool:
        """Derive lines of the proof that bound the sums whose bits are in a clause, and return whether the choice below
        has any line, new or derived before.

        literals: those of the clause.  false: literals that are false if the clause is violated.  A line says something
        of the bits of a sum as soon as certain literals, the conditions of the line, are false.  The choice: if the
        conditions of at least one line are all in `false`, each such line, and each line that is violated if `false`
        and its own conditions are false; else the first MOST_BOUNDS lines, in the order of the clause's literals.  For
        a clause that defines an adder the choice is only the lines whose conditions are in `false` and that `false`
        violates.
        """
        names = [a.removeprefix("~") for a in literals]
        known = {id(each): each for name in names for each in self._of_bit.get(name, ())}
        bounds = [each for own in known.values() for each in self._bounds(own)]
        able = [each for each in bounds if each.conditions <= false]
        if self.is_of_adder(literals):
            found = [each for each in able if is_violated(each.line, false)]
        else:
            found = able + [each for each in bounds if is_violated(each.line, false | each.conditions)]
            found = found if able else bounds[:MOST_BOUNDS]
        for each in found:
            if each.words not in self._derived:
                self._derived.add(each.words)
                self._proof.derive(f"pol {each.words};")
        return bool(found)

    def _bounds(self, own: Equation) -> list[_Bound]:
        """Return the lines about the bits of a sum alone, and perhaps a condition."""
        if id(own) not in self._totals:
            self._totals[id(own)] = found = list[_Bound]()
            bits = {a.removeprefix("~") for a in own.bits}
            if not own.total:  # the sum is constant
                found += [_Bound(*each, frozenset()) for each in own.sides]
                self._derived.update(each.words for each in own.sides)
                return found
            for side, sign in zip(own.sides, (-1, 1), strict=bool(own.sides)):
                here = gcd(*own.total.values())
                wanted = frozenset((a, sign * c // here) for a, c in own.total.items())
                for each in self._about.get(wanted, ()):
                    there = gcd(*(c for a, c in each.line.terms.items() if a.removeprefix("~") in own.total))
                    common = gcd(here, there)
                    line, words = sum_of([times(side, there // common), times(each, here // common)])
                    conditions = frozenset(a for a in line.terms if a.removeprefix("~") not in bits)
                    found.append(_Bound(line, words, conditions))
        return self._totals[id(own)]

    def ends(self, literals: Sequence[str]) -> list[str]:
        """Return the rules that derive, for each integer of which a clause has two bits, between which values it is if
        the bits are false.
        """
        found = list[str]()
        for x, base, own in self._found.ints:
            bits = [a for a in literals if a in own.bits or negation(a) in own.bits]
            if len(bits) < 2:
                continue
            low = base + sum(1 << at for at, a in enumerate(own.bits) if negation(a) in bits)
            high = base + sum(1 << at for at, a in enumerate(own.bits) if a not in bits)
            least, above = x.at_least(low), x.at_least(high + 1)
            found += [rup([*bits, least])] if isinstance(least, str) else []
            found += [rup([*bits, negation(above)])] if isinstance(above, str) else []
        return found


def _sum_key(terms: dict[str, int]) -> SumKey:
    """Return the coefficients of the variables of a sum, divided by their greatest common divisor, so that multiples of
    the sum have the same.
    """
    divisor = gcd(*terms.values()) or 1
    return frozenset((a.removeprefix("~"), (-c if a[0] == "~" else c) // divisor) for a, c in terms.items())
