"""Objectives in order, soft constraints beside an objective, better results one by one: judged by brute force."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import csp2sat
from csp2sat import UsageError
from csp2sat.api import door

MOST = 3
RUNS = 40


def terms_of(source: random.Random, xs: Any) -> tuple[Any, list[int]]:
    factors = source.choices(range(-3, 4), k=3)
    return csp2sat.array(factors) @ xs, factors


def dot(factors: list[int], values: tuple[int, ...]) -> int:
    return sum(a * v for a, v in zip(factors, values, strict=True))


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(RUNS))
def test_goals_against_brute_force(seed: int) -> None:
    """One to three objectives, up to two soft constraints, a sum that is bounded."""
    source = random.Random(seed)
    m = csp2sat.Model()
    xs = m.int_array("x", 3, 0, MOST)
    limit, bound = terms_of(source, xs), source.randint(-6, 6)
    m.add(limit[0] <= bound)
    goals = [(source.choice(["minimize", "maximize"]), *terms_of(source, xs)) for _ in range(source.randint(1, 3))]
    soft = [(terms_of(source, xs), source.randint(-3, 3), source.randint(-2, 5)) for _ in range(source.randint(0, 2))]
    getattr(m, goals[0][0])(goals[0][1])
    for goal, term, _ in goals[1:]:
        getattr(m, f"then_{goal}")(term)
    for (term, _), least, weight in soft:
        m.soft(term >= least, weight)

    def key(values: tuple[int, ...]) -> list[int]:
        cost = sum(weight for (_, factors), least, weight in soft if dot(factors, values) < least)
        sides = [dot(factors, values) * (1 if goal == "minimize" else -1) for goal, _, factors in goals]
        return [sides[0] + cost, *sides[1:]]

    found = [values for values in product(range(MOST + 1), repeat=3) if dot(limit[1], values) <= bound]
    r = csp2sat.solve(m)
    if not found:
        assert r.status == "UNSATISFIABLE"
        return
    best = min(map(key, found))
    signs = [1 if goal == "minimize" else -1 for goal, _, _ in goals]
    assert r.status == "OPTIMUM FOUND"
    assert [sign * value for sign, value in zip(signs, r.objectives, strict=True)] == best
    assert key(tuple(r[xs])) == best and r.objective == r.objectives[0]
    assert [repr(each) for each in r.violated] == [repr(t >= least) for (t, _), least, _ in soft if not r[t >= least]]
    if len(goals) == 1:
        results = [*csp2sat.improvements(m)]
        assert results[-1].status == "OPTIMUM FOUND" and results[-1].objective == r.objective
        assert all(each.status == "SATISFIABLE" for each in results[:-1])
        assert all(low <= r.objective <= high for each in results if each.bound for low, high in [each.bound])


def two_goals() -> csp2sat.Model:
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    m.maximize(x, -x)
    return m


@pytest.mark.parametrize(
    "ask",
    [
        csp2sat.encode,
        lambda m, _: csp2sat.session(m).solve(),
        lambda m, path: csp2sat.prove(m, path),
        lambda m, _: next(csp2sat.solutions(m)),
        lambda m, _: csp2sat.count(m),
        lambda m, _: next(csp2sat.improvements(m)),
        lambda m, _: csp2sat.convert(m, "sugar"),
        lambda m, _: csp2sat.solve(m, unique=True),
    ],
)
def test_several_objectives_are_for_solve(ask: Any, tmp_path: Any) -> None:
    with pytest.raises(UsageError):
        ask(two_goals(), tmp_path / "a")


def test_no_time_is_no_answer() -> None:
    r = csp2sat.solve(two_goals(), timeout=0)
    assert (r.status, r.reason, r.objectives) == ("UNKNOWN", "time", ())


def test_a_copy_has_the_objectives() -> None:
    m = two_goals()
    for made in (copy.copy(m), pickle.loads(pickle.dumps(m)), copy.deepcopy(m)):
        assert csp2sat.solve(made).objectives == (9, -9)


def test_improvements_stop_where_nobody_asks() -> None:
    m = csp2sat.Model()
    xs = m.int_array("x", 8, 0, 50)
    m.add(csp2sat.build.all_different(xs))
    m.maximize(xs.sum())
    results = csp2sat.improvements(m)
    assert next(results).objective is not None
    results.close()  # type: ignore[attr-defined]


def test_improvements_tell_a_better_bound_of_the_same_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that was to stop at a gap had no result between the best solution and its proof."""
    search = door.optimum

    def optimum(run: Any, way: Any, report: Any) -> Any:
        def better(value: int, solution: Any) -> None:
            report(value, solution)
            run.has_closer_bound((value - 1, value))

        return search(run, way, better)

    monkeypatch.setattr(door, "optimum", optimum)
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    m.add(x * x >= 12)
    m.minimize(x)
    *others, before, closer, last = csp2sat.improvements(m)
    assert (before.objective, closer.objective, last.objective) == (4, 4, 4) == (before[x], closer[x], last[x])
    assert (closer.bound, closer.gap, closer.status) == ((3, 4), 0.25, "SATISFIABLE")
    assert len(others) % 2 == 0 and last.status == "OPTIMUM FOUND"


def test_improvements_of_no_solution() -> None:
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    m.maximize(x)
    m.add(x * x == 50)
    assert [r.status for r in csp2sat.improvements(m)] == ["UNSATISFIABLE"]


def test_improvements_without_time() -> None:
    m = csp2sat.Model()
    m.maximize(m.int("x", 0, 9))
    assert [(r.status, r.reason) for r in csp2sat.improvements(m, timeout=0)] == [("UNKNOWN", "time")]


def solved(least: int, model: csp2sat.Model, x: Any) -> csp2sat.ModelResult:
    model.add(x >= least)
    return csp2sat.solve(model)


def test_results_of_a_process_pool_take_the_same_handles() -> None:
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    m.minimize(x)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        results = [pool.submit(solved, least, m, x) for least in (3, 5)]
        assert [each.result()[x] for each in results] == [3, 5]
    assert csp2sat.solve(m)[x] == 0


@pytest.mark.parametrize("settings", [{"race": ["embedded"]}, {"cubes": 2}, {"cross_check": "embedded"}], ids=str)
def test_improvements_come_from_one_solver_alone(settings) -> None:
    m = csp2sat.Model()
    m.minimize(m.int("x", 0, 3))
    alone = "alone.*; expected no other solver, and no race, cubes or cross_check$"
    with pytest.raises(UsageError, match=f"^only the solver embedded, {alone}"):
        csp2sat.improvements(m, **settings)
    with pytest.raises(UsageError, match=f"^a session uses the solver embedded {alone}"):
        csp2sat.session(m, **settings)


@pytest.mark.parametrize("form", ["sugar", "xcsp3"])
@pytest.mark.parametrize("goal", ["weighted", "max"])
def test_text_of_soft_constraints_reads_back_as_the_same_problem(goal: Any, form: str, tmp_path: Path) -> None:
    """The cost was stated twice, as soft constraints and as an objective, so that the text could not be solved."""
    m = csp2sat.Model()
    x, y = m.int("x", 0, 3), m.int("y", 0, 3)
    m.add(x + y == 4)
    m.soft(x > 2, 4, name="big")
    m.soft(x < 2, 1, name="small")
    m.soft(x >= 2, -1)
    file = tmp_path / "soft.csp"
    file.write_text(csp2sat.convert(m, "sugar"))
    problem = csp2sat.load(file, goal=goal)
    best = csp2sat.solve(problem).objective
    assert best == 1  # x = 3 violates the second one alone
    assert csp2sat.solve(csp2sat.loads(csp2sat.convert(problem, form))).objective == best
    assert csp2sat.solve(csp2sat.load_model(file)).objective == csp2sat.solve(m).objective


def test_a_file_with_an_objective_and_soft_constraints_is_refused_at_both_doors(tmp_path: Path) -> None:
    file = tmp_path / "both.csp"
    file.write_text("(int x 0 3)\n(weighted 4 (> x 2))\n(objective minimize x)\n")
    for read in (csp2sat.load, csp2sat.load_model):
        with pytest.raises(csp2sat.InputError, match=r"both\.csp: an objective cannot be combined with constraints"):
            read(file)


WEIGHTED = "(int x 0 3) (int y 0 3) (weighted 5 (<= y 1)) (weighted 1 (= x 0)) (>= (+ x y) 5)\n"


@pytest.mark.parametrize("goal", [None, "weighted", "max"])
def test_a_text_has_the_soft_constraints_that_are_violated(tmp_path, goal):
    file = tmp_path / "w.csp"
    file.write_text(WEIGHTED)
    for what in [csp2sat.load(file, goal=goal)] if goal else [file, csp2sat.load_model(file)]:
        found = csp2sat.solve(what)
        assert sum(found.violated.weights) == found.objective > 0 and len(found.violated) == len(found.violated.names)
        assert next(iter(csp2sat.improvements(what))).violated


def test_soft_constraints_beside_several_objectives_are_part_of_the_first_and_that_is_said() -> None:
    m = csp2sat.Model()
    x, y = m.int("x", 0, 9), m.int("y", 0, 9)
    m.add(x + y <= 9)
    m.soft(x > 4, 3)
    m.minimize(x, y)
    cells = [(a, b) for a in range(10) for b in range(10) if a + b <= 9]
    for ask in (lambda: csp2sat.solve(m), lambda: next(csp2sat.solutions(m, best=True))):
        with pytest.warns(csp2sat.InputWarning, match="part of the first one of several objectives") as said:
            found = ask()
        assert (found[x], found[y]) == min(cells, key=lambda c: (c[0] + 3 * (c[0] <= 4), c[1]))
        assert said[0].filename == __file__
    other = csp2sat.Model()
    x, y = other.int("x", 0, 9), other.int("y", 0, 9)
    other.add(x + y <= 9)
    other.maximize(y)
    other.then_minimize(3 * ~(x > 4) + 2 * ~(x > 0))  # what the warning advises
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert csp2sat.solve(other).objectives == (9, 5)


def test_gap_and_text_of_a_result_that_a_limit_ends_at_the_second_objective() -> None:
    m = csp2sat.Model()
    x, y = m.int("x", 60, 90), m.int("y", 0, 90)
    m.add(x >= 63, y >= 48)
    m.minimize(x, y)
    best = csp2sat.solve(m)
    first = replace(best, status="SATISFIABLE", reason="time", objectives=(63,), bound=(60, 63))
    second = replace(best, status="SATISFIABLE", reason="time", objectives=(63, 48), bound=(0, 48))
    assert (best.gap, first.gap, second.gap) == (0.0, 3 / 63, None)
    assert str(best).startswith("OPTIMUM FOUND, objective 63, 48: ")
    assert str(first).startswith("SATISFIABLE (time), objective 63, the best is between 60 and 63: ")
    assert str(second).startswith("SATISFIABLE (time), objective 63, 48, the best is between 0 and 48: ")


@pytest.mark.parametrize(
    "call",
    [csp2sat.improvements, csp2sat.session, csp2sat.encode, lambda m: csp2sat.convert(m, "sugar")],
    ids=["improvements", "session", "encode", "convert"],
)
def test_several_objectives_are_refused_at_the_call(call):
    m = csp2sat.Model()
    m.minimize(m.int("x", 0, 5), m.int("y", 0, 5))
    with pytest.raises(
        csp2sat.UsageError, match=r"several objectives in order; expected one objective .* one after the other, add"
    ):
        call(m)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(RUNS))
@pytest.mark.filterwarnings("error")
def test_wishes_come_before_the_least_change(seed: int) -> None:
    """`then_minimize` was refused on a model with soft constraints only."""
    source = random.Random(seed)
    m = csp2sat.Model()
    xs = m.int_array("x", 3, 0, MOST)
    goal, (change, factors) = source.choice(["minimize", "maximize"]), terms_of(source, xs)
    soft = [(terms_of(source, xs), source.randint(-3, 3), source.randint(-2, 5)) for _ in range(3)]
    for number, ((term, _), least, weight) in enumerate(soft):
        m.soft(term >= least, weight)
        if number == 1:
            getattr(m, f"then_{goal}")(change)  # what comes later counts, too

    def key(values: tuple[int, ...]) -> tuple[int, int]:
        cost = sum(weight for (_, factors), least, weight in soft if dot(factors, values) < least)
        return cost, dot(factors, values) * (1 if goal == "minimize" else -1)

    best = min(map(key, product(range(MOST + 1), repeat=3)))
    for made in (m, copy.deepcopy(m)):
        r = csp2sat.solve(made)
        assert key(tuple(r[xs])) == best and r.objective == best[0] == sum(r.violated.weights)
        assert r.objectives == (best[0], best[1] if goal == "minimize" else -best[1])
        assert [each.goal for each in made.objectives] == ["minimize", goal] and made.objective is not None
    assert all(key(tuple(s[xs])) == best for s in csp2sat.solutions(m, best=True))
    m.minimize(0, change if goal == "minimize" else -change)  # the same in other words
    assert csp2sat.solve(m).objectives == best


def test_then_minimize_with_nothing_before_names_the_way_out() -> None:
    m = csp2sat.Model()
    with pytest.raises(csp2sat.ModelError, match=r"no first one; expected m\.maximize\(term\), or m\.soft before"):
        m.then_maximize(m.int("x", 0, 3))
