"""The relative gap at which a search for the best value ends, and the bound that listeners get."""

import re
from functools import partial

import pytest
from support.run_command import run

import csp2sat
from csp2sat.errors import UsageError
from csp2sat.optimizing.objective_search import ObjectiveSearch, end_if_near, gap_of


def knapsack() -> csp2sat.Model:
    """A model whose linear relaxation is 2.6 % above the best value, which takes long to be proved."""
    m = csp2sat.Model()
    xs = m.bool_array("x", 30)
    for factor in (37, 41, 53, 59):
        m.add(sum((5 + factor * i * i % 57) * x for i, x in enumerate(xs)) <= 300)
    m.maximize(sum((10 + 71 * i * i % 83) * x for i, x in enumerate(xs)))
    return m


def wishes() -> csp2sat.Model:
    m = csp2sat.Model()
    xs = m.int_array("x", 12, 0, 9)
    for i in range(12):
        for j in range(i):
            m.soft(xs[i] + xs[j] == (i * j) % 13, 1 + (i * 7 + j) % 5)
    return m


def ruler() -> csp2sat.Model:
    m = csp2sat.Model()
    x = m.int_array("x", 7, 0, 40)
    m.add(x[0] == 0, *[x[i] < x[i + 1] for i in range(6)])
    m.add(csp2sat.build.all_different([x[j] - x[i] for i in range(7) for j in range(i + 1, 7)]))
    m.minimize(x[6])
    return m


def small() -> csp2sat.Model:
    m = csp2sat.Model()
    m.minimize(m.int("x", 3, 9))
    return m


ENDED = {
    "a linear program": lambda: csp2sat.solve(knapsack(), gap=0.5, timeout=120),
    "by questions alone": lambda: csp2sat.solve(ruler(), gap=0.5, search="bisect", timeout=120),
    "soft constraints": lambda: csp2sat.solve(wishes(), gap=0.9, timeout=120),
    "better and better": lambda: [*csp2sat.improvements(knapsack(), gap=0.5, timeout=120)][-1],
    "a session": lambda: csp2sat.session(knapsack()).solve(gap=0.5, timeout=120),
    "a session's setting": lambda: csp2sat.session(knapsack(), gap=0.5).solve(timeout=120),
    "a session's term": lambda: csp2sat.session(m := ruler()).minimize(m.objective.term, gap=0.5, timeout=120),
}


@pytest.mark.parametrize("way", ENDED)
def test_a_search_ends_within_its_gap(way):
    found = ENDED[way]()
    if found.status == "OPTIMUM FOUND":  # proved before: that is no less
        return
    assert (found.status, found.reason) == ("SATISFIABLE", "gap")
    assert 0 < found.gap <= 0.9 and found.objective in found.bound and found.bound[0] < found.bound[1]


def test_a_proved_value_is_the_optimum_at_any_gap():
    for gap in (0, 0.0, 0.02, 1):
        found = csp2sat.solve(small(), gap=gap)
        assert (found.status, found.reason, found.objective) == ("OPTIMUM FOUND", "", 3)


def test_the_state_of_a_search_ends_at_the_gap():
    state = ObjectiveSearch(lambda *better: None, ideal=90, gap=0.1)
    state.better(110, None, "")  # a gap of 20 / 110
    with pytest.raises(csp2sat.LimitReached, match=r"^gap$"):
        state.result.solution = {}
        state.better(100, {}, "")
    assert state.result.objective == 100
    state = ObjectiveSearch(lambda *better: None, ideal=90, gap=0.1)
    state.better(90, {}, "")  # no better value is left: that is a proof, and no gap


def test_gaps_of_values_and_bounds():
    assert [gap_of((5, 10), 10), gap_of((0, 1), 0), gap_of((-10, -5), -10), gap_of((1, 2), 3)] == [0.5, 1.0, 0.5, None]
    assert gap_of(None, 3) is None and gap_of((0, 10**400), 0) == float("inf")
    end_if_near(None, (4, 5), 5)
    end_if_near(0.1, (4, 5), 5)
    end_if_near(0.2, (5, 5), 5)
    end_if_near(0.2, None, 5)
    with pytest.raises(csp2sat.LimitReached):
        end_if_near(0.2, (4, 5), 5)


TYPED = {
    "a percentage": ({"gap": "2%"}, UsageError, "gap='2%': expected a number from 0 to 1, such as 0.02 for 2 %"),
    "a number of percents": ({"gap": 2}, UsageError, "gap=2: expected a number from 0 to 1"),
    "below zero": ({"gap": -0.1}, UsageError, "gap=-0.1: expected a number from 0 to 1"),
    "nan": ({"gap": float("nan")}, UsageError, "gap=nan: expected a number from 0 to 1"),
    "yes": ({"gap": True}, UsageError, "gap=True: expected a number from 0 to 1"),
    "as CP-SAT says": ({"relative_gap_limit": 0.02}, TypeError, "did you mean 'gap'"),
    "as Gurobi says": ({"mip_gap": 0.02}, TypeError, "did you mean 'gap'"),
    "a second solver": ({"gap": 0.1, "cross_check": "minisat"}, UsageError, "gap=0.1: not with cross_check"),
    "a listener of one": (
        {"on_better": lambda value: 0},
        UsageError,
        "; a third argument, or one named",
    ),
    "a listener of four": ({"on_better": lambda a, b, c, d: 0}, UsageError, "expected a function of the objective"),
    "a bound and no solution": ({"on_better": lambda v, *, bound: 0}, UsageError, "expected a function of the"),
    "no listener": ({"on_better": 3}, UsageError, "on_better=3: expected a function of the objective"),
}


@pytest.mark.parametrize("name", TYPED)
def test_wrong_gaps_and_listeners_are_refused(name):
    settings, error, message = TYPED[name]
    with pytest.raises(error) as raised:
        csp2sat.solve(small(), **settings)
    assert message in str(raised.value)


def test_a_gap_needs_an_objective_and_a_proof_needs_none(tmp_path):
    m = csp2sat.Model()
    m.int("x", 0, 3)
    for ask in (partial(csp2sat.solve, m), csp2sat.session(m).solve):
        with pytest.raises(UsageError, match=r"gap=0\.1: only with an objective"):
            ask(gap=0.1)
    with pytest.raises(UsageError, match=r"gap=0\.1: not with a proof"):
        csp2sat.prove(small(), tmp_path / "p.drat", gap=0.1)
    with pytest.warns(csp2sat.InputWarning, match="no use for gap"):
        assert csp2sat.count(m, gap=0.1).number == 4


LISTENERS = {
    "two": (lambda seen: lambda value, solution: seen.append((value, None)), False),
    "three": (lambda seen: lambda value, solution, third: seen.append((value, third)), True),
    "a bound": (lambda seen: lambda value, solution, bound: seen.append((value, bound)), True),
    "a bound or none": (lambda seen: lambda value, solution, bound=None: seen.append((value, bound)), True),
    "by name": (lambda seen: lambda value, solution, *, bound: seen.append((value, bound)), True),
    "another default": (lambda seen: lambda value, solution, third=None: seen.append((value, third)), False),
    "any": (lambda seen: lambda *better: seen.append((better[0], better[2:] or None)), False),
}


@pytest.mark.parametrize("name", LISTENERS)
def test_listeners_get_the_bound_if_they_take_it(name):
    made, takes = LISTENERS[name]
    m = ruler()
    for ask in (partial(csp2sat.solve, knapsack()), partial(csp2sat.session(m).minimize, m.objective.term)):
        seen = []
        ask(on_better=made(seen), timeout=120, gap=0.9)
        assert seen
        for value, bound in seen:
            assert (bound is not None) == takes
            assert bound is None or bound[0] <= value <= bound[1]


TEXT = "(int x 0 99) (int y 0 99) (>= (+ x y) 50) (objective minimize x)\n"


def test_the_command_takes_a_gap(tmp_path):
    path = tmp_path / "k.csp"
    path.write_text(csp2sat.convert(knapsack(), "sugar"))
    done = run("solve", path, "--gap", "0.6", "--timeout", "120")
    assert done.code == 0 and "s SATISFIABLE" in done.out
    assert "bound: " in done.err and "within the gap" in done.err
    plain = tmp_path / "p.csp"
    plain.write_text("(int x 0 3)\n")
    for options, message in {
        ("--gap", "2"): "2.0 is not in the range 0.0<=x<=1.0.\n--gap: End a search",
        ("--gap", "2%"): "2%",
        ("--gap", "0.1", "--all"): "--gap: not with --all, --limit and --proof",
        ("--gap", "0.1", "--proof", "p.drat"): "--gap: not with --all, --limit and --proof",
    }.items():
        refused = run("solve", path, *options)
        assert refused.code == 2 and message in refused.err, refused.err
    refused = run("solve", plain, "--gap", "0.1")
    assert refused.code == 2 and "--gap: only for an input with an objective" in refused.err


def test_the_help_says_which_shares_a_gap_may_be():
    assert re.search(r"--gap SHARE [^-]*\[0\.0<=x<=1\.0\]", run("solve", "--help").out)
