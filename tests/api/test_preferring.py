"""`Model.prefer`: values that a solver tries first, whatever the encoding; never another set of solutions."""

import pytest

import csp2sat
from csp2sat import build

ENCODINGS = ["order", "direct", "log", "compact-order", "auto"]


def loose(encoding: str) -> tuple[csp2sat.Model, list[csp2sat.Term], list[csp2sat.Formula]]:
    """A model with many solutions.  It has no auxiliary variables, which a solver could decide before all others."""
    m = csp2sat.Model()
    xs = [m.int(f"x{i}", 0, 9 + i) for i in range(5)]
    ps = [m.bool(f"p{i}") for i in range(5)]
    m.add(build.any_(ps), ~build.all_(ps))
    return m, xs, ps


@pytest.mark.sample(2)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("wanted", [[7, 0, 3, 12, 5, 1, 0, 1, 1, 0], [0, 0, 11, 1, 13, 0, 0, 0, 0, 1]])
def test_a_solution_that_is_preferred_whole_is_found(encoding, wanted):
    m, xs, ps = loose(encoding)
    for variable, value in zip([*xs, *ps], wanted, strict=True):
        m.prefer(variable, value)
    assert csp2sat.solve(m, encoding=encoding, amo="pairwise").value([*xs, *ps]) == wanted
    with csp2sat.session(m, encoding=encoding, amo="pairwise") as s:
        assert s.solve().value([*xs, *ps]) == wanted
        m.prefer(ps[1], 1)
        assert s.solve()[ps[1]]
        late = m.int("late", 0, 50)
        m.prefer(late, 37)
        assert s.solve()[late] == 37
        s.add(xs[0] != wanted[0])
        assert s.solve()[xs[0]] != wanted[0]


def test_the_best_and_all_solutions_stay_what_they_are():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 5), m.int("y", 0, 5)
    m.add(x + y == 5)
    m.prefer(x, 5)
    assert sorted(s[x] for s in csp2sat.solutions(m)) == [0, 1, 2, 3, 4, 5]
    assert csp2sat.solve(m, unique=True).unique is False
    m.minimize(x)
    assert csp2sat.solve(m).objective == 0
    m.satisfy()
    m.add(x == 2)
    assert csp2sat.solve(m)[x] == 2
    assert csp2sat.solve(m, solver="kissat")[x] == 2


def test_preferences_are_taken_back():
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    m.prefer(x, 7)
    assert m.preferred == {"x": 7}
    m.preferred.clear()
    assert m.preferred == {}


def test_a_whole_preferred_solution_is_the_first_of_an_optimization():
    m, values = csp2sat.Model(), list[tuple[int, list[int]]]()
    x = m.int_array("x", 4, 0, 9)
    m.add(build.all_different(x))
    m.maximize(x[0] * x[1] - x[2])
    m.prefer(x, [5, 6, 7, 8])
    best = csp2sat.solve(m, on_better=lambda value, r: values.append((value, r[x])))
    assert values[0] == (23, [5, 6, 7, 8]) and values[-1][0] == best.objective == 72
    assert [value for value, _ in values] == sorted({value for value, _ in values})
