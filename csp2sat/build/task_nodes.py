"""Tasks with a presence, as nodes, which `build` and the interface of CPMpy make of starts, durations and ends.

An absent task takes no time and no resource, and nothing is required of its parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from ..constraints.globals.cumulative import GIVEN
from ..constraints.globals.diffn import Space
from ..model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node

TermNode = Expr | int
END = 2  # the part of a task of `cumulative` that is missing


class TaskNodes(NamedTuple):
    """A task: start and size as terms, the end if it is a term of its own, and the presence as a formula."""

    start: TermNode
    size: TermNode
    end: TermNode | None = None
    presence: Expr = TRUE


def consistent(task: TaskNodes) -> Expr:
    """Return the formula that a present task has no negative size, and that its start plus its size is its end."""
    parts = [not_negative(task.size)]
    if task.end is not None:
        parts.append(node("eq", node("add", task.start, task.size), task.end))
    return all_of(any_of((negation(task.presence), part)) for part in parts)


def not_negative(term: TermNode) -> Expr:
    """Return the formula that a term is at least 0."""
    if isinstance(term, int):
        return TRUE if term >= 0 else FALSE
    return node("ge", term, 0)


def apart(tasks: Sequence[TaskNodes]) -> Expr:
    """Return the formula that no two present tasks overlap; a task of size 0 overlaps none.

    Size: one constraint `disjunctive` for all tasks that are always present, and one, in a clause, for each pair with a
    task that may be absent.
    """
    always = [task for task in tasks if task.presence is TRUE]
    maybe = [task for task in tasks if task.presence is not TRUE]
    pairs = [*combinations(maybe, 2), *((a, b) for a in always for b in maybe)]
    return all_of((_disjunctive(always), *(_unless_absent(_disjunctive(pair), *pair) for pair in pairs)))


def _disjunctive(tasks: Iterable[TaskNodes]) -> Expr:
    return node("disjunctive", *(part for task in tasks for part in task[:2]))


def _unless_absent(formula: Expr, *tasks: TaskNodes) -> Expr:
    """Return the formula that at least one of the tasks is absent, or `formula` holds."""
    return any_of((*(negation(task.presence) for task in tasks), formula))


def boxes_apart(boxes: Sequence[Sequence[TaskNodes]]) -> Expr:
    """Return the formula that no two present boxes overlap.

    boxes: for each box a task in each dimension; a box is present if all its tasks are, and a box with a size of 0
    overlaps none.  Size: one constraint `diffn` for all boxes that are always present, and one, in a clause, for each
    pair with a box that may be absent.
    """
    always = [box for box in boxes if all(task.presence is TRUE for task in box)]
    maybe = [box for box in boxes if any(task.presence is not TRUE for task in box)]
    pairs = [*combinations(maybe, 2), *((a, b) for a in always for b in maybe)]
    return all_of((_diffn(always), *(_unless_absent(_diffn(pair), *pair[0], *pair[1]) for pair in pairs)))


def _diffn(boxes: Sequence[Sequence[TaskNodes]]) -> Expr:
    if len(boxes) < 2:
        return TRUE
    space = Space(len(boxes[0]), False)
    return node("diffn", space, *(part for box in boxes for task in box for part in task[:2]))


def load(tasks: Sequence[TaskNodes], heights: Sequence[TermNode], limit: TermNode) -> Expr:
    """Return the formula that the heights of the running tasks never sum up to more than the limit.

    heights: of the tasks, in their order.  An absent task has the height 0.  The formula also requires that a given end
    is start plus size if the task is always present; the end of any other task is ignored.
    """
    missing, values = list[int](), list[TermNode]()
    for (start, size, end, presence), height in zip(tasks, heights, strict=True):
        taken = height if presence is TRUE else node("if", presence, height, 0)
        is_given = end is not None and presence is TRUE
        missing.append(GIVEN if is_given else END)
        values += (start, size, end, taken) if is_given and end is not None else (start, size, taken)
    return node("cumulative", tuple(missing), limit, *values)
