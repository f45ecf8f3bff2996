"""Third pass: normal formulas -> clauses.

A formula that is required becomes clauses directly; a part inside a clause gets a literal, one for each distinct
subformula, defined only in the direction in which it is used (G. Tseitin 1968; D. Plaisted, S. Greenbaum, JSC 1986).
Definitions wait in a queue, so nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..cnf.sink import FALSE, TRUE, Lit, Sink
from ..ints.affine import Affine, Fixed
from ..ints.order import OrderInt
from ..ints.spec import IntCode
from ..model.constraint import CONSTRAINTS
from ..model.expr import Expr, negation
from . import sums
from .linear import Linear

Unless = tuple[Lit, ...]
DOWN, UP, BOTH = 1, 2, 3  # the literal implies its formula, is implied by it, is equivalent
PREFIX = 3  # a part of a clause is written out behind at most so many literals, else it gets its own literal


class Formulas:
    """Writes formulas to a sink.

    ints: the code of each integer variable by number; a code may be added when all that it depends on is there.
    bools: literal of each Boolean variable.
    """

    def __init__(self, sink: Sink, ints: Sequence[OrderInt], bools: dict[str, Lit]):
        self._sink, self._ints, self._bools = sink, ints, bools
        self.forget()

    def forget(self) -> None:
        """Share nothing with what was written before."""
        self._literals: dict[Expr, Lit] = {}
        self._written: dict[Expr, int] = {}
        self._queue: list[tuple[Expr, int]] = []
        self._totals: dict[Linear, OrderInt] = {}

    def require(self, formula: Expr, unless: Unless = ()) -> None:
        """The formula holds, unless one of the literals is true; with the definitions that it needs."""
        self._require(formula, unless)
        self.define()

    def define(self) -> None:
        """Write the definitions of all literals that were asked for."""
        while self._queue:
            part, ways = self._queue.pop()
            lit = self._literals[part]
            if ways & DOWN:
                self._require(part, (-lit,))
            if ways & UP:
                self._require(negation(part), (lit,))

    def literal(self, formula: Expr, ways: int = DOWN) -> Lit:
        """A literal that stands for the formula in the given directions; `require` writes its definition."""
        if formula.op == "not":
            return -self.literal(formula.args[0], ways ^ BOTH if ways != BOTH else BOTH)
        simple = self._simple(formula)
        if simple is not None:
            return simple
        lit = self._literals.get(formula)
        if lit is None:
            self._literals[formula] = lit = self._sink.var()
        missing = ways & ~self._written.get(formula, 0)
        if missing:
            self._written[formula] = self._written.get(formula, 0) | missing
            self._queue.append((formula, missing))
        return lit

    def _simple(self, formula: Expr) -> Lit | None:
        """The literal of a formula that has one without a definition."""
        op = formula.op
        if op == "not":
            inner = self._simple(formula.args[0])
            return None if inner is None else -inner
        if op == "bool":
            return self._bools[formula.args[0]]
        if op in ("le0", "eq0"):
            return self._atom(op, self._free(formula.args[0]))
        return {"true": TRUE, "false": FALSE}.get(op)

    def _free(self, total: Linear) -> Linear:
        """Without the variables that have one value."""
        fixed = [(a, x) for a, x in total.terms if len(self._ints[x].values) == 1]
        if not fixed:
            return total
        const = total.const + sum(a * self._ints[x].values[0] for a, x in fixed)
        return Linear(tuple(term for term in total.terms if term not in fixed), const)

    def _atom(self, op: str, total: Linear) -> Lit | None:
        if len(total.terms) > 1:
            return None
        code = self.code(total)
        return code.le(0) if op == "le0" else code.eq(0)

    # clauses

    def _require(self, formula: Expr, unless: Unless) -> None:
        stack = [(formula, unless)]
        while stack:
            top, prefix = stack.pop()
            simple = self._simple(top)
            if simple is not None:
                self._write((*prefix, simple))
                continue
            positive = top.op != "not"
            inner = top if positive else top.args[0]
            if inner.op in ("and", "or"):
                parts = inner.args if positive else [negation(a) for a in inner.args]
                if (inner.op == "and") == positive:
                    stack.extend((part, prefix) for part in reversed(parts))
                else:
                    self._clause(parts, prefix, stack)
            elif inner.op == "iff":
                p, q = inner.args if positive else (inner.args[0], negation(inner.args[1]))
                self._clause((negation(p), q), prefix, stack)
                self._clause((p, negation(q)), prefix, stack)
            elif inner.op in ("le0", "eq0"):
                self._linear(inner.op, positive, self._free(inner.args[0]), prefix)
            else:
                self._global(inner, prefix)

    def _clause(self, parts: Iterable[Expr], prefix: Unless, stack: list[tuple[Expr, Unless]]) -> None:
        lits, rest = list(prefix), []
        for part in _disjuncts(parts):
            simple = self._simple(part)
            if simple is None:
                rest.append(part)
            else:
                lits.append(simple)
        if TRUE in lits:
            return
        if len(rest) == 1 and len(lits) <= PREFIX:
            stack.append((rest[0], tuple(lits)))
        else:
            self._write((*lits, *(self.literal(part) for part in rest)))

    def _write(self, lits: Sequence[Lit]) -> None:
        """One clause of any literals: constants, repetitions and complements are looked after."""
        kept = dict.fromkeys(lit for lit in lits if lit != FALSE)
        if TRUE not in kept and not any(-lit in kept for lit in kept):
            self._sink.out += (*kept, 0)

    # integers

    def code(self, total: Linear) -> IntCode:
        """A sum as an integer: of one variable without new ones, else a new variable defined to be the sum."""
        total = self._free(total)
        if not total.terms:
            return Fixed(total.const)
        if len(total.terms) > 1:
            terms = Linear(total.terms, 0)
            if terms not in self._totals:
                self._totals[terms] = self._total(terms)
            whole = self._totals[terms]
            return whole if total.const == 0 else Affine(whole, 1, total.const)
        a, x = total.terms[0]
        return self._ints[x] if (a, total.const) == (1, 0) else Affine(self._ints[x], a, total.const)

    def _total(self, total: Linear) -> OrderInt:
        tables = sorted(self._tables(total), key=lambda t: len(t.values))
        whole = tables[0]
        for term in tables[1:]:
            whole = sums.sum_of(self._sink, whole, term)
        return OrderInt(self._sink, whole.values, whole.at_most[:-1])

    def _tables(self, total: Linear, factor: int = 1) -> list[sums.Table]:
        return [sums.table(factor * a, self._ints[x]) for a, x in total.terms]

    def _linear(self, op: str, positive: bool, total: Linear, unless: Unless) -> None:
        if op == "le0":
            factor, bound = (1, -total.const) if positive else (-1, total.const - 1)
            sums.at_most(self._sink, self._tables(total, factor), bound, unless)
        elif positive:
            self._equal(total, unless)
        else:
            self._differ(total, unless)

    def _equal(self, total: Linear, unless: Unless) -> None:
        tables = sums.shortened(self._sink, self._tables(total))
        sums.at_most(self._sink, tables, -total.const, unless)
        sums.at_most(self._sink, [sums.negated(t) for t in tables], total.const, unless)

    def _differ(self, total: Linear, unless: Unless) -> None:
        """Of two variables by their direct literals, value against value; of more by a choice of less or greater."""
        if len(total.terms) > 2:
            less = self._sink.var()
            self._linear("le0", True, total._replace(const=total.const + 1), (*unless, -less))
            self._linear("le0", False, total, (*unless, less))
            return
        (a, x), (b, y) = total.terms
        x_code, y_code = self._ints[x], self._ints[y]
        for value in x_code.values:
            other, rest = divmod(-total.const - a * value, b)
            if rest == 0 and (lit := y_code.eq(other)) != FALSE:
                self._sink.out += (*unless, -x_code.eq(value), -lit, 0)

    def _global(self, constraint: Expr, unless: Unless) -> None:
        args = [self._global_argument(arg) for arg in constraint.args]
        with self._sink.guarded(unless):
            CONSTRAINTS[constraint.op].encode(self._sink, *args)

    def _global_argument(self, arg: Any) -> Any:
        if isinstance(arg, Linear):
            return self.code(arg)
        return self.literal(arg, BOTH) if isinstance(arg, Expr) else arg


def _disjuncts(parts: Iterable[Expr]) -> Iterable[Expr]:
    stack = list(parts)[::-1]
    while stack:
        top = stack.pop()
        if top.op == "or":
            stack.extend(reversed(top.args))
        elif top.op == "not" and top.args[0].op == "and":
            stack.extend(negation(a) for a in reversed(top.args[0].args))
        else:
            yield top
