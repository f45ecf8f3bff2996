"""Walks along a tour, which give the items their least values and say by how much they are off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from ...encoder.normalize.formulas import Linear
from ...model.expr import Expr, postorder
from .problem import ItemBound, ItemValues, TourProblem
from .reduction import excess

PASSES = 4  # along a tour, there and back, until values of bounds against the walk are given up


class Walked(NamedTuple):
    """A tour that was walked.  values: of the items.  goal: that of the problem.  late: by how much values are off."""

    values: ItemValues
    goal: int
    late: int


class TourWalk:
    """A walker along tours of a problem."""

    def __init__(self, problem: TourProblem):
        self._problem = problem
        self._has_steps = any(step for row in problem.steps for step in row)
        self._has_backs = bool(problem.loose) or any(step for row in problem.doubtful for step in row)
        self._has_caps = any(cap for row in problem.caps for cap in row)
        sums = [each.total for each in problem.derived if each.total is not None] + [*problem.sums, *problem.equal]
        guards = sum([_terms(part) for row in problem.guards.values() for part in row]) // sum(map(len, problem.heads))
        self.work_of_walk = 1 + self._has_steps + 2 * self._has_backs + len(sums) + 4 * len(problem.checks) + guards

    def after(self, tour: Sequence[int]) -> list[int]:
        """Return for each place the place after on a tour; the place itself if it is left out."""
        found = [*range(self._problem.size)]
        for v, w in pairwise(tour):
            found[v] = w
        found[tour[-1]] = tour[0]
        return found

    def walk(self, tour: Sequence[int], out: Iterable[int]) -> Walked:
        """Walk along a tour.  out: the places that are left out."""
        problem = self._problem
        values, late = [*problem.lows], 0
        if self._has_steps:
            steps, highs = problem.steps, problem.highs
            v = tour[0]
            for w in chain(tour[1:], tour[:1]):
                for y, x, a in steps[v][w]:
                    at = values[x] + a
                    if at > values[y]:
                        if at > highs[y]:
                            late += at - highs[y]
                            at = highs[y]
                        values[y] = at
                v = w
            for v in out:
                late += self._raise(values, steps[v][v])
        arcs = self._arcs(tour, out) if self._has_backs or self._has_caps or problem.guards else []
        if self._has_backs:
            late = self._settle(values, late, arcs)
        if self._has_caps:
            for v, w in arcs:
                for x, a in problem.caps[v][w]:
                    if values[x] > a:
                        late += values[x] - a
        after = self.after(tour)
        for x, v, row in problem.decided:
            values[x] = row.get(after[v], 0)
        late += self._derive(values, after)
        return Walked(values, values[problem.goal], late + self._off(values, arcs, after))

    def _arcs(self, tour: Sequence[int], out: Iterable[int]) -> list[tuple[int, int]]:
        return [*zip(tour, chain(tour[1:], tour[:1]), strict=True), *((v, v) for v in out)]

    def _raise(self, values: ItemValues, steps: Iterable[ItemBound]) -> int:
        """Raise values to lower bounds, and return by how much they are too low then."""
        late, highs = 0, self._problem.highs
        for y, x, a in steps:
            at = values[x] + a
            if at > values[y]:
                values[y] = min(at, highs[y])
                late += at - values[y]
        return late

    def _settle(self, values: ItemValues, late: int, arcs: Sequence[tuple[int, int]]) -> int:
        """Raise values to lower bounds against the walk along arcs, too, and return by how much values are too low
        then; `late` if no value is raised.
        """
        backs, steps = self._problem.backs, self._problem.steps
        doubtful = [step for v, w in arcs for step in self._problem.doubtful[v][w]]
        if all(values[x] + a <= values[y] for y, x, a in chain(doubtful, self._problem.loose)):
            return late
        against = [step for v, w in reversed(arcs) for step in backs[v][w]] + [*self._problem.loose]
        along = [step for v, w in arcs for step in steps[v][w]]
        for _ in range(PASSES):
            before = [*values]
            self._raise(values, against)
            self._raise(values, along)
            if values == before:
                break
        return sum([max(0, values[x] + a - values[y]) for y, x, a in chain(against, along)])

    def _derive(self, values: ItemValues, after: Sequence[int]) -> int:
        """Give the derived items their values, and return by how much these are too large or small."""
        late, lows, highs = 0, self._problem.lows, self._problem.highs
        for each in self._problem.derived:
            x = each.item
            if each.total is None:
                values[x] = each.function(values)
                late += max(0, lows[x] - values[x])
            else:
                least = each.total.of(values, after)
                values[x] = max(values[x], least if each.divisor == 1 else -(-least // each.divisor))
            if values[x] > highs[x]:
                late += values[x] - highs[x]
        return late

    def _off(self, values: ItemValues, arcs: Sequence[tuple[int, int]], after: Sequence[int]) -> int:
        """Return by how much sums, and formulas that are only measured, are off.

        arcs: those of the tour, if arcs have such formulas.  after: as `after` returns it.
        """
        problem, off = self._problem, 0
        for each in problem.sums:
            off += max(0, each.of(values, after))
        for each in problem.equal:
            off += abs(each.of(values, after))
        for part in problem.checks:
            off += excess(part, values)
        if problem.guards:
            for arc in arcs:
                off += sum([excess(part, values) for part in problem.guards.get(arc, ())])
        return off + sum([values[x] not in domain for x, domain in problem.holes.items()])


def _terms(formula: Expr) -> int:
    """Return the number of the parts of a formula, and of the terms of sums in them."""
    parts = [*postorder(formula)]
    return len(parts) + sum([len(arg.terms) for each in parts for arg in each.args if isinstance(arg, Linear)])
