"""FlatZinc's constraints on Booleans."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ....model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node
from ...base.wrong import Wrong
from ..arguments import Builtin, Scalar, compare, formula, formulas, implied, reified, times


def different(p: Scalar, q: Scalar) -> Expr:
    """Return the formula p != q."""
    return reified(p, negation(formula(q)))


def less(p: Scalar, q: Scalar) -> Expr:
    """Return the formula p < q: p is false and q is true."""
    return all_of((negation(formula(p)), formula(q)))


def clause(some: Sequence[Scalar], others: Sequence[Scalar]) -> Expr:
    """Return the formula that one of `some` is true or one of `others` is false."""
    return any_of([*formulas(some), *map(negation, formulas(others))])


def odd(ps: Sequence[Scalar]) -> Expr:
    """Return the formula that an odd number of the Booleans is true."""
    parts = [p for p in formulas(ps) if p not in (TRUE, FALSE)]
    whole = parts[0] if len(parts) == 1 else node("xor", *parts) if parts else FALSE
    return negation(whole) if sum(p is True for p in ps) % 2 else whole


def linear(op: str, factors: Sequence[int], ps: Sequence[Scalar], bound: Expr | int) -> Expr:
    """Return the comparison, by the operator `op`, of the sum of the factors of the true Booleans among `ps` with the
    bound. Raises Wrong if the arrays differ in length.
    """
    if len(factors) != len(ps):
        raise Wrong(None, f"expected two arrays of the same length, found {len(factors)} and {len(ps)} elements")
    parts = [times(factor, p) for factor, p in zip(factors, ps, strict=True)]
    const = sum(part for part in parts if isinstance(part, int))
    kept = [part for part in parts if isinstance(part, Expr)]
    total = node("add", *kept, *([const] if const else [])) if kept else const
    return compare(op, total, bound)


def as_integer(p: Scalar, x: Expr | int) -> Expr:
    """Return the formula that x is 1 if p is true, and 0 otherwise."""
    return compare("eq", times(1, p), x)


BOOLEANS = {
    "bool_eq": Builtin("bb", lambda p, q: reified(p, formula(q))),
    "bool_ne": Builtin("bb", different),
    "bool_not": Builtin("bb", different),
    "bool_le": Builtin("bb", lambda p, q: implied(p, formula(q))),
    "bool_ge": Builtin("bb", lambda p, q: implied(q, formula(p))),
    "bool_lt": Builtin("bb", less),
    "bool_gt": Builtin("bb", lambda p, q: less(q, p)),
    "bool_and": Builtin("bbb", lambda p, q, r: reified(r, all_of(formulas((p, q))))),
    "bool_or": Builtin("bbb", lambda p, q, r: reified(r, any_of(formulas((p, q))))),
    "bool_xor": Builtin("bbb", lambda p, q, r=True: reified(r, different(p, q))),
    "bool_clause": Builtin("BB", clause),
    "array_bool_and": Builtin("Bb", lambda ps, r: reified(r, all_of(formulas(ps)))),
    "array_bool_or": Builtin("Bb", lambda ps, r: reified(r, any_of(formulas(ps)))),
    "array_bool_xor": Builtin("B", odd),
    "bool_lin_eq": Builtin("NBi", partial(linear, "eq")),
    "bool_lin_ne": Builtin("NBi", partial(linear, "ne")),
    "bool_lin_le": Builtin("NBi", partial(linear, "le")),
    "bool2int": Builtin("bi", as_integer),
}
