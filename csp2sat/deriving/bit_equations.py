"""The equations of bits: what the bits of each integer and each sum of integers add up to, in order literals, as two
lines of the proof.

A bit is defined as `its order literals, with signs, are at least 1`; as their signed sum is 0 or 1, the bit is equal to
it, and all equations, each with its weight, give the integer.  An adder's carry is defined as `at least 2 inputs`, its
parity as `the inputs less twice the carry are at least 1`; so both together are equal to the sum of the inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..cnf.adders import Adder
from ..cnf.sink import FALSE
from ..statement.definitions import Literal, PbLine, line, negation, opposite
from ..statement.integers import StatedInt
from ..statement.statement import SourceStatement
from ..statement.sums import PbSum
from .bit_meanings import AddedBits, BitMeanings
from .combining import Combined, sum_of, times
from .proof import PbProof, ProofDefinitions, rup

MOST_COUNTED = 400  # values of a sum whose literals are added up


class Equation(NamedTuple):
    """An equation of the bits of a number, lowest first, and a sum of variables with coefficients, `total`.

    sides: the line `total less the number is at least a constant`, and the line with opposite signs; () if both lines
    are trivial.
    """

    bits: list[str]
    total: dict[str, int]
    sides: tuple[Combined, ...]


class BitEquations:
    """The equations of the bits of a CNF, derived when the object is made.

    words: the literal of the proof for each literal of the CNF.  found: the meanings of bits.
    """

    def __init__(
        self,
        statement: SourceStatement,
        definitions: ProofDefinitions,
        proof: PbProof,
        words: dict[int, Literal],
        found: BitMeanings,
    ):
        self._proof, self._words, self._unary = proof, words, found.unary
        self._steps = {frozenset(each.terms): number for number, each in enumerate(statement.lines, 1)}
        self.halves = definitions.halves | statement.halves
        equations = {name: x.meaning(v) for x in statement.ints.values() for v, name in x.equations.items()}
        self._meanings = definitions.meanings | equations
        self.outputs: dict[str, set[str]] = {}  # all literals of an adder by its parity and its carry
        self._codes: list[tuple[Equation, Sequence[int]]] = []  # of integers, with the variables of their bits
        self.ints: list[tuple[StatedInt, int, Equation]] = []  # with the number that their bits count from
        for x, code in found.in_bits:
            own = self._of_int(x, [str(words[lit]) for lit in code.bits])
            self._codes.append((own, code.bits))
            self.ints.append((x, code.base, own))
        self.sums = [known for each in found.added if (known := self._of_sum(each)) is not None]

    def half(self, a: str) -> Combined:
        """Return what a literal implies, as a line."""
        down, up = self.halves[a.removeprefix("~")]
        return Combined(self.meaning(a).unless(negation(a)), str(up if a[0] == "~" else down))

    def meaning(self, a: str) -> PbLine:
        """Return the inequality that a literal is equivalent to."""
        found = self._meanings[a.removeprefix("~")]
        return found.negated() if a[0] == "~" else found

    def _tight(self, a: str, weaker: Combined) -> Combined:
        """Return the line that a literal implies its inequality, with the coefficient 1 for its negation.

        weaker: that inequality with a degree less by 1.
        """
        half = self.half(a)
        degree = half.line.degree
        if degree < 2:
            return half
        both = sum_of([times(weaker, degree - 1), half])
        return Combined(
            PbLine({each: c // degree for each, c in both.line.terms.items()}, degree), f"{both.words} {degree} d"
        )

    def _kept(self, parts: Sequence[Combined]) -> Combined:
        """Derive a sum, and return it with its number as words."""
        found = sum_of(parts)
        return Combined(found.line, str(self._proof.derive(f"pol {found.words};")))

    def _of_int(self, x: StatedInt, names: list[str]) -> Equation:
        """Derive the equation of an integer in bits."""
        at, above, below = {a: at for at, a in enumerate(x.sum.terms)}, list[Combined](), list[Combined]()
        for weight, name in enumerate(names):
            if name.removeprefix("~") in self._meanings:  # else an order literal
                order = sorted(self.meaning(name).terms, key=lambda a: at[a.removeprefix("~")])
                above.append(times(self._tight(name, self._ladder(x, order)), 1 << weight))
                opposite = [negation(a) for a in order]
                below.append(times(self._tight(negation(name), self._ladder(x, opposite)), 1 << weight))
        return Equation(names, x.sum.terms, (self._kept(above), self._kept(below)) if above else ())

    def _ladder(self, x: StatedInt, order: Sequence[str]) -> Combined:
        """Return the line that ascending order literals of an integer, every second one negated, have at least the sum
        that the ladder gives them: each is true or the next one is.
        """
        parts, rest, names = list[Combined](), list(order), list(x.sum.terms)
        while rest:
            low = rest.pop(0)
            if low[0] == "~" or not rest:
                parts.append(_axiom(low))
                continue
            first, last = names.index(low), names.index(rest.pop(0)[1:])
            for a, b in zip(names[first:last], names[first + 1 : last + 1], strict=True):
                step = PbLine({a: 1, "~" + b: 1}, 1)
                parts.append(Combined(step, str(self._steps[frozenset(step.terms)])))
        return sum_of(parts)

    def _of_values(self, names: list[str], value: PbSum) -> Equation | None:
        """Derive that as many literals are true as a sum exceeds its least value, given the literals that the sum
        exceeds it by 1, by 2, ...; return None if they are too many or are defined in another way.
        """
        found = line([(c, a) for a, c in value.terms.items()], 0).terms
        if not 1 < len(names) == sum(found.values()) <= MOST_COUNTED or not all(
            self._is_at_least(a, found, k) for k, a in enumerate(names, 1)
        ):
            return None
        above = self._counted(names, found)
        below = self._counted([negation(a) for a in reversed(names)], {negation(a): c for a, c in found.items()})
        return Equation([], value.terms, (above, below))

    def _is_at_least(self, a: str, terms: dict[str, int], degree: int) -> bool:
        """Whether a literal is defined as a sum that is at least a degree, a degree of 1 perhaps as a clause, and the
        greatest degree as a conjunction.

        terms: of the sum.
        """
        if a.removeprefix("~") not in self.halves:
            return False
        found, whole = self.meaning(a), sum(terms.values())
        of_all = found == PbLine(dict.fromkeys(terms, 1), 1 if degree == 1 else len(terms))
        return found == PbLine(terms, degree) or (degree in (1, whole) and of_all)

    def _counted(self, names: list[str], terms: dict[str, int]) -> Combined:
        """Derive that at most as many literals are true as a sum has, given the literals that it is at least 1, 2, ...

        From k - 1 literals to k: the line of the k-th, k - 1 times the line so far, and the negations of the others add
        up to k times the new line, but for a degree that is rounded up.
        """
        last, spent = self._at_least(names[0], terms, 1), list[int]()
        for k, a in enumerate(names[1:], 2):
            others = "".join(f" {negation(b)} +" for b in names[: k - 1])
            number = self._proof.derive(f"pol {last} {k - 1} * {self._at_least(a, terms, k)} +{others} {k} d;")
            last = number
            spent.append(number)
        if spent[:-1]:
            self._proof.delete(spent[:-1])
        return Combined(PbLine(terms | {negation(a): 1 for a in names}, len(names)), str(last))

    def _at_least(self, a: str, terms: dict[str, int], degree: int) -> int:
        """Return the number of the line that a literal implies that a sum has a degree; derive the line if the
        literal is defined as a clause or a conjunction.

        terms: of the sum.
        """
        half, wanted = self.half(a), PbLine(terms, degree).unless(negation(a))
        return int(half.words) if half.line == wanted else self._proof.derive(f"rup {wanted.text()};")

    def _of_sum(self, added: AddedBits) -> Equation | None:
        """Derive the equation of a sum in bits; return None if its adders are defined in another way."""
        above, below, overflow = list[Combined](), list[Combined](), list[tuple[int, str]]()
        for adder in added.adders:
            if (found := self._of_adder(adder)) is None:
                return None
            carry, some, others = found
            above.append(times(some, 1 << adder.at))
            below.append(times(others, 1 << adder.at))
            if adder.carry == FALSE:
                overflow.append((2 << adder.at, carry))
        if (known := self._of_inputs(added)) is None:
            return None
        total, ints = known
        for factor, x in ints:
            for found_, side in zip((above, below), x.sides if factor > 0 else x.sides[::-1], strict=bool(x.sides)):
                found_.append(times(side, abs(factor)))
        bits = [self._words[lit] for lit in added.bits]
        if not above or any(isinstance(a, bool) for a in bits):
            return None
        for weight, carry in overflow:
            above.append(times(_axiom(carry), weight))
        if overflow:
            lower = self._kept([*above])
            for weight, carry in overflow:
                number = self._proof.derive(rup([negation(carry)]))
                below.append(times(Combined(PbLine({negation(carry): 1}, 1), str(number)), weight))
            return Equation([str(a) for a in bits], total, (lower, self._kept(below)))
        return Equation([str(a) for a in bits], total, (self._kept(above), self._kept(below)))

    def _of_adder(self, adder: Adder) -> tuple[str, Combined, Combined] | None:
        """Return the carry of an adder, and the lines that its inputs are at least its outputs, and at most; None if it
        is defined in another way.
        """
        inputs = [str(self._words[lit]) for lit in adder.inputs]
        odd = str(self._words[adder.odd])
        terms = self.meaning(odd).terms if odd.removeprefix("~") in self.halves else {}
        carry = next((negation(a) for a in terms if a not in inputs), "")
        if (
            not carry
            or terms != dict.fromkeys(inputs, 1) | {negation(carry): 2}
            or carry.removeprefix("~") not in self.halves
        ):
            return None
        for a in (odd, carry):
            self.outputs[a.removeprefix("~")] = {a.removeprefix("~") for a in (*inputs, odd, carry)}
        sides = ((odd, carry), (negation(odd), negation(carry)))
        above, below = (self._tight(a, self._weaker(a, of_carry)) for a, of_carry in sides)
        return carry, above, below

    def _weaker(self, odd: str, carry: str) -> Combined:
        """Return what a carry implies about the inputs, with the coefficient that it has in what the parity implies."""
        half, a = self.half(carry), negation(carry)
        missing = self.half(odd).line.terms[a] - half.line.terms[a]
        return half if missing <= 0 else sum_of([half, times(_axiom(a), missing)])

    def _of_inputs(self, added: AddedBits) -> tuple[dict[str, int], list[tuple[int, Equation]]] | None:
        """Return what adders add up, with the bits of each integer replaced by its order literals, as a dictionary from
        literals of the pseudo-Boolean statement to coefficients; and the integers that were replaced, each as a pair:
        its factor, and the equation that its bits have the value of its order literals.

        Return None if bits of an integer are added up with other weights than 1, 2, 4, ... times one factor, or some of
        its bits are not added up.
        """
        signed = {abs(lit): weight if lit > 0 else -weight for lit, weight in added.weights.items()}
        total, ints = dict[str, int](), list[tuple[int, Equation]]()
        for x, code in self._codes:
            own = [signed.pop(lit, 0) for lit in code]
            if any(own) and (own[-1] % (1 << len(own) - 1) or own != [own[0] << at for at in range(len(own))]):
                return None
            if any(own):
                ints.append((own[0], x))
                for a, c in x.total.items():
                    total[a] = total.get(a, 0) + own[0] * c
        for at_most, value in self._unary:
            weights = {signed.get(abs(lit), 0) * (-1 if lit > 0 else 1) for lit in at_most}
            names = [str(opposite(self._words[lit])) for lit in at_most]
            if len(weights) != 1 or weights == {0} or (own_ := self._of_values(names, value)) is None:
                continue
            for lit in at_most:
                del signed[abs(lit)]
            ints.append((factor := weights.pop(), own_))
            for a, c in value.terms.items():
                total[a] = total.get(a, 0) + factor * c
        for v, weight in signed.items():
            a = str(self._words[v])
            name, factor = (a[1:], -weight) if a[0] == "~" else (a, weight)
            total[name] = total.get(name, 0) + factor
        return {a: c for a, c in total.items() if c}, ints


def _axiom(a: str) -> Combined:
    return Combined(PbLine({a: 1}, 0), a)
