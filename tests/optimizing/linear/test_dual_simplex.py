"""The dual simplex method, judged by strong duality: its values keep to all rows and cost no more than its prices say
is least, so both are best.  No second implementation is needed.
"""

from random import Random

import pytest

from csp2sat.optimizing.linear.dual_simplex import DualSimplex
from csp2sat.optimizing.linear.lagrangian import Prices
from csp2sat.optimizing.linear.program import LinearProgram, weighted
from csp2sat.optimizing.linear.search import LinearSearch

NEAR = 1e-6


def simplex_of(rows, sides, free, goal, spans):
    columns = [[(i, a) for i, row in enumerate(rows) for a, y in row if x == y] for x in range(len(spans))]
    return DualSimplex(columns, rows, sides, free, goal, spans)


def least(simplex, rows, sides, free, goal, spans):
    """The value that no solution is below, by the prices alone, each of them a right one."""
    prices = simplex.prices()
    assert all(is_free or price > -NEAR for price, is_free in zip(prices, free, strict=True))
    costs = [*goal]
    for price, row in zip(prices, rows, strict=True):
        for a, x in row:
            costs[x] += price * a
    const = -sum(price * side for price, side in zip(prices, sides, strict=True))
    return const + sum(min(cost, 0.0) * span for cost, span in zip(costs, spans, strict=True))


def check_best(simplex, rows, sides, free, goal, spans):
    """That values and prices prove each other best."""
    values = simplex.values()
    assert all(-NEAR <= value <= span + NEAR for value, span in zip(values, spans, strict=True))
    for row, side, is_free in zip(rows, sides, free, strict=True):
        total = sum(a * values[x] for a, x in row)
        assert total < side + NEAR and (total > side - NEAR or not is_free)
    cost = sum(a * value for a, value in zip(goal, values, strict=True))
    assert cost == pytest.approx(least(simplex, rows, sides, free, goal, spans), abs=NEAR)


def random_rows(random, size, count, values, degree):
    """Rows that these values satisfy, with their sides, and whether each is an equation."""
    rows, sides, free = [], [], []
    for _ in range(count):
        row = [(float(random.choice((-3, -1, 1, 1, 2))), x) for x in random.sample(range(size), degree)]
        free.append(random.random() < 0.3)
        rows.append(row)
        sides.append(sum(a * values[x] for a, x in row) + (0 if free[-1] else random.choice((0, 1, 4))))
    return rows, sides, free


@pytest.mark.parametrize("size", [4, 12, 40])
def test_prices_and_values_prove_each_other_best(size):
    random = Random(size)
    for _ in range(240 // size):
        spans = [random.choice((0, 1, 1, 5, 40)) for _ in range(size)]
        values = [random.randint(0, span) for span in spans]
        program = *random_rows(random, size, size * 2, values, 3), [float(random.randint(-9, 9)) for _ in spans], spans
        simplex = simplex_of(*program)
        assert simplex.solve(10**7)
        check_best(simplex, *program)


def test_the_bound_never_falls_and_holds_wherever_the_method_is_stopped():
    random = Random(5)
    spans = [random.choice((1, 7)) for _ in range(30)]
    values = [random.randint(0, span) for span in spans]
    rows, sides, free = random_rows(random, 30, 60, values, 4)
    goal = [float(random.randint(-5, 9)) for _ in spans]
    simplex, bounds, is_best = simplex_of(rows, sides, free, goal, spans), [-float("inf")], False
    while not is_best:
        is_best = simplex.solve(simplex.work + 1)
        bounds.append(least(simplex, rows, sides, free, goal, spans))
        assert bounds[-1] > bounds[-2] - NEAR
    assert len(bounds) > 10
    assert bounds[1] < bounds[-1] <= sum(a * value for a, value in zip(goal, values, strict=True)) + NEAR


def test_rows_may_come_later():
    random = Random(6)
    spans = [random.choice((1, 9)) for _ in range(20)]
    values = [random.randint(0, span) for span in spans]
    rows, sides, free = random_rows(random, 20, 40, values, 3)
    goal = [float(random.randint(-5, 5)) for _ in spans]
    columns = [[(i, a) for i, row in enumerate(rows[:15]) for a, y in row if x == y] for x in range(20)]
    shown = rows[:15]
    simplex = DualSimplex(columns, shown, sides[:15], free[:15], goal, spans)
    assert simplex.solve(10**6)
    for end in (16, 30, 40):
        for i in range(len(shown), end):
            shown.append(rows[i])
            for a, x in rows[i]:
                columns[x].append((i, a))
        simplex.extend(sides[:end], free[:end])
        assert simplex.solve(10**6)
        check_best(simplex, shown, sides[:end], free[:end], goal, spans)


def test_rows_that_exclude_each_other_have_no_best_prices():
    rows, sides = [[(1.0, 0), (1.0, 1)], [(-1.0, 0), (-1.0, 1)]], [1.0, -2.0]
    assert not simplex_of(rows, sides, [False, False], [1.0, 1.0], [5, 5]).solve(10**6)


def shifts(wanted, length):
    """A program of workers who begin at each of some hours around the clock and stay for `length` hours."""
    program = LinearProgram(10_000)
    begun = [program.variable(0, 99) for _ in wanted]
    for hour, least_number in enumerate(wanted):
        program.at_most_zero(weighted([(-1, begun[hour - back]) for back in range(length)], least_number))
    program.aim_at(weighted([(1, each) for each in begun]))
    return program


def test_prices_reach_the_bound_of_the_linear_relaxation():
    prices = Prices(shifts([57, 79, 80, 17, 1, 45, 33, 98, 83, 72, 67, 80, 17, 53, 19, 99], 3))
    prices.ascend()
    before = prices.bound()[0]
    prices.improve(10**6, 0)
    assert before < prices.bound()[0] == 387
    at = [round(99 * share, 6) for share in prices.shares]
    assert sum(at) == pytest.approx(387, abs=1) and prices.work > 0


def test_a_search_is_settled_where_the_relaxation_is_tight():
    random = Random(2)
    search = LinearSearch(shifts([random.randint(0, 99) for _ in range(24)], 4))
    assert search.begin()
    search.improve_bound(200_000)
    while not search.is_settled and search.work < 2_000_000:
        search.improve()
    assert search.is_settled
