"""Tasks of which no two overlap: edge finding narrows when they can start.

If a set of tasks and one more task j fit into the time from the first of their heads to the last end of the set only
where j is last, j begins after all of the set, and the same backwards: else the task that is last ends with the set,
and all of them are done in that time, one after the other.  That they are so holds for tasks without length, too,
which may start at once with others: of each two one has ended when the other one starts, so by start, and then by
length, they are in such an order.
Source: J. Carlier, E. Pinson, An algorithm for solving the job-shop problem, Management Science 35(2), 1989.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...model.expr import Expr
from ..normalize.domains import Narrowing
from ..normalize.formulas import Linear, Norm

Durations = dict[int, int]  # of tasks by the variables that they start at


class Task(NamedTuple):
    """It runs `length` units without a break, not before `since`, and has ended `until` then."""

    since: int
    length: int
    until: int


def narrow(narrowing: Narrowing, machine: Durations) -> None:
    """The starts of tasks of which no two overlap."""
    domains = narrowing.domains
    tasks = [Task(domains[x].lo, length, domains[x].hi + length) for x, length in machine.items()]
    mirrored = [Task(-until, length, -since) for since, length, until in tasks]
    for (x, length), first, last in zip(machine.items(), _heads(tasks), _heads(mirrored), strict=True):
        if last is None or first is None:
            narrowing.emptied()
        else:
            narrowing.clip(x, first, -last - length)


def _heads(tasks: Sequence[Task]) -> list[int | None]:
    """When each task can start at best; None: some do not fit.  O(n^3) for n tasks.

    For each time, the tasks that end by then, the latest heads first: each beginning of that list is a set.
    """
    found: list[int | None] = [task.since for task in tasks]
    for end in {task.until for task in tasks}:
        inside = sorted((task for task in tasks if task.until <= end), reverse=True)
        for number, task in enumerate(tasks):
            if task.until > end:
                found[number] = _after(task, inside, end, found[number])
        if _after(Task(end, 0, end), inside, end, None) is not None:
            return [None] * len(tasks)
    return found


def _after(task: Task, inside: Sequence[Task], end: int, head: int | None) -> int | None:
    """The head of a task, or, if that is later, the time at which the tasks inside are done, where it must be last."""
    work, done = 0, None
    for since, length, _ in inside:
        work += length
        done = since + work if done is None else max(done, since + work)
        if min(since, task.since) + work + task.length > end and (head is None or head < done):
            head = done
    return head


def machines(norm: Norm) -> list[Durations]:
    """Sets of tasks of which each two are in an order, by clauses `s + d <= t or t + e <= s`: together, all such pairs.

    Of a task that lasts longer before some others than before others, the least duration counts; of clauses about the
    same two tasks the first: of two, each may be true by another one of the orders, where they start at once.
    """
    lengths: dict[tuple[int, int], int] = {}
    for formula, _ in norm.required:
        for x, y, length in _orders(formula):
            lengths.setdefault((x, y), length)
    others: dict[int, set[int]] = {}
    for x, y in lengths:
        others.setdefault(x, set()).add(y)
    cliques = _cliques(others)
    return [{x: min(lengths[x, y] for y in clique if y != x) for x in clique} for clique in cliques]


def _cliques(others: dict[int, set[int]]) -> Iterator[list[int]]:
    """Sets of vertices of which each two are neighbours; each edge is in one of them.  Greedily."""
    left = {x: set(near) for x, near in others.items()}
    for x in left:
        while left[x]:
            clique, able = [x], set(others[x])
            while able:
                y = max(sorted(able), key=lambda y: len(left[y].intersection(clique)))
                clique.append(y)
                able &= others[y]
            for y in clique:
                left[y].difference_update(clique)
            yield clique


def _orders(formula: Expr) -> list[tuple[int, int, int]]:
    """Of a clause that says so of two tasks: (x, y, d), x + d <= y, and the same of y and x; else nothing."""
    if formula.op != "or" or len(formula.args) != 2:
        return []
    found = [order for order in map(_order, formula.args) if order is not None]
    if len(found) == 2 and found[0][:2] == found[1][1::-1] and all(length >= 0 for _, _, length in found):
        return found
    return []


def _order(part: Expr) -> tuple[int, int, int] | None:
    """(x, y, d) of an atom x + d <= y."""
    atom = part.args[0] if part.op == "not" else part
    if atom.op != "le0" or [abs(a) for a, _ in atom.args[0].terms] != [1, 1]:
        return None
    total: Linear = atom.args[0]
    if atom is not part:
        total = total.times(-1)._replace(const=1 - total.const)
    (x, y), signs = [x for _, x in total.terms], [a for a, _ in total.terms]
    if signs == [1, -1]:
        return x, y, total.const
    return (y, x, total.const) if signs == [-1, 1] else None
