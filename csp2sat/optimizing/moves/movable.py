"""The nodes of a network that a search may move, and the moves of each."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.portable_random import RandomSource
from .network import Network, NewValue

VALUES = 4  # values of an integer that are tried to mend a constraint, if there are more
MEMBERS = 4  # times as many moves of a group are tried
MANY = 8  # values of an integer of which those near the present one are tried more often
RARELY = 8  # in one of this number of moves a variable of different ones gets a new value, else two swap values
WIDE = 300  # variables of a constraint among which those to be moved are chosen
NEAR = 8  # variables of a constraint that are near each other, at most


class Movable:
    """The free nodes of a network that may be moved.

    domains: the values of each free node.  groups: lists of nodes 0 or 1 of which exactly one is 1.  swaps: lists of
    nodes whose values are different.  units: nodes with several values, of each group the first one.
    """

    def __init__(
        self,
        network: Network,
        domains: dict[int, Sequence[int]],
        groups: Sequence[list[int]],
        swaps: Sequence[list[int]],
        random: RandomSource,
    ):
        self.domains, self.groups, self.swaps = domains, groups, swaps
        self._network, self._random = network, random
        self._group_of = {x: group for group in groups for x in group}
        self._swap_of = {x: swap for swap in swaps for x in swap}
        alone = [x for x, values in domains.items() if len(values) > 1 and x not in self._group_of]
        self.units = alone + [group[0] for group in groups]
        self._below = dict[int, list[int]]()
        self._near = dict[int, list[int]]()

    def start(self) -> dict[int, int]:
        """Return values of all free nodes to begin with: those of groups and of different ones fit together, others are
        the ones nearest to 0.
        """
        found = {x: min(values[0], values[-1], key=abs) if 0 not in values else 0 for x, values in self.domains.items()}
        found |= {group[0]: 1 for group in self.groups}
        for swap in self.swaps:
            taken = set[int]()
            for x in swap:
                found[x] = next((v for v in self.domains[x] if v not in taken), found[x])
                taken.add(found[x])
        return found

    def drawn(self, unit: int) -> list[NewValue]:
        """Return a random move of a unit."""
        group = self._group_of.get(unit)
        return self.change(unit if group is None else self._random.pick(group))

    def change(self, x: int) -> list[NewValue]:
        """Return a random move of a free node: a member of a group that is 0 becomes 1."""
        values, random, group = self._network.values, self._random, self._group_of.get(x)
        if group is not None:
            x = random.pick(group) if values[x] else x
            return [*((y, 0) for y in group if values[y] and y != x), (x, 1)]
        domain, swap = self.domains[x], self._swap_of.get(x)
        if len(domain) == 2:
            return [(x, domain[0] if values[x] == domain[1] else domain[1])]
        if swap is not None and random.below(RARELY):
            y = random.pick(swap)
            if values[y] in domain and values[x] in self.domains[y]:
                return [(x, values[y]), (y, values[x])]
        return [(x, self._value(x))]

    def _value(self, x: int) -> int:
        """Return a random value of a free node, often near the present one if there are many."""
        domain, random = self.domains[x], self._random
        if len(domain) > MANY and random.below(2):
            near = self._network.values[x] + (1 + random.below(2)) * (1 - 2 * random.below(2))
            if near in domain:
                return near
        return random.pick(domain)

    def tried(self, x: int, moved: set[int], freed: Sequence[int], most: int) -> list[list[NewValue]]:
        """Return several moves of a free node `x` that was not moved yet, to mend a constraint.

        moved: nodes that are to stay.  freed: values that are tried besides random ones.  most: moves, about.
        """
        values, group, domain = self._network.values, self._group_of.get(x), self.domains[x]
        if group is not None and values[x]:
            others = self._random.shuffled(y for y in group if y not in moved and y != x)
            return [[(x, 0), (y, 1)] for y in others[: MEMBERS * most]]
        if group is not None or len(domain) == 2:
            return [self.change(x)]
        if len(domain) <= VALUES:
            return [[(x, v)] for v in domain if v != values[x]]
        tried = {*(self._value(x) for _ in range(VALUES)), *(v for v in freed if v in domain)}
        return [[(x, v)] for v in sorted(tried)]

    def below(self, node: int) -> list[int]:
        """Return the free nodes below a node, or the node itself; of many some."""
        found = self._below.get(node)
        if found is None:
            stack, seen = [node], {node}
            found = self._below[node] = []
            while stack and len(found) < WIDE:
                x = stack.pop()
                if len(self.domains.get(x, ())) > 1:
                    found.append(x)
                new = [y for y in dict.fromkeys(self._network.below[x]) if y not in seen]
                seen.update(new)
                stack += new
        return found

    def near(self, x: int) -> list[int]:
        """Return the free nodes that share a constraint of few with a free node."""
        if x not in self._near:
            found = dict[int, None]()
            for constraint in self._network.above(x):
                if self._network.penalties[constraint] and len(others := self.below(constraint)) <= NEAR:
                    found.update(dict.fromkeys(others))
            found.pop(x, None)
            self._near[x] = [*found]
        return self._near[x]
