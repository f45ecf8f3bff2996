"""A local search for orders of tasks whose list schedules are better and better.

A task that waits for another one moves before it, most often one on a chain of waiting items that ends in the goal, for
no other move can make the goal smaller.  Worse schedules are accepted as late acceptance has it: if they are no worse
than the schedule of some moves before.  Source: E. K. Burke, Y. Bykov, The late acceptance hill-climbing heuristic,
European Journal of Operational Research 258(1), 2017.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ...base.portable_random import RandomSource
from ...base.time_limit import check_time
from .list_schedule import NONE, ListSchedule, ListScheduler
from .problem import ScheduleProblem

BEFORE = 100  # moves
VAIN, EACH = 300, 10  # moves without a better schedule before tasks of the best one are shaken: in all, for each task
SHAKEN = 8  # moves of a shake, at most
CHAIN = 0.8  # the probability of a move on a chain of waiting items
NEAR = 0.1  # the part of all tasks by which a task moves otherwise, at most

Cost = tuple[int, int]  # by how much values are too large, and the goal


class ScheduleSearch:
    """A search for schedules, the first of which follow rules of priority.

    best: the best schedule so far; it is no solution if values are late.  moves: how many were made.
    """

    def __init__(self, problem: ScheduleProblem, seed: int = 1):
        self._problem, self._scheduler, self._random = problem, ListScheduler(problem), RandomSource(seed)
        domains, tasks = problem.domains, problem.tasks
        self._tasks = tasks
        orders = [
            sorted(tasks, key=lambda x: (domains[x].hi, domains[x].lo)),
            sorted(tasks, key=lambda x: (domains[x].lo, domains[x].hi)),
            tasks,
        ]
        self.best = min(*map(self._scheduler.schedule, orders), self._scheduler.dispatched(), key=self._cost)
        self.moves, self._reached, self._accepted = 0, self._cost(self.best), list[Cost]()
        self._continue(self.best)

    @property
    def work(self) -> int:
        """The number of parts that were examined so far."""
        return self._scheduler.work

    @property
    def value(self) -> float:
        """The goal of the best schedule; infinity if it is late."""
        return inf if self.best.late else self.best.values[self._problem.goal]

    @property
    def is_settled(self) -> bool:
        """Whether no better schedule is possible, by the domain of the goal."""
        return self.value <= self._problem.domains[self._problem.goal].lo

    def learn(self, values: Sequence[int]) -> None:
        """Go on from values of the items that were found elsewhere."""
        found = self._scheduler.schedule(sorted(self._tasks, key=values.__getitem__))
        self._take(found)
        self._continue(found)

    def improve(self, work: float, moves: float = inf) -> bool:
        """Search until all work is about `work`, or `moves` were made in all; return whether a better schedule was
        found.
        """
        before = self.value
        while self.work < work and self.moves < moves and not self.is_settled:
            check_time()
            self._move()
            if self.moves - self._last > VAIN + EACH * len(self._tasks):
                self._shake()
        return self.value < before

    def _move(self) -> None:
        """Make a schedule with one task at another place in the order, and go on from it if late acceptance says so."""
        found, at = self._scheduler.schedule(self._moved()), self.moves % BEFORE
        self._take(found)
        cost = self._cost(found)
        if cost <= max(self._accepted[at], self._cost(self._now)):
            self._accept(found)
        if cost < self._reached:
            self._reached, self._last = cost, self.moves
        self._accepted[at] = min(self._accepted[at], self._cost(self._now))
        self.moves += 1

    def _shake(self) -> None:
        """Go on from the best schedule after some moves, whatever they cost."""
        self._accept(self.best)
        for _ in range(1 + self._random.below(SHAKEN)):
            self._accept(self._scheduler.schedule(self._moved()))
        self._continue(self._now)

    def _continue(self, found: ListSchedule) -> None:
        """Begin the moves anew from a schedule."""
        self._accept(found)
        self._reached, self._last = self._cost(found), self.moves
        self._accepted = [self._reached] * BEFORE

    def _accept(self, found: ListSchedule) -> None:
        """Make the next moves from a schedule."""
        self._now = found
        self._order = sorted(self._tasks, key=found.values.__getitem__)

    def _cost(self, found: ListSchedule) -> Cost:
        return found.late, found.values[self._problem.goal]

    def _take(self, found: ListSchedule) -> None:
        """Keep a schedule if it is the best one."""
        if self._cost(found) < self._cost(self.best):
            self.best = found

    def _moved(self) -> list[int]:
        """Return the order with one task at another place."""
        order = [*self._order]
        if self._random.chance(CHAIN) and (link := self._link()):
            x, before = link
            order.remove(x)
            at = order.index(before)
        else:
            at = self._random.below(len(order))
            x, reach = order.pop(at), 1 + int(NEAR * len(order))
            at = min(len(order), max(0, at - reach + self._random.below(2 * reach + 1)))
        order.insert(at, x)
        return order

    def _link(self) -> tuple[int, int] | None:
        """Return a task on a chain of waiting items that ends in the goal, and the task that it waits for; None if no
        task on the chain waits for another one.
        """
        causes, waits = self._now.causes, self._now.waits
        links, x = list[tuple[int, int]](), self._problem.goal
        while x != NONE and len(links) <= len(causes):
            if waits[x]:
                links.append((x, causes[x]))
                x = causes[x]
            else:
                x = self._bounding(x)
        return self._random.pick(links) if links else None

    def _bounding(self, x: int) -> int:
        """Return an item that a lower bound on an item names: for a sum, a random one that is not at its least value;
        NONE if there is none.
        """
        if self._now.causes[x] == NONE:
            return NONE
        values, domains = self._now.values, self._problem.domains
        for bound in self._problem.bounds[x]:
            if bound.of(values) == values[x]:
                able = [y for _, y in bound.terms if values[y] > domains[y].lo]
                return self._random.pick(able) if able else NONE
        return NONE
