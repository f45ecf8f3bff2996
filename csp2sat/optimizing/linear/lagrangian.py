"""A lower bound of a linear program by Lagrangian relaxation: rows cost a price for each unit by which they are broken.

For any prices the least value of goal and prices together, over the domains alone, is a lower bound; the best prices,
which are approached by subgradient steps, give the bound of the linear relaxation: for a knapsack that is Dantzig's,
for several knapsacks a surrogate bound, for coverings the bound of dual ascent.  The steps use floating point, the
bound is computed in whole numbers from rounded prices.  Sources: M. Held, P. Wolfe, H. P. Crowder, Validation of
subgradient optimization, Mathematical Programming 6, 1974; F. Barahona, R. Anbil, The volume algorithm, Mathematical
Programming 87, 2000.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt

from ...base.time_limit import check_time
from ...encoder.normalize.formulas import Linear, bounds, linear
from .dual_simplex import DualSimplex
from .program import LinearProgram, LinearRow

SCALE = 1 << 20  # prices are whole multiples of 1 / SCALE
PATIENCE = 16  # steps without a better bound, after which half as much is hoped for
SMALLEST = 1e-4  # of the bound, that is hoped for
KEPT = 0.9  # of a step's direction, in the next one
SWEEPS = 2  # of all rows, whose prices are set in turn
SIMPLEX = 0.5  # of the work for prices is spent on the best ones at first
SHARE = 0.08  # of the newest choice in the average
BEYOND = 1000  # times as far as a bound has to go that shows that no solution exists, so that rounding matters less
SMALLEST_GAIN = 1e-6  # of the bound, when some price grows by one: less is an error of rounding


class Prices:
    """Prices of the rows, improved step by step.

    shares: for each variable the average of its choices, between 0 (its least value) and 1: nearly a solution of the
    linear relaxation.  best: the best bound so far, in floating point.  work: the terms that were examined so far.
    """

    def __init__(self, program: LinearProgram):
        self._program = program
        self._lows = [domain.lo for domain in program.domains]
        self._spans = [domain.hi - domain.lo for domain in program.domains]
        self._scales: list[float] = []
        self._columns: list[list[tuple[int, float]]] = [[] for _ in program.domains]
        self._rows: list[list[tuple[float, int]]] = []
        self._consts: list[float] = []
        self._free: list[bool] = []
        self._priced: list[LinearRow] = []
        for row in program.strong_rows():
            check_time()
            self._add(row)
        self._goal = [0.0] * len(program.domains)
        for a, x in program.goal.terms:
            self._goal[x] = float(a)
        self._const = program.goal.const + sum(a * self._lows[x] for a, x in program.goal.terms)
        self._prices = [0.0] * len(self._rows)
        self.best, self._best_prices = -inf, self._prices
        self.shares = [0.0] * len(program.domains)
        self.work = 0
        self._simplex: DualSimplex | None = None
        self._is_best = False  # whether no prices give a better bound

    def _add(self, row: LinearRow) -> None:
        scale = 1 / sqrt(sum(a * a for a, _ in row.sum.terms))
        self._priced.append(row)
        for a, x in row.sum.terms:
            self._columns[x].append((len(self._rows), a * scale))
        self._scales.append(scale)
        self._rows.append([(a * scale, x) for a, x in row.sum.terms])
        self._consts.append(scale * (row.sum.const + sum(a * self._lows[x] for a, x in row.sum.terms)))
        self._free.append(row.is_equation)

    def cut(self) -> list[LinearRow]:
        """Add the rows, without a price at first, that the program's cuts find violated by the shares; return them."""
        rows = [row for find in self._program.cuts for row in find(self._values())]
        for row in rows:
            self._add(row)
        self._program.rows += rows
        self._best_prices = [*self._best_prices, *(0.0 for _ in rows)]
        self._is_best = self._is_best and not rows
        return rows

    def _values(self) -> list[float]:
        return [low + span * share for low, span, share in zip(self._lows, self._spans, self.shares, strict=True)]

    def ascend(self, sweeps: int = SWEEPS, at_first: float = 0.0) -> None:
        """Set the price of each row in turn so that the bound is best, while the other prices stay.

        at_first: the price of each inequality at first, as of a single one that is the sum of all: a surrogate.
        """
        prices = [0.0 if is_free else at_first / scale for is_free, scale in zip(self._free, self._scales, strict=True)]
        costs = self._reduced(prices)
        for _ in range(sweeps):
            for row in range(len(prices)):
                check_time()
                self._move(1.0, row, self._best_of(row, costs, prices[row]) - prices[row], prices, costs)
        value, chosen = self._least(costs, prices)
        self.shares = [0.0] * len(costs)
        for x in chosen:
            self.shares[x] = 1.0
        if value > self.best:
            self.best, self._best_prices = value, prices

    def _best_of(self, row: int, costs: Sequence[float], price: float) -> float:
        """Return the price of a row that gives the best bound; the middle one of several.

        costs: the reduced costs with the present price.  The bound is a concave function of the price, whose slope
        falls where a reduced cost changes its sign.
        """
        slope = self._consts[row]
        falls: list[tuple[float, float]] = []
        for a, x in self._rows[row]:
            size = a * self._spans[x]
            slope += max(size, 0.0)
            falls.append((price - costs[x] / a, abs(size)))
        falls.sort()
        self.work += len(falls)
        for at, (end, size) in enumerate(falls):
            slope -= size
            if slope < 1e-9:
                last = falls[at + 1][0] if slope > -1e-9 and at + 1 < len(falls) else end
                middle = (end + last) / 2
                return middle if self._free[row] else max(middle, 0.0)
        return price

    def improve(self, target: float, steps: int, most: float = inf) -> None:
        """Find the best prices by the dual simplex method; if half of the work that is left until all work is `most` is
        not enough, take up to `steps` steps of the subgradient towards a bound that is at most `target`, too.
        """
        self.optimize(self.work + SIMPLEX * (most - self.work))
        if not self._is_best:
            self._follow_subgradients(target, steps, most)

    def optimize(self, most: float) -> None:
        """Improve the prices by the dual simplex method, until they are best or all work is about `most`."""
        if self._is_best or self.work > most:
            return
        if self._simplex is None:
            sides = [-const for const in self._consts]
            self._simplex = DualSimplex(self._columns, self._rows, sides, self._free, self._goal, self._spans)
        else:
            self._simplex.extend([-const for const in self._consts], self._free)
        before = self._simplex.work
        self._is_best = self._simplex.solve(before + most - self.work)
        self.work += self._simplex.work - before
        found = zip(self._simplex.prices(), self._free, strict=True)
        prices = [price if is_free else max(price, 0.0) for price, is_free in found]
        value, _ = self._least(self._reduced(prices), prices)
        if self._simplex.ray:
            prices = self._along(self._simplex.ray, prices, value)
            value, _ = self._least(self._reduced(prices), prices)
        if self._is_best:
            at = zip(self._simplex.values(), self._spans, strict=True)
            self.shares = [min(max(value / (span or 1), 0.0), 1.0) for value, span in at]
        if value > self.best:
            self.best, self._best_prices = value, prices

    def _along(self, ray: Mapping[int, float], prices: Sequence[float], value: float) -> list[float]:
        """Return prices at which the bound exceeds each value of the goal, as no solution exists.

        ray: by how much the price of each row grows on a way along which the bound grows for ever.  prices: where the
        way begins, with the bound `value`.
        """

        def at(step: float) -> list[float]:
            moved = [price + step * ray.get(row, 0.0) for row, price in enumerate(prices)]
            return [price if is_free else max(price, 0.0) for price, is_free in zip(moved, self._free, strict=True)]

        unit = 1 / max(map(abs, ray.values()))
        gain = self._least(self._reduced(at(unit)), at(unit))[0] - value
        beyond = self._program.ends(self._program.goal)[1] + 1 - value
        return at(BEYOND * unit * beyond / gain) if gain > SMALLEST_GAIN else [*prices]

    def _follow_subgradients(self, target: float, steps: int, most: float) -> None:
        """Take up to `steps` steps towards a bound that is at most `target`, the last one when all work is `most`."""
        failures, hope = 0, target - self.best if self.best > -inf else inf
        prices = self._prices = [*self._best_prices]
        costs = self._reduced(prices)
        before = [0.0] * len(prices)
        for _ in range(steps):
            check_time()
            if self.work > most:
                return
            value, chosen = self._least(costs, prices)
            if value > self.best:
                failures = 0 if value - self.best > 1e-4 * abs(value) else failures + 1
                self.best, self._best_prices = value, [*prices]
            else:
                failures += 1
            hope = min(hope, target - self.best)
            if failures > PATIENCE:
                hope, failures = hope / 2, 0
                if hope < SMALLEST * max(1.0, abs(self.best)):
                    return
                prices[:] = self._best_prices
                costs = self._reduced(prices)
                continue
            excess = self._excess(chosen)
            parts = zip(excess, before, prices, self._free, strict=True)
            before = [w if ((w := e + KEPT * b) > 0 or p > 0 or f) else 0.0 for e, b, p, f in parts]
            norm = sum([e * e for e in before])
            if norm < 1e-12:
                return
            step = (max(hope, 0.0) + self.best - value) / norm
            for row, way in enumerate(before):
                if way:
                    self._move(step, row, way, prices, costs)

    def _move(self, step: float, row: int, way: float, prices: list[float], costs: list[float]) -> None:
        """Move the price of a row by `step * way`, and reduced costs with it."""
        old = prices[row]
        new = old + step * way
        if new < 0 and not self._free[row]:
            new = 0.0
        if new != old:
            prices[row], change = new, new - old
            for a, x in self._rows[row]:
                costs[x] += change * a
            self.work += len(self._rows[row])

    def reduced_costs(self) -> list[float]:
        """Return the cost of each variable with the best prices of its rows."""
        return self._reduced(self._best_prices)

    def _reduced(self, prices: Sequence[float]) -> list[float]:
        """Return the cost of each variable with the prices of its rows."""
        costs = [*self._goal]
        for price, terms in zip(prices, self._rows, strict=True):
            if price:
                for a, x in terms:
                    costs[x] += price * a
                self.work += len(terms)
        return costs

    def _least(self, costs: Sequence[float], prices: Sequence[float]) -> tuple[float, list[int]]:
        """Return the least value over the domains, and the variables that are at their greatest value there."""
        chosen = [x for x, cost in enumerate(costs) if cost < 0]
        value = self._const + sum([p * c for p, c in zip(prices, self._consts, strict=True)])
        kept = 1 - SHARE
        self.shares = shares = [kept * share for share in self.shares]
        for x in chosen:
            shares[x] += SHARE
        self.work += len(costs)
        return value + sum([costs[x] * self._spans[x] for x in chosen]), chosen

    def _excess(self, chosen: Sequence[int]) -> list[float]:
        """Return the value of each row's sum for a choice."""
        excess = [*self._consts]
        for x in chosen:
            span = self._spans[x]
            for row, a in self._columns[x]:
                excess[row] += a * span
            self.work += len(self._columns[x])
        return excess

    def bound(self) -> tuple[int, Linear]:
        """Return a lower bound of the goal, and a sum that is at most SCALE times the goal in each solution: the goal
        and the rows at their prices.
        """
        goal = self._program.goal
        sums, const = {x: SCALE * a for a, x in goal.terms}, SCALE * goal.const
        for price, scale, row in zip(self._best_prices, self._scales, self._priced, strict=True):
            factor = round(price * scale * SCALE)
            if factor:
                const += factor * row.sum.const
                for a, x in row.sum.terms:
                    sums[x] = sums.get(x, 0) + factor * a
        total = linear(sums, const)
        least, _ = bounds(total, self._program.domains)
        return -(-least // SCALE), total
