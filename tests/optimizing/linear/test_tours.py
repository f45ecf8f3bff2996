"""Tours and routes as linear programs, against brute force: no bound is above the best length."""

from itertools import pairwise, permutations
from random import Random

import pytest
from support.pipelines import pipeline

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.optimizing.linear.improver import improver_of
from csp2sat.optimizing.linear.program import Infeasible
from csp2sat.optimizing.one_sided import one_sided
from csp2sat.optimizing.optimize import optimize
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.refining import circuits
from csp2sat.solving.trace import Trace


def explored(m, seconds=1.0):
    """The bound, the best value, and whether answers were searched for; every answer is judged."""
    model, _ = one_sided(problem_of(m).model)
    try:
        improver = improver_of(normalize(model).norm, model)
    except Infeasible:
        return None, None, True
    values = []
    for answer in improver.begin(seconds):
        assert CspProblem(model, "").faults(answer) == []
        values.append(improver._search.value)
    improver.improve_bound(seconds)
    if improver.is_refuted:
        return None, None, True
    return improver.bound(), values[-1] if values else None, not improver._extraction.is_relaxation


def distances(random, size):
    return [[0 if v == w else random.randint(1, 30) for w in range(size)] for v in range(size)]


def length(far, tour):
    return sum(far[v][w] for v, w in zip(tour, [*tour[1:], tour[0]], strict=True))


def tours(size):
    return ([0, *rest] for rest in permutations(range(1, size)))


def by_successors(far, m):
    after = m.int_array("after", len(far), 0, len(far) - 1)
    m.add(build.circuit(after))
    return sum(csp2sat.array(row)[x] for row, x in zip(far, after, strict=True))


def by_arcs(far, m, leave_out=()):
    """The arcs and the length; places in `leave_out` may be left out."""
    size = len(far)
    pairs = [(v, w) for v in range(size) for w in range(size) if v != w or v in leave_out]
    arcs = [(v, w, m.bool(f"{v} to {w}")) for v, w in pairs]
    m.add(build.circuit(arcs))
    return arcs, build.total(far[v][w] * taken for v, w, taken in arcs)


@pytest.mark.parametrize("seed", range(12))
def test_bounds_of_tours_are_right(seed):
    random = Random(seed)
    far = distances(random, random.randint(4, 6))
    m = csp2sat.Model()
    total = by_arcs(far, m)[1] if seed % 2 else by_successors(far, m)
    best = min(length(far, tour) for tour in tours(len(far)))
    if seed % 3 == 0:
        m.maximize(-total)
        best = -best
    else:
        m.minimize(total)
    bound, value, is_searched = explored(m)
    assert is_searched and value is not None
    assert abs(bound) <= abs(best)
    assert abs(bound) >= 0.8 * abs(best)


@pytest.mark.parametrize("seed", range(10))
def test_bounds_of_routes_with_times_and_loads_are_right(seed):
    """One depot for two vehicles; times and loads say which orders are possible."""
    random = Random(seed)
    far = distances(random, 6)
    for v in range(6):
        far[1][v], far[v][1] = far[0][v], far[v][0]
    load, most = [0, 0, *(random.randint(1, 3) for _ in range(4))], 6
    ready = [0, 0, *(random.randint(0, 60) for _ in range(4))]
    m = csp2sat.Model()
    arcs, total = by_arcs(far, m)
    at = [m.int(f"at_{v}", ready[v], ready[v] + (40 if v > 1 else 0)) for v in range(6)]
    carried = [m.int(f"load_{v}", load[v], most) for v in range(6)]
    m.add(taken.implies(at[w] >= at[v] + far[v][w]) for v, w, taken in arcs if w > 1)
    m.add(taken.implies(carried[w] >= carried[v] + load[w]) for v, w, taken in arcs if w > 1 and v > 1)
    m.minimize(total)

    def is_possible(tour):
        time = weight = 0
        for v, w in pairwise(tour):
            if w == 1:
                time = weight = 0
                continue
            time, weight = max(ready[w], (time if v > 1 else 0) + far[v][w]), (weight if v > 1 else 0) + load[w]
            if time > ready[w] + 40 or weight > most:
                return False
        return True

    lengths = [length(far, tour) for tour in tours(6) if is_possible(tour)]
    bound, value, _ = explored(m)
    if not lengths:
        assert value is None
    else:
        assert 0 < bound <= min(lengths)
        assert value is None or value >= min(lengths)


@pytest.mark.parametrize("seed", range(8))
def test_bounds_with_places_that_may_be_left_out_are_right(seed):
    """A visit earns something; place 0 is always visited, or no place has to be."""
    random = Random(seed)
    far, earned = distances(random, 5), [random.randint(0, 40) for _ in range(5)]
    optional = range(seed % 2, 5)
    m = csp2sat.Model()
    arcs, total = by_arcs(far, m, optional)
    m.minimize(total + build.total(earned[v] * taken for v, w, taken in arcs if v == w))
    found = []
    for chosen in range(1, 6):
        for tour in permutations(range(5), chosen):
            if tour[0] == min(tour) and len(tour) != 1 and {*range(5)} - {*tour} <= {*optional}:
                found.append(length(far, tour) + sum(earned[v] for v in range(5) if v not in tour))
    found += [sum(earned)] if seed % 2 == 0 else []
    bound, _, is_searched = explored(m)
    assert is_searched == (seed % 2 == 1)
    assert bound <= min(found)


def test_few_arcs_and_a_place_with_one_way_out():
    m = csp2sat.Model()
    ends = [(0, 1), (1, 2), (2, 0), (1, 3), (3, 2), (2, 3), (3, 0)]
    arcs = [(v, w, m.bool(f"{v} to {w}")) for v, w in ends]
    m.add(build.circuit(arcs))
    m.minimize(build.total((v + 2 * w) * taken for v, w, taken in arcs))
    bound, _, is_searched = explored(m)
    assert is_searched
    assert bound == csp2sat.solve(m).objective == 18


def test_two_tours_are_no_tour():
    """The cheapest arcs make two tours of three places; the shortest tour is much longer."""
    far = [[1 if v // 3 == w // 3 else 50 for w in range(6)] for v in range(6)]
    m = csp2sat.Model()
    m.minimize(by_successors(far, m))
    assert explored(m)[:2] == (104, 104)


def test_a_tour_without_an_answer():
    m = csp2sat.Model()
    arcs = [(v, w, m.bool(f"{v} to {w}")) for v, w in [(0, 1), (1, 0), (2, 3), (3, 2)]]
    m.add(build.circuit(arcs))
    m.minimize(build.total(taken for _, _, taken in arcs))
    assert csp2sat.solve(m).status == "UNSATISFIABLE"


def test_constraints_that_are_not_linear_leave_a_bound():
    """The costs of different choices have a bound, whatever else is required."""
    random = Random(5)
    costs = [[random.randint(20, 60) for _ in range(6)] for _ in range(6)]
    m = csp2sat.Model()
    xs = m.int_array("x", 6, 0, 5)
    m.add(build.alldifferent(xs), xs[0] * xs[1] >= 6, xs[2] % 3 != 1)
    m.minimize(sum(csp2sat.array(row)[x] for row, x in zip(costs, xs, strict=True)))
    bound, value, is_searched = explored(m)
    assert (value, is_searched) == (None, False)
    assert 120 < bound <= csp2sat.solve(m).objective


def test_improvements_know_a_bound_from_the_first_one():
    random = Random(3)
    far = distances(random, 11)
    m = csp2sat.Model()
    m.minimize(by_arcs(far, m)[1])
    first = next(csp2sat.improvements(m))
    best = csp2sat.solve(m, timeout=60)
    assert 0.5 * best.objective < first.bound[0] <= best.objective


def test_no_question_is_about_what_the_bound_refutes(tmp_path, monkeypatch):
    """Two vehicles whose loads make the best routes longer than the bound, which a solver has to prove here."""
    monkeypatch.setattr("csp2sat.optimizing.touring.improver.cheapest", lambda *_: None)
    random = Random(6)
    far = distances(random, 8)
    for v in range(8):
        far[1][v], far[v][1] = far[0][v], far[v][0]
    m = csp2sat.Model()
    arcs, total = by_arcs(far, m)
    carried = [m.int(f"load_{v}", 1, 3) for v in range(8)]
    m.add(taken.implies(carried[w] >= carried[v] + 1) for v, w, taken in arcs if w > 1 and v > 1)
    m.minimize(total)
    bound, _, _ = explored(m)
    said: list[str] = []
    engine = pipeline(tmp_path, "embedded", trace=Trace(tell=said.append))
    result = optimize(ProblemRun(problem_of(m), engine), "geometric", lambda value, _: None)
    asked = [int(line.rpartition("<= ")[2]) for line in said if line.startswith("SEARCHING: ")]
    assert result.status == "OPTIMUM FOUND"
    assert 0 < bound < result.objective
    assert asked and min(asked) >= bound


def test_a_circuit_that_is_solved_by_cuts_has_solutions_of_a_search_and_a_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(circuits, "LARGE", -1)
    m, said = csp2sat.Model(), list[str]()
    far = distances(Random(3), 9)
    m.minimize(by_successors(far, m))
    engine = pipeline(tmp_path, "embedded", trace=Trace(tell=said.append))
    result = optimize(ProblemRun(problem_of(m), engine), "geometric", lambda value, _: None)
    assert result.status == "OPTIMUM FOUND"
    assert result.objective == min(length(far, tour) for tour in tours(9))
    assert any(line.startswith("FOUND BY TOUR SEARCH") for line in said)


def test_a_successor_whose_parts_cancel_is_a_number():
    m = csp2sat.Model()
    p, after = m.bool("p"), m.int_array("after", 4, 0, 3)
    m.add(build.circuit([build.if_(p, 1, 2) + build.if_(p, 2, 1) - 1, *after[1:]]))
    m.minimize(after[1] + 2 * after[2])
    bound, best, _ = explored(m)
    assert bound == best == 5  # 0, 2, 1, 3
