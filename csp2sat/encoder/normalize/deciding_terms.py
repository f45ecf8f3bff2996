"""Sums of integers with two values inside a formula, as far as one integer alone decides a comparison of the sum.

    p + q <= 0         not p and not q
    p <= q             not p or q
    2 p + q + r >= 2   p or (q and r)

The comparison becomes a few clauses of literals, which say more to a solver, and to a linear program, than a condition
on the sum does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, negation
from ...tuples import NamedTuple
from .formulas import ATOMS, Linear, Norm, at_most_zero, equal_zero, linear

MOST = 64  # terms of a sum that is examined
Decision = tuple[bool, Expr]  # a literal, and whether a comparison needs it; without the need, it is enough alone


class _TwoValued(NamedTuple):
    """A term of a sum whose variable `x`, with coefficient `a`, has two values.

    step: by how much the two values of the term differ.  low: the smaller value of the term.
    """

    step: int
    x: int
    a: int
    low: int


def parted(formula: Expr, norm: Norm) -> Expr:
    """Return a formula equivalent to a normal comparison of a sum with 0, or to its negation, in which integers that
    decide the comparison alone are literals.

    Return the formula itself if there are no such integers, or if an integer has more than two values.
    """
    inner = formula.args[0] if formula.op == "not" else formula
    if inner.op not in ATOMS or not 2 <= len(inner.args[0].terms) <= MOST:
        return formula
    total: Linear = inner.args[0]
    parts = [*_two_valued(total, norm)]
    if len(parts) < len(total.terms):
        return formula
    parts.sort(key=lambda part: -part.step)
    slack = -total.const - sum([part.low for part in parts])
    decisions, rest = (_equation if inner.op == "eq0" else _inequality)(parts, slack, norm)
    if not decisions and rest not in (TRUE, FALSE):
        return formula
    for is_needed, literals in groupby(reversed(decisions), key=lambda each: each[0]):
        rest = (all_of if is_needed else any_of)([*[literal for _, literal in literals][::-1], rest])
    return negation(rest) if inner is not formula else rest


def _two_valued(total: Linear, norm: Norm) -> Iterator[_TwoValued]:
    """Yield the terms of a sum until the first one whose variable has not exactly two values."""
    for a, x in total.terms:
        domain = norm.domains[x]
        low, high = domain.lo, domain.hi
        if domain.size() != 2:
            return
        yield _TwoValued(abs(a) * (high - low), x, a, min(a * low, a * high))


def _inequality(parts: Sequence[_TwoValued], slack: int, norm: Norm) -> tuple[list[Decision], Expr]:
    """Return the decisions, the first one outermost, and the formula inside them, for the condition that the steps of
    the terms with their greater value are at most `slack` in sum.

    parts: the terms, that of the largest step first.
    """
    decisions: list[Decision] = []
    left = sum([part.step for part in parts])
    while 0 <= slack < left:
        part = parts[len(decisions)]
        left -= part.step
        is_needed = part.step > slack
        if not is_needed and left > slack:
            return decisions, at_most_zero(_above(parts[len(decisions) :], slack))
        decisions.append((is_needed, _is_low(part, norm)))
        slack -= 0 if is_needed else part.step
    return decisions, TRUE if slack >= 0 else FALSE


def _equation(parts: Sequence[_TwoValued], slack: int, norm: Norm) -> tuple[list[Decision], Expr]:
    """Return the same as `_inequality` for the condition that the steps are `slack` in sum; `parts` are sorted, too."""
    decisions: list[Decision] = []
    left = sum([part.step for part in parts])
    while 0 <= slack <= left and left:
        part = parts[len(decisions)]
        left -= part.step
        if slack >= part.step and left >= slack:
            return decisions, equal_zero(_above(parts[len(decisions) :], slack))
        is_low = _is_low(part, norm)
        decisions.append((True, is_low if part.step > slack else negation(is_low)))
        slack -= 0 if part.step > slack else part.step
    return decisions, TRUE if slack == 0 else FALSE


def _above(parts: Sequence[_TwoValued], slack: int) -> Linear:
    """Return the sum of the steps of the terms with their greater value, minus `slack`."""
    return linear({part.x: part.a for part in parts}, -slack - sum([part.low for part in parts]))


def _is_low(part: _TwoValued, norm: Norm) -> Expr:
    """Return a literal that is true if and only if the term `part` has the smaller of its two values."""
    is_first = part.a > 0  # the smaller value of the variable
    if part.x in norm.conditional:
        condition, if_true, if_false = norm.conditional[part.x]
        return condition if (if_true < if_false) == is_first else negation(condition)
    at_first = at_most_zero(Linear(((1, part.x),), -norm.domains[part.x].lo))
    return at_first if is_first else negation(at_first)
