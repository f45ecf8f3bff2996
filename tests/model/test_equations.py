"""Values that follow from known ones by equations of a model."""

import pytest

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.model.equations import completed


def model():
    m = csp2sat.Model()
    x, y, z, cost = (m.int(name, 0, 9) for name in ("x", "y", "z", "cost"))
    p, q = m.bool("p"), m.bool("q")
    m.add(y == csp2sat.array([4, 7, 1])[x], z + y == 8 + x, cost == 2 * z, p == (z > 3), q.implies(p))
    return problem_of(m).model


FOLLOWING = {
    "a chain": ({"x": 0}, {"x": 0, "y": 4, "z": 4, "cost": 8, "p": 1}),
    "out of the domain": ({"z": 7}, {"z": 7, "p": 1}),
    "undefined": ({"x": 5}, {"x": 5}),
    "a preferred value stays": ({"x": 0, "y": 7}, {"x": 0, "y": 7, "z": 1, "cost": 2, "p": 0}),
    "no implication": ({"q": 1}, {"q": 1}),
    "a name of nothing": ({"none": 3}, {"none": 3}),
}


@pytest.mark.parametrize("given, wanted", FOLLOWING.values(), ids=FOLLOWING)
def test_values_follow_from_known_ones_by_equations(given, wanted):
    assert completed(model(), given) == wanted


def assigned(number=60, places=8):
    """A model whose costs are variables that follow from the places."""
    m = csp2sat.Model()
    at, cost = m.int_array("at", number, 0, places - 1), m.int_array("cost", number, 0, 100)
    for i in range(number):
        m.add(cost[i] == csp2sat.array([(i * j * 37 + 11 * j) % 97 for j in range(places)])[at[i]])
    for j in range(places):
        m.add(build.count(at, j) <= number // places + 1)
    m.minimize(build.sum(cost))
    return m, at


def test_preferred_values_that_decide_the_others_are_the_first_solution():
    m, at = assigned()
    wanted = [i % 8 for i in range(60)]
    m.prefer(at, wanted)
    first = next(csp2sat.improvements(m, timeout=30))
    assert first[at] == wanted
    assert first.bound is not None


def test_preferred_values_are_the_first_solution_of_soft_constraints():
    m = csp2sat.Model()
    xs, total = m.int_array("x", 6, 0, 4), m.int("total", 0, 30)
    m.add(total == build.sum(xs))
    for i in range(6):
        m.soft(xs[i] + i > xs[i - 1] + 1, weight=i + 1)
    m.prefer(xs, [1] * 6)
    results = [*csp2sat.improvements(m)]
    assert (results[0][xs], results[0][total]) == ([1] * 6, 6)
    assert results[0].objective > results[-1].objective and results[-1].status == "OPTIMUM FOUND"


def test_some_preferred_values_are_completed_where_a_dive_would_take_too_long():
    m, at = assigned()
    wanted = {at[i]: i % 8 for i in range(0, 60, 2)}
    m.prefer(wanted)
    first = next(csp2sat.improvements(m, timeout=60))
    assert "preferred values" in first.statistics.solver
    assert {x: first[x] for x in wanted} == wanted
