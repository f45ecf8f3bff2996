"""Models and their handles are pickled and copied, whatever their depth."""

import copy
import pickle

import pytest

import csp2sat
from csp2sat import build
from csp2sat.model.model import Model

DEEP = 5_000  # more than Python's recursion may be


def again(what):
    return pickle.loads(pickle.dumps(what))


def everything():
    """A model with one of each kind of thing, and handles of it."""
    m = csp2sat.Model()
    x, p, g = m.int("x", [0, 2, 5]), m.bool("p"), m.int_array("g", (2, 2), 0, 3)
    m.add(build.all_different(g), p.implies(x == g[0, 1]), build.table(g[0], [(1, 2), (0, 2)]), name="all of it")
    m.soft(x == 5, 3)
    m.prefer(x, 2)
    m.encodings.append(("g_*", "log"))
    m.about["title"] = "a model"
    return m, x, p, g


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
def test_everything_in_a_model_comes_along(copied):
    m, x, p, g = everything()
    m2, x2, p2, g2 = copied((m, x, p, g))
    assert m2.snapshot() == m.snapshot()
    assert (m2.preferred, m2["x"] is x2, m2["p"] is p2, g2[1, 1] is m2["g_1_1"]) == ({"x": 2}, True, True, True)
    m2.add(x2 == 2)
    assert len(m.constraints) == len(m2.constraints) - 1
    m2.add(x == 2)
    assert csp2sat.solve(m2).objective == 3


def test_an_objective_comes_along():
    m = csp2sat.Model()
    m.maximize(m.int("x", 0, 3) * 2)
    assert csp2sat.solve(again(m)).objective == 6
    m.minimize(7)
    assert again(m).objective == ("minimize", 7)


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
def test_whatever_the_depth(copied):
    m = csp2sat.Model()
    xs = m.int_array("x", 3, 0, 1)
    term, formula = xs[0], xs[0] == 1
    for i in range(DEEP):
        term = term + xs[i % 3] if i % 2 else abs(term)
        formula = ~(formula & (xs[i % 3] <= i % 2)) | (xs[1] > 0)
    m.add(term >= 2, formula)
    assert copied(m).snapshot() == m.snapshot()
    same = copied((m, term))
    assert same[1] is same[0].handle(csp2sat.Term, term._node)


def test_constants_are_of_all_models():
    always = build.all_([])
    assert again(always) is always
    assert copy.copy(always) is always
    m = csp2sat.Model()
    m.add(always, build.sum([]) <= 0)


def test_results_and_boards():
    m = csp2sat.Model()
    x = m.int("x", 2, 2)
    r = csp2sat.solve(m)
    assert again(r)["x"] == r[x] == 2
    board = csp2sat.generate("akari", 4, 4, seed=1)
    assert again(csp2sat.solve(board)) == csp2sat.solve(board)


def test_the_engine_s_model():
    empty = Model()
    assert again(empty) == empty
