"""The normal form between the passes.

A normal formula is an expression of these operators:

    true false not and or iff ite
    bool        a variable
    le0 eq0     one argument, a Linear: the sum is <= 0, = 0
    relation    a Relation that lists its tuples, and Linears of at most one variable

and, only as a required formula, not as a part of one,

    cardinality             Bounds, formulas: the number of true formulas is within the bounds
    maximum arithmetic      the definition of an auxiliary variable, see `definitions`
    a global constraint     whose terms are Linear
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import gcd

from ...base.numbers import product
from ...model.domain import Domain
from ...model.expr import FALSE, TRUE, Expr, negation, node
from ...tuples import NamedTuple

ATOMS = frozenset(("le0", "eq0"))  # operators of comparisons of a sum with 0
ALWAYS = -1  # the number of what is required whatever constraints hold
ASSUMED = -2  # the number of what is no constraint of the model
HUGE = 1 << 65536  # of factors beyond that the products are checked not to be too large


@dataclass
class Norm:
    """The normal form of a CSP.

    names, domains: of the integer variables by number, declared ones first, then auxiliary variables (name '').
    terms: for each auxiliary variable, the term that it was made for and the number of the constraint.
    conditional: auxiliary variables with two values, chosen by a formula: variable -> (formula, value if true, value if
        false).
    required: pairs of a normal formula and the number of its constraint, in order; the definition of an auxiliary
        variable comes with the first constraint that uses it.
    objective: the variable to be minimized or maximized.
    boolean: the required formulas about Boolean variables alone, see `booleans`.
    """

    names: list[str]
    domains: list[Domain]
    terms: dict[int, tuple[Expr, int]] = field(default_factory=dict)
    conditional: dict[int, tuple[Expr, int, int]] = field(default_factory=dict)
    required: list[tuple[Expr, int]] = field(default_factory=list)
    objective: int | None = None
    boolean: set[Expr] = field(default_factory=set)

    def parts(self) -> list[Expr]:
        """Return the conjuncts of all required formulas, in order."""
        return [part for formula, _ in self.required for part in conjuncts(formula)]


def conjuncts(formula: Expr) -> Iterable[Expr]:
    """Return the parts of nested conjunctions and of negated disjunctions, left to right; just the formula if it is
    neither.
    """
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
    """The sum of coefficient * variable over `terms` (sorted by variable, each variable once), plus `const`."""

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
    """Return the sum of a map from variables to coefficients and a constant; coefficients of 0 are omitted."""
    return Linear(tuple((a, x) for x, a in sorted(coefficients.items()) if a), const)


def content(sum_: Linear) -> tuple[int, Linear]:
    """Return the greatest common divisor of the coefficients and the constant, and the sum divided by the divisor.

    The sum must have a variable.  The divisor is negative if the first coefficient is, so the first coefficient of the
    result is positive.
    """
    divisor = gcd(*(a for a, _ in sum_.terms), sum_.const)
    if sum_.terms[0][0] < 0:
        divisor = -divisor
    return divisor, Linear(tuple((a // divisor, x) for a, x in sum_.terms), sum_.const // divisor)


def bounds(sum_: Linear, domains: Sequence[Domain]) -> tuple[int, int]:
    """Return the least and the greatest value of a sum, as far as the bounds of the domains show."""
    terms, const = sum_
    if len(terms) == 1 and terms[0][0] == 1:  # as most have
        ranges = domains[terms[0][1]].ranges
        return ranges[0][0] + const, ranges[-1][1] + const
    least = most = const
    for a, x in terms:
        ranges = domains[x].ranges
        low, high = ranges[0][0], ranges[-1][1]
        least += a * (low if a > 0 else high)
        most += a * (high if a > 0 else low)
    return least, most


def at_most_zero(sum_: Linear) -> Expr:
    """Return the atom `sum <= 0` as a normal formula; TRUE or FALSE if the sum has no variables.

    The coefficients are divided by their greatest common divisor and the constant rounded; the first coefficient is
    made positive, so an atom and its negation are the same node up to `not`.
    """
    terms, const = sum_
    if len(terms) == 1 and terms[0][0] == 1:
        return node("le0", sum_)
    if not terms:
        return TRUE if const <= 0 else FALSE
    divisor = gcd(*[a for a, _ in terms])
    if divisor > 1:
        sum_ = Linear(tuple((a // divisor, x) for a, x in terms), -(-const // divisor))
        terms, const = sum_
    if terms[0][0] > 0:
        return node("le0", sum_)
    return negation(node("le0", Linear(tuple((-a, x) for a, x in terms), 1 - const)))


def equal_zero(sum_: Linear) -> Expr:
    """Return the atom `sum = 0` as a normal formula: coefficients without common divisor, the first one positive.

    Return FALSE if the divisor of the coefficients does not divide the constant; TRUE or FALSE if the sum has no
    variables.
    """
    terms, const = sum_
    if len(terms) == 1 and terms[0][0] == 1:
        return node("eq0", sum_)
    if not terms:
        return TRUE if const == 0 else FALSE
    divisor = gcd(*[a for a, _ in terms])
    if const % divisor:
        return FALSE
    if terms[0][0] < 0:
        divisor = -divisor
    if divisor == 1:
        return node("eq0", sum_)
    return node("eq0", Linear(tuple((a // divisor, x) for a, x in terms), const // divisor))
