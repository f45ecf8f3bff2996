"""Normal forms of connectives with normal arguments: constants are folded, and equal or opposite arguments
simplified.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node


def _iff(p: Expr, q: Expr) -> Expr:
    for one, other in ((p, q), (q, p)):
        if one is TRUE:
            return other
        if one is FALSE:
            return negation(other)
    if p.op == "not" and q.op == "not":
        p, q = p.args[0], q.args[0]
    if p is q:
        return TRUE
    return FALSE if p is negation(q) else node("iff", p, q)


def _ite(p: Expr, q: Expr, r: Expr) -> Expr:
    """Return the normal form of "`q` if `p`, else `r`" for normal formulas."""
    if p in (TRUE, FALSE) or q is r:
        return q if p is not FALSE else r
    if q in (TRUE, FALSE):
        return any_of((p, r)) if q is TRUE else all_of((negation(p), r))
    if r in (TRUE, FALSE):
        return any_of((negation(p), q)) if r is TRUE else all_of((p, q))
    return _iff(p, q) if q is negation(r) else node("ite", p, q, r)


CONNECTIVES: dict[str, Callable[[list[Expr]], Expr]] = {
    "not": lambda args: negation(args[0]),
    "and": all_of,
    "or": any_of,
    "imp": lambda args: any_of((negation(args[0]), args[1])),
    "iff": lambda args: _iff(*args),
    "ite": lambda args: _ite(*args),
    "xor": lambda args: reduce(lambda result, arg: negation(_iff(result, arg)), args, FALSE),
}
"""The normal form of each operator's formula, from those of its arguments."""
