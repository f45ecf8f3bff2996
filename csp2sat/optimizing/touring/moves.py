"""Moves of a local search for tours: a part of the tour is arranged anew, so that a place follows a near one.

A tour is a list of places that begins at the root.  Copies of a depot are places as others are, so that moves between
routes of vehicles are moves in one tour.  Sources: G. A. Croes, A method for solving traveling-salesman problems,
Operations Research 6(6), 1958; I. Or, Traveling salesman-type combinatorial problems, Northwestern University, 1976;
E. D. Taillard et al., A tabu search heuristic for the vehicle routing problem with soft time windows, Transportation
Science 31(2), 1997 (exchanges of segments).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...base.portable_random import RandomSource

NEAR = 8  # places that are near a place
FAR = 0.1  # the probability that a place is moved to any other one, not to a near one
LONGEST = 3  # places of a segment that is moved, but for LONG of the moves, which move any number
LONG = 0.15
OPTIONAL = 0.4  # the probability that a place is taken in or left out, if places may be


class TourMove(NamedTuple):
    """New places for `tour[begin:end]`, and places that are left out then; delta: by how much costs of arcs grow."""

    begin: int
    end: int
    places: list[int]
    delta: int
    leaves: Sequence[int] = ()
    takes: Sequence[int] = ()


class Moves:
    """A source of random moves.  costs: of arcs.  near: for each place the places that may well follow.

    optional: places that may be left out; the cost of the arc to itself is that of leaving it out.
    """

    def __init__(
        self, costs: list[list[int]], near: Sequence[Sequence[int]], optional: Sequence[int], random: RandomSource
    ):
        self.costs, self._near, self._optional, self._random = costs, near, {*optional}, random
        size = len(costs)
        self._is_symmetric = all(costs[v][w] == costs[w][v] for v in range(size) for w in range(v))

    def propose(self, tour: list[int], at: Sequence[int]) -> TourMove | None:
        """Return a random move; None if the draw makes none.  at: for each place its index in the tour, or -1."""
        draw = self._random
        a = draw.below(len(tour))
        u = tour[a]
        w = draw.below(len(at)) if draw.chance(FAR) or not self._near[u] else draw.pick(self._near[u])
        b = at[w]
        if b < 0:
            return self._take(tour, a, w)
        if self._optional and draw.chance(OPTIONAL) and w in self._optional:
            return self._leave(tour, b)
        if b in (0, a) or len(tour) < 4:
            return self._leave(tour, a) if u in self._optional else None
        kind = draw.below(3)
        if kind == 0:
            return self._reverse(tour, min(a, b) + 1, max(a, b) + 1) if b > a else self._reverse(tour, b, a + 1)
        length = self._length(len(tour))
        if kind == 1:
            if b > a:
                return self._swap(tour, a + 1, b, min(b + length, len(tour)))
            return self._swap(tour, b, min(b + length, a), a + 1)
        other = self._length(len(tour))
        if b > a:
            return self._exchange(tour, a + 1, min(a + 1 + other, b), b, min(b + length, len(tour)))
        return self._exchange(tour, b, min(b + length, a), a + 1, min(a + 1 + other, len(tour)))

    def _length(self, size: int) -> int:
        draw = self._random
        return 1 + draw.below(size // 2 if draw.chance(LONG) else LONGEST)

    def _reverse(self, tour: list[int], begin: int, end: int) -> TourMove | None:
        """Turn the part of a tour from index `begin` to `end` round."""
        if end - begin < 2:
            return None
        costs, part = self.costs, tour[begin:end]
        before, first, last, after = tour[begin - 1], part[0], part[-1], tour[end] if end < len(tour) else tour[0]
        delta = costs[before][last] + costs[first][after] - costs[before][first] - costs[last][after]
        if not self._is_symmetric:
            v = first
            for w in part[1:]:
                delta += costs[w][v] - costs[v][w]
                v = w
        return TourMove(begin, end, part[::-1], delta)

    def _swap(self, tour: list[int], begin: int, middle: int, end: int) -> TourMove | None:
        """Swap the parts of a tour that begin at the indices `begin` and `middle`, up to `end`; the shorter part is
        turned round if that is cheaper.
        """
        if not begin < middle < end:
            return None
        costs, one, other = self.costs, tour[begin:middle], tour[middle:end]
        before, after = tour[begin - 1], tour[end] if end < len(tour) else tour[0]
        old = costs[before][one[0]] + costs[one[-1]][other[0]] + costs[other[-1]][after]
        plain = costs[before][other[0]] + costs[other[-1]][one[0]] + costs[one[-1]][after]
        if self._is_symmetric and len(other) < len(one) and len(other) > 1:
            turned = costs[before][other[-1]] + costs[other[0]][one[0]] + costs[one[-1]][after]
            if turned < plain:
                return TourMove(begin, end, other[::-1] + one, turned - old)
        elif self._is_symmetric and len(one) > 1:
            turned = costs[before][other[0]] + costs[other[-1]][one[-1]] + costs[one[0]][after]
            if turned < plain:
                return TourMove(begin, end, other + one[::-1], turned - old)
        return TourMove(begin, end, other + one, plain - old)

    def _exchange(self, tour: list[int], begin: int, end: int, start: int, stop: int) -> TourMove | None:
        """Exchange the part of a tour from index `begin` to `end` with the part from `start` to `stop`."""
        if not begin < end < start < stop:
            return self._swap(tour, begin, start, stop)
        costs = self.costs
        one, between, other = tour[begin:end], tour[end:start], tour[start:stop]
        before, after = tour[begin - 1], tour[stop] if stop < len(tour) else tour[0]
        old = (
            costs[before][one[0]] + costs[one[-1]][between[0]] + costs[between[-1]][other[0]] + costs[other[-1]][after]
        )
        new = (
            costs[before][other[0]] + costs[other[-1]][between[0]] + costs[between[-1]][one[0]] + costs[one[-1]][after]
        )
        return TourMove(begin, stop, other + between + one, new - old)

    def _take(self, tour: list[int], a: int, w: int) -> TourMove:
        """Take the place `w` in after the place at index `a`, instead of the next one or two if a draw says so."""
        gone = self._random.below(3) if len(tour) > 3 else 0
        gone = min(gone, len(tour) - 1 - a)
        leaves = tour[a + 1 : a + 1 + gone]
        if not self._optional.issuperset(leaves):
            gone, leaves = 0, []
        costs = self.costs
        part = [tour[a], *leaves]
        following = tour[a + 1 + gone] if a + 1 + gone < len(tour) else tour[0]
        delta = costs[tour[a]][w] + costs[w][following] - costs[w][w] - costs[part[-1]][following]
        v = tour[a]
        for x in leaves:
            delta += costs[x][x] - costs[v][x]
            v = x
        return TourMove(a + 1, a + 1 + gone, [w], delta, leaves, (w,))

    def _leave(self, tour: list[int], b: int) -> TourMove | None:
        """Leave out the place at index `b`."""
        if len(tour) < 3 or (b == 0 and tour[0] not in self._optional):
            return None
        costs, x = self.costs, tour[b]
        before, after = tour[b - 1], tour[b + 1] if b + 1 < len(tour) else tour[0]
        return TourMove(b, b + 1, [], costs[before][after] + costs[x][x] - costs[before][x] - costs[x][after], (x,))
