"""Cuts of loads: each tour whose loads fit satisfies all of them, whatever shares they are found by."""

from itertools import permutations
from random import Random

import pytest

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.model.model import Answer
from csp2sat.optimizing.linear.improver import improver_of
from csp2sat.optimizing.linear.program import value_of
from csp2sat.optimizing.linear.tour_cuts import LoadCuts
from csp2sat.optimizing.one_sided import one_sided


def extracted(demand, vehicles, most, from_depot=False, optional=(), least=0):
    """The program of routes by arcs, its cuts of loads, and the variable of each arc."""
    n, load = vehicles + len(demand), [0] * vehicles + demand
    m = csp2sat.Model()
    pairs = [(v, w) for v in range(n) for w in range(n) if v != w or v in optional]
    arcs = [(v, w, m.bool(f"{v} to {w}")) for v, w in pairs]
    m.add(build.circuit(arcs))
    carried = [m.int(f"load {v}", least if from_depot or least else load[v], most) for v in range(n)]
    grown = [arc for arc in arcs if arc[1] >= vehicles and arc[0] != arc[1] and (from_depot or arc[0] >= vehicles)]
    m.add(taken.implies(carried[w] >= carried[v] + load[w]) for v, w, taken in grown)
    m.minimize(build.total((3 * v + 5 * w) % 11 * taken for v, w, taken in arcs))
    model, _ = one_sided(problem_of(m).model)
    extraction = improver_of(normalize(model).norm, model)._extraction
    (cuts,) = [each for each in extraction.program.cuts if isinstance(each, LoadCuts)]
    return extraction, cuts, pairs


def test_loads_below_zero_have_no_cuts():
    """What a place adds may then be less than what a route gains up to the place."""
    extraction, cuts, pairs = extracted([2, 2, 2, 2], 2, 4, least=-3)
    known = extraction.known(answer(pairs, {(2, 3), (3, 4)}).bools)
    assert not [*cuts([float(known.get(x, 0)) for x in range(len(extraction.program.domains))])]


def tours(vehicles, demand, most, optional):
    """The arcs of each tour whose loads fit."""
    n, load = vehicles + len(demand), [0] * vehicles + demand
    outs = [[v for at, v in enumerate(optional) if which >> at & 1] for which in range(1 << len(optional))]
    for out in outs:
        for rest in permutations([v for v in range(1, n) if v not in out]):
            carried, is_possible = 0, True
            for v in rest:
                carried = carried + load[v] if v >= vehicles else 0
                is_possible &= carried <= most
            if is_possible and rest:
                yield {*zip((0, *rest), (*rest, 0), strict=True), *((v, v) for v in out)}


@pytest.mark.parametrize("seed", range(8))
def test_every_tour_satisfies_the_cuts(seed):
    random = Random(seed)
    demand, vehicles = [random.randint(1, 4) for _ in range(4)], random.randint(1, 2)
    most = max(max(demand), -(-sum(demand) // vehicles)) + random.randint(0, 1)
    optional = (vehicles,) if seed % 4 == 3 else ()
    extraction, cuts, pairs = extracted(demand, vehicles, most, seed % 2 == 1, optional)
    possible = [extraction.known(answer(pairs, arcs).bools) for arcs in tours(vehicles, demand, most, optional)]
    assert possible
    rows = []
    for _ in range(40):
        shares = [float(domain.lo) for domain in extraction.program.domains]
        for x in possible[0]:
            shares[x] = random.choice((0.0, 0.3, 0.5, 0.9, 1.0))
        rows += cuts(shares)
    for row in rows:
        assert all(value_of(row.sum, values) <= 0 for values in possible)
    assert rows or vehicles == 1 or optional


def answer(pairs, arcs):
    return Answer({}, {f"{v} to {w}": (v, w) in arcs for v, w in pairs})


@pytest.mark.parametrize("from_depot", [False, True])
def test_places_that_need_two_vehicles_are_served_by_two(from_depot):
    """Three demands of 2 and a capacity of 4: of the arcs between them one is used, not two."""
    extraction, cuts, pairs = extracted([2, 2, 2, 2], 2, 4, from_depot)
    inside = {(2, 3), (3, 4)}
    known = extraction.known(answer(pairs, inside).bools)
    shares = [float(known.get(x, 0)) for x in range(len(extraction.program.domains))]
    (row,) = cuts(shares)
    assert value_of(row.sum, shares) == 1
