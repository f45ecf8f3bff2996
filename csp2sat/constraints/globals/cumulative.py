"""cumulative: tasks that run from origin to end, whose heights never sum up to more than a limit.

For each task origin + duration = end; one of the three may be missing and is then computed from the others.  A task
runs at the instants t with origin <= t < end; a task with a duration below 1 never runs.  At every instant the heights
of the running tasks have a sum of at most the limit: since no task runs at some instants, a negative limit allows
nothing (but no task at all is always right).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...cnf.counters import FEW, ThresholdPairs, at_most, pairs_of_values, total
from ...cnf.sink import FALSE, TRUE, UP, Lit, Sink
from ...ints.affine import Affine, Sum, compare, number
from ...ints.ranges import count
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node

GIVEN = 4
Missing = tuple[int, ...]  # for each task what is missing: 0 origin, 1 duration, 2 end, GIVEN nothing


class CumulativeTask(NamedTuple):
    """A task, of plain values, terms or codes; its duration is None unless origin, duration and end are all given."""

    origin: Any
    duration: Any
    end: Any
    height: Any


Event = tuple[CumulativeTask, Any]  # a task, and its origin or its end


def _tasks(missing: Missing, values: Iterable[Any], plus: Callable[[Any, Any, int], Any]) -> list[CumulativeTask]:
    """Return the tasks, with a missing origin or end computed.

    missing: for each task the place of the missing part (0 origin, 1 duration, 2 end, GIVEN none).
    values: the given parts of each task in turn.
    plus: returns a + sign * b, given (a, b, sign).
    """
    tasks, rest = [], iter(values)
    for place in missing:
        origin, duration, end, height = (None if at == place else next(rest) for at in range(4))
        origin = plus(end, duration, -1) if place == 0 else origin
        end = plus(origin, duration, 1) if place == 2 else end
        tasks.append(CumulativeTask(origin, duration if place == GIVEN else None, end, height))
    return tasks


def holds(missing: Missing, limit: int, *values: int) -> bool:
    """Whether the equations of the tasks hold and the sum of the running heights never exceeds the limit.

    The parameters `missing` and `values` are those of `_tasks`.
    """
    tasks = _tasks(missing, values, lambda a, b, sign: a + sign * b)
    if any(t.duration is not None and t.origin + t.duration != t.end for t in tasks):
        return False
    changes = {instant for t in tasks for instant in (t.origin, t.end)}
    loads = (sum(t.height for t in tasks if t.origin <= instant < t.end) for instant in changes)
    return not tasks or max(0, *loads) <= limit


def encode(sink: Sink, missing: Missing, limit: IntCode, *values: IntCode) -> None:
    """Write the clauses: a sum of the running heights wherever the sum may grow.

    The sum may grow when a task begins, or a task of negative height ends.  The sums are either at every instant at
    which the sum may grow, or for each task at the time when its event happens.  For n tasks with constant durations
    and heights and h instants: at most nh variables and clauses for the running tasks, and h sums; or for each two
    tasks 4 variables and two comparisons, and n sums: whichever is smaller.  For a sum see `cnf.counters.at_most`.  The
    parameters `missing` and `values` are those of `_tasks`.
    Source: the time and the task decomposition in A. Schutt, T. Feydy, P. J. Stuckey, M. G. Wallace, Why cumulative
    decomposition is not as bad as it sounds, CP 2009.
    """
    tasks = _tasks(missing, values, lambda a, b, sign: Sum.of(sink, a, Affine(b, sign, 0)))
    growing = [*((t, t.origin) for t in tasks), *((t, t.end) for t in tasks if t.height.values[0] < 0)]
    instants = sorted({at for _, event in growing for at in event.values})
    if _by_tasks(sink, tasks, growing, instants, limit):
        for task, event in growing:
            _limit_load(sink, [(t, _running_at(sink, t, event, t is task)) for t in tasks], limit)
            sink.spill()
        return
    for at in instants:
        _limit_load(sink, [(t, (t.origin.le(at), -t.end.le(at))) for t in tasks if _may_run(t, at, at)], limit)
        sink.spill()


def _may_run(task: CumulativeTask, since: int, until: int) -> bool:
    """Whether a task may run at an instant from `since` to `until`."""
    return bool(task.origin.values[0] <= until and since < task.end.values[-1])


def _by_tasks(
    sink: Sink, tasks: Sequence[CumulativeTask], growing: Sequence[Event], instants: Sequence[int], limit: IntCode
) -> bool:
    """Whether a sum for each event takes fewer clauses than a sum for each instant, comparisons of the tasks included.

    False if there are at least as many events as instants.  growing: the events at which the load may grow.  instants:
    the instants at which they may happen.
    """
    if len(growing) >= len(instants):
        return False
    sizes: dict[int, int] = {}
    by_time = sum(_sum_size(sink, [t for t in tasks if _may_run(t, at, at)], limit, sizes) for at in instants)
    by_event = 0
    for _, event in growing:
        able = [t for t in tasks if _may_run(t, event.values[0], event.values[-1])]
        by_event += _sum_size(sink, able, limit, sizes)
        by_event += sum(2 * min(len(event.values), len(t.origin.values)) for t in able)
    return by_event < by_time


def _sum_size(sink: Sink, tasks: Sequence[CumulativeTask], limit: IntCode, sizes: dict[int, int]) -> int:
    """Return about the number of clauses of a sum of the tasks' heights.

    The number is measured once for each number of tasks, by encoding a sum into a sink of its own, and kept in `sizes`,
    by the number of tasks; so other tasks of the same number count as equally large.
    """
    if len(tasks) not in sizes:
        trial = Sink()
        trial.coding, trial.least_ways = sink.coding, sink.least_ways
        _limit_load(trial, [(t, (trial.var(), trial.var())) for t in tasks], limit)
        sizes[len(tasks)] = trial.out.count(0) + trial.defs.count(0)
    return sizes[len(tasks)]


def _running_at(sink: Sink, task: CumulativeTask, event: IntCode, own: bool) -> tuple[Lit, Lit]:
    """Return two literals: the first is true if the task has begun when the event happens, the second if it has not
    ended.

    event: the code of the instant of a task's origin or end.  own: whether the task itself has the event.  The literals
    are also false otherwise if the task's height may be negative.
    """
    both = task.height.values[0] < 0
    begun = TRUE if own and event is task.origin else _precedes(sink, task.origin, event, 0, both)
    return begun, FALSE if own and event is task.end else _precedes(sink, event, task.end, 1, both)


def _precedes(sink: Sink, x: IntCode, y: IntCode, gap: int, both: bool) -> Lit:
    """Return a literal that is true if x + gap <= y; with `both` it is false if not."""
    if x.values[-1] + gap <= y.values[0]:
        return TRUE
    if x.values[0] + gap > y.values[-1]:
        return FALSE
    lit = sink.var()
    compare(sink, "gt", Affine(x, 1, gap), y, (lit,))
    if both:
        compare(sink, "le", Affine(x, 1, gap), y, (-lit,))
    return lit


def _limit_load(sink: Sink, running: Sequence[tuple[CumulativeTask, tuple[Lit, Lit]]], limit: IntCode) -> None:
    """Require that the heights of the running tasks have a sum of at most the limit.

    running: tasks with two literals each; a task runs if both literals are true.
    """
    running = [(t, runs) for t, runs in running if FALSE not in runs]
    least = sum(min(0, t.height.values[0]) for t, _ in running)
    if sum(max(0, t.height.values[-1]) for t, _ in running) <= limit.values[0]:
        return
    heights = [_height(sink, t.height, runs) for t, runs in running]
    most = limit.values[-1] - least
    if count(limit.values) == 1:
        at_most(sink, heights, most)
    elif pairs_of_values(heights, most + 1) > FEW:
        missing = [(limit.values[-1] - value, limit.le(value)) for value in reversed(limit.values[:-1])]
        at_most(sink, [*heights, missing], most)
    else:
        load = total(sink, heights, most + 1, UP)
        compare(sink, "le", number(sink, load, least), limit)


def _height(sink: Sink, height: IntCode, runs: tuple[Lit, Lit]) -> ThresholdPairs:
    """Return thresholds of a task's load, which is its height if both literals of `runs` are true, else 0.

    The result has pairs (n, literal), n ascending: the load is at least n above its least possible value only if the
    literal is true.
    """
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
    """Return a literal that each of the conjunctions of literals implies."""
    able = [tuple(lit for lit in each if lit != TRUE) for each in conjunctions if FALSE not in each]
    if len(able) == 1 and len(able[0]) <= 1:
        return able[0][0] if able[0] else TRUE
    lit = sink.var()
    for each in able:
        sink.out += (*(-a for a in each), lit, 0)
    return lit


def formula(missing: Missing, limit: Expr | int, *terms: Expr | int) -> Expr:
    """Return the constraint as a formula with a sum for each task: at its origin, and at its end if its height may be
    negative.

    At no other instant can the sum of the running heights grow.  missing, terms: as `missing` and `values` of `_tasks`.
    """
    tasks = _terms(missing, terms)
    loads = (node("add", *(_counted(t, instant) for t in tasks)) for instant in _instants(tasks))
    return all_of((also(missing, limit, *terms), *(node("le", load, limit) for load in loads)))


def also(missing: Missing, limit: Expr | int, *terms: Expr | int) -> Expr:
    """Return the formula that the tasks' equations hold and that the limit is not negative (if there is a task)."""
    tasks = _terms(missing, terms)
    equations = (node("eq", node("add", t.origin, t.duration), t.end) for t in tasks if t.duration is not None)
    return all_of((*equations, *(node("le", 0, limit) for _ in tasks[:1])))


def _terms(missing: Missing, terms: Sequence[Expr | int]) -> list[CumulativeTask]:
    return _tasks(missing, terms, lambda a, b, sign: node("add" if sign > 0 else "sub", a, b))


def _counted(task: CumulativeTask, instant: Expr | int) -> Expr:
    """Return a term for the height of a task if the task runs at an instant, else 0.

    A height that is `constant if a condition, else 0` gets the condition extended instead of a second `if`.
    """
    height, runs = task.height, _runs(task, instant)
    if isinstance(height, Expr) and height.op == "if" and height.args[2] == 0 and isinstance(height.args[1], int):
        return node("if", node("and", height.args[0], runs), height.args[1], 0)
    return node("if", runs, height, 0)


def _runs(task: CumulativeTask, instant: Expr | int) -> Expr:
    """Return the formula that a task runs at an instant, written with a term, so that several resources share the
    comparisons.
    """
    runs = node("and", node("le", task.origin, instant), node("lt", instant, task.end))
    return node("le", 1, node("if", runs, 1, 0))


def _instants(tasks: Sequence[CumulativeTask]) -> Iterator[Expr | int]:
    for task in tasks:
        yield task.origin
        if not isinstance(task.height, int) or task.height < 0:
            yield task.end


CONSTRAINT = GlobalConstraint("cumulative", holds, encode, formula, also)
