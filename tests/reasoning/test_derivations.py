"""Derivations by unit propagation, against a solver that propagates and against their own clauses."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from pysat.solvers import Solver

from csp2sat.reasoning.search.derivations import CASE, ClauseIndex, Derived, LaterNeeds, derived, needed, work

Lits = list[int]


def random_statements(seed: int) -> tuple[random.Random, dict[int, list[Lits]], ClauseIndex]:
    rng = random.Random(seed)
    clauses = {
        number: [[rng.choice((1, -1)) * var for var in rng.sample(range(1, 9), rng.randint(2, 3))] for _ in range(3)]
        for number in range(-1, 6)
    }
    index = ClauseIndex()
    for number, each in clauses.items():
        index.add(number, each)
    return rng, clauses, index


def judge(found: Sequence[Derived], holds: set[int], clauses: dict[int, list[Lits]], parts: set[int]) -> None:
    """Each conclusion follows from what holds before, by one clause or by its opposite; all of them are needed."""
    holds = set(holds)
    for each in found:
        assert holds.issuperset(each.needs)
        if each.part == CASE:
            judge(each.way, {*holds, -each.literal}, clauses, parts)
            assert {need for way in each.way for need in way.needs} & holds <= set(each.needs)
        else:
            assert any(
                sorted(clause) == sorted([-need for need in each.needs] + [each.literal] * bool(each.literal))
                for clause in clauses[each.part]
            ), "the clause of each conclusion is one of its statement"
            assert each.part in parts or each.part == -1
        holds.add(each.literal)
    used = {need for each in found for need in each.needs}
    assert {each.literal for each in found[:-1]} <= used, "nothing is there that the contradiction does not need"
    assert not found or found[-1].literal == 0


@pytest.mark.parametrize("seed", range(60))
def test_derivations(seed):
    rng, clauses, index = random_statements(seed)
    parts = set(rng.sample(range(6), 4))
    known, supposed = [rng.choice((9, -9))], rng.choice((1, -1)) * rng.randint(1, 8)
    with Solver(name="minisat22", bootstrap_with=[c for n in (-1, *parts) for c in clauses[n]]) as solver:
        ok, _ = solver.propagate(assumptions=[*known, supposed])
    found = index.derive([supposed], index.closure(known, parts), parts)
    assert bool(found) == (not ok)
    judge(found, {*known, supposed}, clauses, parts)
    short = index.shortest([supposed], index.closure(known, parts), parts, 100)
    assert bool(short) == (not ok)
    assert not found or work(short) <= work(found)
    judge(short, {*known, supposed}, clauses, parts)


def test_derivations_by_cases():
    """A conclusion whose opposite leads to a contradiction is one, and no wrong contradiction comes of them."""
    only_by_cases = 0
    for seed in range(400):
        rng, clauses, index = random_statements(seed)
        parts, supposed = set(range(6)), rng.choice((1, -1)) * rng.randint(1, 8)
        true = index.closure([9], parts)
        cases = [lit for var in range(1, 9) for lit in (var, -var)]
        found = index.derive([supposed], true, parts, cases)
        judge(found, {*true, supposed}, clauses, parts)
        short = index.shortest([supposed], true, parts, 100, cases)
        judge(short, {*true, supposed}, clauses, parts)
        assert not short or found, "one round of cases finds no more than all rounds"
        with Solver(name="minisat22", bootstrap_with=[c for each in clauses.values() for c in each]) as solver:
            assert not (found and solver.solve(assumptions=[9, supposed]))
        only_by_cases += any(each.way for each in found)
    assert only_by_cases > 5


def test_cases_within_a_case_are_tried_where_no_other_case_leads_to_a_contradiction():
    index, lits = ClauseIndex(), [2, -2, 3, -3, 4, -4]
    index.add(0, [[a, b, c] for a in (2, -2) for b in (3, -3) for c in (4, -4)])
    assert index.derive([], {1}, {0}, lits) == []
    way = index.derive([], {1}, {0}, lits, deep=lits)
    assert way[0].part == CASE and way[0].way[0].part == CASE and way[-1].literal == 0


def test_what_follows_from_a_case_without_a_contradiction_is_no_case():
    index, tried = ClauseIndex(), list[int]()
    index.add(0, [[-at, at + 1] for at in range(2, 20)])

    def force(todo, holds, came):
        tried.extend(todo)
        return index.propagate(todo, holds, came, {0})

    lits = [*range(2, 21)]
    assert derived(force, [], {1}, lits, deep=lits) == []
    assert tried == [2, 2]  # once as a case, once as a case with cases of its own, of which none is left


def test_reasons_are_found_for_conclusions_that_are_needed_alone():
    asked = list[int]()
    came = {lit: Derived(lit, 0, LaterNeeds(lambda lit=lit: [asked.append(lit) or lit - 1])) for lit in range(2, 7)}
    found = needed(Derived(0, 0, [4]), came)
    assert [each.literal for each in found] == [2, 3, 4, 0] and asked == [4, 3, 2]
    assert [list(each.needs) for each in found] == [[1], [2], [3], [4]] and asked == [4, 3, 2]


def test_of_two_contradictions_the_one_of_fewer_statements_is_chosen_and_lines_of_one_are_together():
    index = ClauseIndex()
    for number, clauses in enumerate([[[-1, 2], [-1, 3]], [[-2, 4]], [[-4, 5]], [[-5, -4]], [[-3, 6]], [[-6, -2]]]):
        index.add(number, clauses)
    every = range(6)
    assert [each.part for each in index.shortest([1], [], every, 100)] in ([0, 0, 4, 5], [0, 0, 5, 4])
    assert [each.part for each in index.shortest([1], [], {0, 1, 2, 3}, 100)] == [0, 1, 2, 3]
    assert index.shortest([1], [], {0, 1, 2}, 100) == []
    index.add(6, [[-7, 8], [-7, -8], [7, 9]])
    index.add(7, [[7, -9]])
    (case, *_, last) = index.shortest([], [], {6, 7}, 100, [7])
    assert (case.part, case.literal, last.literal) == (CASE, -7, 0)
