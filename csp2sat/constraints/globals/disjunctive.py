"""disjunctive: tasks with an origin and a duration, of which no two run at the same time.

For each two tasks: one of them has duration 0, or one ends before the other begins.  Negative durations are taken
literally.
"""

from __future__ import annotations

from itertools import combinations

from ...model.constraint import GlobalConstraint, by_formula
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, node


def holds(*values: int) -> bool:
    """The meaning; values: origin and duration of each task in turn."""
    tasks = zip(values[::2], values[1::2], strict=True)
    return all(0 in (d, e) or s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))


def formula(*terms: Expr | int) -> Expr:
    """The same as a disjunction for each two tasks, which is what it is encoded as."""
    return all_of(_apart(*a, *b) for a, b in combinations(zip(terms[::2], terms[1::2], strict=True), 2))


def _apart(s: Expr | int, d: Expr | int, t: Expr | int, e: Expr | int) -> Expr:
    orders = node("le", node("add", s, d), t), node("le", node("add", t, e), s)
    return any_of((_is_zero(d), _is_zero(e), *orders))


def _is_zero(duration: Expr | int) -> Expr:
    if isinstance(duration, int):
        return FALSE if duration else TRUE
    return node("eq", duration, 0)


CONSTRAINT = GlobalConstraint("disjunctive", holds, by_formula, formula)
