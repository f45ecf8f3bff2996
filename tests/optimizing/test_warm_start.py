"""Preferred values of a model with an objective: where the search begins, and nothing that the search is without."""

from itertools import product
from random import Random

import pytest
from support.pipelines import pipeline
from test_askers import cost

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.optimizing import exploration
from csp2sat.optimizing.askers import WARM, Asker
from csp2sat.optimizing.bound_strategies import Geometric, StepInterval
from csp2sat.optimizing.exploration import TOURS
from csp2sat.optimizing.greedy import PREFERRED, Start
from csp2sat.optimizing.optimize import optimize
from csp2sat.optimizing.touring.search import paths_of
from csp2sat.runner.process.outcome import Outcome, RunOptions
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.trace import Trace

KINDS = ("whole", "part", "wrong", "best")


def random_model(random):
    """A model of four integers and two Booleans, and the values of all solutions, the best ones first."""
    m = csp2sat.Model()
    xs, ps = m.int_array("x", 4, 0, 3), m.bool_array("p", 2)
    factors = [random.randint(-3, 5) for _ in range(6)]
    rows = [([random.randint(-2, 3) for _ in range(6)], random.randint(3, 9)) for _ in range(2)]
    every = [*xs, *ps]
    for row, most in rows:
        m.add(build.sum(a * x for a, x in zip(row, every, strict=True)) <= most)
    m.add(xs[0] != xs[1], ps[0] | (xs[2] > xs[3]))
    m.minimize(build.sum(a * x for a, x in zip(factors, every, strict=True)))

    def is_solution(values):
        fits = all(sum(a * v for a, v in zip(row, values, strict=True)) <= most for row, most in rows)
        return fits and values[0] != values[1] and (values[4] or values[2] > values[3])

    def value(values):
        return sum(a * v for a, v in zip(factors, values, strict=True))

    found = filter(is_solution, product(*[range(4)] * 4, *[range(2)] * 2))
    return m, every, sorted((value(each), each) for each in found)


@pytest.mark.sample(6)
@pytest.mark.parametrize("is_explored", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(10))
def test_the_best_solution_stays_against_brute_force(seed, kind, is_explored, tmp_path, monkeypatch):
    if is_explored:
        monkeypatch.setattr(exploration, "is_small", lambda *_: False)
    random, reported = Random(seed), list[int]()
    m, every, solutions = random_model(random)
    known, values = solutions[0] if kind == "best" else random.choice(solutions)
    chosen = [random.randint(0, 1) for _ in every] if kind == "wrong" else values
    m.prefer(dict([*zip(every, chosen, strict=True)][:: 2 if kind == "part" else 1]))
    result = optimize(
        ProblemRun(problem_of(m), pipeline(tmp_path, "embedded")), "geometric", lambda value, _: reported.append(value)
    )
    assert (result.status, result.objective) == ("OPTIMUM FOUND", solutions[0][0])
    assert reported == sorted({*reported}, reverse=True)
    if kind in ("whole", "best"):
        assert reported[0] == known


def tour(size=12, has_costs=False):
    random, m = Random(5), csp2sat.Model()
    place = [(random.randint(0, 60), random.randint(0, 60)) for _ in range(size)]
    far = [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in place] for a, b in place]
    after = m.int_array("after", size, 0, size - 1)
    m.add(build.circuit(after))
    costs = [csp2sat.array(row)[x] for row, x in zip(far, after, strict=True)]
    if has_costs:
        of_element, costs = costs, m.int_array("cost", size, 0, 90)
        m.add(*(x == cost for x, cost in zip(costs, of_element, strict=True)))
    m.minimize(build.sum(costs))
    return m, after


WISHES = {
    "one value": lambda tour: tour[:1],
    "a bad tour": lambda tour: tour,
    "most of it": lambda tour: tour[:-3],
    "a fork": lambda tour: [*tour[:-1], tour[0]],
    "no tour": lambda tour: [1] * len(tour),
}


@pytest.mark.apart
@pytest.mark.parametrize("has_costs", [False, True])
@pytest.mark.parametrize("kind", WISHES)
def test_tours_are_searched_from_any_warm_start(kind, has_costs, tmp_path):
    m, after = tour(has_costs=has_costs)
    size = len(after)
    bad = [(v + 1) % size for v in range(size)]
    m.prefer(dict(zip(after, WISHES[kind](bad), strict=False)))
    said, found = list[str](), list[tuple[str, list[int]]]()
    run = ProblemRun(problem_of(m), pipeline(tmp_path, "embedded", trace=Trace(tell=said.append)))

    def better(_, solution):
        found.append((run.report.answered, [solution.ints[f"after_{v}"] for v in range(size)]))

    result = optimize(run, "geometric", better)
    assert result.status == "OPTIMUM FOUND"
    assert PREFERRED in found[0][0]
    same = sum(x == y for x, y in zip(found[0][1], bad, strict=True))
    assert same >= {"one value": 1, "no tour": 0}.get(kind, size - 3)
    assert any(f"FOUND BY {TOURS.upper()}: OBJECTIVE {result.objective}" in line for line in said)


def test_sixty_places_begin_with_the_preferred_tour():
    m, after = tour(60, has_costs=True)
    m.prefer(after, [(v + 1) % 60 for v in range(60)])
    first = next(csp2sat.improvements(m, timeout=30))
    assert PREFERRED in first.statistics.solver
    assert first[after] == [(v + 1) % 60 for v in range(60)]


PATHS = {
    "none": ({}, {}),
    "a cycle": ({0: 1, 1: 2, 2: 0}, {0: [0, 1, 2]}),
    "joined at both ends": ({2: 3, 0: 1, 1: 2}, {0: [0, 1, 2, 3]}),
    "a fork": ({0: 2, 1: 2, 2: 3}, {0: [0, 2, 3]}),
    "no arc": ({0: 0, 1: 4}, {1: [1, 4]}),
    "two paths": ({4: 0, 1: 2}, {4: [4, 0], 1: [1, 2]}),
}


@pytest.mark.parametrize("after, paths", PATHS.values(), ids=PATHS)
def test_arcs_make_paths_without_forks_and_cycles(after, paths):
    assert paths_of(after) == paths


def test_improvements_are_those_of_the_same_searches(monkeypatch):
    """Without the bound by labels, which has the best tour at once."""
    monkeypatch.setattr("csp2sat.optimizing.touring.improver.cheapest", lambda *_: None)
    m, _ = tour()
    results = [*csp2sat.improvements(m)]
    assert TOURS in results[0].statistics.solver
    assert results[-1].status == "OPTIMUM FOUND"
    assert results[-1].objective == results[-2].objective < results[0].objective


def test_a_solution_near_preferred_values_has_those_that_are_possible():
    m = csp2sat.Model()
    xs = m.int_array("x", 5, 0, 9)
    p = m.bool("p")
    m.add(build.all_different(xs), xs[0] + xs[1] <= 9, p.implies(xs[4] == 0))
    m.minimize(build.sum(xs))
    model = problem_of(m).model
    start = Start(normalize(model).norm, model, 100_000)
    near = start.near({"x_0": 7, "x_1": 3, "x_2": 8, "x_4": 8, "p": 0, "none": 1})
    assert near is not None
    assert (near.ints["x_0"], near.ints["x_2"], near.bools["p"]) == (7, 8, False)
    assert near.ints["x_1"] <= 2 and near.ints["x_4"] != 8


class Scripted:
    """An oracle that gives outcomes in turn."""

    def __init__(self, *outcomes):
        self._outcomes, self.asked = list(outcomes), []

    def ask(self, clauses=(), options=None):
        self.asked.append([lit for (lit,) in clauses])
        return self._outcomes.pop(0)

    def add(self, *clauses):
        pass


UNSAT, SAT, LATE = Outcome("unsat", core=[-3], effort=9), Outcome("sat"), Outcome("unknown", reason="time", effort=WARM)
WARM_QUESTIONS = {
    "impossible ones are left out": ([UNSAT, SAT], [[1, -3, 4], [1, 4], []]),
    "no core": ([Outcome("unsat", effort=9), SAT], [[1, -3, 4], []]),
    "too long": ([LATE, SAT], [[1, -3, 4], []]),
    "found": ([SAT, SAT], [[1, -3, 4], []]),
}


@pytest.mark.parametrize("outcomes, wanted", WARM_QUESTIONS.values(), ids=WARM_QUESTIONS)
def test_warm_literals_are_assumed_until_a_solution_has_them(outcomes, wanted):
    oracle, assumed = Scripted(*outcomes, SAT), list[list[int]]()
    asker = Asker(oracle, cost(), Geometric(), RunOptions(), warm=[1, -3, 4])
    for _ in wanted:
        question = asker.question(StepInterval(0, 99, False))
        outcome = asker.ask(question)
        if outcome.status == "unknown":
            asker.give_up(question, outcome, False)
        elif outcome.status == "unsat":
            asker.nothing_near(outcome)
        assumed.append([lit for lit in oracle.asked[-1] if lit in (1, -3, 4)])
        assert question.is_near == bool(assumed[-1])
    assert assumed == wanted
