"""The cheapest tours by dynamic programming, against brute force over all tours of a few places."""

from collections import Counter
from itertools import accumulate, pairwise, permutations
from math import inf
from random import Random

import pytest
from test_tour_search import RandomTour, searched, value_of

import csp2sat
from csp2sat import build
from csp2sat.optimizing.touring import shortest
from csp2sat.optimizing.touring.capacity import Overfull, across
from csp2sat.optimizing.touring.shortest import cheapest


@pytest.mark.parametrize("seeds", [range(150), pytest.param(range(150, 3000), marks=pytest.mark.long)], ids=len)
def test_no_tour_is_better_than_the_bound(seeds):
    """The bound is that of no better tour than the best one, also where a better one than a known one is asked for."""
    seen = Counter()
    for seed in seeds:
        tour = RandomTour(seed)
        best = tour.best()
        improver, _ = searched(tour.model(), 0.0)
        if improver is None or improver is Overfull:
            continue
        problem, shift, sign = improver._extraction.problem, improver._extraction.shift, improver._sign
        goal = inf if best is None else sign * best - shift - problem.floor
        for below in (inf, goal + 1, goal):
            found = cheapest(problem, below)
            if found is None:
                seen["none"] += 1
                continue
            assert found.cost <= goal, (seed, below)
            assert found.cost == below if not found.places else sorted(found.places) == [*range(problem.size)], seed
            seen["exact" if found.cost == goal else "bound"] += 1
        bound = improver.bound()
        assert bound is None or best is None or sign * bound <= sign * best, seed
    assert seen["exact"] > len(seeds) / 4 and seen["none"] and seen["bound"]


def deliveries(style):
    """Four things to fetch and bring, in time and without too many at once; the way is to be short."""
    xy = [(50, 50)] + [(37 * v % 100, 61 * v * v % 100) for v in range(1, 9)]
    far = [[abs(a - c) + abs(b - d) for c, d in xy] for a, b in xy]
    load, n = [0, 2, 1, 3, 1, -2, -1, -3, -1], 9
    m = csp2sat.Model()
    at, carried = m.int_array("at", n, 0, 700), m.int_array("load", n, 0, 4)
    m.add(at[0] == 0, carried[0] == 0, (at[p] < at[p + 4] for p in range(1, 5)))
    m.add(at[p] >= 30 * p for p in range(1, 5))
    m.add(at[p] <= 30 * p + 250 for p in range(1, 5))
    if style == "arcs":
        arcs = [(v, w, m.bool(f"{v} to {w}")) for v in range(n) for w in range(n) if v != w]
        m.add(build.circuit(arcs))
        for v, w, taken in arcs:
            if w:
                m.add(taken.implies((at[w] >= at[v] + far[v][w]) & (carried[w] == carried[v] + load[w])))
        m.minimize(build.total(far[v][w] * taken for v, w, taken in arcs))
    else:
        after = m.int_array("after", n, 0, n - 1)
        m.add(build.circuit(after))
        for v in range(n):
            m.add((after[v] != 0).implies(at[after[v]] >= at[v] + csp2sat.array(far[v])[after[v]]))
            m.add((after[v] == w).implies(carried[w] == carried[v] + load[w]) for w in range(1, n))
        m.minimize(sum(csp2sat.array(far[v])[after[v]] for v in range(n)))
    return m


@pytest.mark.parametrize("style", ["arcs", "successors"])
def test_a_tour_with_time_windows_and_precedences_is_proved_best_without_clauses(style):
    m = deliveries(style)
    found = csp2sat.solve(m, timeout=60)
    assert found.status == "OPTIMUM FOUND" and found.statistics.clauses is None
    improver, _ = searched(m, 0.0)
    problem = improver._extraction.problem
    assert cheapest(problem).cost == found.objective - problem.floor - improver._extraction.shift
    assert cheapest(problem, most=5) is None
    improver.bound()
    assert value_of(improver) == found.objective


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 400), marks=pytest.mark.long)], ids=len)
def test_paths_may_begin_at_another_place_than_the_problem_s_root(seeds):
    """Times start anew at the last place, and each arc into the first one is dear."""
    n, depots = 6, set()
    for seed in seeds:
        random = Random(seed)
        far = [[random.randint(1, 20) + 30 * (w == 0) for w in range(n)] for _ in range(n)]
        m = csp2sat.Model()
        at = m.int_array("at", n, 0, n)
        arcs = [(v, w, m.bool(f"{v} to {w}")) for v in range(n) for w in range(n) if v != w]
        m.add(build.circuit(arcs))
        m.add(taken.implies(at[w] >= at[v] + 1) for v, w, taken in arcs if v != n - 1)
        m.minimize(build.total(far[v][w] * taken for v, w, taken in arcs))
        tours = ((n - 1, *middle, n - 1) for middle in permutations(range(n - 1)))
        best = min(sum(far[v][w] for v, w in pairwise(tour)) for tour in tours)
        improver, _ = searched(m, 0.0)
        problem, shift = improver._extraction.problem, improver._extraction.shift
        for below in (inf, best - shift - problem.floor + 1):
            found = cheapest(problem, below)
            assert found.cost == best - shift - problem.floor, (seed, below)
            depots.add(found.places[0])
        assert csp2sat.solve(m, timeout=60).objective == best, seed
    assert depots == {n - 1}


def timed_tour(n, width=None, seed=1):
    """A tour of places in a square, with windows around a tour that exists; without times if there is no width."""
    random, m = Random(seed), csp2sat.Model()
    xy = [(random.randint(0, 100), random.randint(0, 100)) for _ in range(n)]
    far = [[abs(a - c) + abs(b - d) for c, d in xy] for a, b in xy]
    after = m.int_array("after", n, 0, n - 1)
    m.add(build.circuit(after))
    if width is not None:
        order = [0, *random.sample(range(1, n), n - 1)]
        due = dict(zip(order, accumulate((far[v][w] for v, w in pairwise(order)), initial=0), strict=True))
        at = [m.int(f"at {v}", max(0, due[v] - width) if v else 0, due[v] + width if v else 0) for v in range(n)]
        m.add((after[v] == w).implies(at[w] >= at[v] + far[v][w]) for v in range(n) for w in range(1, n) if w != v)
    m.minimize(sum(csp2sat.array(far[v])[after[v]] for v in range(n)))
    return m


def test_places_without_a_path_to_them_are_not_gone_on_from(monkeypatch):
    """Narrow windows leave a few paths, so few sets of places are looked at: not the millions without a path."""
    looked = []
    monkeypatch.setattr(shortest, "check_time", lambda: looked.append(1))
    improver, _ = searched(timed_tour(20, 20), 0.0)
    found = cheapest(improver._extraction.problem)
    assert found is not None and len(found.places) == 20 and len(looked) < 500


def test_the_growth_along_each_arc_is_computed_once(monkeypatch):
    asked = []
    monkeypatch.setattr(shortest, "across", lambda *given: asked.append(1) or across(*given))
    for width in (None, 20):
        problem = searched(timed_tour(14, width), 0.0)[0]._extraction.problem
        asked.clear()
        assert (cheapest(problem) is None) == (width is None)
        assert len(asked) == sum(map(len, problem.heads))
