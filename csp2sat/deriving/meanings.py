"""The meaning of each variable of a CNF, as a literal of the statement or of the proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..encoder.normalize.arithmetic import ARITHMETIC, MAXIMUM
from ..encoder.normalize.formulas import Linear
from ..ints.affine import Affine, Mirrored
from ..ints.direct import DirectInt
from ..ints.log import LogInt
from ..ints.order import OrderInt
from ..ints.spec import IntCode
from ..model.constraint import CARDINALITY, RELATION
from ..model.expr import Expr, unknown
from ..statement import functions
from ..statement.definitions import Literal, opposite
from ..statement.formulas import NotStated
from ..statement.functions import StatedTerm
from ..statement.integers import StatedInt
from ..statement.rules import cardinality, relation
from ..statement.statement import SourceStatement
from ..statement.sums import PbSum, number, weighted
from .bit_meanings import BitMeanings
from .proof import ProofDefinitions
from .recording import Recorded

DEFINING = (MAXIMUM, ARITHMETIC, "element")


class Meanings(BitMeanings):
    """The meanings of a CNF's variables; `literals` maps each variable, a positive number, to its literal.

    Raises NotStated if a variable has no known meaning.
    """

    def __init__(self, statement: SourceStatement, definitions: ProofDefinitions, found: Recorded):
        super().__init__(definitions, statement.ints, statement.bools)
        self._found, self._normal = found, dict[Expr, Literal]()
        self.begin()
        self._wholes: dict[int, PbSum] = {}  # sums by the first of the literals that say how great they are
        self._sums: dict[int, PbSum] = {}
        self._codes = {id(code): x for x, code in enumerate(found.scene.codes)}
        self._terms = list(statement.ints.values())
        self._defined = self._definitions()
        for name, lit in found.bools.items():
            self._mean(lit, statement.bools[name])
        for x in range(len(self._terms)):
            self._mean_code(found.scene.codes[x], self._terms[x].at_least)
        for note in found.notes:
            getattr(self, f"_note_{note.kind}")(note.literals, note.meaning)
        for x, code in enumerate(found.scene.codes[len(self._terms) :], len(self._terms)):
            self._mean_code(code, partial(self.reached, self._variable(x)))
            if isinstance(code, OrderInt):
                self.unary.append((code.at_most[:-1], self._variable(x)))
        known = -1
        while known < len(self.literals) < found.num_vars:  # literals of what has its code, or its parts, only now
            known = len(self.literals)
            for note in found.notes:
                getattr(self, f"_note_{note.kind}")(note.literals, note.meaning)
        missing = [v for v in range(1, found.num_vars + 1) if v not in self.literals]
        if missing:
            raise NotStated(f"the meaning of variable {missing[0]} is unknown")

    def _mean_code(self, code: IntCode, reached: Callable[[int], Literal]) -> None:
        """Note the meanings of all literals of a code.

        reached: a function of a value, which returns the literal that the integer is at least the value.
        """
        if isinstance(code, DirectInt):
            for lit, value in zip(code.lits, code.values, strict=True):
                self._mean(lit, self._is(reached, code.values, value))
            if code._order is None:
                return
            code = code._order
        if isinstance(code, LogInt):
            self._mean_bits(code, reached)
            if code._order is None:
                return
            code = code._order
        if not isinstance(code, OrderInt):
            raise NotStated(f"the encoding {code.kind}")
        for lit, value in zip(code.at_most[:-1], code.values[1:], strict=True):
            self._mean(-lit, reached(value))

    def _is(self, reached: Callable[[int], Literal], values: Sequence[int], value: int) -> Literal:
        """Return the literal that an integer, one of the ascending values, is the given `value`.

        reached: a function of a value, which returns the literal that the integer is at least the value.
        """
        at = values.index(value)
        least = True if at == 0 else reached(value)
        above = False if at == len(values) - 1 else reached(values[at + 1])
        return self.definitions.all_of((least, opposite(above)))

    def _equal(self, x: StatedInt | StatedTerm, value: int) -> Literal:
        """Return the literal that an integer is a number, by a definition of the proof if the statement has none."""
        if isinstance(x, StatedTerm) or value in x.equations or value not in x.values[1:-1]:
            return super()._equal(x, value)
        above = x.values[x.values.index(value) + 1]
        return self.definitions.all_of((x.at_least(value), opposite(x.at_least(above))))

    # integers

    def _definitions(self) -> dict[int, Callable[[], PbSum]]:
        """Return for each auxiliary integer that is defined by earlier ones a function that returns its sum."""
        found: dict[int, Callable[[], PbSum]] = {}
        norm, declared = self._found.scene.norm, len(self._terms)
        for formula, _ in norm.required:
            inner = formula.args[0] if formula.op == "not" else formula
            if inner.op in (MAXIMUM, ARITHMETIC):
                x, meaning = inner.args[0].terms[0][1], partial(self._function, inner)
            elif inner.op == "element" and inner.args[2].terms:
                x, meaning = inner.args[2].terms[0][1], partial(self._item, inner)
            elif inner.op == "le0" or formula.op == "eq0":
                x, meaning = inner.args[0].terms[-1][1], partial(self._sum_or_quotient, inner, formula is not inner)
            else:
                continue
            if x >= declared and x not in norm.conditional and (inner.op in DEFINING or norm.terms[x][0].op != "if"):
                found.setdefault(x, meaning)
        return found

    def _function(self, formula: Expr) -> PbSum:
        """Return the integer that a formula defines as a function of terms, as a sum."""
        if formula.op == MAXIMUM:
            return self.known(functions.maximum(self, *map(self.linear, formula.args[1:])))
        _, s, t, op = formula.args
        if op == "abs":
            return self.known(functions.absolute(self, self.linear(s)))
        return self.of_pairs(op, self.linear(s), self.linear(t))

    def _item(self, formula: Expr) -> PbSum:
        """Return the integer that a constraint element, whose index counts from 1, defines, as a sum."""
        _, index, _, *terms = formula.args
        return self.known(functions.item(self, self.linear(index).plus(number(-1)), *map(self.linear, terms)))

    def _sum_or_quotient(self, atom: Expr, is_negated: bool) -> PbSum:
        """Return the last integer of a comparison with 0 as a sum: one that is equal to a sum of the others, or the
        quotient by a number that is the first of two bounds.
        """
        *rest, (a, _) = atom.args[0].terms
        others = self.linear(Linear(tuple(rest), atom.args[0].const))
        if atom.op == "eq0" and abs(a) == 1:
            return others.times(-a)
        if atom.op == "eq0":
            raise NotStated("a term that is no sum")
        if is_negated:  # others + a * x >= 1
            others, a = others.times(-1).plus(number(1)), -a
        return self.of_pairs("div", others.times(-1), number(a))

    def _variable(self, x: int) -> PbSum:
        """Return an integer of the normal form, by its number, as a sum."""
        if x not in self._sums:
            norm = self._found.scene.norm
            if x < len(self._terms):
                self._sums[x] = self._terms[x].sum
            elif x in norm.conditional:
                condition, if_true, if_false = norm.conditional[x]
                self._sums[x] = weighted(self.literal(condition), if_true - if_false).plus(number(if_false))
            elif x in self._defined:
                self._sums[x] = self._defined[x]()
            elif norm.terms[x][0].op in ("if", "item-at"):
                self._sums[x] = self.value(norm.terms[x][0])
            else:
                raise NotStated("a term that is no sum")
        return self._sums[x]

    def linear(self, total: Linear) -> PbSum:
        """Return a sum of the normal form as a sum of literals."""
        found = number(total.const)
        for a, x in total.terms:
            found = found.plus(self._variable(x), a)
        return found

    def _integer(self, code: IntCode) -> PbSum:
        if isinstance(code, (Affine, Mirrored)):
            return self._integer(code.inner).times(code.factor).plus(number(code.offset))
        if id(code) in self._codes:
            return self._variable(self._codes[id(code)])
        if isinstance(code, OrderInt) and code.at_most[0] in self._wholes:
            return self._wholes[code.at_most[0]]
        if len(code.values) == 1:
            return number(code.values[0])
        if isinstance(code, LogInt) and (total := self._of_bits(code)) is not None:
            return total
        raise NotStated("an integer that is no variable")

    # formulas of the normal form

    def literal(self, formula: Expr) -> Literal:
        """Return the literal that is equivalent to a normal formula."""
        for each in unknown(formula, self._normal):
            self._normal[each] = self._normal_literal(each)
        return self._normal[formula]

    def _normal_literal(self, formula: Expr) -> Literal:
        op, args = formula.op, formula.args
        if op == "bool":
            return self._bools[args[0]]
        if op == "le0":
            return self.reached(self.linear(args[0]).times(-1), 0)
        if op == "eq0":
            return self.equal(self.linear(args[0]), number(0))
        if op == RELATION:
            return relation.literal(self, args[0], *map(self.linear, args[1:]))
        inner = [self._normal[each] for each in args if isinstance(each, Expr)]
        if op == CARDINALITY:
            return cardinality.literal(self, args[0], *inner)
        make = self.definitions
        match op:
            case "true" | "false":
                return op == "true"
            case "not":
                return opposite(inner[0])
            case "and":
                return make.all_of(inner)
            case "or":
                return make.any_of(inner)
            case "iff":
                return make.same(*inner)
            case "ite":
                return make.choice(*inner)
        raise NotStated(str(op))

    # notes

    def _note_formula(self, literals: Sequence[int], formula: Expr) -> None:
        if abs(literals[0]) not in self.literals:
            self._mean(literals[0], self.literal(formula))

    def _note_all(self, literals: Sequence[int], parts: Sequence[Sequence[int]]) -> None:
        for lit, inner in zip(literals, parts, strict=True):
            if abs(lit) in self.literals:
                continue
            known = [each for each in map(self._of, inner) if each is not None]
            if len(known) == len(inner):
                self._mean(lit, self.definitions.all_of(known))

    def _note_any(self, literals: Sequence[int], parts: Sequence[Sequence[int]]) -> None:
        self._note_all([-lit for lit in literals], [[-each for each in inner] for inner in parts])

    def _note_equal(self, literals: Sequence[int], sides: tuple[IntCode, IntCode]) -> None:
        self._mean(literals[0], self.equal(*map(self._integer, sides)))

    def _note_less(self, literals: Sequence[int], total: Linear) -> None:
        self._mean(literals[0], self.reached(self.linear(total).times(-1), 1))

    def _note_sum(self, literals: Sequence[int], meaning: tuple[Any, Any, Any]) -> None:
        values, a, b = meaning
        if (total := self._both(self._unary(a), self._unary(b))) is None:
            return
        for lit, value in zip(literals, values, strict=True):
            self._wholes.setdefault(lit, total)
            self._mean(lit, self.reached(total, value))

    def _both(self, s: PbSum | None, t: PbSum | None) -> PbSum | None:
        return None if s is None or t is None else s.plus(t)

    def _unary(self, pairs: Sequence[tuple[int, int]]) -> PbSum | None:
        """Return a number as a sum over literals, each of which says that the number is at least some value; None if
        the meaning of one of these literals is not known yet.

        pairs: the values, ascending and above 0, each with its literal.
        """
        if pairs and pairs[0][1] in self._wholes:
            return self._wholes[pairs[0][1]]
        total, before = number(0), 0
        for value, lit in pairs:
            literal = self._of(lit)
            if literal is None:
                return None
            total = total.plus(weighted(literal, value - before))
            before = value
        return total

    def _note_total(self, literals: Sequence[int], meaning: tuple[Any, Any, Any]) -> None:
        values, s, t = meaning
        if (total := self._both(self._table(s), self._table(t))) is None:
            return
        for lit, value in zip(literals, values[1:], strict=True):
            self._wholes.setdefault(lit, total)
            self._mean(-lit, self.reached(total, value))

    def _table(self, table: Any) -> PbSum | None:
        """Return the term of a table as a sum over literals, each of which says that the term is at most one of its
        values; None if the meaning of one of these literals is not known yet.
        """
        if len(table.values) == 1:
            return number(table.values[0])
        first = table.at_most[0]
        if first in self._wholes:
            return self._wholes[first]
        last = -table.at_most[-2]
        if last in self._wholes:  # a mirrored term
            return self._wholes[last].times(-1)
        total = number(table.values[0])
        for lit, low, high in zip(table.at_most, table.values, table.values[1:], strict=False):
            literal = self._of(-lit)
            if literal is None:
                return None
            total = total.plus(weighted(literal, high - low))
        return total
