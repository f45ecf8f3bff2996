"""The least costs of a tour whose items fit, by dynamic programming: a bound that is often the best value itself.

A label is a path from the root: the set of its places, its last place, its costs, and the least values that the items
of the last place can have.  A label is left out if another one of the same set and last place is no worse, if a place
that is left can no longer be reached in time, or if the costs, with the cheapest arc into each place that is left, are
as large as a known tour's.  Narrow windows, loads and precedences leave few labels; without them 14 places have too
many, which the growth of their number shows after two or three places.  Source: M. Held, R. M. Karp, A dynamic
programming approach to sequencing problems, J. SIAM 10, 1962; M. Desrochers, F. Soumis, A generalized permanent
labelling algorithm for the shortest path problem with time windows, INFOR 26, 1988.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from ...base.time_limit import check_time
from .capacity import ArcSteps, across
from .problem import TourProblem

MOST = 60_000  # labels that are made, about: a fifth of a second
SMALLEST, LARGEST = 3, 64  # places
FREE = 12  # places at most, if no item such as a time grows along the tour
ArcGrowth = Mapping[tuple[int, int], float]
"""By how much, at least, an item grows along arcs."""


class PathLabel(NamedTuple):
    """A path.  places: in the order in which the path visits them.  cost: the sum over its arcs.  values: for each item
    of the problem, such as time or load, the least value that the item can have at the last place of the path.
    """

    places: tuple[int, ...]
    cost: int
    values: tuple[int, ...]


class TooManyLabels(Exception):
    """The error that a bound takes more labels than it is worth."""


class Cheapest(NamedTuple):
    """A lower bound of the costs of tours, and the places of a tour with these costs whose items may have values that
    fit, in their order; () without a tour.
    """

    cost: float
    places: tuple[int, ...]


def cheapest(problem: TourProblem, below: float = inf, most: int = MOST) -> Cheapest | None:
    """Return a lower bound of the costs of all tours that cost less than `below`, with a tour; `below` if there is no
    such tour; None if the bound takes too many labels, or if places may be left out, or are very few or very many.

    most: the number of labels that are made at most.
    """
    if not SMALLEST <= problem.size <= LARGEST or any(v in heads for v, heads in enumerate(problem.heads)):
        return None
    try:
        return _Labelling(problem, below, most).least()
    except TooManyLabels:
        return None


class _Labelling:
    """A search for the cheapest tour; see `cheapest`."""

    def __init__(self, problem: TourProblem, below: float, most: int):
        self._problem, self._below, self._left = problem, below, most
        self._items: list[list[int]] = [[] for _ in problem.heads]
        for item, v in sorted(problem.place.items()):
            if 0 <= v < problem.size:
                self._items[v].append(item)
        into: list[list[int]] = [[] for _ in problem.heads]
        for v, heads in enumerate(problem.heads):
            for w in heads:
                into[w].append(problem.costs[v][w])
        self._cheapest = [min(each, default=0) for each in into]
        self._root, self._growth = self._rooted()
        self._before = self._earlier()

    def least(self) -> Cheapest:
        """Return what `cheapest` does.  Raises TooManyLabels."""
        problem, root = self._problem, self._root
        if not self._growth and problem.size > FREE:
            raise TooManyLabels
        everything = (1 << problem.size) - 1
        start = PathLabel((root,), 0, tuple([problem.lows[x] for x in self._items[root]]))
        layer, count = {(1 << root, root): [start]}, 1
        for left in range(problem.size - 1, 0, -1):
            layer = self._extended(layer)
            before, count = count, sum(map(len, layer.values()))
            if count * (left - 1) + count * count // before * (left - 2) > self._left:  # if they grow as before
                raise TooManyLabels
            if not count:
                break
        found = Cheapest(self._below, ())
        for (visited, v), labels in layer.items():
            if visited == everything and root in problem.heads[v]:
                for label in labels:
                    cost = label.cost + problem.costs[v][root]
                    if cost < found.cost and self._values(v, root, label.values) is not None:
                        found = Cheapest(cost, label.places)
        return found

    def _extended(self, layer: Mapping[tuple[int, int], Sequence[PathLabel]]) -> dict[tuple[int, int], list[PathLabel]]:
        """Return the labels with one place more than those of a layer, none of which is worse than another."""
        found: dict[tuple[int, int], list[PathLabel]] = {}
        size, heads, costs = self._problem.size, self._problem.heads, self._problem.costs
        for (visited, v), labels in layer.items():
            check_time()
            rest = sum([self._cheapest[u] for u in range(size) if not visited >> u & 1 or u == self._root])
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
                        _keep(known, PathLabel((*label.places, w), label.cost + more, values))
            if self._left < 0:
                raise TooManyLabels
        return {state: labels for state, labels in found.items() if labels}

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
        """Whether each place that is not visited can be reached in time from v, as far as one item of each says.

        values: the least values of the items of v.
        """
        highs = self._problem.highs
        for x, value in zip(self._items[v], values, strict=True):
            for w, y, a in self._growth.get(x, ()):
                if not visited >> w & 1 and value + a > highs[y]:
                    return False
        return True

    def _rooted(self) -> tuple[int, dict[int, list[tuple[int, int, float]]]]:
        """Return the place where paths begin, and the least growth of an item, such as a time, on ways between the
        others: a place, such as a depot, where the item starts anew; else the root of the problem, and no growth.
        """
        root = self._problem.root
        arcs = {
            (v, w): across(self._problem.steps[v][w], v, self._problem.place)
            for v, heads in enumerate(self._problem.heads)
            for w in heads
        }
        able = {*range(self._problem.size)}.intersection(*(arc for arc, rows in arcs.items() if not rows))
        for v in sorted(able, key=lambda v: (v != root, v)):
            inner = {arc: rows for arc, rows in arcs.items() if v not in arc}
            if (found := _family(inner, self._items, int(v == 0))) is not None:
                return v, _least_growth(*found)
        return root, {}

    def _earlier(self) -> list[int]:
        """Return for each place, as bits, the places that come before it on each path: a bound that holds always, with
        what the items grow by on a way from the one to the other, says so.
        """
        found = [0] * self._problem.size
        for y, x, a in self._problem.loose:
            for v, z, more in self._growth.get(y, ()):
                if z == x and more + a > 0:
                    found[self._problem.place[y]] |= 1 << v
        return found


def _keep(known: list[PathLabel], new: PathLabel) -> None:
    """Add a label to others of the same set and last place, unless one is no worse; take away the worse ones."""
    for each in known:
        if each.cost <= new.cost and all(map(int.__le__, each.values, new.values)):
            return
    known[:] = [each for each in known if not (new.cost <= each.cost and all(map(int.__le__, new.values, each.values)))]
    known.append(new)


def _family(arcs: ArcSteps, items: Sequence[Sequence[int]], first: int) -> tuple[dict[int, int], ArcGrowth] | None:
    """Return items, by their places, such as times, which never fall along an arc, and by how much they grow at least
    along each arc; None if there are no such items.

    arcs: between the places of the family, each with the bounds that it gives to items of its head.  items: of each
    place.  first: one of the places of the family.
    """
    heads: dict[int, list[int]] = {}
    for v, w in arcs:
        heads.setdefault(v, []).append(w)
    for item in items[first]:
        family, wave = {first: item}, [first]
        for v in wave:
            for w in heads.get(v, ()):
                following = [y for y, x, _ in arcs[v, w] if x == family[v] and y in items[w]]
                if w not in family and following:
                    family[w] = following[0]
                    wave.append(w)
        if len(family) == len(items) - 1:
            growth = {
                (v, w): max([a for y, x, a in rows if (y, x) == (family[w], family[v])], default=-inf)
                for (v, w), rows in arcs.items()
            }
            if min(growth.values()) >= 0:
                return family, growth
    return None


def _least_growth(family: Mapping[int, int], growth: ArcGrowth) -> dict[int, list[tuple[int, int, float]]]:
    """Return for each item x of a family the triples (w, y, a): on any way to the place w, not through the root, the
    item y of w is at least a more than x.
    """
    far = {(v, w): growth.get((v, w), inf) for v in family for w in family}
    for u in family:
        for v in family:
            for w in family:
                far[v, w] = min(far[v, w], far[v, u] + far[u, w])
    return {x: [(w, y, far[v, w]) for w, y in family.items() if w != v and far[v, w] < inf] for v, x in family.items()}
