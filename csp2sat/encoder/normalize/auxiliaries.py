"""Auxiliary variables: integers that stand for terms, and the formulas that define them.

A definition is total: whatever values its arguments take, the variable can take the one that it must (any, where the
term is undefined).  So a definition that holds never excludes an assignment of the declared variables, and what is
said about the variable may stand in any formula.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any

from ...model.domain import Domain
from ...model.expr import TRUE, Expr, node
from .formulas import Linear, Norm, bounds, conjuncts, content, equal_zero

SPARSE = 128  # a derived domain of at most so many values keeps its holes


class Auxiliaries:
    """The auxiliary variables of a Norm.

    term, number: what is being normalised, and the constraint that it comes from.
    """

    def __init__(self, norm: Norm):
        self._norm = norm
        self._known: dict[Expr, Linear] = {}
        self.term, self.number = TRUE, 0

    def new(self, domain: Domain) -> Linear:
        """A new variable."""
        x = len(self._norm.domains)
        self._norm.names.append("")
        self._norm.domains.append(domain)
        self._norm.terms[x] = self.term, self.number
        return Linear(((1, x),), 0)

    def define(self, *formulas: Expr) -> None:
        """Require what defines a variable, with the constraint that is being normalised."""
        self._norm.required += self.parts(*formulas)

    def parts(self, *formulas: Expr) -> list[tuple[Expr, int]]:
        """The conjuncts of formulas, with the number of that constraint."""
        return [(part, self.number) for formula in formulas for part in conjuncts(formula) if part is not TRUE]

    def conditional(self, condition: Expr, if_true: int, if_false: int) -> Linear:
        """A new variable of two different values that a normal formula chooses."""
        v = self.new(Domain.of((if_true, if_false)))
        self._norm.conditional[v.terms[0][1]] = (condition, if_true, if_false)
        return v

    def is_conditional(self, var: Linear) -> bool:
        """Is it a variable that a formula chooses?"""
        return var.terms[0][1] in self._norm.conditional

    def once(self, key: Expr, domain: Domain, definition: Callable[[Linear], list[Expr]]) -> Linear:
        """The variable of that key; the first time it is made, with the definition that it gets."""
        if key not in self._known:
            self._known[key] = v = self.new(domain)
            self.define(*definition(v))
        return self._known[key]

    def defined(self, domain: Domain, op: str, *args: Any) -> Linear:
        """The variable that `(op variable args...)` defines."""
        return self.once(node(op, *args), domain, lambda v: [node(op, v, *args)])

    def single(self, e: Linear) -> Linear:
        """A sum as a term of at most one variable: itself, or a variable for the sum."""
        if len(e.terms) < 2:
            return e
        factor, part = content(Linear(e.terms, 0))
        sum_ = self.once(node("sum", part), self.domain(part), lambda v: [equal_zero(part.plus(v.times(-1)))])
        return sum_.times(factor)._replace(const=e.const)

    def bounds(self, e: Linear) -> tuple[int, int]:
        """Least and greatest value."""
        return bounds(e, self._norm.domains)

    def domain(self, e: Linear) -> Domain:
        """The values of a sum; the range that they span if there are many."""
        domains = [self._norm.domains[x] for _, x in e.terms]
        if prod(d.size() for d in domains) > SPARSE:
            return Domain([self.bounds(e)])
        sums = (sum(a * v for (a, _), v in zip(e.terms, values, strict=True)) for values in product(*domains))
        return Domain.of(e.const + each for each in sums)
