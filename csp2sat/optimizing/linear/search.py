"""The search for better solutions of a linear program: a first one by dives or jumps, then parts are made anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

from ...base.portable_random import RandomSource
from ...base.time_limit import check_time
from ...encoder.normalize.formulas import Linear, bounds
from .jumps import Jumps
from .lagrangian import SCALE, Prices
from .neighbourhoods import Neighbourhoods
from .one_row import best_of_one_row
from .program import ZERO, Infeasible, LinearProgram, value_of
from .repair import NextChoice, RepairEnd, repair
from .rows import RowPropagation

STEPS = 400  # of prices at once
CUTS = 20  # times that rows are added, at most, after steps of prices
NEAR, RANGE = 0.3, 20  # a first solution is expected within this part of the first bound, or 1 / RANGE of all values
TRIES, FEW = 30, 3  # dives for a first solution, at most, and at least
DIVED, LAST = 1.25, 1.5  # times the work for prices, when dives, and when jumps, end at latest
JUMPED, SOON = 300, 100  # times all terms of the rows are examined by jumps, at most: in all, and before the prices
FAILURES = 30  # of one repair, and some more for each dive for a first solution
MORE = 4
RANKS = 1000  # steps of noise
HURRIES = (1.0, 0.3, 3.0, 0.1)  # times the average of the goal's coefficients
MERIT, DECAY = 0.3, 0.98  # of a way to make parts anew: at first, and what is left of it after each vain use


class LinearSearch:
    """A search for solutions of a program, whose goal is to be small.

    best: the values of the best solution, None without one.  value: the goal of it, or one more than the greatest
    possible goal.  bound: no solution has a smaller goal.  is_hard: whether no dive has found a solution.  Raises
    Infeasible.
    """

    def __init__(self, program: LinearProgram, seed: int = 1):
        self._program, self._goal, self._random = program, program.goal, RandomSource(seed)
        self.bound, most = bounds(program.goal, program.domains)
        self._limits = most  # the greatest goal that the rows allow
        self.best: list[int] | None = None
        self.is_hard = True
        sums = [row.sum for row in program.rows]
        sums += [row.sum.times(-1) for row in program.rows if row.is_equation]
        self._rows = RowPropagation([each.lo for each in program.domains], [each.hi for each in program.domains], sums)
        if not self._rows.propagate():
            raise Infeasible
        self._rows.forget()
        self._goal_rows = [(self._rows.add(self._goal.plus(Linear((), -most))), 1)]  # each with the factor of its goal
        self._prices, self._work = Prices(program), 0
        self._prices.ascend()
        self.bound = max(self.bound, self._prices.bound()[0])
        start = self._prices.best
        self._target = start + max(NEAR * abs(start), (most - start) / RANGE) + 1
        self._neighbourhoods = Neighbourhoods(program, self._rows, self._prices, self._random)
        self._sizes = [8.0] * len(self._neighbourhoods.ways)
        self._merits = [MERIT] * len(self._neighbourhoods.ways)

    @property
    def value(self) -> int:
        return self._limits + 1

    @property
    def work(self) -> int:
        """The number of terms that were examined so far."""
        return self._rows.work + self._prices.work + self._work

    @property
    def is_settled(self) -> bool:
        """Whether no better solution is possible."""
        return self.value <= self.bound

    def begin(self, most: float = inf) -> bool:
        """Search for a first solution by dives and jumps, with little work; return whether one was found.

        most: the work of jumps, at most.
        """
        return any(map(self._dive, range(FEW))) or self._jump(self.work + min(SOON * self._program.terms, most))

    def settle_one_row(self) -> bool:
        """Find the best solution if the program has one row, and return whether that was possible."""
        found = best_of_one_row(self._program, self.value)
        if found is None:
            return False
        self._work += found.work
        if found.values is not None:
            self.learn(found.values)
        self.bound = self.value
        return True

    def go_on(self, most: float = inf) -> bool:
        """Improve the prices, until all work is about `most`, then dive for a better solution, and jump for a first
        one, for half of that work; return whether a solution is known.
        """
        self._improve_prices(self._target, most)
        for tries in range(TRIES):
            if tries >= FEW and self.work > DIVED * most:
                break
            if self._dive(tries):
                return True
        if self.best is None:
            self._refute(LAST * most)
        return self.best is not None or self._jump(LAST * most)

    def _refute(self, most: float) -> None:
        """Find prices at which the rows alone, without a goal, cost more than nothing, so that no solution exists."""
        prices = Prices(replace(self._program, goal=ZERO))
        prices.ascend(at_first=1.0)
        prices.improve(1.0, STEPS, most - self.work)
        self._work += prices.work
        if prices.bound()[0] > 0:
            self.bound = self.value

    def _dive(self, tries: int) -> bool:
        """Search for a better solution by a dive; return whether one was found.  tries: the number of dives before."""
        check_time()
        if self.is_settled:
            return False
        order, values, kept = self._neighbourhoods.first(tries)
        guide = self._guide(tries) if tries % 3 != 1 else None
        end, found = repair(self._rows, order, values, kept, FAILURES + MORE * tries, guide)
        if end is RepairEnd.FOUND:
            self.is_hard = False
            self.learn(found)
        elif end is RepairEnd.REFUTED:
            self.bound = self.value
        return end is RepairEnd.FOUND

    def _guide(self, tries: int) -> NextChoice | None:
        """Return a choice of variables by the program's guides and by the prices, with some noise; None for no guide.

        tries: the number of dives before.
        """
        guides, low, high = self._program.guides, self._rows.low, self._rows.high
        if not guides:
            return None
        ranks, below = self._prices.reduced_costs(), self._random.below
        spread = sum([abs(a) for a, _ in self._goal.terms]) / max(1, len(self._goal.terms))
        hurry, noise = HURRIES[tries // 3 % len(HURRIES)] * spread if tries % 3 else 0.0, tries * spread / (FEW * RANKS)
        ranks = [rank + noise * below(RANKS) for rank in ranks]
        return lambda: next(filter(None, (guide(low, high, ranks, hurry) for guide in guides)), None)

    def _jump(self, most: float) -> bool:
        """Jump to a first solution, until all work is about `most`; return whether one was found."""
        if self.is_settled:
            return False
        _, values, _ = self._neighbourhoods.first(0)
        jumps = Jumps(self._program, self._rows.low, self._rows.high, values, self._random)
        is_solved = jumps.solve(min(most - self.work, JUMPED * self._program.terms))
        self._work += jumps.work
        if is_solved:
            self.learn(jumps.values)
        return is_solved

    def improve_bound(self, most: float = inf) -> None:
        """Improve the prices, until all work is about `most`, and the bound by them, now that a solution is known."""
        self._improve_prices(self.value, most)

    def learn(self, values: list[int]) -> None:
        """Take a solution that is better than the best one."""
        self.best = values = polished(self._program, values)
        self.limit(value_of(self._goal, values) - 1)

    def complete(self, known: Mapping[int, int], most: int) -> None:
        """Take the solution with these values of some variables, whose goal is at most `most`, if it is found."""
        self.limit(most)
        found = self.near(known)
        if found is not None:
            self.learn(found)

    def near(self, known: Mapping[int, int]) -> list[int] | None:
        """Return a solution with these values of some variables, as far as propagation allows them; None if none is
        found.
        """
        order, values, _ = self._neighbourhoods.first(0)
        for x, value in known.items():
            values[x] = value
        kept = [*known, *(x for x in order if x not in known)]
        end, found = repair(self._rows, kept, values, len(known), FAILURES)
        return found if end is RepairEnd.FOUND else None

    def limit(self, most: int) -> None:
        """Allow only solutions whose goal is at most `most` from now on."""
        less = self._limits - most
        for row, factor in self._goal_rows:
            self._rows.reduce(row, factor * less)
        self._limits = most
        self._narrow()

    def _improve_prices(self, target: float, most: float) -> None:
        """Improve the prices, until all work is about `most`, and add the row that they make of the goal."""
        self._prices.improve(target, STEPS, most - self._rows.work - self._work)
        for _ in range(CUTS):
            if self.work > most or not (rows := self._prices.cut()):
                break
            for row in rows:
                self._rows.add(row.sum)
            self._prices.improve(target, STEPS, most - self._rows.work - self._work)
        bound, total = self._prices.bound()
        self.bound = max(self.bound, bound)
        self._goal_rows.append((self._rows.add(total.plus(Linear((), -SCALE * self._limits))), SCALE))
        self._narrow()

    def _narrow(self) -> None:
        """Narrow the variables for good, as far as better solutions let them be."""
        if not self._rows.propagate():
            self.bound = max(self.bound, self.value)
        self._rows.forget()

    def improve(self) -> bool:
        """Make a part of the best solution anew; whether a better one was found."""
        assert self.best is not None
        check_time()
        kind = self._kind()
        order, values, kept = self._neighbourhoods.ways[kind](self.best, int(self._sizes[kind]))
        end, found = repair(self._rows, order, values, kept, FAILURES)
        if end is RepairEnd.FOUND:
            self._merits[kind] += 1
            self.learn(found)
            return True
        self._merits[kind] = DECAY * self._merits[kind] + (1 - DECAY) * MERIT / 3
        self._sizes[kind] = max(self._sizes[kind] * (1.05 if end is RepairEnd.REFUTED else 0.97), 4.0)
        if end is RepairEnd.REFUTED and not kept:
            self.bound = self.value
        return False

    def _kind(self) -> int:
        """Return the number of a way to make a part anew: one that was of use lately more often."""
        drawn = self._random.below(1 << 20) / (1 << 20) * sum(self._merits)
        for kind, merit in enumerate(self._merits):
            drawn -= merit
            if drawn < 0:
                return kind
        return 0


def polished(program: LinearProgram, values: Sequence[int]) -> list[int]:
    """Return a solution as good as `values`, a solution, or better, in which no variable alone can be improved."""
    found = [*values]
    columns: dict[int, list[tuple[int, int]]] = {x: [] for _, x in program.goal.terms}
    for number, row in enumerate(program.rows):
        for a, x in row.sum.terms:
            if x in columns:
                columns[x].append((number, a))
    sums = [value_of(row.sum, values) for row in program.rows]
    for factor, x in sorted(program.goal.terms, key=lambda term: -abs(term[0])):
        way = -1 if factor > 0 else 1
        domain = program.domains[x]
        steps = found[x] - domain.lo if factor > 0 else domain.hi - found[x]
        for number, a in columns[x]:
            if program.rows[number].is_equation:
                steps = 0
            elif a * way > 0:
                steps = min(steps, -sums[number] // (a * way))
            if not steps:
                break
        if steps:
            found[x] += way * steps
            for number, a in columns[x]:
                sums[number] += a * way * steps
    return found
