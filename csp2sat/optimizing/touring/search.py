"""A local search for tours that are better and better, by annealing with a penalty for values that are off.

A cycle of annealing begins warm at the best tour so far and cools; each is longer than the last one.  The weight of the
penalty follows from how often tours are off, so that the search stays where they begin to be.  Sources: S. Kirkpatrick,
C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing, Science 220, 1983; M. Gendreau, A. Hertz, G. Laporte, A
tabu search heuristic for the vehicle routing problem, Management Science 40(10), 1994 (weights of penalties).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, inf, log
from typing import NamedTuple

from ...base.portable_random import RandomSource
from ...base.time_limit import check_time
from .moves import NEAR, Moves, TourMove
from .problem import TourProblem
from .walk import TourWalk, Walked

SAMPLE = 100  # moves that say how warm a cycle begins
WARM, COLD = 0.3, 0.01  # parts of the mean growth of costs by such a move
FIRST, GROWTH, LONGEST = 60, 1.5, 1500  # moves for each place: of the first cycle, each next one's factor, the most
COUNTED = 16  # times that it is seen whether the present tour is off, before the weight of the penalty is adapted
LESS, MORE = 0.3, 0.6  # parts of them that see a tour that is off, so that the weight stays
CHANGE, LEAST = 1.4, 0.001  # the factor of the weight, and a weight that is not made less
FINE = 3  # times as much as a typical arc costs an arc that is excluded at first
CHECK = 32  # moves between two of these times
MOVE, PLACES = 1, 16  # work of a move, and of how many places on a walk


class Tour(NamedTuple):
    """A tour.  places: in their order, from the root.  spent: the costs of its arcs, and of places that are left out.
    walked: what follows.  fine: the part of the costs for arcs that are excluded.
    """

    places: list[int]
    spent: int
    walked: Walked
    fine: int

    @property
    def is_off(self) -> bool:
        """Whether the tour is no answer: values are off, or an arc is excluded."""
        return bool(self.walked.late or self.fine)


class TourSearch:
    """A search for tours.

    best: the best tour so far that is not off, or None.  moves: how many were made.  work: about proportional to time.
    """

    def __init__(self, problem: TourProblem, seed: int = 1):
        self._problem, self._walk, self._random = problem, TourWalk(problem), RandomSource(seed)
        self.work, self.moves = 0.0, 0
        self.best: Tour | None = None
        self._all, self._optional = {*range(problem.size)}, [v for v, heads in enumerate(problem.heads) if v in heads]
        self._has_excluded = any(len({*each, v}) < problem.size for v, each in enumerate(problem.heads))
        typical, step = _typical(problem)
        self._fine, self._weight = FINE * max(1, typical, step), max(1, typical) / max(1, step)
        near = [_near(problem, v) for v in range(problem.size)]
        self._moves = Moves(self._costs(), near, self._optional, self._random)
        self._now = min(map(self._tour, (self._joined({}), self._by_due())), key=self._penalized)
        self._length = FIRST * problem.size
        self._work_of_walk = self._walk.work_of_walk * problem.size / PLACES
        self._left = 0  # moves of this cycle
        self._take(self._now)

    @property
    def value(self) -> float:
        """The goal of the best tour; infinity without one."""
        return inf if self.best is None else self.best.walked.goal

    @property
    def is_settled(self) -> bool:
        """Whether no better tour is possible, by the domain of the goal."""
        return self.value <= self._problem.lows[self._problem.goal]

    @property
    def work_of_first_cycle(self) -> float:
        """The work of the first cycle, at most."""
        return FIRST * self._problem.size * (MOVE + self._work_of_walk)

    def after(self, tour: Tour) -> list[int]:
        """Return for each place the place after on a tour; the place itself if it is left out."""
        return self._walk.after(tour.places)

    def learn(self, after: Mapping[int, int]) -> Tour:
        """Go on from a tour with these arcs, those of an answer that was found elsewhere or preferred ones, and return
        the tour.

        after: for places the place after, the place itself if it is left out.  The first ones count of arcs that cannot
        be on one tour.
        """
        self._now = self._tour(self._joined(paths_of(after)))
        self._take(self._now)
        self._left = 0
        return self._now

    def improve(self, work: float) -> bool:
        """Search until all work is about `work`; return whether a better tour was found."""
        before = self.value
        while self.work < work and not self.is_settled:
            if self._left <= 0:
                self._warm()
            self._anneal(min(self._left, CHECK))
            check_time()
        return self.value < before

    def _anneal(self, moves: int) -> None:
        """Make moves of a cycle."""
        at = self._places_at()
        draw = self._random
        per_walk = self._work_of_walk
        now, floor = self._now, self._problem.floor
        cost = self._penalized(now)
        for _ in range(moves):
            self._heat *= self._cooling
            move = self._moves.propose(now.places, at)
            self.work += MOVE
            if move is None:
                continue
            limit = cost - self._heat * log(1.0 - draw.below(1 << 30) / (1 << 30))
            if now.spent + move.delta + floor > limit:
                continue
            found = self._moved(now, move)
            self.work += per_walk
            value = self._penalized(found)
            if value > limit:
                continue
            now, cost = found, value
            for x in move.leaves:
                at[x] = -1
            for place in range(move.begin, len(now.places) if move.leaves or move.takes else move.end):
                at[now.places[place]] = place
            self._take(now)
        self.moves += moves
        self._left -= moves
        self._now = now
        self._adapt(now.walked.late > 0)

    def _warm(self) -> None:
        """Begin a cycle at the best tour."""
        if self.best is not None:
            self._now = self.best
        elif self._now.fine and self.moves:
            self._fine *= 2
            self._moves.costs = self._costs()
            self._now = self._tour(self._now.places)
        at, growths = self._places_at(), list[float]()
        cost = self._penalized(self._now)
        for _ in range(SAMPLE):
            move = self._moves.propose(self._now.places, at)
            if move is not None:
                growths.append(move.delta or self._penalized(self._moved(self._now, move)) - cost)
                self.work += 0 if move.delta else self._work_of_walk
        growths = sorted(each for each in growths if each > 0)
        typical = growths[len(growths) // 3] if growths else 1.0
        self._heat = WARM * typical
        self._cooling = exp(log(COLD / WARM) / self._length)
        self._left, self._length = self._length, min(int(self._length * GROWTH), LONGEST * self._problem.size)
        self._counted = self._off = 0

    def _adapt(self, is_off: bool) -> None:
        """Change the weight of the penalty if too many, or too few, of the last tours were off."""
        self._counted += 1
        self._off += is_off
        if self._counted == COUNTED:
            if self._off > MORE * COUNTED:
                self._weight *= CHANGE
            elif self._off < LESS * COUNTED and self._weight > LEAST:
                self._weight /= CHANGE
            self._counted = self._off = 0

    def _moved(self, now: Tour, move: TourMove) -> Tour:
        places = now.places[: move.begin] + move.places + now.places[move.end :]
        return self._tour(places, now.spent + move.delta)

    def _tour(self, places: list[int], spent: int | None = None) -> Tour:
        out = sorted(self._all.difference(places)) if self._optional else ()
        if spent is None:
            spent = self._spent(self._moves.costs, places, out)
        fine = spent - self._spent(self._problem.costs, places, out) if self._has_excluded else 0
        return Tour(places, spent, self._walk.walk(places, out), fine)

    def _spent(self, costs: list[list[int]], places: list[int], out: Iterable[int]) -> int:
        """Return the sum of costs of the arcs of a tour, and of places that are left out."""
        following = [*places[1:], places[0]]
        return sum([costs[v][w] for v, w in zip(places, following, strict=True)]) + sum([costs[v][v] for v in out])

    def _take(self, found: Tour) -> None:
        """Keep a tour if it is the best one."""
        if not found.is_off and found.walked.goal < self.value:
            self.best = found

    def _penalized(self, tour: Tour) -> float:
        return tour.walked.goal + self._weight * tour.walked.late + tour.fine

    def _places_at(self) -> list[int]:
        """Return for each place its index in the present tour; -1 for a place that is left out."""
        at = [-1] * self._problem.size
        for index, v in enumerate(self._now.places):
            at[v] = index
        return at

    def _costs(self) -> list[list[int]]:
        """Return the costs of arcs, with a fine for excluded ones."""
        rows = enumerate(zip(self._problem.costs, self._problem.heads, strict=True))
        return [
            [each + self._fine * (w not in heads and w != v) for w, each in enumerate(row)] for v, (row, heads) in rows
        ]

    def _joined(self, paths: Mapping[int, list[int]]) -> list[int]:
        """Return a tour with these paths, by their first places, and with the other places that must be visited, in
        which a near path or place follows each one.
        """
        costs, root, taken = self._moves.costs, self._problem.root, {v for path in paths.values() for v in path}
        alone = [root] if not paths or root not in self._optional else []
        left = {**{v: [v] for v in (*alone, *self._required(bool(paths))) if v not in taken}, **paths}
        found: list[int] = left.pop(next((first for first, path in left.items() if root in path), min(left)))
        while left:
            found.extend(left.pop(min(left, key=lambda w: (costs[found[-1]][w], w))))
        at = found.index(root) if root in found else 0
        return found[at:] + found[:at]

    def _by_due(self) -> list[int]:
        """Return a tour of the places that must be visited, those first whose items have small greatest values."""
        return [self._problem.root, *sorted(self._required(), key=lambda v: (self._problem.due[v], v))]

    def _required(self, is_begun: bool = False) -> set[int]:
        """Return the places that must be visited besides the root, or one place that may be, unless `is_begun`: some
        places are on paths already.
        """
        found, root = self._all.difference(self._optional, [self._problem.root]), self._problem.root
        return found if found or is_begun else {_near(self._problem, root)[0]}


def paths_of(after: Mapping[int, int]) -> dict[int, list[int]]:
    """Return the paths of arcs, by their first places; an arc that would make a fork or a cycle is left out.  after:
    for places the place after, the place itself for no arc.
    """
    paths, first, entered = dict[int, list[int]](), dict[int, int](), set[int]()
    for v, w in after.items():
        begin = first.get(v, v)
        if w not in entered and w not in (v, begin):
            path = paths.pop(begin, [v]) + paths.pop(w, [w])
            paths[begin], first[path[-1]] = path, begin
            entered.add(w)
    return paths


def _near(problem: TourProblem, v: int) -> list[int]:
    """Return the places that may well follow a place, by costs, and by limited sums in turn if there are any."""
    rows = [each.arcs[v] for each in (*problem.sums, *problem.equal) if each.arcs is not None]

    def cost(w: int) -> tuple[int, int, int]:
        return problem.costs[v][w], sum([a for _, _, a in problem.steps[v][w]]), w

    def spent(w: int) -> tuple[int, int]:
        return sum([row[w] for row in rows]), w

    able = [w for w in problem.heads[v] if w != v]
    orders = [sorted(able, key=cost)]
    if rows:
        orders.append(sorted(able, key=spent))
    found = dict.fromkeys(w for each in zip(*orders, strict=True) for w in each)
    return [*found][:NEAR] or [w for w in range(problem.size) if w != v]


def _typical(problem: TourProblem) -> tuple[int, int]:
    """Return a typical cost of an arc, and by how much a typical step raises a value."""
    costs = [problem.costs[v][w] for v, heads in enumerate(problem.heads) for w in heads if v != w]
    steps = [abs(a) for row in problem.steps for steps in row for _, _, a in steps if a]
    spread = sum(costs) // max(1, len(costs)) - min(costs, default=0)
    return spread, sum(steps) // max(1, len(steps))
