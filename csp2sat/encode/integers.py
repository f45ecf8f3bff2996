"""Third pass, integers: sums of encoded variables as literals, clauses and codes."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from ..cnf.sink import Lit, Sink
from ..ints.affine import Affine, Fixed
from ..ints.order import OrderInt
from ..ints.spec import IntCode
from . import sums
from .clause import write_columns
from .digits import Digits
from .linear import Linear
from .relations import Column

Unless = tuple[Lit, ...]


class Integers:
    """Writes what is said about integers to a sink.

    codes: of each variable by number; one may be added when all that it depends on is there.
    substituted: puts other variables for those of a sum that are the same.
    """

    def __init__(self, sink: Sink, codes: Sequence[OrderInt], substituted: Callable[[Linear], Linear]):
        self._sink, self._codes, self._substituted = sink, codes, substituted
        self.forget()

    def forget(self) -> None:
        """Share nothing with what was written before."""
        self._totals: dict[Linear, OrderInt] = {}
        self._digits = Digits(self._sink)
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
        if op == "le0":
            factor, bound = (1, -total.const) if positive else (-1, total.const - 1)
            sums.at_most(self._sink, self._tables(total, factor), bound, unless)
        elif positive:
            terms = [(a, self._codes[x]) for a, x in total.terms]
            if not self._digits.equal(terms, -total.const, unless):
                sums.equal(self._sink, self._tables(total), -total.const, unless)
        else:
            self._differ(total, unless)

    def _differ(self, total: Linear, unless: Unless) -> None:
        """Of two variables by their direct literals, value against value; of more by a choice of less or greater."""
        if len(total.terms) > 2:
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

    def _tables(self, total: Linear, factor: int = 1) -> list[sums.Table]:
        return [sums.table(factor * a, self._codes[x]) for a, x in total.terms]

    def code(self, total: Linear) -> IntCode:
        """A sum as an integer: of one variable without new ones, else a new variable defined to be the sum."""
        total = self.free(total)
        if not total.terms:
            return Fixed(total.const)
        if len(total.terms) > 1:
            terms = Linear(total.terms, 0)
            if terms not in self._totals:
                self._totals[terms] = self._total(terms)
            whole = self._totals[terms]
            return whole if total.const == 0 else Affine(whole, 1, total.const)
        a, x = total.terms[0]
        return self._codes[x] if (a, total.const) == (1, 0) else Affine(self._codes[x], a, total.const)

    def _total(self, total: Linear) -> OrderInt:
        tables = sorted(self._tables(total), key=lambda t: len(t.values))
        whole = tables[0]
        for term in tables[1:]:
            whole = sums.sum_of(self._sink, whole, term)
        return OrderInt(self._sink, whole.values, whole.at_most[:-1])

    def column(self, term: Linear) -> Column:
        """A term of at most one variable, for a relation."""
        total = self.free(term)
        if not total.terms:
            return Column(-1, Fixed(0), 1, total.const)
        ((a, x),) = total.terms
        return Column(x, self._codes[x], a, total.const)
