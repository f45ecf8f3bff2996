"""disjunctive: tasks with an origin and a duration, no two running at the same time.

For each two tasks: one of them has duration 0, or one ends before the other begins.  Negative durations are taken
literally.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from ...cnf.sink import Sink
from ...ints.order import constant
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, node
from . import alldifferent, cumulative

END = 2  # the part of a task of `cumulative` that is missing

MANY = 8  # times as many clauses; up to that, pairs are quicker to solve
OF_AN_INSTANT = 5  # clauses for each task and instant


def holds(*values: int) -> bool:
    """Whether no two tasks run at the same time.  values: origin and duration of each task in turn."""
    tasks = zip(values[::2], values[1::2], strict=True)
    return all(0 in (d, e) or s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))


def encode(sink: Sink, *codes: IntCode) -> None:
    """Allow at most one running task at each instant, for durations that are not negative.

    codes: origin and duration of each task in turn.  For n tasks of fixed durations and h instants: at most nh
    variables and about 5nh clauses, as of `cumulative` with heights of 1; the end of a task whose duration varies has
    order literals besides (see `ints.affine.Sum`).  For tasks of duration 1 only: `alldifferent` of the origins.
    """
    tasks = [task for task in zip(codes[::2], codes[1::2], strict=True) if tuple(task[1].values) != (0,)]
    if all(tuple(duration.values) == (1,) for _, duration in tasks):
        alldifferent.encode(sink, *(origin for origin, _ in tasks))
        return
    one = constant(sink, 1)
    heights = chain.from_iterable((*task, one) for task in tasks)
    cumulative.encode(sink, (END,) * len(tasks), one, *heights)


def formula(*terms: Expr | int) -> Expr:
    """Return a disjunction for each two tasks: for n tasks of m origins, n^2 comparisons of about m clauses each.

    terms: origin and duration of each task in turn.
    On job shops these pairs are ten times as quick as instants: orders of tasks are literals, and edge finding and
    bounds propagation know their clauses.
    """
    return all_of(_apart(*a, *b) for a, b in combinations(zip(terms[::2], terms[1::2], strict=True), 2))


def _apart(s: Expr | int, d: Expr | int, t: Expr | int, e: Expr | int) -> Expr:
    orders = node("le", node("add", s, d), t), node("le", node("add", t, e), s)
    return any_of((_is_zero(d), _is_zero(e), *orders))


def _is_zero(duration: Expr | int) -> Expr:
    if isinstance(duration, int):
        return FALSE if duration else TRUE
    return node("eq", duration, 0)


def as_formula(bounds: Sequence[tuple[int, int]]) -> bool:
    """Whether `formula` is to be taken: always if a duration may be negative; else not if all durations are 1, nor if
    the formula has MANY times as many clauses as `encode`.

    bounds: for each task in turn the pair (least, greatest) of its origin, then of its duration.  Tasks of duration 0
    do not count.
    """
    tasks = [task for task in zip(bounds[::2], bounds[1::2], strict=True) if task[1] != (0, 0)]
    if any(least < 0 for _, (least, _) in tasks):
        return True
    if all(duration == (1, 1) for _, duration in tasks):
        return False
    windows = [(least, most + longest) for (least, most), (_, longest) in tasks]
    pairs = sum(b - a + d - c for (a, b), (c, d) in combinations(windows, 2) if a < d and c < b)
    return pairs < MANY * OF_AN_INSTANT * sum(most - least for least, most in windows)


CONSTRAINT = GlobalConstraint("disjunctive", holds, encode, formula, as_formula=as_formula)
