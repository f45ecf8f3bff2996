"""Functions about tasks, boxes and bins: no overlaps, and limited capacities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, SupportsIndex, overload

from ...base.numbers import counted
from ...errors import ModelError
from ...languages.flatzinc.predicates.packing_globals import bin_packing_capa
from ...languages.flatzinc.predicates.packing_globals import bin_packing_load as _loads
from ...model.expr import Expr, all_of, node
from ..calls import listed, matched, of_nodes, same_length, where_defined
from ..handles import Formula, FormulaLike, TermLike
from ..nesting import is_nested, refuse_mapping
from ..owner import as_formulas, as_terms, integer, owner_of, shown
from ..task_nodes import TaskNodes, apart, boxes_apart, consistent, load, not_negative
from .counting import TermsLike, values_of
from .intervals import Interval, intervals_of

TermNode = Expr | int
MOST_BINS = 1000  # that get a sum each
PairTask = tuple[TermLike, TermLike]
FourTask = tuple[TermLike | None, TermLike | None, TermLike | None, TermLike]


@overload
def no_overlap(tasks: Iterable[Interval], /) -> Formula: ...
@overload
def no_overlap(*intervals: Interval) -> Formula: ...
@overload
def no_overlap(tasks: Iterable[PairTask], /) -> Formula: ...
@overload
def no_overlap(starts: TermsLike, durations: TermsLike, ends: TermsLike | None = None) -> Formula: ...
def no_overlap(*given: Any, **named: Any) -> Formula:
    """Require that no two tasks run at the same time; a task of size 0 overlaps none.

    The tasks are intervals, pairs of start and duration, or lists of starts, durations and, if given, ends.  Absent
    intervals overlap none.
    """
    if given and all(isinstance(each, Interval) for each in given):
        given = (list(given),)
    forms = ("intervals", "tasks", "starts durations", "starts durations ends")
    call = matched("no_overlap", forms, given, {word: each for word, each in named.items() if each is not None})
    if "starts" in call:
        return _apart_lists(call["starts"], call["durations"], call.get("ends"))
    tasks = next(iter(call.values()))
    refuse_mapping(tasks)
    if not is_nested(tasks):
        raise ModelError(f"build.no_overlap: {shown(tasks)} is no list of intervals")
    items = list(tasks)
    if items and all(is_nested(each) and not isinstance(each, Interval) for each in items):
        return _apart_pairs(items)
    return _formula(intervals_of(items), lambda tasks: apart(tasks))


disjunctive = no_overlap


def _formula(intervals: Sequence[Interval], make: Any, *terms: Any) -> Formula:
    """Return the formula that the function `make` makes of the intervals' tasks, as nodes, and of further terms."""
    owner = owner_of(part for each in intervals for part in each.parts())
    return owner.handle(Formula, make([each.as_task() for each in intervals], *terms))


def _apart_pairs(items: Sequence[Any]) -> Formula:
    pairs = [list(each) for each in items]
    wrong = next((pair for pair in pairs if len(pair) != 2), None)
    if wrong is not None:
        raise ModelError(f"disjunctive: {shown(tuple(wrong))} is no task; expected a pair (start, duration)")
    flat = listed(chain.from_iterable(pairs))
    return of_nodes(Formula, lambda nodes: node("disjunctive", *nodes), flat)


def _apart_lists(starts: TermsLike, durations: TermsLike, ends: TermsLike | None) -> Formula:
    begins = listed(starts)
    lists = {"starts": begins, "durations": _for_each(durations, len(begins))}
    if ends is not None:
        lists["ends"] = listed(ends)
    same_length("no_overlap", **lists)

    def made(*columns: Sequence[TermNode]) -> Expr:
        tasks = [TaskNodes(*row) for row in zip(*columns, strict=True)]
        return all_of((*map(consistent, tasks), apart(tasks)))

    return of_nodes(Formula, made, *lists.values())


@overload
def cumulative(tasks: Iterable[FourTask], limit: TermLike) -> Formula: ...
@overload
def cumulative(intervals: Iterable[Interval], demands: TermsLike, capacity: TermLike) -> Formula: ...
@overload
def cumulative(starts: TermsLike, durations: TermsLike, demands: TermsLike, capacity: TermLike) -> Formula: ...
@overload
def cumulative(
    starts: TermsLike, durations: TermsLike, ends: TermsLike, demands: TermsLike, capacity: TermLike
) -> Formula: ...
def cumulative(*given: Any, **named: Any) -> Formula:
    """Require that at each instant the demands of the tasks that run sum up to at most the capacity.

    The tasks are intervals, of which an absent one takes nothing, or lists of starts, durations and, if given, ends. A
    single demand, or duration, is that of each task.  `cumulative(tasks, limit)` takes (start, duration, end, demand)
    for each task, of which one of the first three may be None: that is what makes start + duration = end.
    """
    forms = (
        "tasks limit",
        "intervals demands capacity",
        "starts durations demands capacity",
        "starts durations ends demands capacity",
    )
    call = matched("cumulative", forms, given, named)
    if "tasks" in call:
        from ..forms import by_form

        tasks = list(call["tasks"]) if is_nested(call["tasks"]) else [call["tasks"]]
        wrong = next((each for each in tasks if not is_nested(each)), None)
        if wrong is not None:
            usages = ", or ".join(f"build.cumulative({each.replace(' ', ', ')})" for each in forms[1:])
            raise ModelError(
                f"build.cumulative: {shown(wrong)} is no (start, duration, end, demand); expected {usages}"
            )
        return by_form("cumulative", (tasks, call["limit"]))
    if "intervals" in call:
        return _load_of_intervals(intervals_of(call["intervals"]), call["demands"], call["capacity"])
    starts = listed(call["starts"])
    lists = {"starts": starts, "durations": _for_each(call["durations"], len(starts))}
    if "ends" in call:
        lists["ends"] = listed(call["ends"])
    lists["demands"] = _for_each(call["demands"], len(starts))
    same_length("cumulative", **lists)

    def made(limit: TermNode, *columns: Sequence[TermNode]) -> Expr:
        *parts, demands = columns
        tasks = [TaskNodes(*row) for row in zip(*parts, strict=True)]
        signs = map(not_negative, demands)
        return all_of((*map(consistent, tasks), *signs, load(tasks, demands, limit)))

    return of_nodes(Formula, made, call["capacity"], *lists.values())


def _for_each(given: Any, number: int) -> list[Any]:
    """Return a list with a demand, or a duration, for each of `number` tasks; a single one is repeated."""
    return listed(given if is_nested(given) else [given] * number)


def _load_of_intervals(intervals: list[Interval], demands: TermsLike, capacity: TermLike) -> Formula:
    given = _for_each(demands, len(intervals))
    same_length("cumulative", intervals=intervals, demands=given)
    owner, (limit, *heights) = as_terms([capacity, *given])
    owner = owner_of((owner, *(part for each in intervals for part in each.parts())))
    return owner.handle(Formula, load([each.as_task() for each in intervals], heights, limit))


def reservoir(
    times: TermsLike,
    changes: TermsLike,
    least: TermLike,
    most: TermLike,
    presence: Iterable[FormulaLike] | None = None,
) -> Formula:
    """Require that a level, which is 0 at first and changes by changes[i] at times[i], is never below `least` or above
    `most`.

    Changes at one time come together.  presence: for each change a formula that says whether it takes place; None: all
    do.  Size: a sum of all changes for each time.
    """
    lists = {"times": listed(times), "changes": _for_each(changes, len(listed(times)))}
    there = listed([True] * len(lists["times"]) if presence is None else presence)
    same_length("reservoir", **lists, presence=there)

    def made(low: TermNode, high: TermNode, at: Sequence[TermNode], by: Sequence[TermNode], on: Sequence[Expr]) -> Expr:
        levels: list[TermNode] = [0]
        for now in at:
            past = [all_of((node("le", then, now), happens)) for then, happens in zip(at, on, strict=True)]
            levels.append(node("add", *(node("if", each, change, 0) for each, change in zip(past, by, strict=True))))
        return all_of(part for level in levels for part in (node("le", low, level), node("le", level, high)))

    owner, conditions = as_formulas(there)
    own, (low, high, *nodes) = as_terms([least, most, *lists["times"], *lists["changes"]])
    number = len(conditions)
    found = where_defined(made(low, high, nodes[:number], nodes[number:], conditions), [low, high, *nodes])
    return owner_of((owner, own)).handle(Formula, found)


def no_overlap_2d(x_intervals: Iterable[Interval], y_intervals: Iterable[Interval]) -> Formula:
    """Require that no two rectangles overlap: rectangle i is x_intervals[i] wide and y_intervals[i] high.

    A rectangle is there if both its intervals are; a rectangle with a size of 0 overlaps none.
    """
    columns = intervals_of(x_intervals), intervals_of(y_intervals)
    if len(columns[0]) != len(columns[1]):
        raise ModelError(f"build.no_overlap_2d: {len(columns[0])} and {counted(len(columns[1]), 'interval')}")
    owner = owner_of(part for column in columns for each in column for part in each.parts())
    boxes = [[each.as_task() for each in box] for box in zip(*columns, strict=True)]
    return owner.handle(Formula, boxes_apart(boxes))


def diffn(x: TermsLike, y: TermsLike, dx: TermsLike, dy: TermsLike) -> Formula:
    """Require that no two rectangles overlap: rectangle i begins at (x[i], y[i]) and has the sizes dx[i] and dy[i].

    A rectangle with a size of 0 overlaps none.
    """
    lists = {"xs": listed(x), "ys": listed(y), "widths": listed(dx), "heights": listed(dy)}
    same_length("diffn", **lists)

    def made(*columns: Sequence[TermNode]) -> Expr:
        boxes = [[TaskNodes(s, w), TaskNodes(t, h)] for s, t, w, h in zip(*columns, strict=True)]
        return all_of((*(consistent(task) for box in boxes for task in box), boxes_apart(boxes)))

    return of_nodes(Formula, made, *lists.values())


def _weights(weights: Iterable[SupportsIndex]) -> list[int]:
    return [integer(each, "weight") for each in listed(weights)]


def bin_packing(capacity: TermsLike, bins: TermsLike, weights: Iterable[SupportsIndex]) -> Formula:
    """Require that the items in each bin weigh at most its capacity.

    bins: for each item the number of its bin.  weights: an integer for each item.  capacity: the capacity of every
    bin, or a list of the capacities of the bins 0, 1, ..., which then are the only bins.
    """
    items, given = listed(bins), _weights(weights)
    same_length("bin_packing", bins=items, weights=given)
    if is_nested(capacity):
        limits = listed(capacity)
        return of_nodes(Formula, lambda caps, nodes: bin_packing_capa(caps, nodes, given, 0), limits, items)
    owner, (limit, *nodes) = as_terms([capacity, *items])
    places = values_of(owner, nodes)
    if places is None or places.hi - places.lo >= MOST_BINS:  # bins as starts of tasks of length 1
        return owner.handle(Formula, load([TaskNodes(each, 1) for each in nodes], given, limit))
    capacities = [limit] * (places.hi - places.lo + 1)
    return owner.handle(Formula, bin_packing_capa(capacities, nodes, given, places.lo))


def bin_packing_load(load: TermsLike, bins: TermsLike, weights: Iterable[SupportsIndex]) -> Formula:
    """Require that the items in bin i weigh load[i]; there is a bin for each load, from 0.

    bins: for each item the number of its bin, from 0.  weights: an integer for each item.
    """
    items, given = listed(bins), _weights(weights)
    same_length("bin_packing_load", bins=items, weights=given)
    return of_nodes(Formula, lambda loads, nodes: _loads(loads, nodes, given, 0), listed(load), items)


def knapsack(
    weights: Iterable[SupportsIndex],
    profits: Iterable[SupportsIndex],
    counts: TermsLike,
    weight: TermLike,
    profit: TermLike,
) -> Formula:
    """Require that the items weigh `weight` and are worth `profit`, item i being taken counts[i] times, at least 0.

    weights, profits: an integer for each item.  counts: a term for each item.
    """
    lists = {"weights": _weights(weights), "profits": [integer(p, "profit") for p in listed(profits)]}
    taken = listed(counts)
    same_length("knapsack", **lists, counts=taken)

    def made(nodes: Sequence[TermNode], *sums: TermNode) -> Expr:
        totals = (
            node("eq", node("add", *(node("mul", a, x) for a, x in zip(factors, nodes, strict=True))), total)
            for factors, total in zip(lists.values(), sums, strict=True)
        )
        return all_of((*map(not_negative, nodes), *totals))

    return of_nodes(Formula, made, taken, weight, profit)
