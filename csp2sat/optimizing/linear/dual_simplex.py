"""The dual simplex method: the best prices of the rows of a linear program, which give the bound of its relaxation.

Each variable has two bounds, so the method begins with all prices 0, and a step goes on beyond the other bound of a
variable.  Each step makes the bound of the program better, so the method may be stopped at any time.  The basis is kept
as a product of elementary matrices, one for each step since the basis was factored.  All numbers are in floating point;
`Prices.bound` computes the bound that the prices prove in whole numbers.  Sources: C. E. Lemke, The dual method of
solving the linear programming problem, Naval Research Logistics Quarterly 1, 1954; J. J. Forrest, D. Goldfarb,
Steepest-edge simplex algorithms for linear programming, Mathematical Programming 57, 1992; A. Koberstein, The dual
simplex method, techniques for a fast and stable implementation, 2005.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from operator import itemgetter

from ...base.time_limit import check_time

FEASIBLE = 1e-7  # of a bound, by which a value may be beyond it
TIED = 1e-9  # the difference of two steps of the prices that count as equal
SMALL, TINY = 1e-9, 1e-12  # an entry that is taken as 0, and one that is not even kept
PIVOT = 1e-5  # the least entry of an entering variable, unless the basis has just been factored
PRECISE = 1e-6  # the difference, relative to 1 and the entry, between an entry by row and by column, at most
LEAST_WEIGHT = 1e-4  # of a row, for the steepest edge
REFACTORED = 64  # steps after which the basis is factored again
VAIN = 1000  # steps in a row, and one more for each row, that may leave the bound as it is


class DualSimplex:
    """A linear program `goal` to be minimized, with rows of sums that are at most, or equal to, a value.

    columns: for each variable its rows with the coefficients.  rows: the same by row, as pairs of a coefficient and a
    variable.  sides: what each row's sum is at most.  free: whether it is equal to that.  goal: the cost of each
    variable.  spans: its greatest value, the least one is 0.  work: the terms that were examined so far.  ray: once a
    row shows that no solution exists, by how much each row's price grows on a way along which the bound grows for ever;
    empty before.

    A variable from len(spans) on is the slack of a row.
    """

    def __init__(
        self,
        columns: Sequence[Sequence[tuple[int, float]]],
        rows: Sequence[Sequence[tuple[float, int]]],
        sides: Sequence[float],
        free: Sequence[bool],
        goal: Sequence[float],
        spans: Sequence[int],
    ):
        self._columns, self._rows, self._sides = columns, rows, sides
        self._size = len(spans)
        self._spans: list[float] = [*map(float, spans), *(0.0 if each else inf for each in free)]
        self._goal = [*goal, *(0.0 for _ in rows)]
        self._costs = [*self._goal]  # reduced
        self._is_up = [cost < 0 and span > 0 for cost, span in zip(self._goal, self._spans, strict=True)]
        self._basis = [*range(self._size, self._size + len(rows))]
        self._place = {x: row for row, x in enumerate(self._basis)}
        self._weights = [1.0] * len(rows)
        self._steps: list[tuple[int, float, list[tuple[int, float]]]] = []
        self._factored = 0  # of the steps
        self._vain = 0  # steps in a row that left the bound as it was
        self.work = 0
        self.ray: dict[int, float] = {}
        self._values = self._computed_values()

    def solve(self, most: float) -> bool:
        """Improve the prices until they are best, or all work is about `most`; return whether they are best."""
        while self.work < most and self._vain < VAIN + len(self._rows):
            check_time()
            if len(self._steps) - self._factored > REFACTORED:
                self._factor()
            row = self._leaving()
            if row is None:
                if len(self._steps) == self._factored:
                    return True
                self._factor()
            elif not self._step(row):
                if len(self._steps) == self._factored:
                    return False
                self.ray = {}  # of numbers that are not precise
                self._factor()
        return False

    def extend(self, sides: Sequence[float], free: Sequence[bool]) -> None:
        """Take the rows that `rows` and `columns` have got since, without a price at first.

        sides, free: those of all rows.
        """
        if len(sides) > len(self._basis):
            new = range(len(self._basis), len(sides))
            self._sides = sides
            self._spans += [0.0 if free[row] else inf for row in new]
            self._goal += [0.0 for _ in new]
            self._costs += [0.0 for _ in new]
            self._is_up += [False for _ in new]
            self._weights += [1.0 for _ in new]
            self._basis += [self._size + row for row in new]
            self._place |= {self._size + row: row for row in new}
            self._vain = 0
            self._factor()

    def prices(self) -> list[float]:
        """Return the price of each row."""
        return [
            0.0 if self._size + row in self._place else self._costs[self._size + row] for row in range(len(self._rows))
        ]

    def values(self) -> list[float]:
        """Return the value of each variable."""
        return [self._values[self._place[x]] if x in self._place else self._at(x) for x in range(self._size)]

    def _at(self, x: int) -> float:
        """Return the value of a variable outside of the basis."""
        return self._spans[x] if self._is_up[x] else 0.0

    def _leaving(self) -> int | None:
        """Return the row whose variable leaves the basis: one beyond a bound, by steepest edge; None without one."""
        spans, found, most = self._spans, None, 0.0
        self.work += len(self._basis)
        for row, (x, value, weight) in enumerate(zip(self._basis, self._values, self._weights, strict=True)):
            beyond = -value if value < 0 else value - spans[x]
            if beyond > FEASIBLE and beyond * beyond > most * weight:
                found, most = row, beyond * beyond / weight
        return found

    def _step(self, row: int) -> bool:
        """Let the variable of a row leave the basis, and another variable enter; return False, with the basis as it
        was, if no variable can enter.

        An entry that is too imprecise counts as none, so False is final only if the basis has just been factored.
        """
        leaving, value = self._basis[row], self._values[row]
        goes_up = value > 0
        inverse = self._backward(row)
        entries = self._entries(inverse)
        sign = 1.0 if goes_up else -1.0
        chosen = self._entering(entries, sign, value - self._spans[leaving] if goes_up else -value)
        if chosen is None:
            self.ray = {i: -sign * a for i, a in inverse.items()}
            return False
        entering, flipped = chosen
        column = self._forward(self._column(entering))
        pivot, expected = column.get(row, 0.0), entries[entering]
        is_good = abs(pivot - expected) < PRECISE * (1 + abs(pivot)) and abs(pivot) > PIVOT
        if abs(pivot) < SMALL or not (is_good or len(self._steps) == self._factored):
            return False
        self._update_weights(row, pivot, column, inverse)
        self._update_costs(leaving, entering, entries, pivot)
        self._flip(flipped)
        bound = self._spans[leaving] if goes_up else 0.0
        move, values = (self._values[row] - bound) / pivot, self._values
        for i, a in column.items():
            values[i] -= move * a
        values[row] = self._at(entering) + move
        self._is_up[leaving] = goes_up and bound > 0
        self._exchange(row, column)
        del self._place[leaving]
        self._place[entering], self._basis[row] = row, entering
        return True

    def _exchange(self, row: int, column: dict[int, float]) -> None:
        """Note that a variable enters the basis at a row.  column: the inverse basis times the variable's column."""
        self._steps.append((row, column[row], [(i, a) for i, a in column.items() if i != row]))

    def _entering(self, entries: dict[int, float], sign: float, slope: float) -> tuple[int, list[int]] | None:
        """Return the variable that enters the basis, and the variables that go to their other bound; None if no
        variable can enter.

        entries: of the leaving variable's row, by variable.  sign: 1 if the leaving variable is too large, -1 if it is
        too small.  slope: how far the leaving variable is beyond its bound: how much the bound of the program grows for
        each unit of the step.
        """
        costs, is_up, spans = self._costs, self._is_up, self._spans
        able = []
        for x, entry in entries.items():
            a = sign * entry
            if abs(a) > SMALL and spans[x] > 0 and (a < 0) == is_up[x]:
                able.append((max(costs[x] / a, 0.0), abs(a), x))
        able.sort(key=itemgetter(0))
        self.work += 2 * len(able)
        for step, a, x in able:
            slope -= a * spans[x]
            if slope < FEASIBLE:
                tied = [each for each in able if step - TIED <= each[0] <= step + TIED]
                first, _, entering = max(tied, key=itemgetter(1))
                end = min(first, step) - TIED
                return entering, [y for other, _, y in able if other < end and y != entering]
        return None

    def _update_costs(self, leaving: int, entering: int, entries: dict[int, float], pivot: float) -> None:
        """Change the reduced costs by a step of the prices after which the cost of the entering variable is 0.

        leaving, entering: the variables that leave and enter the basis.  entries: of the leaving variable's row, by
        variable.  pivot: the entry of the entering variable.
        """
        costs = self._costs
        step = costs[entering] / pivot
        self._vain = 0 if abs(step) > TIED else self._vain + 1
        for x, entry in entries.items():
            costs[x] -= step * entry
        costs[entering], costs[leaving] = 0.0, -step
        self.work += len(entries)

    def _update_weights(self, row: int, pivot: float, column: dict[int, float], inverse: dict[int, float]) -> None:
        """Change the weights of the rows, which are the squares of the lengths of the rows of the inverse basis.

        row: where a variable leaves the basis.  pivot: the entry of the entering variable there.  column: the inverse
        basis times the entering variable's column.  inverse: the row of the inverse basis before the exchange.
        """
        weights = self._weights
        weight = sum([each * each for each in inverse.values()])
        turned = self._forward(inverse)
        for i, a in column.items():
            part = a / pivot
            weights[i] = max(weights[i] - 2 * part * turned.get(i, 0.0) + part * part * weight, LEAST_WEIGHT)
        weights[row] = max(weight / (pivot * pivot), LEAST_WEIGHT)

    def _flip(self, flipped: Iterable[int]) -> None:
        """Put variables outside of the basis to their other bound."""
        moved: dict[int, float] = {}
        for x in flipped:
            change = -self._spans[x] if self._is_up[x] else self._spans[x]
            self._is_up[x] = not self._is_up[x]
            for i, a in self._columns[x]:
                moved[i] = moved.get(i, 0.0) + a * change
        if moved:
            for i, change in self._forward(moved).items():
                self._values[i] -= change

    def _column(self, x: int) -> dict[int, float]:
        return {x - self._size: 1.0} if x >= self._size else dict(self._columns[x])

    def _entries(self, inverse: dict[int, float]) -> dict[int, float]:
        """Return the entries of a row by variable, of those outside of the basis.  inverse: the row of its inverse."""
        entries: dict[int, float] = {}
        for i, factor in inverse.items():
            row = self._rows[i]
            self.work += len(row)
            for a, x in row:
                entries[x] = entries.get(x, 0.0) + factor * a
            entries[self._size + i] = factor
        place = self._place
        return {x: entry for x, entry in entries.items() if x not in place}

    def _forward(self, vector: dict[int, float]) -> dict[int, float]:
        """Return the inverse basis times a vector."""
        found = dict(vector)
        for row, pivot, others in self._steps:
            value = found.get(row)
            if value:
                found[row] = value = value / pivot
                self.work += len(others)
                for i, a in others:
                    found[i] = found.get(i, 0.0) - a * value
        self.work += len(self._steps)
        return {i: value for i, value in found.items() if abs(value) > TINY}

    def _backward(self, row: int) -> dict[int, float]:
        """Return a row of the inverse basis."""
        found = {row: 1.0}
        get = found.get
        for at, pivot, others in reversed(self._steps):
            value = get(at, 0.0)
            if len(others) < len(found):
                for i, a in others:
                    if i in found:
                        value -= a * found[i]
            else:
                value -= sum([a * get(i, 0.0) for i, a in others])
            self.work += len(others)
            if value:
                found[at] = value / pivot
            elif at in found:
                del found[at]
        return {i: value for i, value in found.items() if abs(value) > TINY}

    def _factor(self) -> None:
        """Write the basis as a product of few steps: the columns with few terms first; compute all anew from it."""
        waiting = sorted((x for x in self._basis if x < self._size), key=lambda x: len(self._columns[x]))
        weights = {x: self._weights[row] for row, x in enumerate(self._basis)}
        rows = {row for row in range(len(self._rows)) if self._size + row not in self._place}
        self._steps = []
        kept = []
        for x in waiting:
            column = self._forward(self._column(x))
            able = [row for row in column if row in rows]
            row = max(able, key=lambda row: abs(column[row]), default=None)
            if row is None or abs(column[row]) < SMALL:
                continue
            rows.discard(row)
            kept.append((x, row))
            if len(column) > 1 or column[row] != 1.0:
                self._exchange(row, column)
        self._basis = [*range(self._size, self._size + len(self._rows))]
        for x, row in kept:
            self._basis[row] = x
        self._weights = [weights.get(x, 1.0) for x in self._basis]
        self._place = {x: row for row, x in enumerate(self._basis)}
        self._factored = len(self._steps)
        self._compute_costs()
        self._values = self._computed_values()

    def _compute_costs(self) -> None:
        """Compute the reduced costs from the basis, and put variables to the bound that their cost wants."""
        vector = {row: self._goal[x] for row, x in enumerate(self._basis) if self._goal[x]}
        for at, pivot, others in reversed(self._steps):
            value = vector.get(at, 0.0) - sum([a * vector.get(i, 0.0) for i, a in others])
            vector[at] = value / pivot
        costs = [*self._goal]
        for row, price in vector.items():
            if price:
                self.work += len(self._rows[row])
                costs[self._size + row] -= price
                for a, x in self._rows[row]:
                    costs[x] -= price * a
        self._costs = costs
        for x, cost in enumerate(costs):
            if x not in self._place and self._spans[x] < inf and abs(cost) > TIED:
                self._is_up[x] = cost < 0 and self._spans[x] > 0

    def _computed_values(self) -> list[float]:
        """Return the values of the variables in the basis."""
        vector = dict(enumerate(self._sides))
        for x in range(self._size):
            if self._is_up[x] and x not in self._place:
                for i, a in self._columns[x]:
                    vector[i] -= a * self._spans[x]
        found = self._forward(vector)
        return [found.get(row, 0.0) for row in range(len(self._rows))]
