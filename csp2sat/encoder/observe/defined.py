"""The observer that records what auxiliary variables stand for: a part of a formula, a comparison, a bit of a sum."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ...base.numbers import decimal
from ...cnf.sink import BOTH, DOWN, TRUE, Lit
from ...decoder.wording import within
from ...ints.affine import Affine, Mirrored
from ...ints.bit_relations import Shifted
from ...ints.spec import ENCODINGS, IntCode, Ordered, Reader, offset
from . import compared_bits
from .claims import SURE, LiteralTexts
from .observer import Scene, Watch
from .texts import Texts, added, listed


class _Note(NamedTuple):
    """A call of `Sink.means` or `Sink.defines`."""

    kind: str
    literals: Sequence[Lit]
    meaning: Any
    ways: int
    unless: Sequence[Lit]


class Defined(Watch):
    """A collector of map records of what variables stand for.

    `{"term": TEXT, "values": [[lo, hi], ...], "code": ..., ...}`: the code of a term, as of an integer in the map.
    `{"literal": N, "means": TEXT}`: a literal of its own; with `"sure": 1` the literal implies the text, but its
    opposite not the opposite, with `"sure": -1` the other way round, and with `"sure": 0` neither; with `"where": TEXT`
    all that holds only if that text is true.  Nothing is recorded twice, and nothing of variables that other records of
    the map are about.
    """

    def __init__(self) -> None:
        self._notes: list[_Note] = []

    def begin(self, scene: Scene) -> None:
        self._scene = scene
        scene.sink.noted = self._note

    def _note(self, kind: str, literals: Sequence[Lit], meaning: object, ways: int, unless: Sequence[Lit]) -> None:
        self._notes.append(_Note(kind, literals, meaning, ways, unless))

    def records(self) -> list[dict[str, Any]]:
        size, rows = self._scene.sink.num_vars, _Meanings(self._scene, self._notes)
        found = [record for _, record in sorted(rows.terms.items())]
        for lit, (text, ways, where) in sorted(rows.texts.items()):
            if lit <= size:
                sure = {} if ways == BOTH else {"sure": SURE[ways]}
                there = {"where": " and ".join(where)} if where else {}
                found.append({"literal": lit, "means": text, **sure, **there})
        self._notes.clear()
        return found


def _value(literals: Sequence[Lit], texts: Sequence[str]) -> str:
    """Return the text `T = v` of two order literals that say `T <= v` and `T > w`, where w is the next smaller value of
    the term T; '' for any other literals.

    texts: what each of the literals says.
    """
    if len(literals) != 2 or literals[0] + literals[1] != 1:
        return ""
    (term, _, value), (other, sign, _) = texts[0].rpartition(" <= "), texts[1].rpartition(" > ")
    return f"{term} = {value}" if term == other and term and sign else ""


def _consecutive(code: IntCode, reader: Reader) -> bool:
    """Whether a reader would take the literals of a code; the literals of a code that is made of others may have any
    numbers.
    """
    return not isinstance(code, Ordered) or list(code.at_most[:-1]) == list(reader.literals())


class _Meanings(LiteralTexts):
    """The meanings of literals by the notes on them.

    terms: the records of codes, by their first literals.  texts: the texts of other variables, by their positive
    literals.
    """

    def __init__(self, scene: Scene, notes: Sequence[_Note]):
        super().__init__({lit: name for name, lit in reversed(scene.bools.items())})
        self._scene, self._shown = scene, Texts(scene.norm)
        self.terms: dict[Lit, dict[str, Any]] = {}
        self._wholes: dict[Lit, str] = {}  # sums by the first of the literals that say how great they are
        self._sums: dict[tuple[Lit, ...], tuple[list[tuple[int, str]], int]] = {}  # sums in bits, by their bits
        self._ordered: dict[Lit, tuple[str, Sequence[int]]] = {}  # terms with values, by the first order literal
        self._numbers = {id(each): x for x, code in enumerate(scene.codes) for each in (code, *code.codes())}
        for x, code in enumerate(scene.codes):
            self._code(x, code)
        flat, made = scene.sink, (scene.sink.num_vars, len(scene.sink.defs), len(scene.sink.out))
        late = [note for note in notes if callable(note.meaning)]  # these may need the meanings of others
        early = [note for note in notes if not callable(note.meaning)]
        for note in (*early, *late, *early):  # some of which needed the meanings of these
            meaning = note.meaning() if callable(note.meaning) else note.meaning
            if tell := getattr(self, f"_note_{note.kind}", None):
                self.restrict(note.ways, note.unless)
                tell(note.literals, meaning)
        flat.num_vars = made[0]  # a meaning that made literals changes nothing
        del flat.defs[made[1] :], flat.out[made[2] :]

    def _code(self, x: int, code: IntCode) -> None:
        """Note the literals of all codes of an integer, with records of the codes that the map does not have."""
        text = self._shown.variable(x)
        if isinstance(code, Affine | Mirrored):
            return
        for each in code.codes():
            if isinstance(each, Ordered) and len(each.values) > 1:
                self._ordered.setdefault(each.at_most[0], (text, each.values))
            if x not in self._scene.norm.conditional and len(each.values) > 1:
                self._read(x, each, each is code and bool(self._scene.norm.names[x]))
            for op, value, lit in each.known():
                self.claim(lit, f"{within(text)} {op} {decimal(value)}")

    def _read(self, x: int, code: IntCode, is_in_map: bool) -> None:
        """Note the literals that the record of a code describes, and keep the record.

        x: the number of the integer with this code.  is_in_map: whether the map has the record already, so that it is
        not kept.
        """
        domain, text = self._scene.norm.domains[x], within(self._shown.variable(x))
        record = {"term": text, "values": domain.ranges, **code.record()}
        reader = ENCODINGS[record["code"]].read(domain, record, self._scene.sink.num_vars)
        if reader is None or reader.first <= TRUE or reader.first in self.readers or not _consecutive(code, reader):
            return
        self.readers.update(dict.fromkeys(reader.literals(), (reader, text)))
        if not is_in_map:
            self.terms[reader.first] = record

    # notes

    def _note_formula(self, literals: Sequence[Lit], formula: Any) -> None:
        self.ways = self._scene.ways(literals[0])
        self.claim(literals[0], self._shown.formula(formula))

    def _note_less(self, literals: Sequence[Lit], total: Any) -> None:
        self.claim(literals[0], self._shown.compared("le0", total._replace(const=total.const + 1), True))

    def _note_all(self, literals: Sequence[Lit], parts: Sequence[Sequence[Lit]]) -> None:
        self._joined(literals, parts, " and ")

    def _note_any(self, literals: Sequence[Lit], parts: Sequence[Sequence[Lit]]) -> None:
        self._joined(literals, parts, " or ")

    def _joined(self, literals: Sequence[Lit], parts: Sequence[Sequence[Lit]], between: str) -> None:
        ways, where = self.ways, self.where
        for lit, inner in zip(literals, parts, strict=True):
            self.ways, self.where = ways, {**where}
            texts = [self.part(each, is_monotone=True) for each in inner]
            if between == " and " and (value := _value(inner, texts)):
                self.claim(lit, value)
            elif all(texts):
                self.claim(lit, f"({listed(texts, between)})" if len(texts) > 1 else texts[0])

    def _note_words(self, literals: Sequence[Lit], texts: Sequence[str]) -> None:
        for lit, text in zip(literals, texts, strict=True):
            self.claim(lit, text)

    def _note_equal(self, literals: Sequence[Lit], sides: tuple[IntCode, IntCode]) -> None:
        left, right = map(self._integer, sides)
        if left and right:
            self.claim(literals[0], f"{left} - {within(right)} = 0")

    def _integer(self, code: IntCode) -> str:
        """Return an integer as text; '' if it is no variable."""
        if isinstance(code, Affine | Mirrored):
            inner = self._integer(code.inner)
            return inner and added([(code.factor, inner)], code.offset)
        if id(code) in self._numbers:
            return self._shown.variable(self._numbers[id(code)])
        if isinstance(code, Ordered) and len(code.values) > 1:
            return self._table(code)
        base, bits = code.weights() or (0, [])
        if (key := tuple(lit for _, lit in bits)) in self._sums and key:
            terms, const = self._sums[key]
            return added(terms, const + base)
        return decimal(code.values[0]) if len(code.values) == 1 else ""

    def _bits(self, literals: Sequence[Lit], terms: list[tuple[int, str]], const: int) -> None:
        """Note that literals are the bits, lowest first, of the sum of terms and a constant `const`."""
        self._sums[tuple(literals)] = terms, const
        total = within(added(terms, const))
        for at, lit in enumerate(literals):
            self.claim(lit, f"bit {at} of {total} is 1")

    def _note_plus(self, literals: Sequence[Lit], meaning: tuple[IntCode, int, int, dict[int, Lit]]) -> None:
        code, sign, number, carries = meaning
        if name := self._integer(code):
            least = compared_bits.least(code, sign)
            self._bits(literals, [(sign, name)], least + number)
            for lit, text in compared_bits.carried(added([(sign, name)], least), code, number, carries):
                self.claim(lit, text)

    def _note_differ(self, literals: Sequence[Lit], sides: tuple[Shifted, Shifted]) -> None:
        for at, lit in enumerate(literals):
            if text := compared_bits.different(*self._sides(*sides), at):
                self.claim(lit, text)

    def _note_less_from(self, literals: Sequence[Lit], meaning: tuple[Shifted, Shifted, Sequence[int]]) -> None:
        x, y, places = meaning
        for at, lit in zip(places, literals, strict=True):
            if text := compared_bits.less(*self._sides(x, y), at):
                self.ways = DOWN
                self.claim(-lit, text)

    def _sides(self, x: Shifted, y: Shifted) -> tuple[str, str]:
        """Return two integers that are compared bit by bit as texts, '' for one that is no variable."""
        base = min(x.least, y.least)
        left, right = (compared_bits.side(self._integer(each.code), each, base) for each in (x, y))
        return left, right

    def _note_within(self, literals: Sequence[Lit], meaning: tuple[IntCode, int, int]) -> None:
        code, bits, most = meaning
        name, (base, weights) = self._integer(code), code.weights() or (0, [])
        if name and bits < len(weights):
            self.claim(literals[0], f"{within(offset(within(name), base))} mod {1 << bits} <= {most}")
        elif name:
            self.claim(literals[0], f"{name} <= {decimal(base + most)}")

    def _note_value(self, literals: Sequence[Lit], meaning: tuple[IntCode, int]) -> None:
        if name := self._integer(meaning[0]):
            self.claim(literals[0], f"{name} = {decimal(meaning[1])}")

    def _note_added(self, literals: Sequence[Lit], meaning: tuple[dict[Lit, int], Any]) -> None:
        weights, adders = meaning
        terms, const, rest = self._in_bits(dict(weights))
        terms += [(weight, self.part(lit)) for lit, weight in rest.items()]
        if all(text for _, text in terms):
            self._bits(literals, terms, const)
        for adder in adders:
            self._inputs(adder.inputs, adder.odd, "an odd number")
            self._inputs(adder.inputs, adder.carry, "at least two")

    def _inputs(self, inputs: Sequence[Lit], lit: Lit, what: str) -> None:
        """Note the literal that an adder makes of its inputs, which the text names by their numbers.

        what: how many of the inputs are true if the literal is.
        """
        self.claim(lit, f"{what} of the literals {', '.join(map(str, inputs))} are true")

    def _in_bits(self, weights: dict[Lit, int]) -> tuple[list[tuple[int, str]], int, dict[Lit, int]]:
        """Return the integers whose bits, or the opposites of whose bits, are all among weighted literals, as pairs of
        a coefficient and a text, with the constant that belongs to these integers; and the other literals.
        """
        found, const = list[tuple[int, str]](), 0
        for x, code in enumerate(self._scene.codes):
            base, bits = code.weights() or (0, [])
            for sign in (1, -1) if len(bits) > 1 else ():
                factor, rest = divmod(weights.get(sign * bits[0][1], 0), bits[0][0])
                if factor and not rest and all(weights.get(sign * lit) == factor * weight for weight, lit in bits):
                    found.append((sign * factor, within(self._shown.variable(x))))
                    const += factor * (-base if sign > 0 else base + sum(weight for weight, _ in bits))
                    taken = {sign * lit for _, lit in bits}
                    weights = {lit: weight for lit, weight in weights.items() if lit not in taken}
        return found, const, weights

    def _note_sum(self, literals: Sequence[Lit], meaning: tuple[Any, Any, Any]) -> None:
        values, a, b = meaning
        self._compared(literals, [self._unary(a), self._unary(b)], ">=", values)

    def _unary(self, pairs: Sequence[tuple[int, Lit]]) -> str:
        """Return a number that is given by literals `at least` as text; '' if one has no known meaning."""
        if pairs and pairs[0][1] in self._wholes:
            self.part(pairs[0][1], is_monotone=True)
            return self._wholes[pairs[0][1]]
        steps = [
            (high - low, self.part(lit, is_monotone=True)) for (low, _), (high, lit) in pairwise([(0, TRUE), *pairs])
        ]
        return added(steps) if all(text for _, text in steps) else ""

    def _note_total(self, literals: Sequence[Lit], meaning: tuple[Any, Any, Any]) -> None:
        values, s, t = meaning
        self._compared(literals, [self._table(s), self._table(t)], "<=", values[: len(literals)])

    def _compared(self, literals: Sequence[Lit], sides: Sequence[str], sign: str, values: Sequence[int]) -> None:
        """Note that each literal means the comparison `A + B SIGN VALUE` with its own value, and that the first literal
        stands for the sum A + B; note nothing unless the texts of both sides are known.

        literals: at least one.  sides: the texts A and B, '' for a side without a known meaning.  sign: `<=` or `>=`.
        values: one for each literal.
        """
        if all(sides):
            self._wholes[literals[0]] = whole = added((1, side) for side in sides)
            for lit, value in zip(literals, values, strict=True):
                self.claim(lit, f"{whole} {sign} {decimal(value)}")

    def _table(self, table: Any) -> str:
        """Return a term that is given by its values and literals `at most` as text; '' if it is no known term."""
        values, at_most = table.values, table.at_most
        if len(values) == 1:
            return decimal(values[0])
        first, last = at_most[0], -at_most[-2]
        if first in self._wholes or last in self._wholes:
            self.part(first)
            return self._wholes.get(first) or added([(-1, self._wholes[last])])
        for lit, low, step in ((first, values[0], values[1] - values[0]), (last, values[-1], values[-2] - values[-1])):
            text, known = self._ordered.get(lit, ("", (0, 1)))
            factor, rest = divmod(step, known[1] - known[0])
            if text and not rest and len(known) == len(values):
                return added([(factor, text)], low - factor * known[0])
        text = self.part(-first) if len(values) == 2 else ""
        return text and added([(values[1] - values[0], text)], values[0])
