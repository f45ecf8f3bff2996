"""A network of numbers that follow from a few free ones, kept up to date by differences.

A node is free, or a function of a weighted sum of other nodes, or any function of them.  A change of free nodes visits
the nodes that depend on them only, level by level, and may be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

NewValue = tuple[int, int]  # a free node, and a value
NodeTerm = tuple[int, int]  # a factor, and a node
OfSum = Callable[[int], int]


class Network:
    """Nodes that are numbered from 0, at first none, each with its `values`.

    below: for each node the nodes that it is made of.  penalties: for each node the factor by which its value counts as
    broken, 0 for most.  broken: the nodes with a penalty that are not 0, after `settle`.  work: the nodes that were
    visited so far.
    """

    def __init__(self) -> None:
        self.values = list[int]()
        self.below = list[tuple[int, ...]]()
        self.ends = list[tuple[int, int]]()  # between which each value is
        self.penalties = list[float]()
        self.broken = dict[int, None]()
        self.culprits = dict[int, Callable[[], Sequence[int]]]()
        self.work = 0
        self._sums = list[int]()
        self._functions = list[OfSum | None]()
        self._above: list[list[NodeTerm]] = []  # pairs of a node that uses this one, with the factor
        self._levels = list[int]()
        self._is_waiting = list[bool]()
        self._waiting: list[list[int]] = [[]]  # by level
        self._trail = list[tuple[int, int, int]]()

    def free(self, value: int, low: int, high: int) -> int:
        """Add a node whose value, between `low` and `high`, only `change` changes; return its number."""
        return self._add((), 0, value, None, (low, high))

    def of_sum(
        self,
        terms: Sequence[NodeTerm],
        const: int,
        function: OfSum | None = None,
        ends: tuple[int, int] | None = None,
    ) -> int:
        """Add a node that is a function of a sum, or the sum if there is none; return its number.

        terms, const: the parts of the sum.  ends: between which the values of the function are.
        """
        total = const + sum([a * self.values[x] for a, x in terms])
        value = total if function is None else int(function(total))
        found = self._add([x for _, x in terms], total, value, function, ends or self.ends_of(terms, const))
        for a, x in terms:
            self._above[x].append((found, a))
        return found

    def of_nodes(self, nodes: Sequence[int], function: Callable[[], int], ends: tuple[int, int]) -> int:
        """Add a node whose value, between the `ends`, `function` computes from the values of some nodes; return its
        number.
        """
        found = self._add(nodes, 0, int(function()), lambda _: function(), ends)
        for x in {*nodes}:
            self._above[x].append((found, 0))
        return found

    def ends_of(self, terms: Sequence[NodeTerm], const: int) -> tuple[int, int]:
        """Return two numbers between which a sum is."""
        both = [sorted((a * self.ends[x][0], a * self.ends[x][1])) for a, x in terms]
        return const + sum([low for low, _ in both]), const + sum([high for _, high in both])

    def _add(self, below: Sequence[int], total: int, value: int, function: OfSum | None, ends: tuple[int, int]) -> int:
        level = 1 + max([self._levels[x] for x in below]) if below else 0
        self.values.append(value)
        self.below.append(tuple(below))
        self.ends.append(ends)
        self.penalties.append(0)
        self._sums.append(total)
        self._functions.append(function)
        self._above.append([])
        self._levels.append(level)
        self._is_waiting.append(False)
        if level == len(self._waiting):
            self._waiting.append([])
        return len(self.values) - 1

    def change(self, changes: Sequence[NewValue]) -> float:
        """Change the values of free nodes and of all nodes above them; return the change of all penalties together."""
        values, sums, above, functions = self.values, self._sums, self._above, self._functions
        penalties, levels, trail, is_waiting = self.penalties, self._levels, self._trail, self._is_waiting
        waiting, before, penalty = self._waiting, len(trail), 0.0
        for x, new in changes:
            difference = new - values[x]
            if not difference:
                continue
            trail.append((x, 0, values[x]))
            values[x] = new
            for y, a in above[x]:
                if not is_waiting[y]:
                    is_waiting[y] = True
                    trail.append((y, sums[y], values[y]))
                    waiting[levels[y]].append(y)
                sums[y] += a * difference
        for nodes in waiting:
            for x in nodes:
                is_waiting[x] = False
                function = functions[x]
                new = sums[x] if function is None else function(sums[x])
                difference = new - values[x]
                if not difference:
                    continue
                values[x] = new
                if penalties[x]:
                    penalty += penalties[x] * difference
                for y, a in above[x]:
                    if not is_waiting[y]:
                        is_waiting[y] = True
                        trail.append((y, sums[y], values[y]))
                        waiting[levels[y]].append(y)
                    sums[y] += a * difference
            if nodes:
                nodes.clear()
        self.work += 1 + len(trail) - before
        return penalty

    def above(self, x: int) -> list[int]:
        """Return the nodes that are made of a node at once."""
        return [y for y, _ in self._above[x]]

    def mark(self) -> int:
        """Return a mark of the present values, for `undo`."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Take back all changes since a mark."""
        values, sums, trail = self.values, self._sums, self._trail
        while len(trail) > mark:
            x, total, value = trail.pop()
            values[x], sums[x] = value, total

    def settle(self, mark: int) -> None:
        """Note which nodes with a penalty are broken, after changes since a mark or their undoing."""
        for x, _, _ in self._trail[mark:]:
            if self.penalties[x]:
                if self.values[x]:
                    self.broken[x] = None
                else:
                    self.broken.pop(x, None)

    def keep(self) -> None:
        """Keep the present values: no mark of earlier ones may be used any more."""
        self._trail.clear()

    def require(self, x: int, factor: float = 1.0) -> None:
        """Let a node count as broken by its value, which is never negative, times a factor."""
        self.penalties[x] = factor
        if self.values[x]:
            self.broken[x] = None
