"""A linear program over bounded integers, most of them 0 or 1: what a CSP says in sums alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ...base.time_limit import check_time
from ...encoder.normalize.formulas import Linear, bounds, linear
from ...model.domain import Domain
from ...tuples import NamedTuple

LARGEST = 1 << 48  # of a sum, so that floating point is precise enough for prices
WIDEST = 1 << 16  # of the values of a variable, which are tried one by one

ZERO = Linear((), 0)
ONE = Linear((), 1)


class Infeasible(Exception):
    """A program without a solution."""


class TooLarge(Exception):
    """A program with more terms than a search is worth, or larger numbers."""


class LinearRow(NamedTuple):
    """The inequality `sum <= 0`, or the equation `sum = 0`."""

    sum: Linear
    is_equation: bool


Cuts = Callable[[Sequence[float]], Iterable[LinearRow]]
"""A function that returns rows which all solutions satisfy, and which some shares of the variables violate."""

Guide = Callable[[Sequence[int], Sequence[int], Sequence[float], float], tuple[int, int] | None]
"""A function of the bounds `low` and `high` and of ranks, each by variable, and of a hurry: the variable to be given a
value next, with this value; None if there is none.  Small ranks come first, and what can wait least if there is a
hurry.
"""


@dataclass
class LinearProgram:
    """A program: the sum `goal` is to be small, and all rows hold.  Variables are numbers from 0.

    domains: an interval for each variable.  most: the number of terms that all rows together may have.  widest: what
    the ends of a domain may differ by.  terms: the number of terms that all rows have.  defined: the variables that
    follow from the others, such as the truth of a comparison.  cuts: functions that find more rows, too many to be
    written, which improve a bound.  guides: functions that know which variable of a part is best given a value next.
    places: of tours, each with the variables of its arcs.  telescoped: rows of the sums that telescope along tours.
    """

    most: int
    widest: int = WIDEST
    domains: list[Domain] = field(default_factory=list)
    rows: list[LinearRow] = field(default_factory=list)
    goal: Linear = ZERO
    terms: int = 0
    defined: set[int] = field(default_factory=set)
    cuts: list[Cuts] = field(default_factory=list)
    guides: list[Guide] = field(default_factory=list)
    places: list[set[int]] = field(default_factory=list)
    telescoped: list[LinearRow] = field(default_factory=list)

    def literal(self) -> Linear:
        """Return a new variable, 0 or 1, that follows from the others, as a sum.  Raises TooLarge beyond the limits."""
        return self.counter(0, 1)

    def counter(self, low: int, high: int) -> Linear:
        """Return a new variable that follows from the others, as a sum.  Raises TooLarge beyond the limits."""
        self.defined.add(len(self.domains))
        return self.variable(low, high)

    def variable(self, low: int = 0, high: int = 1) -> Linear:
        """Return a new variable as a sum.  Raises TooLarge beyond the limits."""
        if high - low > self.widest:
            raise TooLarge
        self.domains.append(Domain([(low, high)]))
        self._count(1, max(-low, high))
        return Linear(((1, len(self.domains) - 1),), 0)

    def at_most_zero(self, total: Linear) -> None:
        """Require `total <= 0`.  Raises Infeasible if the domains show that it is false."""
        least, most = self.ends(total)
        if least > 0:
            raise Infeasible
        if most > 0:
            self._add(LinearRow(total, False))

    def equal_zero(self, total: Linear) -> None:
        """Require `total = 0`.  Raises Infeasible if the domains show that it is false."""
        least, most = self.ends(total)
        if least > 0 or most < 0:
            raise Infeasible
        if least < most:
            self._add(LinearRow(total, True))

    def _add(self, row: LinearRow) -> None:
        """Add a row; a row of one variable narrows the domain instead."""
        total, is_equation = row
        if len(total.terms) > 1:
            self._count(len(total.terms), self._size(total))
            self.rows.append(row)
            return
        (a, x), c = total.terms[0], -total.const
        old = self.domains[x]
        if is_equation and c % a:
            raise Infeasible
        upper = c // a if a > 0 or is_equation else old.hi
        lower = -(c // -a) if a < 0 or is_equation else old.lo
        self.domains[x] = old.clipped(lower, upper)
        if not self.domains[x].ranges:
            raise Infeasible

    def strong_rows(self) -> Iterable[LinearRow]:
        """Return the rows for a bound: those of a tour without orders by positions, times or loads, if these are no
        part of the goal, for such rows say nearly nothing of shares of arcs; if sums that telescope say all about these
        parts of the goal, without rows that hold unless an arc is used.
        """
        wide = {x for x, domain in enumerate(self.domains) if domain.size() > 2}
        if not self.cuts:
            return self.rows
        aimed = {x for _, x in self.goal.terms if x in wide}
        if not aimed:
            return (row for row in self.rows if not any(x in wide for _, x in row.sum.terms))
        if aimed.isdisjoint(x for row in self.telescoped for _, x in row.sum.terms):
            return self.rows
        return (row for row in self.rows if not self._is_conditional(row))

    def _is_conditional(self, row: LinearRow) -> bool:
        """Whether an inequality that is no clause always holds at one of the values of some variable 0 or 1."""
        if row.is_equation:
            return False
        _, most = self.ends(row.sum)
        return any(abs(a) >= max(most, 2) and self.domains[x].size() == 2 for a, x in row.sum.terms)

    def aim_at(self, goal: Linear) -> None:
        """Set the goal, a constant if an equation says so.  Raises TooLarge if its values may be too large."""
        check_time()
        self._count(0, self._size(goal))
        rests = (_without(goal, row.sum) for row in self.rows if row.is_equation)
        self.goal = next((rest for rest in rests if not rest.terms), goal)

    def ends(self, total: Linear) -> tuple[int, int]:
        """Return the least and the greatest value of a sum, as far as the domains show."""
        return bounds(total, self.domains)

    def _size(self, total: Linear) -> int:
        """Return the largest size of the ends and the coefficients of a sum, also of those of a variable that is 0."""
        return max(map(abs, (*self.ends(total), *(a for a, _ in total.terms))))

    def _count(self, terms: int, size: int) -> None:
        """Count terms whose sum is at most `size`, or at least its opposite.  Raises TooLarge beyond the limits."""
        self.terms += terms
        if self.terms > self.most or size > LARGEST:
            raise TooLarge


def weighted(parts: Sequence[tuple[int, Linear]], const: int = 0) -> Linear:
    """Return the sum of factor * sum over `parts`, plus `const`."""
    sums: dict[int, int] = {}
    for factor, part in parts:
        const += factor * part.const
        for a, x in part.terms:
            sums[x] = sums.get(x, 0) + factor * a
    return linear(sums, const)


def _without(total: Linear, zero: Linear) -> Linear:
    """Return a sum minus as many times another one, which is 0, as cancels the first term, if all terms have the same
    variables and this is a whole number of times; else the sum as it is.
    """
    if not total.terms or [x for _, x in total.terms] != [x for _, x in zero.terms]:
        return total
    times, rest = divmod(total.terms[0][0], zero.terms[0][0])
    return total if rest else weighted([(1, total), (-times, zero)])


def value_of(total: Linear, values: Sequence[int]) -> int:
    """Return the value of a sum."""
    return total.const + sum([a * values[x] for a, x in total.terms])
