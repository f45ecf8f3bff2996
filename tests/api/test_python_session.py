"""Sessions of models built in Python: questions one after the other, of handles."""

from __future__ import annotations

import time
from itertools import product

import pytest

import csp2sat
from csp2sat import build
from csp2sat.errors import LimitReached, ModelError, UsageError


@pytest.fixture
def m() -> csp2sat.Model:
    """x < y, both from 0 to 9; p."""
    m = csp2sat.Model()
    x, y = m.int("x", 0, 9), m.int("y", 0, 9)
    m.bool("p")
    m.add(x < y)
    return m


def test_constraints_come_later(m):
    x, y = m["x"], m["y"]
    with csp2sat.session(m) as s:
        assert s.solve()
        s.add(x > 5, [y < 8])
        assert s.solve().value([x, y]) == [6, 7]
        s.add(x != 6)
        assert s.solve().status == "UNSATISFIABLE"
        assert s.solve([x == 0]).status == "UNSATISFIABLE"
    assert len(m.constraints) == 1, "what the session is given is not the model's"
    assert csp2sat.solve(m, unique=True).unique is False


def test_the_session_follows_its_model(m):
    x, y = m["x"], m["y"]
    with csp2sat.session(m) as s:
        assert s.solve([x == 3])
        late = m.int("late", 0, 20)
        m.add(late == x + y, late == 5)
        r = s.solve([x == 1])
        assert r.value([x, y, late]) == [1, 4, 5]
        assert not s.solve([x == 3])


def test_assumptions_are_for_one_question(m):
    x, y, p = m["x"], m["y"], m["p"]
    with csp2sat.session(m) as s:
        for value in range(9):
            assert s.solve(assumptions=[x == value, y == value + 1, p if value % 2 else ~p])[y] == value + 1
        assert not s.solve(assumptions=[x == 9])
        assert s.solve(assumptions=[True, build.all_([])])
        assert not s.solve(assumptions=[False])
        assert s.solve(assumptions=x == 3)[x] == 3
        assert s.solve([~build.all_different(x, y - 1), [x >= 4]])[x] >= 4


def test_cores(m):
    x, y, p = m["x"], m["y"], m["p"]
    wanted = [p, x >= 7, y != 3, y <= 6, x != 0]
    with csp2sat.session(m) as s:
        assert not s.solve(wanted)
        assert set(map(id, s.core())) <= set(map(id, wanted))
        assert [str(each) for each in s.core(minimal=True)] == ["(ge x 7)", "(le y 6)"]
        s.add(x > 8, name="too large")
        assert not s.solve()
        assert {str(each) for each in s.core(minimal=True)} == {"(lt x y)", "(gt x 8)"}
        assert not s.solve([p])
        assert len(s.core()) == 2, "the model is impossible by itself"


def test_the_best(m):
    x, y = m["x"], m["y"]
    told: list[int] = []
    with csp2sat.session(m) as s:
        assert s.minimize(x - y, on_better=lambda value, _: told.append(value)).objective == -9
        assert told == sorted(told, reverse=True) and told[-1] == -9
        best = s.maximize(x * y, [y != 9])
        assert (best.status, best.objective, best.value([x, y])) == ("OPTIMUM FOUND", 56, [7, 8])
        s.add(y < 3)
        assert s.maximize(x + y).objective == 3
        assert s.minimize(m["p"]).objective == 0
        assert s.maximize(7).objective == 7
        assert not s.maximize(x, [x > 5])
        assert s.solve()


def test_all_solutions_by_blocking(m):
    with csp2sat.session(m) as s:
        found = set()
        while r := s.solve([m["y"] <= 3]):
            found.add((r["x"], r["y"], r["p"]))
            s.block()
        assert len(found) == 12
        with pytest.raises(UsageError):
            s.block()


def test_what_is_refused(m):
    x, other = m["x"], csp2sat.Model()
    with csp2sat.session(m, encoding="log", seed=3) as s:
        for wrong in (
            lambda: s.add(x),
            lambda: s.solve([x]),
            lambda: s.add(other.int("v", 0, 1) == 1),
            lambda: s.minimize("x"),
        ):
            with pytest.raises(ModelError):
                wrong()
        assert s.solve([x == 4])[x] == 4
        m.minimize(x, m["y"])
        with pytest.raises(UsageError, match="several objectives"):
            s.solve()
        m.satisfy()
    with pytest.raises(UsageError, match="embedded"):
        csp2sat.session(m, solver="kissat")
    with pytest.raises(TypeError, match="did you mean 'encoding'"):
        csp2sat.session(m, encodng="log")  # type: ignore[call-arg]
    s.close()


def test_a_limit_does_not_end_it(m):
    with csp2sat.session(m) as s:
        assert (s.solve(timeout=0).status, s.solve(timeout=0).reason) == ("UNKNOWN", "time")
        assert s.solve()


def test_a_core_of_assumptions_alone(m):
    with csp2sat.session(m) as s:
        assert not s.solve(assumptions=[m["x"] > m["x"]])
        assert len(s.assumption_core()) == 1
        s.add(build.any_())
        assert not s.solve(assumptions=[m["x"] >= 0])
        assert s.assumption_core(minimal=True) == []


def test_patterns_are_looked_at_when_something_is_asked(m):
    with csp2sat.session(m, encode=["late_*=log"]) as s:
        for question in (s.solve, lambda: s.minimize(m["x"])):
            with pytest.raises(UsageError, match=r"encode='late_\*=log'|no integer variable fits the pattern late_\*"):
                question()
        late = m.int("late_1", 3, 9)
        m.add(late == m["x"])
        assert s.solve()[late] >= 3
    with csp2sat.session(m, encode=["x=direct"]) as s:
        assert s.solve()


def wide() -> csp2sat.Model:
    """It takes some seconds to encode it by `order`."""
    m = csp2sat.Model()
    v = m.int_array("v", 8, 0, 10**6)
    m.add(v[k] + v[k + 1] > v[(k * 7) % 8] + 3 for k in range(7))
    return m


def test_a_time_limit_holds_while_a_session_encodes():
    m, small = wide(), csp2sat.Model()
    x = small.int("x", 0, 9)
    start = time.process_time()
    with csp2sat.session(m, encoding="order", timeout=0.2) as s:
        for r in (s.solve(), s.solve([m["v_0"] > 3]), s.minimize(m["v_0"])):
            assert (r.status, r.reason, r.bound) == ("UNKNOWN", "time", None)
        with pytest.raises(UsageError, match="UNSATISFIABLE"):
            s.core()
    with csp2sat.session(small, encoding="order") as s:
        assert s.solve([x == 3])
        assert not s.solve([x == 10])
        v = small.int_array("v", 8, 0, 10**6)
        late = [v[k] + v[k + 1] > v[(k * 7) % 8] + 3 for k in range(7)]
        small.add(late)
        assert s.solve(timeout=0.2).reason == "time"
        with pytest.raises(UsageError, match="UNSATISFIABLE"):
            s.core()
    assert time.process_time() - start < 6


def test_what_is_added_is_encoded_within_the_limit(m):
    with csp2sat.session(m, timeout=0) as s:
        with pytest.raises(LimitReached):
            s.add(m["x"] + m["y"] > 30)
        assert s.solve(timeout=9), "and nothing was added"


def test_after_a_limit_nothing_is_lost(m):
    x, y = m["x"], m["y"]
    with csp2sat.session(m) as s:
        m.add(x > 3)
        assert s.solve([x == 5], timeout=0).reason == "time"
        assert s.solve([x == 5])[y] > 5
        assert not s.solve([x == 3])
        m.add(y < 8)
        assert s.maximize(x, timeout=0).reason == "time"
        assert s.maximize(x).objective == 6


def test_a_solution_is_blocked_by_its_projection():
    m = csp2sat.Model()
    x, y, p = m.int("x", 0, 2), m.int("y", 0, 3), m.bool("p")
    m.add(x <= y)
    with csp2sat.session(m) as s:
        with pytest.raises(csp2sat.UsageError):
            s.block([x])
        seen = list[tuple[int, bool]]()
        while r := s.solve():
            seen.append((r[x], r[p]))
            s.block([x + 1, p])
        assert sorted(seen) == [(0, False), (0, True), (1, False), (1, True), (2, False), (2, True)]
        with pytest.raises(AttributeError, match="csp2sat help solutions under assumptions"):
            s.count()  # type: ignore[attr-defined]


def test_a_projection_may_be_undefined():
    """A value differs from none: neither ends the enumeration, and no solution is lost."""
    m = csp2sat.Model()
    x, y, p = m.int("x", 0, 3), m.int("y", 0, 2), m.bool("p")
    with csp2sat.session(m) as s:
        seen = list[tuple[int | None, bool]]()
        while r := s.solve():
            seen.append((r[x] // r[y] if r[y] else None, r[p]))
            s.block([x // y, p])
    assert sorted(seen, key=str) == sorted(product((0, 1, 2, 3, None), (False, True)), key=str)


def test_soft_constraints_are_minimized_and_their_costs_added_to_an_objective():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 3), m.int("y", 0, 3)
    m.soft(x + y >= 5, 3, name="much")
    m.soft(x == 0, 2)
    with csp2sat.session(m) as s:
        r = s.solve()
        assert (r.objective, r[x], r.violated.weights) == (2, 2 if r[x] == 2 else 3, [2])
        assert s.solve([x == 0]).violated.names == ["much"]
        m.soft(y <= 1, 4)
        assert s.solve().objective == csp2sat.solve(m).objective == 3
        m.minimize(x + y)
        assert s.solve().objective == csp2sat.solve(m).objective
        assert s.minimize(x + y).objective == 0
        m.maximize(x)
        assert s.solve().objective == csp2sat.solve(m).objective


def round_trip(size=20):
    """A tour through `size` places on a circle, and the cost of each arc as a variable."""
    m = csp2sat.Model()
    after, cost = m.int_array("after", size, 0, size - 1), m.int_array("cost", size, 0, size)
    m.add(build.circuit(after))
    for v in range(size):
        m.add(cost[v] == csp2sat.array([min(abs(v - w), size - abs(v - w)) for w in range(size)])[after[v]])
    m.minimize(build.sum(cost))
    return m, after


def test_a_session_searches_for_tours_and_begins_with_the_preferred_one():
    m, after = round_trip()
    with csp2sat.session(m) as s:
        values = list[int]()
        found = s.minimize(m.objective.term, on_better=lambda value, _: values.append(value))
        assert (found.status, found.objective) == ("OPTIMUM FOUND", 20)
        assert values[0] <= 40, "no first tour of a solver"
    wanted = [(v + 7) % 20 for v in range(20)]
    m.prefer(after, wanted)
    with csp2sat.session(m) as s:
        seen = list[list[int]]()
        assert s.minimize(m.objective.term, on_better=lambda _, r: seen.append(r[after])).objective == 20
        assert seen[0] == wanted
        assert s.minimize(m.objective.term, [after[0] != 1, after[0] != 19]).objective > 20
        assert s.minimize(m.objective.term, [after[0] == after[1]]).status == "UNSATISFIABLE"
        assert s.core()
