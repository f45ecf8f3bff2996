"""The normal form between the passes.

A normal formula is an expression of these operators:

    true false not and or iff ite
    bool        a variable
    le0 eq0     one argument, a Linear: it is <= 0, = 0
    relation    a Relation that lists what it supports, and Linears of at most one variable

and, only where it is required as it stands,

    cardinality              Bounds, formulas: so many of them are true
    maximum arithmetic      the definition of an auxiliary variable, see `definitions`
    a global constraint     whose terms are Linear
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import NamedTuple

from ...base.numbers import product
from ...model.domain import Domain
from ...model.expr import FALSE, TRUE, Expr, negation, node

ALWAYS = -1  # the number of what is required whatever constraints hold
ASSUMED = -2  # the number of what is no constraint of the model
HUGE = 1 << 65536  # of factors beyond that the products are checked not to be too large


@dataclass
class Norm:
    """The normal form of a model.

    names, domains: of the integer variables by number, declared ones first, then auxiliaries (name '').
    terms: of an auxiliary, the term that it was made for and the number of the constraint.
    conditional: auxiliaries of two values that a formula chooses: variable -> (formula, value if true, value if false).
    required: (normal formula, number of the constraint it comes from) in order; a definition of an auxiliary comes
        with the constraint that needed it first.
    objective: the variable that is to be minimized or maximized.
    boolean: what is required of truth alone, see `booleans`.
    """

    names: list[str]
    domains: list[Domain]
    terms: dict[int, tuple[Expr, int]] = field(default_factory=dict)
    conditional: dict[int, tuple[Expr, int, int]] = field(default_factory=dict)
    required: list[tuple[Expr, int]] = field(default_factory=list)
    objective: int | None = None
    boolean: set[Expr] = field(default_factory=set)


def conjuncts(formula: Expr) -> Iterable[Expr]:
    """The parts of nested conjunctions, and of negated disjunctions, left to right."""
    return _conjuncts(formula) if formula.op in ("and", "not") else (formula,)


def _conjuncts(formula: Expr) -> Iterator[Expr]:
    stack = [formula]
    while stack:
        top = stack.pop()
        if top.op == "and":
            stack.extend(reversed(top.args))
        elif top.op == "not" and top.args[0].op == "or":
            stack.extend(map(negation, reversed(top.args[0].args)))
        else:
            yield top


WeightedVariable = tuple[int, int]  # coefficient (not 0) and variable


class Linear(NamedTuple):
    """The sum of coefficient * variable over `terms` (sorted by variable, each once), plus `const`."""

    terms: tuple[WeightedVariable, ...]
    const: int

    def times(self, factor: int) -> Linear:
        if factor == 0:
            return Linear((), 0)
        if factor > HUGE or -factor > HUGE:
            return Linear(tuple((product(a, factor), x) for a, x in self.terms), product(self.const, factor))
        return Linear(tuple((a * factor, x) for a, x in self.terms), self.const * factor)

    def plus(self, other: Linear) -> Linear:
        sums = {x: a for a, x in self.terms}
        for a, x in other.terms:
            sums[x] = sums.get(x, 0) + a
        return linear(sums, self.const + other.const)


def linear(coefficients: dict[int, int], const: int) -> Linear:
    """From variable -> coefficient; zeros are dropped."""
    return Linear(tuple((a, x) for x, a in sorted(coefficients.items()) if a), const)


def content(sum_: Linear) -> tuple[int, Linear]:
    """The factor that all coefficients and the constant share, and the sum without it; the first coefficient becomes
    positive."""
    divisor = gcd(*(a for a, _ in sum_.terms), sum_.const)
    if sum_.terms[0][0] < 0:
        divisor = -divisor
    return divisor, Linear(tuple((a // divisor, x) for a, x in sum_.terms), sum_.const // divisor)


def bounds(sum_: Linear, domains: Sequence[Domain]) -> tuple[int, int]:
    """Least and greatest value as far as the bounds of the domains tell."""
    terms, const = sum_
    if len(terms) == 1 and terms[0][0] == 1:  # as most have
        ranges = domains[terms[0][1]].ranges
        return ranges[0][0] + const, ranges[-1][1] + const
    least = most = const
    for a, x in terms:
        domain = domains[x]
        low, high = (domain.lo, domain.hi) if a > 0 else (domain.hi, domain.lo)
        least += a * low
        most += a * high
    return least, most


def at_most_zero(sum_: Linear) -> Expr:
    """The atom `sum <= 0` in normal form, a formula.

    Coefficients are divided by their greatest common divisor, the constant rounded; the first coefficient is made
    positive, so an atom and its negation are the same node up to `not`.
    """
    terms, const = sum_
    if len(terms) == 1 and terms[0][0] == 1:
        return node("le0", sum_)
    if not terms:
        return TRUE if const <= 0 else FALSE
    divisor = gcd(*(a for a, _ in terms))
    if divisor > 1:
        terms, const = tuple((a // divisor, x) for a, x in terms), -(-const // divisor)
    if terms[0][0] > 0:
        return node("le0", Linear(terms, const))
    return negation(node("le0", Linear(tuple((-a, x) for a, x in terms), 1 - const)))


def equal_zero(sum_: Linear) -> Expr:
    """The atom `sum = 0` in normal form: coefficients without common divisor, the first one positive."""
    terms, const = sum_
    if len(terms) == 1 and terms[0][0] == 1:
        return node("eq0", sum_)
    if not terms:
        return TRUE if const == 0 else FALSE
    divisor = gcd(*(a for a, _ in terms))
    if const % divisor:
        return FALSE
    if terms[0][0] < 0:
        divisor = -divisor
    return node("eq0", Linear(tuple((a // divisor, x) for a, x in terms), const // divisor))
