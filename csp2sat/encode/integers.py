"""Third pass, integers: sums of encoded variables as literals, clauses and codes.

How a sum is written depends on the codes of its variables (see `Addition`): by adders, digit by digit, or by order
literals, which a code by value has besides.  Equations and disequalities of two variables of which one has a code by
value are about values.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from ..cnf.sink import Lit, Sink
from ..ints import order
from ..ints.affine import Affine
from ..ints.log import LogInt
from ..ints.order import OrderInt
from ..ints.spec import Addition, IntCode, Unless
from . import alternatives, bitsums, digits, digitsums, directsums, sums
from .clause import write_columns
from .digits import Digits
from .linear import Linear
from .relations import Column

# one of the others by their sizes; partial sums; digits; binary addition
SUMS = ("auto", "partial", "digits", "adder")
MANY = 256  # values of another variable that has no direct literals for the sake of a disequality


class Integers:
    """Writes what is said about integers to a sink.

    codes: of each variable by number; one may be added when all that it depends on is there.
    substituted: puts other variables for those of a sum that are the same.
    long_sums: how those with order literals are encoded that would take auxiliary variables, a name of SUMS.
    """

    def __init__(
        self,
        sink: Sink,
        codes: Sequence[IntCode],
        substituted: Callable[[Linear], Linear],
        long_sums: str = "auto",
    ):
        self._sink, self._codes, self._substituted = sink, codes, substituted
        self._long_sums = long_sums
        self.forget()

    def forget(self) -> None:
        """Share nothing with what was written before."""
        self._totals: dict[Linear, IntCode] = {}
        self._added: dict[Linear, LogInt] = {}
        self._digits = Digits(self._sink, None if self._long_sums == "auto" else self._long_sums == "digits")
        self._unequals: dict[int, dict[int, Lit]] = {}

    def free(self, total: Linear) -> Linear:
        """The same sum without the variables that have one value, and without aliases."""
        total = self._substituted(total)
        fixed = [(a, x) for a, x in total.terms if len(self._codes[x].values) == 1]
        if not fixed:
            return total
        const = total.const + sum(a * self._codes[x].values[0] for a, x in fixed)
        return Linear(tuple(term for term in total.terms if term not in fixed), const)

    def literal(self, op: str, total: Linear) -> Lit | None:
        """The literal of an atom (le0 or eq0), if it is about at most one variable."""
        total = self.free(total)
        if len(total.terms) > 1:
            return None
        if total.terms and total.terms[0][0] == 1:
            x = self._codes[total.terms[0][1]]
            return x.le(-total.const) if op == "le0" else x.eq(-total.const)
        code = self.code(total)
        return code.le(0) if op == "le0" else code.eq(0)

    def require(self, op: str, positive: bool, total: Linear, unless: Unless) -> None:
        """An atom (le0 or eq0) about at least two variables, or its negation, unless one of the literals is true."""
        total = self.free(total)
        way = self._way(total)
        if way == Addition.ORDER and self._long_sums == "adder" and sums.is_long(self._tables(total)):
            way = Addition.BITS
        write = (self._in_order, self._in_digits, self._in_bits)[way]
        write(op, positive, total, unless)

    def _way(self, total: Linear) -> Addition:
        """How a sum of at least one variable is written."""
        return max(self._codes[x].addition for _, x in total.terms)

    def one_of(self, equations: Sequence[Linear], unless: Unless) -> bool:
        """One of the sums is 0, unless one of the literals is true.

        Nothing is written, and the result is False, unless they all have a variable in common and another one each,
        and all of these have direct literals.
        """
        totals = [self.free(total) for total in equations]
        x = alternatives.common_variable(totals)
        if x is None or not all(map(self._are_few, totals)):
            return False
        alternatives.write(self._sink, totals, x, self._codes, unless)
        return True

    def _in_order(self, op: str, positive: bool, total: Linear, unless: Unless) -> None:
        """By order literals, or by values."""
        if op == "le0":
            factor, bound = (1, -total.const) if positive else (-1, total.const - 1)
            sums.at_most(self._sink, self._tables(total, factor), bound, unless)
        elif not positive:
            self._differ(total, unless)
        elif any(self._codes[x].by_value for _, x in total.terms) and self._are_few(total):
            directsums.equal(self._sink, self._pair(total), -total.const, unless)
        else:
            terms = [(a, self._codes[x].order()) for a, x in total.terms]
            if self._long_sums == "auto" and digits.are_too_many(terms):
                self._in_bits(op, positive, total, unless)
            elif not self._digits.equal(terms, -total.const, unless):
                sums.equal(self._sink, self._tables(total), -total.const, unless)

    def _in_digits(self, op: str, positive: bool, total: Linear, unless: Unless) -> None:
        """Digit by digit; by adders if the coefficients are large."""
        if op == "eq0" and not positive:
            self._differ(total, unless)
        elif not digitsums.fits(self._pair(total)):
            self._in_bits(op, positive, total, unless)
        else:
            factor, bound = (1, -total.const) if positive else (-1, total.const - 1)
            terms = [(factor * a, x) for a, x in self._pair(total)]
            digitsums.require(self._sink, "eq" if op == "eq0" else "le", terms, bound, unless)

    def _in_bits(self, op: str, positive: bool, total: Linear, unless: Unless) -> None:
        """The sum by adders; a disequality of two variables with few values by direct literals."""
        if op == "eq0" and not positive and self._are_few(total):
            self._differ(total, unless)
            return
        whole = self._bits(Linear(total.terms, 0))
        if op == "le0":
            bitsums.require(whole, *(("le", -total.const) if positive else ("ge", 1 - total.const)), unless)
        else:
            bitsums.require(whole, "eq" if positive else "ne", -total.const, unless)

    def _differ(self, total: Linear, unless: Unless) -> None:
        """Of two variables by their direct literals, value against value; of more, or of many values, by a choice of
        less or greater."""
        if len(total.terms) > 2 or not self._are_few(total):
            less = self._sink.var()
            self.require("le0", True, total._replace(const=total.const + 1), (*unless, -less))
            self.require("le0", False, total, (*unless, less))
            return
        (a, x), (b, y) = sorted(total.terms, key=lambda term: len(self._codes[term[1]].values))
        others, reached = self._values(y), []
        for v in self._codes[x].values:
            other, rest = divmod(-total.const - a * v, b)
            if rest == 0 and other in others:
                reached.append((v, other))
        unequal_x, unequal_y = self._unequal(x, [v for v, _ in reached]), self._unequal(y, [v for _, v in reached])
        write_columns(self._sink.out, unless, unequal_x, unequal_y)

    def _are_few(self, total: Linear) -> bool:
        """Is it about two variables which have direct literals, or few values?"""
        codes = [self._codes[x] for _, x in total.terms]
        return len(codes) == 2 and all(x.addition == Addition.ORDER or len(x.values) <= MANY for x in codes)

    def _values(self, x: int) -> Container[int]:
        """The values of a variable, to look for one."""
        values = self._codes[x].values
        return values if isinstance(values, range) else set(values)

    def _unequal(self, x: int, values: Sequence[int]) -> list[Lit]:
        """The literals that a variable is not equal to each of the values."""
        known, code = self._unequals.setdefault(x, {}), self._codes[x]
        for v in values:
            if v not in known:
                known[v] = -code.eq(v)
        return [known[v] for v in values]

    def _pair(self, total: Linear) -> list[tuple[int, IntCode]]:
        return [(a, self._codes[x]) for a, x in total.terms]

    def _tables(self, total: Linear, factor: int = 1) -> list[sums.Table]:
        return [sums.table(factor * a, self._codes[x].order()) for a, x in total.terms]

    def code(self, total: Linear) -> IntCode:
        """A sum as an integer: of one variable without new ones, else a new variable defined to be the sum."""
        total = self.free(total)
        if not total.terms:
            return order.constant(self._sink, total.const)
        if len(total.terms) > 1:
            whole = self._whole(total)
            return whole if total.const == 0 else Affine(whole, 1, total.const)
        a, x = total.terms[0]
        return self._codes[x] if (a, total.const) == (1, 0) else Affine(self._codes[x], a, total.const)

    def _whole(self, total: Linear) -> IntCode:
        """A sum without its constant."""
        terms = Linear(total.terms, 0)
        if terms not in self._totals:
            self._totals[terms] = self._total(terms)
        return self._totals[terms]

    def _total(self, total: Linear) -> IntCode:
        if self._way(total) > Addition.ORDER:
            return self._bits(total)
        tables = sorted(self._tables(total), key=lambda t: len(t.values))
        whole = tables[0]
        for term in tables[1:]:
            whole = sums.sum_of(self._sink, whole, term)
        return OrderInt(self._sink, whole.values, whole.at_most[:-1])

    def _bits(self, total: Linear) -> LogInt:
        """A sum without its constant, in bits."""
        if total not in self._added:
            self._added[total] = bitsums.total(self._sink, self._pair(total))
        return self._added[total]

    def column(self, term: Linear) -> Column:
        """A term of at most one variable, for a relation."""
        total = self.free(term)
        if not total.terms:
            return Column(-1, order.constant(self._sink, 0), 1, total.const)
        ((a, x),) = total.terms
        return Column(x, self._codes[x], a, total.const)
