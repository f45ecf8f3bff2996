"""Problems without an objective that no solution can have, as sums of their constraints show without clauses."""

from itertools import product
from operator import mul
from random import Random

import pytest

import csp2sat
from csp2sat import build
from csp2sat.api.pipelines import asked
from csp2sat.api.problems import problem_of
from csp2sat.api.settings import Settings
from csp2sat.optimizing.without_objective import refuting
from csp2sat.solving.problem_run import ProblemRun


def roster(more, people=12, skills=2, days=7, most=5):
    """People of two skills who work at most 5 of 7 days; the first skill's shifts take `more` days than its people
    have, which no single sum shows.
    """
    m = csp2sat.Model()
    for skill in range(skills):
        group = people // skills
        x = m.bool_array(f"skill {skill}", (group, days, 3))
        for n in range(group):
            m.add(build.at_most_one(x[n, day, s] for s in range(3)) for day in range(days))
            m.add(build.total(x[n, day, s] for day in range(days) for s in range(3)) <= most)
        demand = [[0] * 3 for _ in range(days)]
        for shift in range(group * most + (more if skill == 0 else 0)):
            demand[shift % days][shift // days % 3] += 1
        m.add(
            build.total(x[n, day, s] for n in range(group)) >= demand[day][s] for day in range(days) for s in range(3)
        )
    return m


def test_too_many_shifts_are_refuted_without_clauses():
    for unique in (False, True):
        found = csp2sat.solve(roster(1), timeout=120, unique=unique)
        assert found.status == "UNSATISFIABLE" and found.statistics.clauses is None
    assert csp2sat.solve(roster(-6), timeout=120).status == "SATISFIABLE"


def test_a_solver_that_is_named_answers_itself():
    found = csp2sat.solve(roster(1), solver="kissat", timeout=120)
    alone = csp2sat.solve(roster(1), timeout=120)
    assert found.status == alone.status == "UNSATISFIABLE"
    assert found.statistics.solver == "kissat" and alone.statistics.solver.endswith(" (linear search)")


def test_a_proof_is_of_the_solver(tmp_path, monkeypatch):
    """Nothing could check a sum of constraints."""
    monkeypatch.setattr(refuting, "has_false_sum", lambda run: pytest.fail("asked"))
    assert csp2sat.prove(roster(1, people=4, days=2, most=1), tmp_path / "F.drat").status == "UNSATISFIABLE"


@pytest.mark.parametrize("seeds", [range(60), pytest.param(range(60, 2000), marks=pytest.mark.long)], ids=len)
def test_what_is_refuted_has_no_solution(seeds, monkeypatch):
    monkeypatch.setattr(refuting, "FEWEST", 0)
    monkeypatch.setattr(refuting, "counts_mostly", lambda norm: True)
    refuted = 0
    for seed in seeds:
        random, m = Random(seed), csp2sat.Model()
        xs = m.int_array("x", 4, 0, 3)
        rows = [([random.randint(-3, 3) for _ in xs], random.randint(-8, 6)) for _ in range(5)]
        m.add(sum(a * x for a, x in zip(factors, xs, strict=True)) <= most for factors, most in rows if any(factors))
        with asked(problem_of(m), Settings()) as pipeline:
            if refuting.has_false_sum(ProblemRun(problem_of(m), pipeline)):
                refuted += 1
                for values in product(range(4), repeat=4):
                    sums = [(sum(map(mul, factors, values)), most) for factors, most in rows if any(factors)]
                    assert any(total > most for total, most in sums), seed
    assert refuted
