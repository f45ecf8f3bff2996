"""cumulative: tasks that run from origin to end, of which the heights never sum up to more than a limit.

For each task origin + duration = end; one of the three may be missing, then it is what makes this true.  A task runs
at the instants t with origin <= t < end; one with a duration below 1 never runs.  At every instant the heights of the
tasks that run have a sum of at most the limit: since at some none runs, a negative limit allows nothing (but no task
at all is always right).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...cnf.counters import UP, Number, at_most, total
from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...ints.affine import Affine, Sum, compare, number
from ...ints.ranges import count
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node

GIVEN = 4
Missing = tuple[int, ...]  # for each task what is missing: 0 origin, 1 duration, 2 end, GIVEN nothing


class CumulativeTask(NamedTuple):
    """A task, of plain values, terms or codes; duration: only if all three are given."""

    origin: Any
    duration: Any
    end: Any
    height: Any


def _tasks(missing: Missing, values: Iterable[Any], plus: Callable[[Any, Any, int], Any]) -> list[CumulativeTask]:
    """The tasks; `values` are what is given of each in turn, plus(a, b, sign) is a + sign * b."""
    tasks, rest = [], iter(values)
    for place in missing:
        origin, duration, end, height = (None if at == place else next(rest) for at in range(4))
        origin = plus(end, duration, -1) if place == 0 else origin
        end = plus(origin, duration, 1) if place == 2 else end
        tasks.append(CumulativeTask(origin, duration if place == GIVEN else None, end, height))
    return tasks


def holds(missing: Missing, limit: int, *values: int) -> bool:
    """The meaning; values: what is given of each task, in turn."""
    tasks = _tasks(missing, values, lambda a, b, sign: a + sign * b)
    if any(t.duration is not None and t.origin + t.duration != t.end for t in tasks):
        return False
    changes = {instant for t in tasks for instant in (t.origin, t.end)}
    loads = (sum(t.height for t in tasks if t.origin <= instant < t.end) for instant in changes)
    return not tasks or max(0, *loads) <= limit


def encode(sink: Sink, missing: Missing, limit: IntCode, *values: IntCode) -> None:
    """At each instant at which the sum may grow (a possible origin, or end of a negative height) a sum of heights.

    For n tasks with constant durations and heights and h instants: at most nh variables and clauses for the tasks that
    run, and h sums, each a totalizer cut above the limit, or `at_most_one` where no two tasks fit together.
    Source: the time decomposition in A. Schutt, T. Feydy, P. J. Stuckey, M. G. Wallace, Why cumulative decomposition is
    not as bad as it sounds, CP 2009.
    """
    tasks = _tasks(missing, values, lambda a, b, sign: Sum.of(sink, a, Affine(b, sign, 0)))
    instants = {at for t in tasks for at in t.origin.values}
    for at in sorted(instants.union(*(t.end.values for t in tasks if t.height.values[0] < 0))):
        _limit_load(sink, [t for t in tasks if FALSE not in _running(t, at)], at, limit)
        sink.spill()


def _running(task: CumulativeTask, at: int) -> tuple[Lit, Lit]:
    return task.origin.le(at), -task.end.le(at)


def _limit_load(sink: Sink, tasks: Sequence[CumulativeTask], at: int, limit: IntCode) -> None:
    """The heights of those tasks that run sum up to at most the limit."""
    least = sum(min(0, t.height.values[0]) for t in tasks)
    if sum(max(0, t.height.values[-1]) for t in tasks) <= limit.values[0]:
        return
    heights = [_height(sink, t.height, _running(t, at)) for t in tasks]
    if count(limit.values) == 1:
        at_most(sink, heights, limit.values[0] - least)
    else:
        load = total(sink, heights, limit.values[-1] - least + 1, UP)
        compare(sink, "le", number(sink, load, least), limit)


def _height(sink: Sink, height: IntCode, runs: tuple[Lit, Lit]) -> Number:
    """The height if both literals are true, else 0; counted from the least that it can be."""
    values = sorted({0, *height.values})
    steps = []
    for value in values[1:]:
        below = height.le(value - 1)
        if value > 0:
            steps.append((value - values[0], _implied(sink, [(*runs, -below)])))
        else:
            steps.append((value - values[0], _implied(sink, [(-runs[0],), (-runs[1],), (-below,)])))
    return steps


def _implied(sink: Sink, conjunctions: Iterable[tuple[Lit, ...]]) -> Lit:
    """A literal that each of the conjunctions implies."""
    able = [tuple(lit for lit in each if lit != TRUE) for each in conjunctions if FALSE not in each]
    if len(able) == 1 and len(able[0]) <= 1:
        return able[0][0] if able[0] else TRUE
    lit = sink.var()
    for each in able:
        sink.out += (*(-a for a in each), lit, 0)
    return lit


def formula(missing: Missing, limit: Expr | int, *terms: Expr | int) -> Expr:
    """The same as a sum for each task: whatever the time, the load is greatest where a task begins (or where one of a
    negative height ends)."""
    tasks = _terms(missing, terms)
    loads = (node("add", *(node("if", _runs(t, instant), t.height, 0) for t in tasks)) for instant in _instants(tasks))
    return all_of((also(missing, limit, *terms), *(node("le", load, limit) for load in loads)))


def also(missing: Missing, limit: Expr | int, *terms: Expr | int) -> Expr:
    """The equations, and that the limit is not negative."""
    tasks = _terms(missing, terms)
    equations = (node("eq", node("add", t.origin, t.duration), t.end) for t in tasks if t.duration is not None)
    return all_of((*equations, *(node("le", 0, limit) for _ in tasks[:1])))


def _terms(missing: Missing, terms: Sequence[Expr | int]) -> list[CumulativeTask]:
    return _tasks(missing, terms, lambda a, b, sign: node("add" if sign > 0 else "sub", a, b))


def _runs(task: CumulativeTask, instant: Expr | int) -> Expr:
    return node("and", node("le", task.origin, instant), node("lt", instant, task.end))


def _instants(tasks: Sequence[CumulativeTask]) -> Iterator[Expr | int]:
    for task in tasks:
        yield task.origin
        if not isinstance(task.height, int) or task.height < 0:
            yield task.end


CONSTRAINT = GlobalConstraint("cumulative", holds, encode, formula, also)
