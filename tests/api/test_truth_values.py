"""Parameters that are True or False refuse every other value, which Python would take for True."""

import pytest

import csp2sat

BOARD = "size 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"


def flags():
    """Yield each parameter of the type bool of a function for users, but for those of results and of the commands."""
    for name in dir(csp2sat):
        function = getattr(csp2sat, name)
        for parameter, kind in getattr(function, "__annotations__", {}).items():
            if kind == "bool" and not isinstance(function, type):
                yield name, parameter


FLAGS = list(flags())


def test_there_are_flags():
    assert {("solutions", "best"), ("solve", "unique"), ("check", "optimum"), ("count", "best")} <= {*FLAGS}


@pytest.mark.parametrize(("name", "parameter"), FLAGS)
@pytest.mark.parametrize("value", [5, "no", None, 0])
def test_a_flag_is_true_or_false(name, parameter, value, tmp_path):
    m = csp2sat.Model()
    m.maximize(m.int("x", 0, 3))
    with pytest.raises(csp2sat.UsageError, match=f"^{parameter}.*: expected True or False$"):
        getattr(csp2sat, name)(m, "answer", **{parameter: value})


def test_a_core_is_minimal_or_not():
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    with csp2sat.session(m) as s:
        assert s.solve([x > 3]).status == "UNSATISFIABLE"
        for ask in (s.core, s.assumption_core, s.constraint_core):
            with pytest.raises(csp2sat.UsageError, match="minimal='no': expected True or False"):
                ask(minimal="no")
        with pytest.raises(csp2sat.UsageError, match=r"several assumptions are a list: assumptions=\[a, b\]"):
            s.solve(x > 1, x < 3)


def test_numpy_has_truth_values():
    numpy = pytest.importorskip("numpy")
    m = csp2sat.Model()
    m.int("x", 0, 3)
    assert csp2sat.solve(m, unique=numpy.bool_(True)).unique is False


def test_solutions_know_their_objective():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 3), m.int("y", 0, 3)
    m.add(x + y >= 4)
    m.minimize(2 * x + y)
    better = []
    r = csp2sat.solve(m, on_better=lambda value, found: better.append((value, found.objective)))
    assert r.objective == r.solution.objective == 5 and all(value == known for value, known in better) and better
    assert [(s[x], s.objective) for s in csp2sat.solutions(m, best=True)] == [(1, 5)]
    with csp2sat.session(m) as kept:
        assert kept.solve().solution.objective == 5
        assert kept.minimize(x).solution.objective == 1
    assert [each.solution.objective for each in csp2sat.improvements(m)][-1] == 5
    m.satisfy()
    assert {s.objective for s in csp2sat.solutions(m)} == {csp2sat.solve(m).solution.objective} == {None}


def test_solutions_know_the_first_objective_and_costs():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 3), m.int("y", 0, 3)
    m.add(x + y == 4)
    m.minimize(x, -y)
    assert [(s[x], s.objective) for s in csp2sat.solutions(m, best=True)] == [(1, 1)]
    soft = csp2sat.Model()
    z = soft.int("z", 0, 3)
    soft.soft(z > 2, weight=5)
    soft.soft(z < 1, weight=2)
    assert [(s[z], s.objective) for s in csp2sat.solutions(soft, best=True)] == [(3, 2)]
