"""Derivations by unit propagation, against a solver that propagates and against their own clauses."""

from __future__ import annotations

import random

import pytest
from pysat.solvers import Solver

from csp2sat.reasoning.search.derivations import ClauseIndex


@pytest.mark.parametrize("seed", range(60))
def test_derivations(seed):
    rng = random.Random(seed)
    clauses = {
        number: [[rng.choice((1, -1)) * var for var in rng.sample(range(1, 9), rng.randint(2, 3))] for _ in range(3)]
        for number in range(-1, 6)
    }
    index = ClauseIndex()
    for number, each in clauses.items():
        index.add(number, each)
    parts = set(rng.sample(range(6), 4))
    known, supposed = [rng.choice((9, -9))], rng.choice((1, -1)) * rng.randint(1, 8)
    with Solver(name="minisat22", bootstrap_with=[c for n in (-1, *parts) for c in clauses[n]]) as solver:
        ok, _ = solver.propagate(assumptions=[*known, supposed])
    found = index.derive([supposed], index.closure(known, parts), parts)
    assert bool(found) == (not ok)
    holds = {*known, supposed}
    for each in found:
        assert any(
            sorted(clause) == sorted([-need for need in each.needs] + [each.literal] * bool(each.literal))
            for clause in clauses[each.part]
        ), "the clause of each conclusion is one of its statement"
        assert holds.issuperset(each.needs) and (each.part in parts or each.part == -1)
        holds.add(each.literal)
    used = {need for each in found for need in each.needs}
    assert {each.literal for each in found[:-1]} <= used, "nothing is there that the contradiction does not need"
    assert not found or found[-1].literal == 0
