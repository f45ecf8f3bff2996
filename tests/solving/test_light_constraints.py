"""The first question about a model without its heavy constraints: what it refutes has no solution, and what it answers
is one.
"""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from support.oracle import solutions
from support.pipelines import EXTERNAL, pipeline

from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.domain import Domain
from csp2sat.model.expr import all_of, any_of, node
from csp2sat.model.model import Constraint, Model, Objective, Soft
from csp2sat.optimizing.bound_strategies import STRATEGIES
from csp2sat.optimizing.optimize import DEFAULT, optimize
from csp2sat.solving import oracle
from csp2sat.solving.first_solution import solve_unique
from csp2sat.solving.oracle import ask_light
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.refining import light_constraints
from csp2sat.solving.refining.light_constraints import lightened

PAIRS = list(combinations(range(4), 2))


@pytest.fixture(autouse=True)
def _even_small_models(monkeypatch):
    for name, value in (("HEAVY", 3), ("MANY", 3), ("SHARE", 0)):
        monkeypatch.setattr(light_constraints, name, value)
    monkeypatch.setattr(oracle, "CLAUSES", 1000)


def tasks(seed):
    """Tasks of random durations that must not overlap, in one constraint, and small constraints on their starts."""
    rng, model = Random(seed), Model()
    starts = [model.int(f"s{i}", Domain([(0, rng.randint(3, 5))])) for i in range(4)]
    lengths = [rng.randint(1, 2) for _ in starts]
    orders = [[node("le", node("add", starts[i], lengths[i]), starts[j]) for i, j in (p, p[::-1])] for p in PAIRS]
    model.add(all_of(map(any_of, orders)))
    for _ in range(rng.randint(0, 3)):
        a, b = rng.sample(starts, 2)
        model.add(node("lt", node("add", a, rng.randint(0, 2)), b))
    return model


def run_of(model, folder, **others):
    return ProblemRun(CspProblem(model, ""), pipeline(folder, **others))


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(200))
def test_answers_are_those_of_all_assignments(seed, tmp_path):
    model = tasks(seed)
    right = solutions(model)
    result = solve_unique(run_of(model, tmp_path))
    assert result.status == ("SATISFIABLE" if right else "UNSATISFIABLE")
    assert result.unique == (len(right) == 1 if right else None)
    assert (tmp_path / "problem-light.cnf").exists()


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_best_values_are_those_of_all_assignments(seed, strategy, tmp_path):
    model = tasks(seed)
    latest = node("max", *(node("int", name) for name in model.ints))
    best = min((max(ints) for ints, _ in solutions(model)), default=None)
    run = run_of(replace(model, objective=Objective("minimize", latest)), tmp_path)
    found = optimize(run, strategy, lambda value, solution: None)
    assert (found.status, found.objective) == ("UNSATISFIABLE" if best is None else "OPTIMUM FOUND", best)


def refuted():
    """Tasks of which three shall come before each other in a circle."""
    model = tasks(1)
    first, second = (node("int", name) for name in ("s0", "s1"))
    third = node("int", "s2")
    for a, b in ((first, second), (second, third), (third, first)):
        model.add(any_of((node("lt", a, b), node("lt", node("add", a, 1), b))))
    return model


@pytest.mark.parametrize("solver", [None, EXTERNAL])
def test_heavy_constraints_are_not_written_if_the_others_are_enough(solver, tmp_path):
    run = run_of(refuted(), tmp_path, solver=solver, incremental=solver is None)
    assert solve_unique(run).status == "UNSATISFIABLE"
    assert [each.name for each in tmp_path.glob("*.cnf")] == ["problem-light.cnf"]
    assert run.report.written is not None


def test_no_bound_is_asked_for_if_there_is_no_solution(tmp_path):
    model = replace(refuted(), objective=Objective("maximize", node("int", "s3")))
    assert optimize(run_of(model, tmp_path), DEFAULT, lambda *better: None).status == "UNSATISFIABLE"
    assert [each.name for each in tmp_path.glob("*.cnf")] == ["problem-light.cnf"]


def test_only_constraints_of_nearly_all_formulas_are_left_out(monkeypatch):
    model = tasks(1)
    assert lightened(model).lacks == len(PAIRS)
    assert len(lightened(model).model.constraints) == len(model.constraints) - 1
    soft = replace(model, soft=[Soft(1, Constraint(node("lt", node("int", "s0"), 2)))])
    assert lightened(soft) is None
    monkeypatch.setattr(light_constraints, "SHARE", 7)
    assert lightened(model) is None
    monkeypatch.setattr(light_constraints, "SHARE", 0)
    monkeypatch.setattr(light_constraints, "MANY", len(PAIRS) + 1)
    assert lightened(model) is None


def test_nothing_is_asked_if_the_whole_formula_has_to_answer(tmp_path):
    assert ask_light(run_of(refuted(), tmp_path))[0]
    others = pipeline(tmp_path, EXTERNAL).solver
    for given in ({"explores": False}, {"cross_check": others}, {"options": EncoderOptions(narrowing=False)}):
        assert ask_light(run_of(refuted(), tmp_path, **given)) == (False, None)


def test_a_light_formula_that_is_large_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(oracle, "CLAUSES", 0)
    run = run_of(refuted(), tmp_path)
    assert ask_light(run) == (False, None)
    assert run.report.written is None
    assert solve_unique(run).status == "UNSATISFIABLE"
