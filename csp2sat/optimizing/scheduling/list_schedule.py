"""List scheduling: tasks are placed in an order of priority, each at the earliest time that those before leave.

A task may be placed in a gap before tasks that are there already, so that an order exists for a best schedule if all
that the goal wants is early tasks.  Source: R. Kolisch, Serial and parallel resource-constrained project scheduling
methods revisited, European Journal of Operational Research 90(2), 1996.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush, heapreplace
from math import inf
from operator import itemgetter
from typing import NamedTuple

from .problem import Resource, ResourceUse, ScheduleProblem

NONE = -1  # no item
ITEM = 8  # parts that take as long to examine as to place an item
EXACT = 5_000_000  # parts, about a second, after which ranks stay as they are: to know them takes cubic time


class ListSchedule(NamedTuple):
    """Values of the items.

    late: by how much values are beyond the last ones that are allowed, in sum.  causes: for each item the item that
    kept its value from being smaller, NONE if no item did.  waits: for each item whether this was a task that excludes
    the item or uses the same resource.
    """

    values: list[int]
    late: int
    causes: list[int]
    waits: list[bool]


class _Profile:
    """The use of a resource by time.

    since: the times at which the use changes; used: the use from each of them on.  work: parts examined so far.
    """

    def __init__(self, resource: Resource):
        self.capacity = resource.capacity
        self.since, self.used = [0], [0]
        self.ends: dict[int, int] = {}  # of tasks, by time
        self.work = 0

    def earliest(self, at: int, use: ResourceUse) -> tuple[int, int]:
        """Return the first time from `at` on when a use fits, and the item whose end is that time, or NONE."""
        since, used, room = self.since, self.used, self.capacity - use.demand
        item, first = NONE, max(0, bisect_right(since, at) - 1)
        place = first
        while place < len(since) and since[place] < at + use.size:
            if used[place] > room:
                at = since[place + 1]
                item = self.ends.get(at, NONE)
            place += 1
        self.work += ITEM + place - first
        return at, item

    def add(self, at: int, use: ResourceUse, item: int) -> None:
        """Let an item use the resource from the time `at` on."""
        first, last = self._part(at), self._part(at + use.size)
        for place in range(first, last):
            self.used[place] += use.demand
        self.ends[at + use.size] = item

    def _part(self, at: int) -> int:
        """Return the place of the time `at` among the changes, made if it is none yet."""
        place = bisect_right(self.since, at) - 1
        if place >= 0 and self.since[place] == at:
            return place
        self.since.insert(place + 1, at)
        self.used.insert(place + 1, self.used[place] if place >= 0 else 0)
        return place + 1


class _Placing:
    """A list schedule that is being made.  work: the number of items and pairs examined."""

    def __init__(self, problem: ScheduleProblem):
        self._problem, self.work = problem, ITEM * len(problem.domains)
        self.profiles = [_Profile(resource) for resource in problem.resources]
        self._is_placed = [False] * len(problem.domains)
        self.values, self.late = [0] * len(problem.domains), 0
        self.causes, self.waits = [NONE] * len(problem.domains), [False] * len(problem.domains)

    @property
    def examined(self) -> int:
        """The number of items, pairs and parts of profiles examined."""
        return self.work + sum(profile.work for profile in self.profiles)

    def begin(self, x: int) -> int:
        """Return the least value that an item can have now, once all items that its bounds name have one."""
        value, _ = self._least(x)
        return self._free(x, value)[0] if self._problem.is_task[x] else value

    def place(self, x: int) -> None:
        """Give an item its least value, once all items that its bounds name have one."""
        value, self.causes[x] = self._least(x)
        if self._problem.is_task[x]:
            value, cause = self._free(x, value)
            if cause != NONE:
                self.causes[x], self.waits[x] = cause, True
        self.values[x], self._is_placed[x] = value, True
        self.late += max(0, value - self._problem.domains[x].hi)
        for number, use in self._problem.uses[x]:
            self.profiles[number].add(value + use.delay, use, x)

    def _least(self, x: int) -> tuple[int, int]:
        """Return the least value that the bounds of an item allow, and the item that the greatest bound names last."""
        least, cause = self._problem.domains[x].lo, NONE
        for bound in self._problem.bounds[x]:
            at = bound.of(self.values)
            if at > least:
                least, cause = at, bound.terms[-1][1] if bound.terms else NONE
        return self._allowed(x, least), cause

    def _allowed(self, x: int, value: int) -> int:
        """Return the least value of an item from `value` on; `value` itself if none is left."""
        ranges = self._problem.domains[x].ranges
        at = bisect_left(ranges, value, key=itemgetter(1))
        return max(ranges[at][0], value) if at < len(ranges) else value

    def _free(self, x: int, value: int) -> tuple[int, int]:
        """Return the first value of a task from `value` on that the tasks placed before allow, and the item that the
        task had to wait for last, or NONE.
        """
        taken, cause, before = self._taken(x, value), NONE, None
        while value != before:
            before = value
            for low, high, y in taken:
                if low > value:
                    break
                if high >= value:
                    value, cause = high + 1, y
            for number, use in self._problem.uses[x]:
                at, item = self.profiles[number].earliest(value + use.delay, use)
                if at > value + use.delay:
                    value, cause = at - use.delay, item if item != NONE else cause
            value = self._allowed(x, value)
        return value, cause

    def _taken(self, x: int, least: int) -> list[tuple[int, int, int]]:
        """Return the ranges of values of an item from `least` on that placed tasks exclude, each with the task,
        sorted.
        """
        values, is_placed, pairs = self.values, self._is_placed, self._problem.pairs[x]
        self.work += len(pairs)
        return sorted(
            (values[y] - a + 1, values[y] + b - 1, y)
            for y, (a, b) in pairs.items()
            if is_placed[y] and values[y] + b > least and a + b > 1
        )


class ListScheduler:
    """A maker of schedules for a problem.  work: the number of items, pairs and parts of profiles examined so far."""

    def __init__(self, problem: ScheduleProblem):
        self._problem, self._leaders, self.work = problem, problem.leaders(), 0

    def schedule(self, order: Sequence[int]) -> ListSchedule:
        """Return the schedule in which each task in turn, first those early in `order`, has its least value."""
        rank = [NONE] * len(self._leaders)
        for at, x in enumerate(order):
            rank[x] = at
        return self._scheduled(lambda placing, x: (rank[x],))

    def dispatched(self) -> ListSchedule:
        """Return the schedule in which the next task is always a task that can begin first, and excludes most work of
        other tasks if several can.
        """
        load = [-sum(b for _, b in pairs.values()) for pairs in self._problem.pairs]
        is_task = self._problem.is_task
        return self._scheduled(lambda placing, x: (placing.begin(x), load[x]) if is_task[x] else (-inf, 0))

    def _scheduled(self, rank: Callable[[_Placing, int], tuple[float, ...]]) -> ListSchedule:
        """Return the schedule in which an item with the least rank is always next, by the last ranks that are known
        once EXACT parts were examined.

        rank: of an item beside placed items, once all items that its bounds name are placed; the rank must not become
        smaller when more items are placed.
        """
        placing, missing = _Placing(self._problem), [*self._leaders]
        heap = [(rank(placing, x), x) for x, count in enumerate(missing) if not count]
        heapify(heap)
        while heap:
            known, x = heap[0]
            if placing.examined < EXACT and (now := rank(placing, x)) > known:
                heapreplace(heap, (now, x))
                continue
            heappop(heap)
            placing.place(x)
            for y in self._problem.followers[x]:
                missing[y] -= 1
                if not missing[y]:
                    heappush(heap, (rank(placing, y), y))
        self.work += placing.examined
        return ListSchedule(placing.values, placing.late, placing.causes, placing.waits)
