"""A term that a formula chooses: `if`."""

from __future__ import annotations

from ..model.expr import FALSE, TRUE, Expr, any_of, negation
from .auxiliaries import Auxiliaries
from .linear import Linear, equal_zero


def choice(auxiliaries: Auxiliaries, condition: Expr, s: Linear, t: Linear) -> Linear:
    """s if the normal formula holds, else t.

    Terms that differ by a constant take a variable of two values that is the condition's literal, or none if the
    condition is the value of a variable that has but two.
    """
    if condition in (TRUE, FALSE) or s == t:
        return t if condition is FALSE else s
    if s.terms == t.terms:
        difference = _two_values(auxiliaries, condition, s.const - t.const)
        return t.plus(difference or auxiliaries.chosen(condition, s.const - t.const, 0))
    v = auxiliaries.new(auxiliaries.domain(s) | auxiliaries.domain(t))
    is_s, is_t = equal_zero(s.plus(v.times(-1))), equal_zero(t.plus(v.times(-1)))
    auxiliaries.define(any_of((negation(condition), is_s)), any_of((condition, is_t)))
    return v


def _two_values(auxiliaries: Auxiliaries, condition: Expr, if_true: int) -> Linear | None:
    """`if_true` or 0, as a multiple of the variable, of two values, that the condition is about."""
    inner = condition.args[0] if condition.op == "not" else condition
    if inner.op not in ("le0", "eq0") or len(inner.args[0].terms) != 1:
        return None
    atom: Linear = inner.args[0]
    var = Linear(((1, atom.terms[0][1]),), 0)
    domain = auxiliaries.domain(var)
    if domain.size() != 2 or if_true % (domain.hi - domain.lo):
        return None
    at_low, at_high = (_holds(inner.op, atom, v) == (inner is condition) for v in (domain.lo, domain.hi))
    if at_low == at_high:
        return Linear((), if_true if at_low else 0)
    slope = if_true // (domain.hi - domain.lo) * (1 if at_high else -1)
    start = if_true if at_low else 0
    return var.times(slope)._replace(const=start - slope * domain.lo)


def _holds(op: str, atom: Linear, v: int) -> bool:
    total = atom.terms[0][0] * v + atom.const
    return total <= 0 if op == "le0" else total == 0
