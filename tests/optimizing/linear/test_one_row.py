"""The best solution of a program with one row, against all assignments."""

from itertools import product
from random import Random

import pytest

import csp2sat
from csp2sat import build
from csp2sat.encoder.normalize.formulas import Linear
from csp2sat.model.domain import Domain
from csp2sat.optimizing.linear import one_row
from csp2sat.optimizing.linear.one_row import best_of_one_row
from csp2sat.optimizing.linear.program import LinearProgram, LinearRow, value_of


def program(draw):
    """Return a random program with one row of some of its variables."""
    size = draw.randint(1, 6)
    domains = [Domain([tuple(sorted((draw.randint(-2, 3), draw.randint(-2, 3))))]) for _ in range(size)]
    row, goal = (
        Linear(tuple((draw.choice((-9, -4, -1, 1, 2, 7)), x) for x in range(size) if draw.random() < 0.8), c)
        for c in (draw.randint(-12, 12), draw.randint(-5, 5))
    )
    return LinearProgram(1000, domains=domains, rows=[LinearRow(row, draw.random() < 0.3)], goal=goal)


def test_random_programs():
    for seed in range(400):
        check(seed, program(Random(seed)))


def test_numbers_that_are_too_large_for_floating_point():
    for seed in range(1200):
        check(seed, large_program(Random(seed)), above=1)


def large_program(draw):
    """Return a random equation, which has a solution, and a goal, both with small factors and very large ones."""
    domains = [Domain([draw.choice(((0, 1), (0, 3), (-2, 2)))]) for _ in range(draw.randint(2, 5))]
    row, goal = (
        Linear(
            tuple((draw.choice((-1, 1)) * draw.randint(1, 1 << draw.randint(1, 44)), x) for x in range(len(domains))), 0
        )
        for _ in range(2)
    )
    total = value_of(row, [draw.randint(domain.lo, domain.hi) for domain in domains])
    return LinearProgram(1000, domains=domains, rows=[LinearRow(Linear(row.terms, -total), True)], goal=goal)


def check(seed, made, above=None):
    """Compare the best solution of a program with that of all assignments; above: how much worse the known one is."""
    draw = Random(seed)
    row, is_equation = made.rows[0]
    every = product(*(range(domain.lo, domain.hi + 1) for domain in made.domains))
    sums = [(value_of(made.goal, each), value_of(row, each)) for each in every]
    goals = [goal for goal, total in sums if (total == 0 if is_equation else total <= 0)]
    known = draw.choice((min(goals, default=0) + draw.randint(-2, 3), max(goals, default=0) + 1))
    known = known if above is None else min(goals, default=0) + above
    found = best_of_one_row(made, known)
    if not goals or min(goals) >= known:
        assert found.values is None, seed
    else:
        total = value_of(row, found.values)
        assert value_of(made.goal, found.values) == min(goals) and (total == 0 if is_equation else total <= 0), seed
        assert all(value in domain for value, domain in zip(found.values, made.domains, strict=True))


def test_too_much_is_not_tried(monkeypatch):
    made = LinearProgram(1000, domains=[Domain([(0, 1)])] * 9, goal=Linear(tuple((-1 - x, x) for x in range(9)), 0))
    assert best_of_one_row(made, 0) is None
    made.rows = [LinearRow(Linear(tuple((1 << x, x) for x in range(9)), -200), False)]
    assert best_of_one_row(made, 0).values is not None
    monkeypatch.setattr(one_row, "MOST_STATES", 5)
    assert best_of_one_row(made, 0) is None


@pytest.mark.parametrize("size", [20, 30])
def test_knapsacks_of_large_weights_end_with_a_proof(size):
    draw = Random(1)
    weights = [draw.randint(100, 999) for _ in range(size)]
    values = [weight + draw.randint(-60, 60) for weight in weights]
    best = {0: 0}
    for weight, value in zip(weights, values, strict=True):
        best |= {w + weight: max(best.get(w + weight, 0), v + value) for w, v in best.items()}
    m = csp2sat.Model()
    taken = m.bool_array("taken", size)
    m.add(build.sum(w * t for w, t in zip(weights, taken, strict=True)) <= sum(weights) // 3)
    m.maximize(build.sum(v * t for v, t in zip(values, taken, strict=True)))
    found = csp2sat.solve(m, timeout=20)
    least = max(value for weight, value in best.items() if weight <= sum(weights) // 3)
    assert (found.status, found.objective) == ("OPTIMUM FOUND", least)
