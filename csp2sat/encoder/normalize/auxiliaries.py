"""Auxiliary variables: integers that stand for terms, and the formulas that define them.

A definition is total: for all values of its arguments, the variable can take the defined value (or any, if the term is
undefined).  A definition therefore never excludes an assignment of the declared variables, and the variable may occur
in any formula.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any

from ...model.domain import Domain
from ...model.expr import TRUE, Expr, node
from .formulas import Linear, Norm, bounds, conjuncts, content, equal_zero

SPARSE = 128  # a derived domain of at most SPARSE values keeps its holes, and one with gaps of this size on average
MOST = 10_000  # combinations of values that are worked out for it


class Auxiliaries:
    """The auxiliary variables of a Norm.

    term, number: the term that is being normalised, and the number of its constraint.
    """

    def __init__(self, norm: Norm):
        self._norm = norm
        self._known: dict[Expr, Linear] = {}
        self.term, self.number = TRUE, 0

    def new(self, domain: Domain) -> Linear:
        """Create an auxiliary variable with a domain; return it as a sum."""
        x = len(self._norm.domains)
        self._norm.names.append("")
        self._norm.domains.append(domain)
        self._norm.terms[x] = self.term, self.number
        return Linear(((1, x),), 0)

    def define(self, *formulas: Expr) -> None:
        """Require formulas that define a variable, under the number of the constraint that is being normalised."""
        self._norm.required += self.parts(*formulas)

    def parts(self, *formulas: Expr) -> list[tuple[Expr, int]]:
        """Return the conjuncts of formulas, each with the number of the constraint that is being normalised."""
        return [(part, self.number) for formula in formulas for part in conjuncts(formula) if part is not TRUE]

    def conditional(self, condition: Expr, if_true: int, if_false: int) -> Linear:
        """Create an auxiliary variable that is `if_true` if a normal formula holds and `if_false` otherwise; return it
        as a sum.

        The two numbers must differ.
        """
        v = self.new(Domain.of((if_true, if_false)))
        self._norm.conditional[v.terms[0][1]] = (condition, if_true, if_false)
        return v

    def is_conditional(self, var: Linear) -> bool:
        """Whether the variable was created by `conditional`."""
        return var.terms[0][1] in self._norm.conditional

    def once(self, key: Expr, domain: Domain, definition: Callable[[Linear], list[Expr]]) -> Linear:
        """Return the variable of a key as a sum; create the variable at the first call, and require the formulas that
        `definition` returns for it.
        """
        if key not in self._known:
            self._known[key] = v = self.new(domain)
            self.define(*definition(v))
        return self._known[key]

    def defined(self, domain: Domain, op: str, *args: Any) -> Linear:
        """Return the variable v, as a sum, that the formula `(op v args...)` defines; equal `op` and `args` share one
        variable.
        """
        return self.once(node(op, *args), domain, lambda v: [node(op, v, *args)])

    def single(self, e: Linear) -> Linear:
        """Return a sum as a term of at most one variable: the sum itself, or a term of an auxiliary variable that
        equals it.
        """
        if len(e.terms) < 2:
            return e
        factor, part = content(Linear(e.terms, 0))
        sum_ = self.once(node("sum", part), self.domain(part), lambda v: [equal_zero(part.plus(v.times(-1)))])
        return sum_.times(factor)._replace(const=e.const)

    def bounds(self, e: Linear) -> tuple[int, int]:
        """Return the least and the greatest value of a sum, as far as the bounds of its variables show."""
        return bounds(e, self._norm.domains)

    def domain(self, e: Linear) -> Domain:
        """Return the values of a sum; the range between its bounds if there are many combinations of values, unless
        these are far from each other.
        """
        domains = [self._norm.domains[x] for _, x in e.terms]
        (least, most), combinations = self.bounds(e), prod(d.size() for d in domains)
        if combinations > min(max((most - least) // SPARSE, SPARSE), MOST):
            return Domain([(least, most)])
        sums = (sum(a * v for (a, _), v in zip(e.terms, values, strict=True)) for values in product(*domains))
        return Domain.of(e.const + each for each in sums)
