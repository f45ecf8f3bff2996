"""Cumulative in each of its ways, against its meaning: a sum for each task or each instant, large ones bit by bit."""

import importlib
from itertools import product

import pytest
from pysat.solvers import Solver
from support.constraint_cases import CASES, W, X, Y, Z, model_of
from support.oracle import encoded_solutions, solutions

from csp2sat.cnf import counters
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.options import EncoderOptions
from csp2sat.ints import order
from csp2sat.model.expr import node

LARGE = [
    ((2, 2, 2), 30, X, 2, 11, Y, 3, 19, Z, 2, 14),
    ((2, 2), W, X, Z, Y, Y, 2, Z),
    ((2, 2, 2), Z, X, 2, 1, Y, W, 2, Z, 2, X),
]
MODULE = importlib.import_module("csp2sat.constraints.globals.cumulative")  # the package's name is the constraint's


@pytest.mark.parametrize("few", [0, counters.FEW], ids=["bit by bit", "by values"])
@pytest.mark.parametrize("by_tasks", [True, False], ids=["for each task", "for each instant"])
def test_each_way(monkeypatch, by_tasks, few):
    monkeypatch.setattr(MODULE, "_by_tasks", lambda *_: by_tasks)
    monkeypatch.setattr(MODULE, "FEW", few)
    monkeypatch.setattr(counters, "FEW", few)
    for args in (*CASES["cumulative"], *LARGE):
        model = model_of(node("cumulative", *args))
        assert encoded_solutions(model, EncoderOptions()) == solutions(model), args


def clauses_of(monkeypatch, choice):
    """Of 6 tasks in 60 instants with heights of which all sums differ; choice: by tasks?"""
    sink = Sink()
    tasks = [(order.code(sink, range(60)), order.constant(sink, 20), order.constant(sink, 3**i)) for i in range(6)]
    with monkeypatch.context() as patch:
        if choice is not None:
            patch.setattr(MODULE, "_by_tasks", lambda *_: choice)
        MODULE.encode(sink, (2,) * 6, order.constant(sink, 300), *(each for task in tasks for each in task))
    return sink.out.count(0)


def test_the_smaller_way_is_taken(monkeypatch):
    by_tasks, by_time, taken = (clauses_of(monkeypatch, choice) for choice in (True, False, None))
    assert taken == by_tasks < 0.6 * by_time


@pytest.mark.parametrize("bound", [0, 1, 6, 12, 17, 29, 30, 33])
def test_a_sum_bit_by_bit(monkeypatch, bound):
    monkeypatch.setattr(counters, "FEW", 0)
    sink = Sink()
    lits = sink.new(6)
    sink.out += (-lits[1], lits[0], 0)  # 3 if the first is true, 10 with the second
    numbers = [
        ((3, lits[0]), (10, lits[1])),
        *(((weight, lit),) for weight, lit in zip((1, 7, 8, 4), lits[2:], strict=True)),
    ]
    counters.at_most(sink, numbers, bound)
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        for bits in product((False, True), repeat=6):
            if bits[1] and not bits[0]:
                continue
            total = 3 * bits[0] + 7 * bits[1] + sum(w * b for w, b in zip((1, 7, 8, 4), bits[2:], strict=True))
            allowed = solver.solve(assumptions=[x if b else -x for x, b in zip(lits, bits, strict=True)])
            assert allowed == (total <= bound), bits


def test_heavy_sums_are_added_bit_by_bit():
    sink = Sink()
    counters.at_most(sink, [((100 + 7 * k, lit),) for k, lit in enumerate(sink.new(22))], 1800)
    assert sink.out.count(0) < 5000
