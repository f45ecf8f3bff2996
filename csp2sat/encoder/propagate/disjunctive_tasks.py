"""Tasks of which no two overlap, and edge finding, which narrows their start times.

Consider a set of tasks and one more task j.  Suppose that all of them fit into the time from their first head to the
last end of the set only if j is last: then j begins after the whole set, and mirrored in time.  Otherwise the last task
ends with the set, and all tasks are done in that time, one after the other.  This order also exists with tasks of
length 0, which may start together with others: of each two tasks one has ended when the other starts, so the tasks are
ordered by start, and then by length. Source: J. Carlier, E. Pinson, An algorithm for solving the job-shop problem,
Management Science 35(2), 1989.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...model.expr import Expr
from ..normalize.domains import Narrowing
from ..normalize.formulas import Linear, Norm

Durations = dict[int, int]  # of tasks by the variables that they start at


class Task(NamedTuple):
    """A task that runs `length` units without a break, starts at `since` or later, and ends at `until` or earlier."""

    since: int
    length: int
    until: int


def narrow(narrowing: Narrowing, machine: Durations) -> None:
    """Narrow the start times of the tasks of a machine, no two of which overlap, by edge finding."""
    domains = narrowing.domains
    tasks = [Task(domains[x].lo, length, domains[x].hi + length) for x, length in machine.items()]
    mirrored = [Task(-until, length, -since) for since, length, until in tasks]
    for (x, length), first, last in zip(machine.items(), _heads(tasks), _heads(mirrored), strict=True):
        if last is None or first is None:
            narrowing.emptied()
        else:
            narrowing.clip(x, first, -last - length)


def require_room(narrowing: Narrowing, machine: Durations) -> None:
    """Call `emptied` if tasks of a machine, no two of which overlap, take longer than from the earliest start of these
    tasks to the latest end of all tasks.  The sets are the k tasks with the latest starts, for each k.
    """
    domains = narrowing.domains
    end, work = max(domains[x].hi + length for x, length in machine.items()), 0
    for x in sorted(machine, key=lambda x: domains[x].lo, reverse=True):
        work += machine[x]
        if domains[x].lo + work > end:
            narrowing.emptied()


def _heads(tasks: Sequence[Task]) -> list[int | None]:
    """Return a lower bound on the start of each task; None for each task if some set of tasks does not fit.  O(n^3) for
    n tasks.

    The sets examined are, for each end time, the tasks that end by then with the latest heads.
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
    """Return the earliest start of `task`: `head`, or the time at which tasks of `inside` are done if that is later and
    the task must follow them.

    All tasks of `inside` end by `end`, and are sorted by decreasing head; None for `head` means that no bound is known.
    """
    work, done = 0, None
    for since, length, _ in inside:
        work += length
        done = since + work if done is None else max(done, since + work)
        if min(since, task.since) + work + task.length > end and (head is None or head < done):
            head = done
    return head


def machines(norm: Norm) -> list[Durations]:
    """Return sets of tasks that clauses `s + d <= t or t + e <= s` order pairwise, as maps from start variables to
    durations.

    Each pair of such tasks is in a set.  The duration of a task is the least one in its clauses with tasks of the set.
    The first clause counts if several are about the same two tasks: two clauses could be satisfied by opposite orders
    if the tasks start together.
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
    """Yield cliques of a graph, found greedily, such that each edge is in a clique.  `others` are the neighbours by
    vertex.
    """
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
    """Return both orders (x, y, d), meaning x + d <= y, of a clause that orders two tasks in either way, with durations
    d of at least 0; [] for other formulas.
    """
    if formula.op != "or" or len(formula.args) != 2:
        return []
    found = [order for order in map(_order, formula.args) if order is not None]
    if len(found) == 2 and found[0][:2] == found[1][1::-1] and all(length >= 0 for _, _, length in found):
        return found
    return []


def _order(part: Expr) -> tuple[int, int, int] | None:
    """Return (x, y, d) for an atom x + d <= y, or None for any other part."""
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
