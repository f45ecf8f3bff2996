"""A scheduling problem as a list schedule needs it: items with least values, pairs that exclude each other, resources.

An item stands for integer variables that differ by constants.  The items that take part in pairs or resources are the
tasks; every other item has the least value that its bounds allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...model.domain import Domain


class LowerBound(NamedTuple):
    """A lower bound on an item: (const + the sum of factor * item over `terms`) / divisor, rounded up.  If there are
    levels, that quotient only chooses one of the two as the bound: the first if it is at most 0, else the second.
    """

    terms: tuple[tuple[int, int], ...]
    const: int
    divisor: int = 1
    levels: tuple[int, int] | None = None

    def of(self, values: Sequence[int]) -> int:
        """Return the bound for values of the items."""
        total = self.const
        for a, x in self.terms:
            total += a * values[x]
        quotient = -(-total // self.divisor)
        return quotient if self.levels is None else self.levels[quotient > 0]


class ResourceUse(NamedTuple):
    """The use of a resource by a task: `demand` units for `size` units of time, from the value of its item plus
    `delay` on.
    """

    delay: int
    size: int
    demand: int


class Resource(NamedTuple):
    """A resource: how much of it there is, and its uses by item."""

    capacity: int
    uses: Mapping[int, Sequence[ResourceUse]]


@dataclass
class ScheduleProblem:
    """A scheduling problem.

    domains: the values that each item may have.
    bounds: the lower bounds on each item; they have no cycle.
    pairs: for an item x the items y that exclude it, each with (a, b): x + a <= y or y + b <= x.
    resources: what tasks use while they run.
    goal: the item that is to be small.
    followers: for each item those whose bounds name it.
    uses: for each item its uses, each with the number of the resource.
    is_task: for each item whether it is a task.
    """

    domains: Sequence[Domain]
    bounds: Sequence[Sequence[LowerBound]]
    pairs: Sequence[Mapping[int, tuple[int, int]]]
    resources: Sequence[Resource]
    goal: int
    followers: list[list[int]] = field(init=False)
    uses: list[list[tuple[int, ResourceUse]]] = field(init=False)
    is_task: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.followers = [[] for _ in self.domains]
        for x, found in enumerate(self.bounds):
            for y in {y for bound in found for _, y in bound.terms}:
                self.followers[y].append(x)
        self.uses = [[] for _ in self.domains]
        for number, resource in enumerate(self.resources):
            for x, uses in resource.uses.items():
                self.uses[x] += ((number, use) for use in uses)
        self.is_task = [bool(pairs or uses) for pairs, uses in zip(self.pairs, self.uses, strict=True)]

    @property
    def tasks(self) -> list[int]:
        """The items that are tasks."""
        return [x for x, is_task in enumerate(self.is_task) if is_task]

    def leaders(self) -> list[int]:
        """Return for each item the number of items that its bounds name."""
        found = [0] * len(self.domains)
        for followers in self.followers:
            for x in followers:
                found[x] += 1
        return found

    def clauses(self) -> int:
        """Return about how many clauses of the order encoding say what the problem says."""
        sizes = [domain.hi - domain.lo for domain in self.domains]
        pairs = sum(size * len(others) for size, others in zip(sizes, self.pairs, strict=True))
        return pairs + sum(sizes[x] * len(resource.uses) for resource in self.resources for x in resource.uses)
