"""The best solution of a linear program with one row, such as a knapsack: dynamic programming over the sums of the row.

Values are chosen variable by variable.  For each sum that a choice gives to the row the best goal is kept; a sum is
dropped if a price of the row shows that no solution from there on is better than the best known one.  With an
inequality, a sum is also dropped if a smaller one has as good a goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ...base.time_limit import check_time
from .program import LinearProgram

MOST_STATES = 400_000  # that are tried, in all
MOST_VALUES = 64  # of a variable


class OneRowResult(NamedTuple):
    """The result of a search.  values: of the best solution, None if no solution has a smaller goal than the known
    goal.  work: the number of states that were tried.
    """

    values: list[int] | None
    work: int


class _Item(NamedTuple):
    """A variable.  at: its number.  choices: its values, each with what the value adds to the row, and to the goal."""

    at: int
    choices: list[tuple[int, int, int]]

    def least(self, price: Fraction) -> int:
        """Return the least sum of goal and priced row, times the denominator of the price."""
        return min([price.denominator * goal + price.numerator * added for _, added, goal in self.choices])


def best_of_one_row(program: LinearProgram, known: int) -> OneRowResult | None:
    """Return the best solution of a program with one row, with values None if no solution has a goal less than
    `known`; None if the search is not made: the program has another number of rows, a variable with more than
    MOST_VALUES values, or more than MOST_STATES states.
    """
    if len(program.rows) != 1 or any(domain.hi - domain.lo >= MOST_VALUES for domain in program.domains):
        return None
    (row, is_equation), goal = program.rows[0], program.goal
    in_row, in_goal = ({x: a for a, x in each.terms} for each in (row, goal))
    items = [
        _Item(x, [(v, v * in_row.get(x, 0), v * in_goal.get(x, 0)) for v in range(domain.lo, domain.hi + 1)])
        for x, domain in enumerate(program.domains)
    ]
    price = _price(items, row.const, is_equation)
    items.sort(key=lambda item: max(a for _, a, _ in item.choices) - min(a for _, a, _ in item.choices), reverse=True)
    return _search(items, row.const, goal.const, price, is_equation, known)


def _price(items: Sequence[_Item], const: int, is_equation: bool) -> Fraction:
    """Return the price of a row with the best bound, which is a ratio of differences of goal and row of an item; not
    below 0 for an inequality.

    items: all variables.  const: the constant of the row.  is_equation: whether the row is an equation.
    """
    ends = [(each[0], each[-1]) for _, each in _with_choice(items)]
    ratios = {Fraction(c[2] - d[2], d[1] - c[1]) for c, d in ends if c[1] != d[1]}
    able = sorted({Fraction(0), *(ratio for ratio in ratios if is_equation or ratio > 0)})

    def bound(price: Fraction) -> Fraction:
        return Fraction(sum([item.least(price) for item in items]) + price.numerator * const, price.denominator)

    low, high = 0, len(able) - 1
    while low < high:  # the bound is concave
        middle = (low + high) // 2
        if bound(able[middle]) < bound(able[middle + 1]):
            low = middle + 1
        else:
            high = middle
    return able[low]


def _with_choice(items: Sequence[_Item]) -> list[_Item]:
    """Return the items with more than one choice."""
    return [item for item in items if len(item.choices) > 1]


def _search(
    items: Sequence[_Item], const: int, goal_const: int, price: Fraction, is_equation: bool, known: int
) -> OneRowResult | None:
    """Return the best solution with a smaller goal than `known`; None for too many states.

    items: all variables, in the order of the search.  const, goal_const: the constants of the row and the goal.  price:
    of the row.  is_equation: whether the row is an equation.
    """
    factor, times = price.numerator, price.denominator  # whole numbers, as sums are too large for floating point
    left = [(0, 0, 0)]  # for the items from one on: the least priced goal, and the least and greatest sum of the row
    for item in reversed(items):
        priced, low, high = left[-1]
        sums = [a for _, a, _ in item.choices]
        left.append((priced + item.least(price), low + min(sums), high + max(sums)))
    left.reverse()
    most = times * (known - 1)
    states, stages, work = {const: goal_const}, list[dict[int, tuple[int, int]]](), 0
    for item, (priced, low, high) in zip(items, left[1:], strict=True):
        work += len(states) * len(item.choices)
        if work > MOST_STATES:
            return None
        check_time()
        found = dict[int, tuple[int, int, int]]()
        for total, so_far in states.items():
            for value, added, gain in item.choices:
                new, cost = total + added, so_far + gain
                if new + low > 0 or (is_equation and new + high < 0) or times * cost + factor * new + priced > most:
                    continue
                old = found.get(new)
                if old is None or cost < old[0]:
                    found[new] = cost, value, total
        kept = sorted(found.items())
        if not is_equation:
            kept = _undominated(kept)
        states = {total: cost for total, (cost, _, _) in kept}
        stages.append({total: (value, before) for total, (_, value, before) in kept})
    end = min((cost, total) for total, cost in states.items()) if states else None
    if end is None or end[0] >= known:
        return OneRowResult(None, work)
    values = [0] * len(items)
    total = end[1]
    for item, stage in zip(reversed(items), reversed(stages), strict=True):
        values[item.at], total = stage[total]
    return OneRowResult(values, work)


def _undominated(kept: list[tuple[int, tuple[int, int, int]]]) -> list[tuple[int, tuple[int, int, int]]]:
    """Return the states, sorted by their sums, that have a smaller goal than all states with smaller sums."""
    found, best = list[tuple[int, tuple[int, int, int]]](), None
    for each in kept:
        if best is None or each[1][0] < best:
            best = each[1][0]
            found.append(each)
    return found
