"""Neighbourhoods of a solution: which variables keep their values, and what the others try first.

Each is an order of variables, values by variable, and the number of variables at the beginning that keep their value
as far as the rows let them.  Free variables come next, the most certain first, with the value that is nearest to their
share in the linear relaxation, shifted by some noise.  Variables that others decide, the followers, are last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from ...base.portable_random import RandomSource
from .lagrangian import Prices
from .program import LinearProgram
from .rows import RowPropagation

NOISES = (0.02, 0.1, 0.3)
EDGES = (0.5, 0.5, 0.25, 0.1)  # shares above which the greatest value is tried first
FINE = 1000  # steps of noise
LONGEST = 6  # steps of a walk for each variable that is wanted
OPPONENTS = 4  # of which the one with the least certain share is flipped
SKIPPED = 0.4  # of the least certain variables

Neighbourhood = tuple[list[int], list[int], int]
MakeNeighbourhood = Callable[[Sequence[int], int], Neighbourhood]


class Neighbourhoods:
    """Neighbourhoods of solutions of a program.

    ways: called with the values of a solution and the number of variables that are to be made anew.
    """

    def __init__(self, program: LinearProgram, rows: RowPropagation, prices: Prices, random: RandomSource):
        self._low, self._high, self._prices, self._random = rows.low, rows.high, prices, random
        self._variables = [[x for _, x in row.sum.terms] for row in program.rows]
        self._rows: list[list[int]] = [[] for _ in program.domains]
        for number, variables in enumerate(self._variables):
            for x in variables:
                self._rows[x].append(number)
        self._preferred = {x: (rows.low if a > 0 else rows.high) for a, x in program.goal.terms}
        self._followers = program.defined | {x for x in range(len(self._rows)) if self._follows(x)}
        self.ways: tuple[MakeNeighbourhood, ...] = (
            self._near,
            self._uncertain,
            self._without_some,
            self._flipped,
            self._agreeing,
            self._all,
        )
        self._places = program.places
        self._costs = {x: a for a, x in program.goal.terms}
        if self._places:
            self.ways += (self._close_places, self._close_places)

    def first(self, tries: int) -> Neighbourhood:
        """Return the neighbourhood of no solution: all variables are free."""
        order, values = self._guessed(self._open(), NOISES[tries % len(NOISES)])
        return [*order, *self._following(values)], values, 0

    def _near(self, best: Sequence[int], size: int) -> Neighbourhood:
        """Return the neighbourhood in which variables that share rows with each other are free."""
        free = self._walk(self._random.pick(self._open() or [0]), size, lambda x: self._low[x] < self._high[x])
        return self._around(best, [x for x in self._open() if x not in free], free)

    def _uncertain(self, best: Sequence[int], size: int) -> Neighbourhood:
        """Return the neighbourhood in which most of the variables whose shares say least are free."""
        shares, chance = self._prices.shares, self._random.chance
        ranked = sorted(self._open(), key=lambda x: abs(shares[x] - 0.5) + chance(SKIPPED) / 2)
        return self._around(best, ranked[size:], ranked[:size])

    def _without_some(self, best: Sequence[int], size: int) -> Neighbourhood:
        """Return the neighbourhood that keeps variables above their least value, except some that share rows."""
        return self._ruined(best, self._walk(self._random.pick(self._open() or [0]), size, self._is_in(best)))

    def _flipped(self, best: Sequence[int], size: int) -> Neighbourhood:
        """Return a neighbourhood like `_without_some` around a variable that gets its other value before all else."""
        shares, variables = self._prices.shares, self._open() or [0]
        x = min((self._random.pick(variables) for _ in range(OPPONENTS)), key=lambda x: abs(shares[x] - 0.5))
        out = self._walk(x, size, self._is_in(best))
        order, values, kept = self._ruined(best, {**out, x: None})
        values[x] = self._low[x] if best[x] > self._low[x] else self._high[x]
        return [x, *order], values, kept + 1

    def _agreeing(self, best: Sequence[int], size: int) -> Neighbourhood:
        """Return the neighbourhood in which variables with values far from their shares are free."""
        shares, low, high = self._prices.shares, self._low, self._high
        variables, drawn = self._open(), self._random.below
        free = {x for x in variables if FINE * abs((best[x] - low[x]) / (high[x] - low[x]) - shares[x]) > drawn(FINE)}
        return self._around(best, [x for x in variables if x not in free], [x for x in variables if x in free])

    def _all(self, best: Sequence[int], size: int) -> Neighbourhood:
        """Return the neighbourhood in which all variables are free."""
        return self._around(best, [], self._open())

    def _close_places(self, best: Sequence[int], size: int) -> Neighbourhood:
        """Return the neighbourhood in which the arcs of some places, which arcs of small costs join, are free."""
        first, below = self._random.pick(self._places), self._random.below
        costs = {x: self._costs.get(x, 0) * (FINE + below(FINE)) for x in first}
        near = sorted(costs, key=costs.__getitem__)[: max(2, size // 2)]
        out = first.union(*(each for each in self._places if not each.isdisjoint(near)))
        return self._ruined(best, out)

    def _follows(self, x: int) -> bool:
        """Whether other variables decide a variable: one of the goal by its only row, whose other variables, some of
        them in other rows, too, have two values; any other one, such as a time along a tour, by rows in which variables
        with two values say how it follows another one.
        """
        if x not in self._preferred:
            return self._high[x] - self._low[x] > 1 and all(self._says_order(row) for row in self._rows[x])
        if len(self._rows[x]) != 1:
            return False
        others = [y for y in self._variables[self._rows[x][0]] if y != x]
        return any(len(self._rows[y]) > 1 for y in others) and all(self._high[y] - self._low[y] < 2 for y in others)

    def _says_order(self, row: int) -> bool:
        """Whether a row has at most two variables with more than two values, and others."""
        wide = sum([self._high[x] - self._low[x] > 1 for x in self._variables[row]])
        return wide <= 2 and wide < len(self._variables[row])

    def _open(self) -> list[int]:
        """Return the variables that are not fixed for good."""
        return [x for x, (low, high) in enumerate(zip(self._low, self._high, strict=True)) if low < high]

    def _is_in(self, best: Sequence[int]) -> Callable[[int], bool]:
        """Return the test whether a variable is above its least value in the solution `best`."""
        return lambda x: best[x] > self._low[x]

    def _walk(self, first: int, size: int, is_wanted: Callable[[int], bool]) -> dict[int, None]:
        """Return up to `size` variables that a random walk over rows meets, from the variable `first` on, and for
        which `is_wanted` is true.
        """
        met, found = [first], dict.fromkeys([first] if is_wanted(first) else [])
        for _ in range(LONGEST * size):
            rows = self._rows[self._random.pick(met)]
            if len(found) >= size or not rows:
                break
            x = self._random.pick(self._variables[self._random.pick(rows)])
            met.append(x)
            if is_wanted(x):
                found[x] = None
        return found

    def _ruined(self, best: Sequence[int], out: Collection[int]) -> Neighbourhood:
        """Return the neighbourhood of the solution `best` that keeps variables above their least value, except `out`;
        all other variables are free.
        """
        variables, is_in = self._open(), self._is_in(best)
        kept = [x for x in variables if is_in(x) and x not in out]
        return self._around(best, kept, [x for x in variables if not is_in(x) or x in out])

    def _around(self, best: Sequence[int], kept: Sequence[int], free: Iterable[int]) -> Neighbourhood:
        """Return the neighbourhood of the solution `best` with these kept and free variables."""
        order, values = self._guessed(free, self._random.pick(NOISES))
        firm = [x for x in kept if x not in self._followers]
        for x in firm:
            values[x] = best[x]
        return [*self._random.shuffled(firm), *order, *self._following(values)], values, len(firm)

    def _following(self, values: list[int]) -> list[int]:
        """Return the followers, and set each to the value that is best for the goal."""
        found = [x for x in self._followers if self._low[x] < self._high[x]]
        for x in found:
            values[x] = self._preferred.get(x, self._low)[x]
        return found

    def _guessed(self, free: Iterable[int], noise: float) -> tuple[list[int], list[int]]:
        """Return free variables, the most certain first, and values by their shares with some noise.

        A share above a threshold is for the greatest value.  With a low threshold likely variables come first, as in a
        covering, and with a high threshold unlikely variables.
        """
        shares, below, edge = self._prices.shares, self._random.below, self._random.pick(EDGES)
        values, ranks = [*self._low], {}
        for x in free:
            if x in self._followers:
                continue
            share, span = shares[x] + noise * (below(2 * FINE + 1) - FINE) / FINE, self._high[x] - self._low[x]
            over = share - edge
            if span > 1:
                values[x] += round(min(max(share, 0.0), 1.0) * span)
            elif over > 0:
                values[x] = self._high[x]
            ranks[x] = -over / (1 - edge) if over > 0 else over / edge
        return sorted(ranks, key=ranks.__getitem__), values
