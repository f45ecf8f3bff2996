"""Comparisons that need no auxiliary variable, as ordinary formulas of simpler comparisons.

    max(s, t) <= u     s <= u and t <= u           and so on: max, min, abs on one side of an inequality,
    |s| = 3            s = 3 or s = -3             or equal to a constant
    s * t <= 0         s and t by their signs

Each new formula mentions the arguments in a way that makes it false if an argument is undefined, like the comparison.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...model.expr import Expr, all_of, any_of, is_term, negation, node
from ...model.ops import MIRRORED

UPPER = ("le", "lt")  # the operators that hold for less and less
EXTREMA = ("max", "min", "abs")


def simpler(op: str, left: Expr | int, right: Expr | int) -> Expr | None:
    """Return a simpler formula equivalent to the comparison `(op left right)`; None if there is none."""
    better = _by_left(op, left, right)
    return _by_left(MIRRORED[op], right, left) if better is None else better


def _by_left(op: str, left: Expr | int, right: Expr | int) -> Expr | None:
    """Return a simpler formula equivalent to the comparison `(op left right)`, or None.

    There is one for a product compared with 0, unless fewer than two factors are expressions; for a max, min or abs
    compared by eq or ne with a number; and for a max, min or abs in an inequality with a `right` that is none of these.
    """
    if isinstance(left, int):
        return None
    if left.op == "mul" and right == 0:
        return _sign(op, [a for a in left.args if not (isinstance(a, int) and a > 0)])
    if left.op in EXTREMA and isinstance(right, int) and op in ("eq", "ne"):
        return _equal(op, left, right)
    if left.op in EXTREMA and op not in ("eq", "ne") and not (isinstance(right, Expr) and right.op in EXTREMA):
        return _bounded(op, left, right)
    return None


def _bounded(op: str, left: Expr, right: Expr | int) -> Expr:
    """Return the inequality `op` (le, lt, ge, gt) of `left`, a max, min or abs, and `right` as a formula about the
    arguments of `left`.
    """
    args = (left.args[0], node("neg", left.args[0])) if left.op == "abs" else left.args
    parts = [node(op, arg, right) for arg in args]
    if (op in UPPER) == (left.op != "min"):
        return all_of(parts)
    return all_of((any_of(parts), *are_defined(args)))


def _equal(op: str, left: Expr, right: int) -> Expr:
    """Return a formula about the arguments of `left`, a max, min or abs, which states that `left` equals the number
    `right` (`op` is eq), or differs from the number (ne).
    """
    if left.op == "abs" and right >= 0:
        parts = [node(op, left.args[0], value) for value in dict.fromkeys((right, -right))]
        return any_of(parts) if op == "eq" else all_of(parts)
    if op == "eq":
        return all_of((_bounded("le", left, right), _bounded("ge", left, right)))
    return any_of((_bounded("lt", left, right), _bounded("gt", left, right)))


def are_defined(args: Iterable[Any]) -> list[Expr]:
    """Return comparisons that hold if and only if the terms among the arguments are defined."""
    return [node("le", arg, arg) for arg in args if isinstance(arg, Expr) and arg.op != "int" and is_term(arg)]


def _sign(op: str, factors: list[Expr | int]) -> Expr | None:
    """Return the comparison `op` of the product of the factors with 0, as a formula about their signs; None if fewer
    than two factors are expressions (the others are numbers).
    """
    if sum(isinstance(factor, Expr) for factor in factors) < 2:
        return None
    zero = any_of(node("eq", factor, 0) for factor in factors)
    below = node("xor", *(node("lt", factor, 0) for factor in factors))
    signs = {
        "eq": zero,
        "ne": negation(zero),
        "lt": all_of((negation(zero), below)),
        "le": any_of((zero, below)),
        "gt": all_of((negation(zero), negation(below))),
        "ge": any_of((zero, negation(below))),
    }
    return all_of((signs[op], *are_defined(factors)))
