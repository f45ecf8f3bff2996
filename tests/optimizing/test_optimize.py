"""The best solution: all strategies against brute force, MAX-CSP, MaxSAT files."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from support.oracle import solutions
from support.pipelines import EXTERNAL, RULER, pipeline
from support.random_csp import RandomCsp

from csp2sat import decoder
from csp2sat.base.files import read_source
from csp2sat.base.source import Source
from csp2sat.decoder import ObjectiveRecord
from csp2sat.encoder import wcnf
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import UsageError
from csp2sat.ints.order import OrderReader
from csp2sat.languages.sugar import read
from csp2sat.model.domain import Domain
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model, Soft
from csp2sat.optimizing import rewriting
from csp2sat.optimizing.bound_strategies import STRATEGIES, StepInterval
from csp2sat.optimizing.core_guided import least_cost as least_cost_by_cores
from csp2sat.optimizing.local_improvement import LocalImprovement
from csp2sat.optimizing.optimize import optimize
from csp2sat.solving.maxcsp import MaxCspProblem
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun

DIGEST = "0" * 64


def model_of(text):
    return read(Source("test.csp", text))


def best(problem, folder, solver="embedded", strategy="geometric"):
    """The result, and the values that were reported on the way."""
    if isinstance(problem, Model):
        problem = CspProblem(problem, DIGEST)
    engine = pipeline(folder, solver, incremental=solver == "embedded")
    reported = []
    result = optimize(ProblemRun(problem, engine), strategy, lambda value, _: reported.append(value))
    return result, reported


def by_brute_force(model):
    """The best value of the objective where it is defined, or None."""
    goal, term = model.objective
    values = []
    for ints, bools in solutions(model):
        answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
        values.append(term if isinstance(term, int) else evaluate(term, answer))
    defined = [value for value in values if value is not None]
    return (min if goal == "minimize" else max)(defined, default=None)


def random_model(seed):
    maker = RandomCsp(seed)
    return replace(maker.model(), objective=maker.objective())


def assert_best(model, result, reported):
    expected = by_brute_force(model)
    if expected is None:
        assert (result.status, result.solution, reported) == ("UNSATISFIABLE", None, [])
        return
    assert (result.status, result.objective, result.bound) == ("OPTIMUM FOUND", expected, None)
    assert reported[-1] == expected
    assert reported == sorted(set(reported), reverse=model.objective.goal == "minimize")


@pytest.mark.sample(1)
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("solver, seeds", [("embedded", range(6)), (EXTERNAL, range(30))])
def test_random_models(strategy, solver, seeds, tmp_path):
    for seed in seeds:
        model = random_model(seed)
        assert_best(model, *best(model, tmp_path, solver, strategy))


def test_the_random_models_are_of_all_kinds():
    values = [by_brute_force(random_model(seed)) for seed in range(60)]
    assert values.count(None) in range(6, 45)
    assert len(set(values)) > 5


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_end(name):
    for last in range(20):
        for least in range(last + 2):  # beyond the last: no solution
            assert questions(name, last, least) <= {"bisect": 6, "geometric": 14}.get(name, last + 2)


def questions(name, last, least):
    """How many questions it takes until `least` is known to be the best of 0..last; a solution is as bad as allowed."""
    strategy, known, count = STRATEGIES[name](), StepInterval(0, last, False), 0
    while not (known.found and known.low == known.high):
        count += 1
        step = strategy(known)
        assert known.low <= step <= known.high - known.found
        if step >= least:
            known = StepInterval(known.low, step, True)
        elif step == last:
            return count
        else:
            known = StepInterval(step + 1, known.high, known.found)
    assert known.high == least
    return count


@pytest.mark.parametrize("goal", ["minimize", "maximize"])
def test_steps_and_literals(goal):
    cost = ObjectiveRecord(goal, OrderReader(Domain.of([2, 3, 7, 9]), 10))  # 10: at most 2, 11: 3, 12: 7
    down = goal == "minimize"
    values = [cost.steps.value(step) for step in range(4)]
    assert values == ([2, 3, 7, 9] if down else [9, 7, 3, 2])
    good = [[[10]], [[11]], [[12]], []] if down else [[[-12]], [[-11]], [[-10]], []]
    assert [cost.as_good(step) for step in range(4)] == good
    assert [cost.worse(step) for step in range(3)] == [[[-lit]] for ((lit,),) in good[:3]]
    assert [cost.steps.of(value) for value in values] == [0, 1, 2, 3]
    assert cost.steps.of(5) == 2  # the best step that is no better
    assert cost.steps.ends(1, 2) == (3, 7)


DEGENERATE = {
    "one value": ("(int x 3 3) (objective minimize x)", ["OPTIMUM FOUND", 3]),
    "a constant": ("(int x 0 3) (objective maximize 7)", ["OPTIMUM FOUND", 7]),
    "no variable": ("(objective minimize (+ 1 1))", ["OPTIMUM FOUND", 2]),
    "unsatisfiable": ("(int x 0 9) (objective minimize x) (> x 4) (< (* x x) 16)", ["UNSATISFIABLE", None]),
    "undefined": ("(int x 0 0) (objective minimize (/ 1 x))", ["UNSATISFIABLE", None]),
    "undefined in part": ("(int x 0 1) (objective minimize (/ (- 5) x))", ["OPTIMUM FOUND", -5]),
    "holes": ("(int x (0 5 100)) (objective maximize x) (< x 100)", ["OPTIMUM FOUND", 5]),
    "a formula decides": ("(bool p) (bool q) (objective maximize (if p 3 (if q 5 4))) (or p q)", ["OPTIMUM FOUND", 5]),
}


@pytest.mark.sample(9)
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate(case, strategy, tmp_path):
    text, expected = DEGENERATE[case]
    result, _ = best(model_of(text), tmp_path, EXTERNAL, strategy)
    assert [result.status, result.objective] == expected


@pytest.mark.parametrize("solver", ["embedded", EXTERNAL])
def test_a_large_cnf_is_written_anew(solver, tmp_path, monkeypatch):
    monkeypatch.setattr(rewriting, "LARGE", 0)
    result, _ = best(model_of(RULER), tmp_path, solver, "bisect")
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 6)
    assert (tmp_path / "problem-bounded.cnf").stat().st_size < (tmp_path / "problem.cnf").stat().st_size


def test_what_was_asked_for_is_not_left_in_the_cnf(tmp_path):
    best(model_of(RULER), tmp_path, EXTERNAL)
    exact, bound = ((tmp_path / name).read_text().splitlines() for name in ("problem.cnf", "problem-bound.cnf"))
    header = exact.index(next(line for line in exact if line.startswith("p cnf")))
    assert exact[header + 1 :] == bound[header + 1 : len(exact)]
    units = [line.split() for line in bound[len(exact) :]]
    assert all(len(unit) == 2 for unit in units)
    assert int(bound[header].split()[3]) == len(bound) - header - 1


# sharpening


SHARPENED = {
    "slack": ("(int x 0 9) (int y 0 99) (objective minimize y) (<= (* 2 x) y)", {"x": 3, "y": 50}, 6),
    "slack above": ("(int x 0 9) (int y 0 99) (objective maximize y) (>= (* 2 x) y)", {"x": 3, "y": 1}, 6),
    "in a sum": ("(int x 0 9) (int y 0 9) (objective minimize (- x y)) (> x 3) (< y 3)", {"x": 8, "y": 0}, 2),
    "a hole": ("(int y (0 3 8 20)) (objective minimize y) (!= y 0) (> y 3)", {"y": 20}, 8),
    "nothing to gain": ("(int x 0 9) (objective minimize x) (= x 4)", {"x": 4}, 4),
}


@pytest.mark.parametrize("case", SHARPENED)
def test_sharpening(case):
    text, ints, expected = SHARPENED[case]
    improve = LocalImprovement(model_of(text))
    assert improve.value(improve(Answer(ints, {}))) == expected


def test_sharpening_of_booleans():
    improve = LocalImprovement(model_of("(bool p) (bool q) (objective minimize (+ (if p 1 0) (if q 1 0))) (or p q)"))
    assert improve.value(improve(Answer({}, {"p": True, "q": True}))) == 1


@pytest.mark.parametrize("seed", range(30))
def test_sharpened_solutions_are_solutions_and_no_worse(seed):
    model = random_model(seed)
    improve, problem = LocalImprovement(model), CspProblem(model, DIGEST)
    sign = 1 if model.objective.goal == "minimize" else -1
    for ints, bools in list(solutions(model))[:20]:
        answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
        before = model.objective.term
        before = before if isinstance(before, int) else evaluate(before, answer)
        if before is not None:
            better = improve(answer)
            assert problem.faults(better) == []
            assert sign * improve.value(better) <= sign * before


# MAX-CSP


def random_soft_model(seed, mode):
    random, model = Random(seed), RandomCsp(seed).model()
    weights = [random.choice([1, 2, 3, 10, 0, -2]) for _ in model.constraints]
    if mode == "weighted":
        soft = [Soft(weight, constraint) for weight, constraint in zip(weights, model.constraints, strict=True)]
        return replace(model, constraints=[c.constraint for c in soft[:1]], soft=soft[1:])
    return model


def least_cost(model, mode):
    """By brute force; None if the hard constraints cannot be satisfied."""
    hard = model.constraints if mode == "weighted" else []
    soft = model.soft if mode == "weighted" else [Soft(1, c) for c in model.constraints]
    costs = [
        sum(s.weight for s in soft if not evaluate(s.constraint.formula, answer))
        for answer in assignments(model)
        if all(evaluate(c.formula, answer) for c in hard)
    ]
    return min(costs, default=None)


def assignments(model):
    for ints in product(*model.ints.values()):
        for bools in product((False, True), repeat=len(model.bools)):
            yield Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))


@pytest.mark.sample(8)
@pytest.mark.parametrize("mode", ["max", "weighted"])
@pytest.mark.parametrize("seed", range(20))
def test_max_csp(mode, seed, tmp_path):
    model = random_soft_model(seed, mode)
    problem = MaxCspProblem(model, mode, DIGEST)
    result, _ = best(problem, tmp_path, EXTERNAL)
    expected = least_cost(model, mode)
    assert result.objective == expected


@pytest.mark.parametrize("seed", range(4))
def test_max_csp_by_cores(seed, tmp_path):
    model = random_soft_model(seed, "weighted")
    engine, reported = pipeline(tmp_path, "embedded"), []
    problem = MaxCspProblem(model, "weighted", DIGEST)
    result = least_cost_by_cores(ProblemRun(problem, engine), lambda value, _: reported.append(value))
    expected = least_cost(model, "weighted")
    assert (result.objective, result.status) == (expected, "UNSATISFIABLE" if expected is None else "OPTIMUM FOUND")
    assert reported == ([] if expected is None else [expected])


def test_hidden_names_do_not_clash():
    model = model_of("(bool _C1) (bool _C_x) (int _C2 0 1) (= _C2 1) _C1")
    names = list(MaxCspProblem(model, "max", DIGEST).model.bools)
    assert names == ["_C1", "_C_x", "_C__1", "_C__2"]


def test_an_objective_and_soft_constraints_are_refused():
    with pytest.raises(
        UsageError, match="an objective cannot be combined with constraints that have weights, or with --max"
    ):
        MaxCspProblem(model_of("(int x 0 1) (objective minimize x)"), "max", DIGEST)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ["max", "weighted", "objective"])
def test_wcnf(kind, seed, tmp_path):
    """A MaxSAT solver finds the same, and the map says what its model means."""
    model = random_model(seed) if kind == "objective" else random_soft_model(seed, kind)
    problem = CspProblem(model, DIGEST) if kind == "objective" else MaxCspProblem(model, kind, DIGEST)
    written = model if kind == "objective" else problem.relaxed
    path, map_ = str(tmp_path / "m.wcnf"), str(tmp_path / "m.map")
    wcnf.write(written, DIGEST, path, map_, EncoderOptions())
    expected = by_brute_force(model) if kind == "objective" else least_cost(model, kind)
    with RC2(WCNF(path)) as solver:
        literals = solver.compute()
    if expected is None:
        assert literals is None
        return
    variables = decoder.read(read_source(map_))
    assert variables.cost(literals) == expected
    assert problem.faults(problem.solution(variables.decode(literals))) == []
