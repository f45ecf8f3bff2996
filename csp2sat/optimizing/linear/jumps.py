"""A search for a first solution by jumps: it begins with values that break some rows, and mends one row after another.

A variable of a broken row jumps to the value that mends the row, as far as the bounds of the variable let it.  The jump
that is best for all rows together, which count by their excess and their weight, is made first.  A row for which no
jump is an improvement gets more weight, so that no local minimum holds the search.  Source: B. Luteberget, G. Sartor,
Feasibility Jump, Mathematical Programming Computation 15, 2023.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ...base.portable_random import RandomSource
from ...base.time_limit import check_time
from .program import LinearProgram, value_of

TRIED = 30  # variables of a broken row, at most
COST = 2  # times the work of propagation takes an examined term


class Jumps:
    """Values within the bounds `low` and `high` by variable, at first those of `start`, which jumps change.

    values: by variable.  work: the terms that were examined so far.
    """

    def __init__(
        self,
        program: LinearProgram,
        low: Sequence[int],
        high: Sequence[int],
        start: Sequence[int],
        random: RandomSource,
    ):
        self.values = [min(max(v, least), most) for v, least, most in zip(start, low, high, strict=True)]
        self.work = program.terms
        self._low, self._high, self._random = low, high, random
        self._terms = [[(a, x) for a, x in row.sum.terms if low[x] < high[x]] for row in program.rows]
        self._is_equation = [row.is_equation for row in program.rows]
        self._columns: list[list[tuple[int, int]]] = [[] for _ in low]
        for row, terms in enumerate(self._terms):
            for a, x in terms:
                self._columns[x].append((row, a))
        self._sums = [value_of(row.sum, self.values) for row in program.rows]
        self._units = [1 / max([abs(a) for a, _ in terms], default=1) for terms in self._terms]
        self._weights = [*self._units]
        self._broken = list[int]()
        self._places = dict[int, int]()  # in `_broken`, by row
        for row in range(len(self._sums)):
            self._note(row)

    def solve(self, most: float) -> bool:
        """Jump until no row is broken, or the work is `most`; return whether the values are a solution."""
        while self._broken and self.work < most:
            check_time()
            self.work += 1  # the work ends, too, if no variable can jump
            row = self._random.pick(self._broken)
            step, x, change = self._best(row)
            if change >= 0:
                self._weights[row] += self._units[row]
            if step:
                self._jump(x, step)
        return not self._broken

    def _best(self, row: int) -> tuple[int, int, float]:
        """Return the best jump of a variable of a broken row as its step, the variable, and the change of the weighted
        excess of all rows; the step is 0 if no variable can jump.
        """
        terms, total, pick = self._terms[row], self._sums[row], self._random.pick
        found: tuple[int, int, float] = 0, 0, inf
        for a, x in terms if len(terms) <= TRIED else [pick(terms) for _ in range(TRIED)]:
            size = -(-total // abs(a)) if total > 0 else -max(1, -total // abs(a))
            new = self.values[x] + (-size if a > 0 else size)
            step = min(max(new, self._low[x]), self._high[x]) - self.values[x]
            if step and (change := self._change(x, step)) < found[2]:
                found = step, x, change
        return found

    def _change(self, x: int, step: int) -> float:
        """Return the change of the weighted excess of all rows by a jump."""
        sums, weights, is_equation = self._sums, self._weights, self._is_equation
        change, column = 0.0, self._columns[x]
        for row, a in column:
            old = sums[row]
            new = old + a * step
            if is_equation[row]:
                change += weights[row] * (abs(new) - abs(old))
            else:
                change += weights[row] * ((new if new > 0 else 0) - (old if old > 0 else 0))
        self.work += COST * len(column)
        return change

    def _jump(self, x: int, step: int) -> None:
        """Change the value of a variable by `step`."""
        self.values[x] += step
        for row, a in self._columns[x]:
            self._sums[row] += a * step
            self._note(row)

    def _note(self, row: int) -> None:
        """Note whether a row is broken."""
        total, broken, places = self._sums[row], self._broken, self._places
        if total > 0 or (total < 0 and self._is_equation[row]):
            if row not in places:
                places[row] = len(broken)
                broken.append(row)
        elif row in places:
            at, last = places.pop(row), broken.pop()
            if last != row:
                broken[at], places[last] = last, at
