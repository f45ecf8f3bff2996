"""Best values that a second solver confirms: the search is the usual one, and its end alone is confirmed."""

import time
from dataclasses import replace
from random import Random

import pytest
from support.pipelines import EXTERNAL, RULER, pipeline
from support.programs import needed_solver

import csp2sat
from csp2sat import build
from csp2sat.api.door import optimum
from csp2sat.api.problems import problem_of
from csp2sat.base.source import Source
from csp2sat.errors import SolverError
from csp2sat.languages.sugar import read
from csp2sat.model.model import Answer
from csp2sat.optimizing.confirming import confirmed
from csp2sat.optimizing.objective_search import Optimum
from csp2sat.runner.process.outcome import RunOptions
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.trace import Trace

GAINS = "(int x 0 9) (int y 0 9) (<= (+ (* 3 x) (* 2 y)) 16) (objective maximize (+ (* 4 x) (* 3 y)))"  # 24


def run_of(problem, folder, said=None, **others):
    trace = Trace(tell=said.append) if said is not None else Trace()
    return ProblemRun(problem, pipeline(folder, "embedded", trace=trace, **others))


def problem(text):
    return CspProblem(read(Source("test.csp", text)), "0" * 64)


def soft_wishes(count):
    """A problem of soft constraints, for which a search from above needs a sum of many weights, and its least cost."""
    random, m = Random(count), csp2sat.Model()
    x = m.bool_array("x", count)
    m.add(build.weighted_sum([1] * count, x) <= count // 2)
    weights = [random.randint(1, 99) for _ in x]
    for each, weight in zip(x, weights, strict=True):
        m.soft(each, weight)
    return problem_of(m), sum(sorted(weights)[: count - count // 2])


@pytest.mark.parametrize(
    ("text", "status", "value"),
    [
        (GAINS, "OPTIMUM FOUND", 24),
        ("(int x 0 3) (objective minimize 3)", "OPTIMUM FOUND", 3),
        ("(int x 0 3) (objective minimize x)", "OPTIMUM FOUND", 0),
        ("(bool p) (bool q) (= (+ (if p 2 0) (if q 4 0)) 3) (objective minimize 3)", "UNSATISFIABLE", None),
    ],
)
def test_the_end_of_a_search_is_confirmed(text, status, value, tmp_path):
    said: list[str] = []
    result = optimum(run_of(problem(text), tmp_path, said, cross_check=needed_solver("minisat")), None, lambda *_: None)
    assert (result.status, result.objective, result.bound) == (status, value, None)
    assert [each for each in said if each == "CONFIRMED" or "BY BOUNDS" in each or "CONTRADICTION" in each.upper()]


def test_soft_constraints_are_searched_as_without_a_second_solver(tmp_path):
    """A search from above had twice the least cost after a minute, where cores take half a second."""
    soft, least = soft_wishes(12)
    said: list[str] = []
    result = optimum(run_of(soft, tmp_path, said, cross_check=needed_solver("minisat")), None, lambda *_: None)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", least)
    assert any(each.endswith("(RC2)") for each in said) and "CONFIRMED" in said


def test_a_solver_that_the_search_keeps_does_not_confirm_itself(tmp_path):
    said: list[str] = []
    run = run_of(problem(RULER), tmp_path, said, cross_check=needed_solver("embedded"))
    own = replace(
        run.pipeline, strategy=pipeline(tmp_path, EXTERNAL).strategy, kept_solvers=lambda: (run.pipeline.solver, None)
    )
    assert optimum(ProblemRun(run.problem, own), None, lambda *_: None).status == "OPTIMUM FOUND"
    assert any(each.startswith("SOLVING") and each.endswith(f"WITH {EXTERNAL}") for each in said)
    assert said[-1] == "CONFIRMED"


@pytest.mark.parametrize(
    "known", [Optimum("OPTIMUM FOUND", Answer({"x": 0, "y": 7}, {}), objective=21), Optimum("UNSATISFIABLE")]
)
def test_a_wrong_end_is_found_by_the_second_solver(known, tmp_path):
    run = run_of(problem(GAINS), tmp_path, cross_check=needed_solver("minisat"))
    try:
        result = confirmed(run, known)
    except SolverError as error:
        assert known.solution is None and "a model, which was checked" in str(error)
    else:
        assert (result.status, result.objective, result.bound) == ("SATISFIABLE", 21, None)
        assert isinstance(result.stopped, SolverError)


def test_the_best_solution_stays_if_the_second_solver_has_no_time(tmp_path):
    run = run_of(problem(GAINS), tmp_path, cross_check=needed_solver("minisat"))
    known = optimum(run_of(problem(GAINS), tmp_path), None, lambda *_: None)
    late = ProblemRun(run.problem, replace(run.pipeline, run_options=RunOptions(deadline=time.monotonic() - 1)))
    result = confirmed(late, known)
    assert (result.status, result.objective, result.bound, result.reason) == ("SATISFIABLE", 24, None, "time")
