"""The least costs of a tour whose items fit, by dynamic programming: a bound that is often the best value itself.

A label is a path from the root: the set of its places, its last place, its costs, and the least values that the items
of the last place can have.  A label is left out if another one of the same set and last place is no worse, if a place
that is left can no longer be reached in time, or if the costs, with the cheapest arc into each place that is left, are
as large as a known tour's.  Narrow windows, loads and precedences leave few labels; without them 14 places have too
many.  Source: M. Held, R. M. Karp, A dynamic programming approach to sequencing problems, J. SIAM 10, 1962; M.
Desrochers, F. Soumis, A generalized permanent labelling algorithm for the shortest path problem with time windows,
INFOR 26, 1988.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from ...base.time_limit import check_time
from .problem import ItemBound, TourProblem

MOST = 400_000  # labels that are made, about: a second


class Label(NamedTuple):
    """A path.  cost: of its arcs.  values: the least values of the items of its last place, in their order."""

    cost: int
    values: tuple[int, ...]


class TooManyLabels(Exception):
    """The error that a bound takes more labels than it is worth."""


def least_cost(problem: TourProblem, below: float = inf, most: int = MOST) -> float | None:
    """Return a lower bound of the costs of all tours that cost less than `below`; `below` if there are none, which
    is infinity if no tour is possible; None if the bound takes too many labels, or places may be left out.

    most: the number of labels that are made at most.
    """
    if any(v in heads for v, heads in enumerate(problem.heads)):
        return None
    try:
        return _Labelling(problem, below, most).least()
    except TooManyLabels:
        return None


class _Labelling:
    """A search for the least costs; see `least_cost`."""

    def __init__(self, problem: TourProblem, below: float, most: int):
        self._problem, self._below, self._left = problem, below, most
        self._items: list[list[int]] = [[] for _ in problem.heads]
        for item, v in sorted(problem.place.items()):
            if 0 <= v < problem.size:
                self._items[v].append(item)
        self._cheapest = [
            min((problem.costs[v][w] for v, heads in enumerate(problem.heads) if w in heads), default=0)
            for w in range(problem.size)
        ]
        self._before = _before(problem, self._items)
        self._least = self._between()

    def least(self) -> float:
        problem, root = self._problem, self._problem.root
        everything = (1 << problem.size) - 1
        start = Label(0, tuple(problem.lows[x] for x in self._items[root]))
        layer = {(1 << root, root): [start]}
        for _ in range(problem.size - 1):
            check_time()
            layer = self._extended(layer)
        found: float = self._below
        for (visited, v), labels in layer.items():
            if visited == everything and root in problem.heads[v]:
                for label in labels:
                    cost = label.cost + problem.costs[v][root]
                    if cost < found and self._values(v, root, label.values) is not None:
                        found = cost
        return found

    def _extended(self, layer: Mapping[tuple[int, int], Sequence[Label]]) -> dict[tuple[int, int], list[Label]]:
        """Return the labels with one place more than those of a layer, none of which is worse than another."""
        found: dict[tuple[int, int], list[Label]] = {}
        size, heads, costs = self._problem.size, self._problem.heads, self._problem.costs
        for (visited, v), labels in layer.items():
            rest = sum([self._cheapest[u] for u in range(size) if not visited >> u & 1]) + self._cheapest[
                self._problem.root
            ]
            for w in heads[v]:
                if visited >> w & 1 or self._before[w] & ~visited:
                    continue
                known = found.setdefault((visited | 1 << w, w), [])
                more = costs[v][w]
                for label in labels:
                    self._left -= 1
                    if label.cost + more + rest - self._cheapest[w] >= self._below:
                        continue
                    values = self._values(v, w, label.values)
                    if values is not None and self._may_reach(visited | 1 << w, w, values):
                        _keep(known, Label(label.cost + more, values))
            if self._left < 0:
                raise TooManyLabels
        return found

    def _values(self, v: int, w: int, before: Sequence[int]) -> tuple[int, ...] | None:
        """Return the least values of the items of w after the arc from v; None if some item cannot have such a value.

        before: the least values of the items of v.
        """
        problem = self._problem
        known = dict(zip(self._items[v], before, strict=True))
        lows, highs = problem.lows, problem.highs
        for y, x, a in problem.steps[v][w]:
            at = known.get(x, lows[x]) + a
            if at > known.get(y, lows[y]):
                if at > highs[y]:
                    return None
                known[y] = at
        for x, a in problem.caps[v][w]:
            if known.get(x, lows[x]) > a:
                return None
        return tuple([max(known.get(x, lows[x]), lows[x]) for x in self._items[w]])

    def _may_reach(self, visited: int, v: int, values: Sequence[int]) -> bool:
        """Whether each place that is not visited can be reached in time from v, as far as one item of each says."""
        highs = self._problem.highs
        for x, value in zip(self._items[v], values, strict=True):
            for w, y, a in self._least.get(x, ()):
                if not visited >> w & 1 and value + a > highs[y]:
                    return False
        return True

    def _between(self) -> dict[int, list[tuple[int, int, int]]]:
        """Return for each item the triples (w, y, a): on any path to the place w, the item y of w is at least a more.

        Paths through the root do not count.
        """
        return {
            x: [(w, y, int(a)) for w, y, a in rows] for x, rows in _least_growth(self._problem, self._items).items()
        }


def _keep(known: list[Label], new: Label) -> None:
    """Add a label to others of the same set and last place, unless one is no worse; take away those that are worse."""
    for each in known:
        if each.cost <= new.cost and all(map(int.__le__, each.values, new.values)):
            return
    known[:] = [
        each for each in known if not (new.cost <= each.cost and all(map(int.__le__, new.values, each.values)))
    ]
    known.append(new)


def _families(problem: TourProblem, items: Sequence[Sequence[int]]) -> Iterator[dict[int, int]]:
    """Yield items, by their places, that each arc between two of the places, none of them the root, ties directly."""
    places = [v for v in range(problem.size) if v != problem.root]
    arcs = [(v, w) for v in places for w in problem.heads[v] if w != problem.root]
    if not arcs:
        return
    for first in items[arcs[0][0]]:
        family, wave = {arcs[0][0]: first}, [arcs[0][0]]
        for v in wave:
            for w in problem.heads[v]:
                if w != problem.root and w not in family:
                    following = [y for y, x, _ in problem.steps[v][w] if x == family[v] and y in items[w]]
                    if len(following) == 1:
                        family[w] = following[0]
                        wave.append(w)
        if len(family) == len(places) and all(_gain(problem.steps[v][w], family[v], family[w]) > -inf for v, w in arcs):
            yield family


def _gain(steps: Sequence[ItemBound], x: int, y: int) -> float:
    """Return by how much, at least, the item y is above the item x under an arc; minus infinity if nothing is said."""
    return max([a for z, u, a in steps if (z, u) == (y, x)], default=-inf)


def _least_growth(
    problem: TourProblem, items: Sequence[Sequence[int]]
) -> dict[int, list[tuple[int, int, float]]]:
    """Return for each item of a family the triples (w, y, a) of `_Labelling._between`: the shortest ways of growth."""
    found: dict[int, list[tuple[int, int, float]]] = {}
    for family in _families(problem, items):
        far = {
            (v, w): _gain(problem.steps[v][w], family[v], family[w]) if w in problem.heads[v] else inf
            for v in family
            for w in family
        }
        if any(a < 0 for (v, w), a in far.items() if v != w):
            continue
        for u in family:
            for v in family:
                for w in family:
                    far[v, w] = min(far[v, w], far[v, u] + far[u, w])
        for v, x in family.items():
            found[x] = [(w, y, far[v, w]) for w, y in family.items() if w != v and far[v, w] < inf]
    return found


def _before(problem: TourProblem, items: Sequence[Sequence[int]]) -> list[int]:
    """Return for each place, as bits, the places that come before it on each tour from the root: a bound that holds
    always, with what the items grow by on a way from the one to the other, says so.
    """
    found, growth = [0] * problem.size, _least_growth(problem, items)
    for y, x, a in problem.loose:
        for v, z, more in growth.get(y, ()):
            if z == x and more + a > 0:
                (w,) = [each for each, own in enumerate(items) if y in own]
                found[w] |= 1 << v
    return found
