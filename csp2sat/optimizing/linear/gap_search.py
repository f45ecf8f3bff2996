"""A search for a first solution that keeps equations which dives and jumps miss, as of a knapsack to fill exactly.

Each such equation is relaxed to an inequality, and the gap that it leaves is the goal of a search of its own: a
solution without a gap is one of the program.  A sum that has to be at least a value is as good as one that has to be at
most the value, so both are tried in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ...encoder.normalize.formulas import Linear
from .program import Infeasible, LinearProgram, LinearRow, TooLarge, weighted
from .search import LinearSearch

FEW = 4  # equations that are relaxed, at most
SHORT = 3  # terms of an equation that is relaxed, at least
SIGNS = 1, -1  # the two ways to relax an equation
PART = 0.25  # of the work is spent on a first solution in one way, and on its prices, at most
ROUND = 50  # times that a part is made anew in turn


def hard_equations(program: LinearProgram) -> list[int]:
    """Return the numbers of the equations that dives are likely to miss; [] if they are more than FEW.

    A hard equation has coefficients of different size, and no variable of its own that fills any gap.
    """
    uses = Counter(x for row in program.rows for _, x in row.sum.terms)
    found = [at for at, row in enumerate(program.rows) if row.is_equation and _is_hard(program, row.sum, uses)]
    return found if len(found) <= FEW else []


def _is_hard(program: LinearProgram, total: Linear, uses: Counter[int]) -> bool:
    sizes = [abs(a) for a, _ in total.terms]
    if len(sizes) < SHORT or min(sizes) == max(sizes):
        return False
    spans = [program.domains[x].hi - program.domains[x].lo for a, x in total.terms if abs(a) == 1 and uses[x] == 1]
    return max(spans, default=0) < max(sizes)


def relaxed(program: LinearProgram, equations: Sequence[int], sign: int) -> LinearProgram:
    """Return a program in which some equations `sum = 0` are inequalities, `sum <= 0` for `sign` 1, `sum >= 0` for -1.

    equations: the numbers of their rows.  The goal of the returned program, to be minimized, is how far these sums are
    from 0 together: a solution with the goal 0 is a solution of `program`.
    """
    sums = [program.rows[at].sum.times(sign) for at in equations]
    rows = [row for at, row in enumerate(program.rows) if at not in equations]
    found = replace(program, rows=[*rows, *(LinearRow(total, False) for total in sums)])
    found.aim_at(weighted([(-1, total) for total in sums]))
    return found


class GapSearch:
    """A search for a first solution of a program, by its hard equations.

    values: those of a solution, None without one.  is_refuted: whether no solution exists.
    """

    def __init__(self, program: LinearProgram):
        self.values: list[int] | None = None
        self.is_refuted = False
        self._searches: list[LinearSearch] = []
        with suppress(TooLarge):
            self._searches = self._ways(program)
        self._left = [*self._searches]  # those that are worth more work

    @property
    def work(self) -> int:
        """The number of terms that were examined so far."""
        return sum([each.work for each in self._searches])

    @property
    def is_over(self) -> bool:
        """Whether more work is of no use."""
        return self.values is not None or self.is_refuted or not self._left

    def begin(self, most: float) -> None:
        """Search for first solutions of relaxed programs, and for prices, which say what closes a gap; then search on,
        until the work is about `most`.
        """
        part = PART * most / len(SIGNS)
        for search in self._left:
            if search.begin() or search.go_on(part):
                search.improve_bound(part)
        self._left = [search for search in self._left if self._is_open(search)]
        self.go_on(most)

    def go_on(self, most: float) -> None:
        """Make gaps smaller until a solution is found, or none is left, or until all work is about `most`."""
        while not self.is_over and self.work < most:
            for search in self._left:
                for _ in range(ROUND):
                    if search.is_settled or search.improve():
                        break
            self._left = [search for search in self._left if self._is_open(search)]

    def _ways(self, program: LinearProgram) -> list[LinearSearch]:
        """Return a search for each way to relax the hard equations; none if there are no such equations, or no solution
        exists.
        """
        equations = hard_equations(program)
        try:
            return [LinearSearch(relaxed(program, equations, sign)) for sign in SIGNS if equations]
        except Infeasible:
            self.is_refuted = True
            return []

    def _is_open(self, search: LinearSearch) -> bool:
        """Note a solution without a gap, or that no solution exists; return whether the search is worth more work."""
        if search.best is not None and search.value <= 0:
            self.values = search.best
        elif search.is_settled or search.bound > 0:
            self.is_refuted = True
        return search.best is not None
