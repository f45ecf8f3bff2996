"""Loads and times that cannot fit, against brute force over all tours of a few places."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from test_tour_search import RandomTour, searched

import csp2sat
from csp2sat import build
from csp2sat.api.pipelines import asked
from csp2sat.api.problems import problem_of
from csp2sat.api.settings import Settings
from csp2sat.optimizing.touring.capacity import Overfull
from csp2sat.optimizing.without_objective import refuting
from csp2sat.solving.problem_run import ProblemRun


def routes(demand, vehicles, most, optional=False):
    """Routes from copies of a depot, one for each vehicle, whose loads are at most a number."""
    n = vehicles + len(demand)
    load = [0] * vehicles + demand
    m = csp2sat.Model()
    pairs = [(v, w) for v in range(n) for w in range(n) if v != w or (optional and v >= vehicles)]
    arcs = [(v, w, m.bool(f"{v} to {w}")) for v, w in pairs]
    m.add(build.circuit(arcs))
    carried = [m.int(f"load {v}", load[v], most) for v in range(n)]
    m.add(t.implies(carried[w] >= carried[v] + load[w]) for v, w, t in arcs if v != w and min(v, w) >= vehicles)
    m.minimize(build.total((v + w) % 7 * taken for v, w, taken in arcs))
    return m


@pytest.mark.parametrize(("most", "fits"), [(20, True), (19, False)])
def test_a_total_demand_beyond_the_total_capacity_is_refuted_at_once(most, fits):
    demand = [5, 4, 3, 5, 4, 3, 5, 4, 3, 5, 4, 15]  # 60
    _, found = searched(routes(demand, 3, most))
    assert (found is not None) == fits
    if not fits:
        result = csp2sat.solve(routes(demand, 3, most), timeout=20)
        assert result.status == "UNSATISFIABLE"


@pytest.mark.parametrize(("most", "fits"), [(6, True), (5, False)])
def test_loads_before_each_place_count_too(most, fits):
    """The load at the place after is that at a place and its demand; nothing is loaded at the two depots."""
    demand, n = [1, 2, 3, 2, 3, 1], 8
    m = csp2sat.Model()
    after, load = m.int_array("after", n, 0, n - 1), m.int_array("load", n, 0, most)
    m.add(build.circuit(after), [load[v] == 0 for v in (6, 7)])
    for v, each in enumerate(demand):
        m.add((after[v] < 6).implies(csp2sat.array(load)[after[v]] == load[v] + each), load[v] + each <= most)
    m.minimize(sum(csp2sat.array([(3 * v + 5 * w) % 7 for w in range(n)])[x] for v, x in enumerate(after)))
    found = searched(m)
    assert (found == (Overfull, None)) != fits
    m.satisfy()
    assert (csp2sat.solve(m, timeout=20).statistics.clauses is None) != fits


@pytest.mark.parametrize("question", [csp2sat.solve, lambda m, **how: csp2sat.solve(m, unique=True, **how)])
@pytest.mark.parametrize(("most", "fits"), [(20, True), (19, False)])
def test_a_problem_without_an_objective_is_refuted_too(most, fits, question):
    m = routes([5, 4, 3, 5, 4, 3, 5, 4, 3, 5, 4, 15], 3, most)
    m.satisfy()
    result = question(m, timeout=20)
    assert result.status == ("SATISFIABLE" if fits else "UNSATISFIABLE")
    if not fits:
        assert result.statistics.clauses is None and list(csp2sat.solutions(m, timeout=20)) == []
        assert csp2sat.count(m, timeout=20).complete


@pytest.mark.needs("minisat")
def test_two_solvers_have_to_refute_loads():
    m = routes([2, 2, 1], 2, 2)
    m.satisfy()
    result = csp2sat.solve(m, solver="embedded", cross_check="minisat", timeout=20)
    assert result.status == "UNSATISFIABLE" and result.statistics.clauses


def test_places_that_may_be_left_out_add_nothing():
    _, found = searched(routes([5] * 6, 2, 5, optional=True))
    assert found is not None


def test_times_along_a_tour_are_too_long():
    """Each place is at least 5 from the one before, and the tour has to end 29 after it began; 6 ways take 30."""
    m, n = csp2sat.Model(), 7
    far = [[5 + (v * w) % 3 for w in range(n)] for v in range(n)]
    after, at = m.int_array("after", n, 0, n - 1), [m.int(f"at {v}", 0, 29) for v in range(n)]
    m.add(build.circuit(after))
    m.add((after[v] == w).implies(at[w] >= at[v] + far[v][w]) for v in range(n) for w in range(1, n) if v != w)
    m.minimize(sum(csp2sat.array(row)[x] for row, x in zip(far, after, strict=True)))
    assert searched(m) == (Overfull, None)


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 800), marks=pytest.mark.long)], ids=len)
def test_only_problems_without_a_tour_are_refuted(seeds):
    """Small capacities; the sum of demands is beyond all routes in some."""
    refuted = Counter()
    for seed in seeds:
        tour = RandomTour(seed)
        tour.way, tour.has_optional, tour.before = "loads", seed % 5 == 0, None
        tour.goal = "prizes" if tour.has_optional else "length"
        tour.capacity = max(tour.demand) + seed % 3
        is_refuted = searched(tour.model(), 0.0)[0] is Overfull
        assert not (is_refuted and tour.best() is not None), seed
        m = tour.model()
        m.satisfy()
        with asked(problem_of(m), Settings()) as pipeline:
            assert is_refuted == refuting.is_refuted(ProblemRun(problem_of(m), pipeline)), seed
        refuted[is_refuted] += 1
    assert refuted[True] > 0.1 * len(seeds)


def test_a_load_that_falls_along_arcs_fits():
    """What is delivered makes room: nothing is refuted by an item that may be less at the next place."""
    random = Random(1)
    for _ in range(10):
        n, changes = 5, [0, *(random.choice((-4, -2, 3, 4)) for _ in range(4))]
        m = csp2sat.Model()
        after, load = m.int_array("after", n, 0, n - 1), m.int_array("load", n, 0, 6)
        m.add(build.circuit(after))
        moves = [(v, w) for v in range(n) for w in range(1, n) if v != w]
        m.add((after[v] == w).implies(load[w] >= load[v] + changes[w]) for v, w in moves)
        m.minimize(sum(csp2sat.array([(3 * v + w) % 5 for w in range(n)])[x] for v, x in enumerate(after)))
        is_refuted = searched(m, 0.0)[0] is Overfull
        assert not (is_refuted and any(_fits(order, changes) for order in permutations(range(1, n))))


def _fits(order, changes):
    load = 0
    for v in order:
        load = max(0, load + changes[v])
        if load > 6:
            return False
    return True
