"""Sums of small numbers against addition, over all their values."""

from itertools import pairwise, product
from random import Random

import pytest
from pysat.solvers import Solver
from support.oracle import assert_means

from csp2sat.cnf.counters import BOTH, DOWN, UP, at_most, ones, total
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import FALSE, TRUE, Sink
from csp2sat.settings import CHOICES, CodingFields

NUMBERS = {
    "none": [],
    "one": [(1,)],
    "two bits": [(1,), (1,)],
    "seven bits": [(1,)] * 7,
    "weights": [(2,), (3,), (3,), (7,)],
    "steps": [(1, 4), (2, 3, 5), (6,)],
    "unary": [(1, 2, 3), (1, 2), (1, 2, 3)],
    "nothing to add": [(), (3,), ()],
}


def values_of(sink, numbers):
    """Numbers as order literals with their axioms, and the combinations of values with their assumptions."""
    steps = [list(zip(values, sink.new(len(values)), strict=True)) for values in numbers]
    for number in steps:
        for (_, below), (_, above) in pairwise(number):
            sink.out += (-above, below, 0)
    combinations = product(*([0, *values] for values in numbers))
    return steps, [
        (
            sum(chosen),
            [lit if value >= k else -lit for value, number in zip(chosen, steps, strict=True) for k, lit in number],
        )
        for chosen in combinations
    ]


@pytest.mark.sample(48)
@pytest.mark.parametrize("card", CHOICES["card"])
@pytest.mark.parametrize("most", [0, 1, 2, 3, 5, 100])
@pytest.mark.parametrize("numbers", NUMBERS.values(), ids=NUMBERS.keys())
def test_total(numbers, most, card):
    for ways in (UP, DOWN, BOTH):
        sink = Sink()
        sink.coding = CodingFields(card=card)
        steps, combinations = values_of(sink, numbers)
        outputs = total(sink, steps, most, ways)
        assert [k for k, _ in outputs] == sorted({min(s, most) for s, _ in combinations} - {0})
        with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
            for value, assumed in combinations:
                for k, lit in outputs:
                    right, wrong = (lit, -lit) if value >= k else (-lit, lit)
                    assert solver.solve(assumptions=[*assumed, right])
                    if ways & (UP if value >= k else DOWN):
                        assert not solver.solve(assumptions=[*assumed, wrong]), f"sum {value}, {k}, ways {ways}"


@pytest.mark.parametrize("bound", range(-1, 9))
@pytest.mark.parametrize("numbers", NUMBERS.values(), ids=NUMBERS.keys())
def test_at_most(numbers, bound):
    sink = Sink()
    steps, combinations = values_of(sink, numbers)
    at_most(sink, steps, bound)
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        for value, assumed in combinations:
            assert solver.solve(assumptions=assumed) == (value <= bound)


@pytest.mark.parametrize("bound", range(4))
def test_constants_and_repetitions(bound):
    assert_means(
        lambda sink, a, b: at_most(sink, ones([a, TRUE, b, a, FALSE, -b]), bound), lambda a, b: 2 + 2 * a <= bound, 2
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("card", CHOICES["card"])
def test_a_long_counter(card):
    sink, rng = Sink(), Random(1)
    sink.coding = CodingFields(card=card)
    lits = sink.new(300)
    outputs = total(sink, ones(lits), 200)
    assert [k for k, _ in outputs] == list(range(1, 201))
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        for count in (0, 1, 99, 199, 200, 201, 300):
            true = set(rng.sample(lits, count))
            satisfiable, implied = solver.propagate([lit if lit in true else -lit for lit in lits])
            assert satisfiable
            assert [lit in implied for _, lit in outputs] == [count >= k for k, _ in outputs]


def test_the_size_is_as_stated():
    sink = Sink()
    total(sink, ones(sink.new(1000)), 1000)
    assert sink.num_vars < 33 * 1000 and sink.out.count(0) < 2 * 77 * 1000
    sink = Sink()
    sink.coding = CodingFields(card="sequential")
    total(sink, ones(sink.new(100)), 7, UP)
    assert sink.num_vars <= 100 + 1 + 100 * 7 and sink.out.count(0) < 2 * 100 * 7 + 100 * 7
    sink = Sink()
    total(sink, ones(sink.new(1000)), 6, UP)
    assert sink.num_vars < 5 * 1000 and sink.out.count(0) < 27 * 1000
