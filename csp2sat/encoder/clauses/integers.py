"""The last pass for integers: sums of encoded variables as literals, clauses and codes.

The codes of its variables decide how a sum is written (see `IntCode.addition`): by adders, digit by digit, or by order
literals, which a code by value also has.  Equations of two variables of which one has a code by value are stated value
by value, and disequalities of two variables, too.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from operator import neg

from ...cnf.sink import Lit, Sink, write_clause, write_columns
from ...ints import bit_relations, order
from ...ints.affine import Affine
from ...ints.bit_relations import Shifted
from ...ints.log import LogInt
from ...ints.order import OrderInt
from ...ints.ranges import count
from ...ints.spec import IN_BITS, IN_DIGITS, IN_ORDER, IntCode, Ordered, Unless
from ..normalize import bit_arithmetic
from ..normalize.formulas import Linear
from ..normalize.relations import Column
from ..sums import compact_order_sums, digit_split, order_sums
from ..sums.digit_split import DigitSplit
from .amo_groups import AmoGroups

LONG = 6  # terms of a sum in which groups of terms are searched for
TABLES = 1 << 15  # terms whose tables of order literals are kept
MANY = 256  # values of another variable that has no direct literals for the sake of a disequality


class Integers:
    """A writer of statements about integers to a sink.

    codes: of each variable by number; the list may grow, but a code is appended only once its dependencies are there.
    free: replaces aliases and fixed variables of a sum, see `Aliases.free`. groups: terms that are known to exclude
    each other.
    """

    def __init__(self, sink: Sink, codes: Sequence[IntCode], free: Callable[[Linear], Linear]):
        self._sink, self._codes, self._free = sink, codes, free
        self._table = lru_cache(TABLES)(lambda term: order_sums.table(term[0], codes[term[1]].order()))
        self._long_sums = sink.coding.sums  # of those with order literals that would take auxiliary variables
        self.groups = AmoGroups()
        self.forget()

    def forget(self) -> None:
        """Forget all sums, digits and literals, so that later statements share none of them."""
        self._totals: dict[Linear, IntCode] = {}
        self._added: dict[Linear, LogInt] = {}
        self._digits = DigitSplit(self._sink, None if self._long_sums == "auto" else self._long_sums == "digits")

    def literal(self, op: str, total: Linear) -> Lit | None:
        """Return the literal of the atom `op` (le0: total <= 0, eq0: total = 0) if the sum has at most one variable,
        else None.
        """
        total = self._free(total)
        if len(total.terms) > 1:
            return None
        if total.terms and total.terms[0][0] == 1:
            x = self._codes[total.terms[0][1]]
            return x.le(-total.const) if op == "le0" else x.eq(-total.const)
        code = self.code(total)
        return code.le(0) if op == "le0" else code.eq(0)

    def require(self, op: str, positive: bool, total: Linear, unless: Unless) -> None:
        """Require the atom `op` (le0 or eq0) of a sum of at least two variables, or its negation if `positive` is
        False, unless a literal of `unless` is true.
        """
        total, differs = self._free(total), op == "eq0" and not positive
        way = self._way(total)
        if way == IN_ORDER and self._long_sums == "adder" and order_sums.is_long(self._tables(total)):
            way = IN_BITS
        if differs and (way < IN_BITS or self._are_few(total)):
            self._differ(total, unless)
        elif way == IN_BITS or (way == IN_DIGITS and not self._fit_digits(total)):
            self._in_bits(op, positive, total, unless)
        elif op == "eq0":
            self._equal(way, total, unless)
        else:
            total = total if positive else Linear(total.times(-1).terms, 1 - total.const)
            if way == IN_DIGITS:
                compact_order_sums.require(self._sink, "le", self._coded(total), -total.const, unless)
            else:
                self._at_most(total, unless)

    def _at_most(self, total: Linear, unless: Unless) -> None:
        """Require total <= 0 unless a literal of `unless` is true: by order literals, or in digits or bits if these
        take fewer clauses and the option for long sums is `auto`.
        """
        if len(total.terms) <= order_sums.SHORT:
            order_sums.at_most(self._sink, self._tables(total), -total.const, unless)
            return
        terms = [(a, x.order()) for a, x in self._merged(total)]
        way = digit_split.bound_way(terms, -total.const) if self._long_sums == "auto" else "partial"
        if way == "bits":
            self._in_bits("le0", True, total, unless)
        elif way == "digits":
            self._digits.at_most(terms, -total.const, unless)
        else:
            tables = [order_sums.table(a, x) for a, x in terms]
            order_sums.at_most(self._sink, tables, -total.const, unless)

    def _way(self, total: Linear) -> int:
        """Return how a sum of at least one variable is written: IN_ORDER, IN_DIGITS or IN_BITS."""
        return max([self._codes[x].addition for _, x in total.terms])

    def _fit_digits(self, total: Linear) -> bool:
        codes = [(a, self._codes[x].values) for a, x in total.terms]
        return compact_order_sums.fits(
            (a, compact_order_sums.greatest_digit(count(values), values[-1] - values[0])) for a, values in codes
        )

    def one_of(self, equations: Sequence[Linear], unless: Unless) -> bool:
        """Require that one of the sums is 0, unless a literal of `unless` is true; return whether clauses were written.

        Write nothing and return False unless there are at least two sums, each sum has two variables, all sums share a
        variable, and each variable has order literals (as a code by value also has) or at most MANY values.
        """
        totals = [self._free(total) for total in equations]
        shared = set.intersection(*({x for _, x in total.terms} for total in totals)) if len(totals) > 1 else ()
        if not shared or any(len(total.terms) != 2 or not self._are_few(total) for total in totals):
            return False
        self._support(totals, min(shared), unless)
        self._sink.spill()
        return True

    def _support(self, totals: Sequence[Linear], x: int, unless: Unless) -> None:
        """Require that one of the sums `totals`, each of `x` and one other variable, is 0, unless a literal of `unless`
        is true.

        For each value of x there is one clause: x has another value, or one of the other variables has the value that
        its equation demands.  These support clauses (I. P. Gent, Arc consistency in SAT, ECAI 2002) need no literal for
        an equation: in a knight's tour, in which a square's successor is one of its neighbours, they are a third of the
        clauses.
        """
        code, others = self._codes[x], []
        for total in totals:
            (a, _), (b, y) = sorted(total.terms, key=lambda term: term[1] != x)
            others.append((a, b, total.const, self._codes[y].eq))
        for value in code.values:
            lits = [-code.eq(value)]
            for a, b, const, equal in others:
                wanted, rest = divmod(-const - a * value, b)
                if not rest:
                    lits.append(equal(wanted))
            write_clause(self._sink.out, (*unless, *lits))

    def _equal(self, way: int, total: Linear, unless: Unless) -> None:
        """Require total = 0 unless a literal of `unless` is true.

        In digits if `way` is IN_DIGITS; else value by value if a variable is encoded by value and the values are few;
        else in bits if the option for long sums is `auto` and order literals take too many clauses; else by order
        literals, long sums digit by digit where `DigitSplit.equal` does so.
        """
        if way == IN_DIGITS:
            compact_order_sums.require(self._sink, "eq", self._coded(total), -total.const, unless)
        elif any(self._codes[x].by_value for _, x in total.terms) and self._are_few(total):
            for _, x in total.terms:
                self._support([total], x, unless)
            self._sink.spill()
        elif len(total.terms) <= order_sums.SHORT:
            order_sums.equal(self._sink, self._tables(total), -total.const, unless)
        else:
            terms = [(a, x.order()) for a, x in self._merged(total)]
            if self._long_sums == "auto" and digit_split.are_too_many(terms):
                self._in_bits("eq0", True, total, unless)
            elif not self._digits.equal(terms, -total.const, unless):
                order_sums.equal(self._sink, [order_sums.table(a, x) for a, x in terms], -total.const, unless)

    def _in_bits(self, op: str, positive: bool, total: Linear, unless: Unless) -> None:
        """Require the atom `op` (le0 or eq0), or its negation if `positive` is False, in bits, unless a literal of
        `unless` is true.

        Two integers with coefficients 1 or -1 are compared bit by bit if possible; any other sum is built by adders and
        compared with a constant.
        """
        if not self._sink.plain_bits and len(total.terms) == 2 and all(abs(a) == 1 for a, _ in total.terms):
            (a, x), (b, y) = total.terms
            left = bit_relations.shifted(self._codes[x], a, total.const)
            right = bit_relations.shifted(self._codes[y], -b, 0)
            if left and right:
                self._compared(op, positive, (left, right), unless)
                return
        name = {("le0", True): "le", ("le0", False): "ge", ("eq0", True): "eq", ("eq0", False): "ne"}[op, positive]
        self._bits(Linear(total.terms, 0)).require(name, (name == "ge") - total.const, unless)

    def _compared(self, op: str, positive: bool, sides: tuple[Shifted, Shifted], unless: Unless) -> None:
        """Require left = right (`op` is eq0) or left <= right (le0), or the negation if `positive` is False, for the
        `sides` in bits, unless a literal of `unless` is true.
        """
        left, right = sides
        if op == "eq0":
            bit_relations.require(self._sink, "eq" if positive else "ne", left, right, unless)
        elif positive:
            bit_relations.require(self._sink, "le", left, right, unless)
        else:
            bit_relations.require(self._sink, "le", right._replace(offset=right.offset + 1), left, unless)

    def _differ(self, total: Linear, unless: Unless) -> None:
        """Require total != 0 unless a literal of `unless` is true.

        Two variables are compared value against value by direct literals; for more variables, or many values, a new
        literal chooses between less and greater.
        """
        if len(total.terms) > 2 or not self._are_few(total):
            less = self._sink.var()
            self._sink.means("less", (less,), total, unless=unless)
            if self._way(total) == IN_ORDER and (terms := self._partial(total)) is not None:
                tables = [order_sums.table(a, x) for a, x in terms]
                order_sums.differ(self._sink, tables, -total.const, less, unless)
                return
            self.require("le0", True, total._replace(const=total.const + 1), (*unless, -less))
            self.require("le0", False, total, (*unless, less))
            return
        (a, x), (b, y) = sorted(total.terms, key=lambda term: count(self._codes[term[1]].values))
        others, wanted = self._values(y), [-total.const - a * v for v in self._codes[x].values]
        pairs = zip(self._codes[x].values, wanted, strict=True)
        reached = [(v, each // b) for v, each in pairs if each % b == 0 and each // b in others]
        unequal_x, unequal_y = self._unequal(x, [v for v, _ in reached]), self._unequal(y, [v for _, v in reached])
        write_columns(self._sink.out, unless, unequal_x, unequal_y)

    def _partial(self, total: Linear) -> list[tuple[int, Ordered]] | None:
        """Return the terms of a sum of order-encoded integers if both bounds of a disequality are best written by
        partial sums; else None.
        """
        if len(total.terms) <= order_sums.SHORT:
            return [(a, x.order()) for a, x in self._coded(total)]
        if self._long_sums == "adder" and order_sums.is_long(self._tables(total)):
            return None
        terms = [(a, x.order()) for a, x in self._merged(total)]
        sides = [(1, -total.const - 1), (-1, total.const - 1)]
        ways = [digit_split.bound_way([(sign * a, x) for a, x in terms], bound) for sign, bound in sides]
        return None if self._long_sums == "auto" and ways != ["partial"] * 2 else terms

    def _are_few(self, total: Linear) -> bool:
        """Whether the sum has exactly two variables, each with order literals or at most MANY values."""
        codes = [self._codes[x] for _, x in total.terms]
        return len(codes) == 2 and all(x.addition == IN_ORDER or count(x.values) <= MANY for x in codes)

    def _values(self, x: int) -> Container[int]:
        """Return the values of a variable as a container with fast membership tests."""
        values = self._codes[x].values
        return values if isinstance(values, range) else set(values)

    def _unequal(self, x: int, values: Sequence[int]) -> list[Lit]:
        """Return, for each of some values of a variable, in any order, the literal that the variable differs from the
        value.
        """
        code = self._codes[x]
        if len(values) == count(code.values):
            equal = dict(zip(code.values, code.eqs(), strict=True))
            return [-equal[value] for value in values]
        return [*map(neg, code.equals(values))]

    def _merged(self, total: Linear) -> list[tuple[int, IntCode]]:
        """Return the terms of a sum as pairs of coefficient and code; merge exclusive terms into one if the sum is long
        and its terms differ in range.
        """
        terms = self._coded(total)
        if len(terms) < LONG or len({abs(a) * (x.values[-1] - x.values[0]) for a, x in terms}) == 1:
            return terms
        return self.groups.merged(self._sink, total, self._codes)

    def _coded(self, total: Linear) -> list[tuple[int, IntCode]]:
        return [(a, self._codes[x]) for a, x in total.terms]

    def _tables(self, total: Linear) -> list[order_sums.Table]:
        return [*map(self._table, total.terms)]

    def code(self, total: Linear) -> IntCode:
        """Return an integer that equals the sum: without new variables if the sum has at most one variable, else a new
        integer defined as the sum, shared by equal sums.
        """
        total = self._free(total)
        if not total.terms:
            return order.constant(self._sink, total.const)
        if len(total.terms) > 1:
            terms = Linear(total.terms, 0)
            if terms not in self._totals:
                self._totals[terms] = self._total(terms)
            return self._totals[terms] if total.const == 0 else Affine(self._totals[terms], 1, total.const)
        a, x = total.terms[0]
        return self._codes[x] if (a, total.const) == (1, 0) else Affine(self._codes[x], a, total.const)

    def _total(self, total: Linear) -> IntCode:
        """Return a new integer defined as a sum whose constant is 0."""
        if self._way(total) > IN_ORDER:
            return self._bits(total)
        tables = sorted(self._tables(total), key=lambda t: len(t.values))
        whole = tables[0]
        for term in tables[1:]:
            whole = order_sums.sum_of(self._sink, whole, term)
        return OrderInt(self._sink, whole.values, whole.at_most[:-1])

    def _bits(self, total: Linear) -> LogInt:
        """Return a new integer in bits, defined as a sum whose constant is 0; equal sums share the integer."""
        if total not in self._added:
            self._added[total] = bit_arithmetic.total(self._sink, self._merged(total))
        return self._added[total]

    def column(self, term: Linear) -> Column:
        """Return a term of at most one variable as an argument of a relation; the argument of a constant has the
        variable -1.
        """
        total = self._free(term)
        if not total.terms:
            return Column(-1, order.constant(self._sink, 0), 1, total.const)
        ((a, x),) = total.terms
        return Column(x, self._codes[x], a, total.const)
