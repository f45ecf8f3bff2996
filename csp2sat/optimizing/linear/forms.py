"""The integers and formulas of a normal form as sums of the variables of a linear program.

A Boolean is a variable 0 or 1.  An integer of whose values some constraint speaks is the sum of value * [the integer
has the value]; any other integer is a variable itself, or the sum that defines the integer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...encoder.normalize.formulas import ATOMS, Linear, Norm, at_most_zero, conjuncts
from ...model.constraint import RELATION
from ...model.expr import FALSE, TRUE, Expr, negation, unknown
from .program import ONE, WIDEST, ZERO, Infeasible, LinearProgram, weighted

MOST = 200_000  # terms of a program
WIDEST_TIME = 1 << 24  # of the values of a time or load along tours, whose sums make a bound
VALUES = 500  # of an integer that is the sum of its values


class NoLinearForm(Exception):
    """A constraint that is not linear."""


class LinearForms:
    """The sums for integers and formulas of a normal form, in a program that grows as they are asked for.

    norm: the normal form.  values: for each integer that is the sum of its values, the literal of each value.
    """

    def __init__(self, norm: Norm):
        self.has_tours = any(formula.op == "circuit" for formula, _ in norm.required)
        self.norm, self.program = norm, LinearProgram(MOST, WIDEST_TIME if self.has_tours else WIDEST)
        self.values: dict[int, dict[int, Linear]] = {}
        self._ints: dict[int, Linear] = {}
        self._literals: dict[Expr, Linear] = {TRUE: ONE, FALSE: ZERO}
        self._by_value = set(_by_value(norm))
        self.choices = list[tuple[Linear, ...]]()  # literals of which exactly one is true

    def sum_of(self, total: Linear) -> Linear:
        """Return a sum of integers as a sum of the program's variables."""
        return weighted([(a, self.int_form(x)) for a, x in total.terms], total.const)

    def two_valued(self, total: Linear) -> Linear:
        """Return a sum of integers as `sum_of` does; raise NoLinearForm if a variable in it has more than two values,
        except times and loads along tours: orders of jobs are better searched otherwise.
        """
        inner = self.sum_of(total)
        if not self.has_tours and any(self.program.domains[x].size() > 2 for _, x in inner.terms):
            raise NoLinearForm
        return inner

    def int_form(self, x: int) -> Linear:
        """Return an integer of the normal form as a sum of the program's variables."""
        if x not in self._ints:
            self._ints[x] = self._new_int(x)
        return self._ints[x]

    def _new_int(self, x: int) -> Linear:
        domain = self.norm.domains[x]
        if x in self.norm.conditional:
            condition, if_true, if_false = self.norm.conditional[x]
            return weighted([(if_true - if_false, self.literal(condition))], if_false)
        if (len(domain.ranges) > 1 or (x in self._by_value and domain.size() > 2)) and domain.size() <= VALUES:
            literals = {v: self.program.variable() for v in domain}
            self.values[x] = literals
            self.program.equal_zero(weighted([(1, each) for each in literals.values()], -1))
            return weighted(list(literals.items()))
        return self.program.variable(domain.lo, domain.hi)

    def define(self, x: int, total: Linear, ends: tuple[int, int] | None = None) -> None:
        """Replace the integer x by a sum, which is kept within the integer's domain.  ends: between which the sum is
        known to be; None for the ends that the domains of its variables show.
        """
        self._ints[x], domain = total, self.norm.domains[x]
        least, most = ends or self.program.ends(total)
        if most > domain.hi:
            self.program.at_most_zero(weighted([(1, total)], -domain.hi))
        if least < domain.lo:
            self.program.at_most_zero(weighted([(-1, total)], domain.lo))

    def is_new(self, x: int) -> bool:
        """Whether an integer has no form yet, and may be replaced by a sum."""
        return x not in self._ints and x not in self._by_value and x not in self.norm.conditional

    def has_value(self, x: int, v: int) -> Linear:
        """Return the literal that an integer has a value.  Raises NoLinearForm if the integer is no sum of values."""
        total = self.int_form(x)
        if x in self.values:
            return self.values[x].get(v, ZERO)
        least, most = self.program.ends(total)
        if not least <= v <= most:
            return ZERO
        if most - least > 1:
            raise NoLinearForm
        return weighted([(1, total)], -least) if v > least else weighted([(-1, total)], least + 1)

    def literal(self, formula: Expr) -> Linear:
        """Return a sum that is 1 if the formula is true, else 0."""
        for part in unknown(formula, self._literals):
            self._literals[part] = self._new_literal(part)
        return self._literals[formula]

    def _new_literal(self, formula: Expr) -> Linear:
        if formula.op == "not":
            return weighted([(-1, self.literal(formula.args[0]))], 1)
        if formula.op == "bool":
            return self.program.variable()
        if formula.op in ATOMS:
            return self._atom(formula)
        if formula.op in ("or", "and"):
            return self._connective([self.literal(arg) for arg in formula.args], formula.op == "or")
        if formula.op in ("iff", "ite"):
            return self._choice(*map(self.literal, (*formula.args, negation(formula.args[1]))[:3]))
        raise NoLinearForm

    def _atom(self, atom: Expr) -> Linear:
        """Return a literal for a comparison of a sum with 0."""
        (total,) = atom.args
        if len(total.terms) == 1:
            return self.equal(total) if atom.op == "eq0" else self._small(total)
        inner = self.two_valued(total)
        if atom.op == "eq0":
            return self._connective([self.literal(at_most_zero(total.times(sign))) for sign in (1, -1)], is_or=False)
        literal = self.program.literal()
        least, most = self.program.ends(inner)
        self.program.at_most_zero(weighted([(1, inner), (max(most, 0), literal)], -max(most, 0)))
        self.program.at_most_zero(weighted([(-1, inner), (min(least, 1) - 1, literal)], 1))
        return literal

    def equal(self, total: Linear) -> Linear:
        """Return the literal that a sum of one integer is 0."""
        ((a, x),) = total.terms
        return ZERO if total.const % a else self.has_value(x, -total.const // a)

    def _small(self, total: Linear) -> Linear:
        """Return the literal that a sum of one integer is at most 0."""
        ((a, x),) = total.terms
        inner = self.int_form(x)
        if x in self.values:
            return weighted([(1, each) for v, each in self.values[x].items() if a * v + total.const <= 0])
        limited = weighted([(a, inner)], total.const)
        least, most = self.program.ends(limited)
        if least > 0 or most <= 0:
            return ONE if most <= 0 else ZERO
        if len(inner.terms) == 1 and abs(a * inner.terms[0][0]) == most - least:
            return weighted([(-1, self._has_upper(limited))], 1)
        literal = self.program.literal()
        self.program.at_most_zero(weighted([(1, limited), (most, literal)], -most))
        self.program.at_most_zero(weighted([(-1, limited), (least - 1, literal)], 1))
        return literal

    def _has_upper(self, limited: Linear) -> Linear:
        """Return the literal that a sum of one variable, 0 or 1, has the greater of its two values."""
        ((a, x),) = limited.terms
        low = self.program.domains[x].lo
        return Linear(((1, x),), -low) if a > 0 else Linear(((-1, x),), low + 1)

    def _connective(self, parts: Sequence[Linear], is_or: bool) -> Linear:
        """Return a literal for the disjunction, or the conjunction, of literals."""
        literal = self.program.literal()
        sign, const = (1, 0) if is_or else (-1, 1)
        flipped = [weighted([(sign, part)], const) for part in parts]
        whole = weighted([(sign, literal)], const)
        for part in flipped:
            self.program.at_most_zero(weighted([(1, part), (-1, whole)]))
        self.program.at_most_zero(weighted([(1, whole), *((-1, part) for part in flipped)]))
        return literal

    def _choice(self, p: Linear, q: Linear, r: Linear) -> Linear:
        """Return a literal that is `q` if the literal `p` is true, else `r`."""
        literal = self.program.literal()
        for condition, chosen in ((p, q), (weighted([(-1, p)], 1), r)):
            for sign in (1, -1):
                self.require_if(condition, weighted([(sign, literal), (-sign, chosen)]))
        return literal

    def _at_least_one(self, literals: Sequence[Linear]) -> None:
        self.program.at_most_zero(weighted([(-1, each) for each in literals], 1))

    def cases(self, term: Linear) -> dict[int, Linear]:
        """Return, by value, a literal for each value that a sum can have, true if and only if the sum has the value.

        term: a constant; a multiple of one integer; or literals with coefficients of which exactly one is true.
        """
        if not term.terms:
            return {term.const: ONE}
        if len(term.terms) > 1 or term.terms[0][1] in self.norm.conditional:
            return self._chosen(self.sum_of(term))
        ((a, x),) = term.terms
        domain = self.norm.domains[x]
        if domain.size() > VALUES:
            raise NoLinearForm
        return {a * v + term.const: self.has_value(x, v) for v in domain}

    def cases_within(self, term: Linear, values: range) -> dict[int, Linear]:
        """Return what `cases` does, without the values of the sum that are not in `values`, which are forbidden.

        Raises Infeasible if no value is left.
        """
        found = self.cases(term)
        for value in found.keys() - {*values}:
            self.program.equal_zero(found.pop(value))
        if not found:
            raise Infeasible
        return found

    def _chosen(self, total: Linear) -> dict[int, Linear]:
        """Return the literals of the values of a sum of variables, one alone or out of literals of which exactly one is
        true.
        """
        if not total.terms:
            return {total.const: ONE}
        variables = {x for _, x in total.terms}
        for choice in self.choices:
            if variables <= {x for each in choice for _, x in each.terms}:
                return _cases_of(total, choice)
        ((a, x), *others) = total.terms
        low = self.program.domains[x].lo
        if others or self.program.domains[x].hi - low != 1:
            raise NoLinearForm
        upper = Linear(((1, x),), -low)
        return {a * low + total.const: weighted([(-1, upper)], 1), a * (low + 1) + total.const: upper}

    def require_if(self, literal: Linear, total: Linear) -> None:
        """Require `total <= 0` if a literal is true."""
        _, most = self.program.ends(total)
        self.program.at_most_zero(weighted([(1, total), (max(most, 0), literal)], -max(most, 0)))


def _cases_of(total: Linear, choice: Sequence[Linear]) -> dict[int, Linear]:
    """Return the literals of the values of a sum of the variables of literals of which exactly one is true."""
    at_all_false = {x: -each.const * a for each in choice for a, x in each.terms}  # a literal is x, or 1 - x
    factors = {x: a for a, x in total.terms}
    base = total.const + sum([a * at_all_false[x] for a, x in total.terms])
    found: dict[int, list[tuple[int, Linear]]] = {}
    for each in choice:
        value = base + sum([a * factors.get(x, 0) for a, x in each.terms])
        found.setdefault(value, []).append((1, each))
    return {value: weighted(literals) for value, literals in found.items()}


def _by_value(norm: Norm) -> Iterator[int]:
    """Yield the integers of whose values a constraint speaks."""
    stack: list[Any] = [condition for condition, _, _ in norm.conditional.values()]
    for formula, _ in norm.required:
        for part in conjuncts(formula):
            if part.op not in ATOMS and (part.op != "not" or part.args[0].op == "eq0"):
                stack.append(part)
    seen = set(stack)
    while stack:
        formula = stack.pop()
        if formula.op in ATOMS:
            (total,) = formula.args
            yield from [x for _, x in total.terms] if formula.op == "eq0" and len(total.terms) < 3 else ()
        elif formula.op in ("alldifferent", "circuit", RELATION):
            yield from [x for term in formula.args if isinstance(term, Linear) for _, x in term.terms]
        elif formula.op == "element":
            yield from [x for _, x in formula.args[1].terms]
        elif formula.op == "count":
            yield from [x for term in formula.args[3:] for _, x in term.terms]
        else:
            inner = [arg for arg in formula.args if isinstance(arg, Expr) and arg not in seen]
            seen.update(inner)
            stack += inner
