"""Equations that dives miss, as of a knapsack to fill exactly, beside brute force."""

from itertools import product
from random import Random

import pytest

import csp2sat
from csp2sat import build
from csp2sat.optimizing.linear.gap_search import GapSearch, hard_equations
from csp2sat.optimizing.linear.program import LinearProgram, value_of, weighted


def program_of(random, count, room, planted):
    """A program with `count` items, rows in which `room` is left at most, and one or two equations; with a solution if
    one is planted."""
    program = LinearProgram(10**5)
    xs = [program.variable(0, random.choice((1, 1, 1, 3))) for _ in range(count)]
    values = [random.randint(0, program.domains[x].hi) for x in range(count)]
    for number in range(4):
        total = weighted([(random.randint(0, 30), x) for x in xs])
        exact = number > 1 and (number < 3 or not planted)
        most = value_of(total, values) if planted else max(0, value_of(total, values) - random.randint(0, 3))
        if exact:
            program.equal_zero(weighted([(1, total)], -most))
        else:
            sign = random.choice((1, -1))
            program.at_most_zero(weighted([(sign, total)], -sign * most - random.randint(0, room)))
    program.aim_at(weighted([(random.randint(-9, 9), x) for x in xs]))
    return program


def is_solution(program, values):
    sums = [(value_of(row.sum, values), row.is_equation) for row in program.rows]
    return all(total == 0 if is_equation else total <= 0 for total, is_equation in sums)


def test_solutions_and_refutations_are_those_of_brute_force():
    found = []
    for seed in range(150):
        program = program_of(Random(seed), 6, 9, seed % 3 == 0)
        gap = GapSearch(program)
        gap.begin(60_000)
        is_solvable = any(is_solution(program, values) for values in product(*program.domains))
        assert gap.values is None or is_solution(program, gap.values)
        assert not (gap.is_refuted and is_solvable), seed
        found.append((is_solvable, gap.values is not None, gap.is_refuted))
    assert found.count((True, True, False)) > 40 and found.count((False, False, True)) > 20
    assert found.count((True, False, False)) < 10


@pytest.mark.parametrize("seed", range(4))
def test_a_knapsack_of_forty_items_is_filled_exactly(seed):
    program = program_of(Random(seed), 40, 30, planted=True)
    gap = GapSearch(program)
    gap.begin(2_000_000)
    assert gap.values is not None and is_solution(program, gap.values)


@pytest.mark.parametrize(
    ("factors", "hi", "hard"),
    [
        ((3, 5, 7), 1, [0]),
        ((3, 3, 3), 1, []),  # a number of items
        ((3, 5), 1, []),
        ((3, 5, 1), 1, [0]),
        ((3, 5, 1), 5, []),  # the last one fills any gap
    ],
)
def test_which_equations_are_hard(factors, hi, hard):
    program = LinearProgram(100)
    xs = [program.variable() for _ in factors[1:]]
    total = weighted([(a, x) for a, x in zip(factors, [*xs, program.variable(0, hi)], strict=True)], -8)
    program.equal_zero(total)
    assert hard_equations(program) == hard


def test_many_equations_are_left_to_the_solver():
    program = LinearProgram(1000)
    xs = [program.variable() for _ in range(9)]
    for first in range(5):
        program.equal_zero(weighted([(a + first, x) for a, x in enumerate(xs, 1)], -20 - first))
    gap = GapSearch(program)
    gap.begin(10_000)
    assert (hard_equations(program), gap.values, gap.is_refuted) == ([], None, False)


@pytest.mark.parametrize(("seed", "most"), [(0, 8707), (1, 7990), (2, 8782)])
def test_a_profit_that_is_to_be_the_greatest_possible_one_needs_no_solver(seed, most):
    """Neither dives nor jumps find it."""
    random, m = Random(seed), csp2sat.Model()
    profits = [random.randint(20, 999) for _ in range(30)]
    x = m.bool_array("x", 30)
    for _ in range(5):
        weights = [max(1, profit // 10 + random.randint(-15, 15)) for profit in profits]
        m.add(build.weighted_sum(weights, x) <= sum(weights) // 2)
    m.add(build.weighted_sum(profits, x) == most)
    m.maximize(build.weighted_sum(profits, x))
    result = csp2sat.solve(m, timeout=30)
    assert result.status == "OPTIMUM FOUND" and result.statistics.clauses is None
