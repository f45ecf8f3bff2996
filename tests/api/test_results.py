"""What the questions give in Python: typed results, callbacks, interrupts, notebooks."""

from __future__ import annotations

import signal
import threading
import time
from os import getpid, kill
from random import Random
from xml.etree import ElementTree

import pytest

import csp2sat
from csp2sat import build
from csp2sat.api import door
from csp2sat.errors import InputError, LimitReached, ModelError, UsageError
from csp2sat.optimizing.objective_search import Optimum


def knapsack(size: int = 12) -> tuple[csp2sat.Model, csp2sat.Term]:
    """A model with an objective, and that."""
    m = csp2sat.Model()
    xs = m.int_array("x", size, 0, 3)
    weights, values = [[(at * k) % 17 + 3 for at in range(size)] for k in (7, 11)]
    m.add(build.sum(xs * weights) <= 6 * size)
    profit = build.sum(xs * values)
    m.maximize(profit)
    return m, profit


def hard() -> csp2sat.Model:
    """A model that takes long to optimize: a job shop of 12 jobs on 12 machines."""
    m, n, random = csp2sat.Model(), 12, Random(1)
    starts, end = m.int_array("s", (n, n), 0, 1500), m.int("end", 0, 1500)
    duration = [[random.randint(10, 99) for _ in range(n)] for _ in range(n)]
    order = [random.sample(range(n), n) for _ in range(n)]
    for i in range(n):
        m.add(starts[i, :-1] + duration[i][:-1] <= starts[i, 1:], starts[i, -1] + duration[i][-1] <= end)
    for machine in range(n):
        at = [(i, order[i].index(machine)) for i in range(n)]
        m.add(build.disjunctive((starts[i, j], duration[i][j]) for i, j in at))
    m.minimize(end)
    return m


def test_each_better_solution_and_progress_are_told():
    m, profit = knapsack()
    told: list[tuple[int, int]] = []
    said: list[str] = []
    best = csp2sat.solve(m, on_better=lambda value, s: told.append((value, s[profit])), on_progress=said.append)
    values = [value for value, _ in told]
    assert values == sorted(set(values))
    assert all(value == shown for value, shown in told)
    assert values[-1] == best.objective
    assert any("ENCODING" in text for text in said)


def test_statistics():
    m, _ = knapsack()
    found = csp2sat.solve(m).statistics
    assert found.solver
    assert (found.clauses or 0) > (found.variables or 0) > 0
    assert found.seconds["encode"] > 0


def test_an_interrupt_is_raised_with_the_best_so_far():
    m = hard()
    seen = threading.Event()

    def stop() -> None:
        seen.wait(30)
        time.sleep(0.3)
        kill(getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=stop, daemon=True).start()
        with pytest.raises(KeyboardInterrupt) as raised:
            csp2sat.solve(m, on_better=lambda value, s: seen.set())
    finally:
        signal.signal(signal.SIGINT, before)
    best = raised.value.best  # type: ignore[attr-defined]
    assert best
    assert best["end"] == best.objective
    assert best.bound is not None


def test_a_limit_gives_the_best_so_far():
    best = csp2sat.solve(hard(), timeout=2)
    assert best.status in ("SATISFIABLE", "UNKNOWN")
    assert best.reason == "time"
    if best:
        assert best.bound is not None
        assert best.bound[0] <= best["end"] == best.objective


def test_results_without_a_solution():
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    assert csp2sat.solve(m, timeout=0).status == "UNKNOWN"
    with pytest.raises(ModelError, match="the status is UNKNOWN: time"):
        csp2sat.solve(m, timeout=0)[x]
    m.add(x > 3)
    r = csp2sat.solve(m)
    assert (r.status, bool(r), r.solution, r.objective) == ("UNSATISFIABLE", False, None, None)
    assert csp2sat.backbone(m) is None
    assert csp2sat.count(m).number == 0
    assert list(csp2sat.solutions(m)) == []


def test_undefined_terms_have_no_value():
    m = csp2sat.Model()
    x = m.int("x", 0, 0)
    with pytest.raises(ModelError, match="undefined"):
        csp2sat.solve(m)[5 // x]


def test_why_there_is_none_is_said_in_the_models_own_constraints():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 9), m.int("y", 0, 9)
    first, second = x + y == 10, x < 3
    m.add(first, name="the sum")
    m.add(second, y < 7, x != y)
    reason = csp2sat.explain(m).reasons[0]
    assert any(each is first for each in reason.constraints)
    assert any(each is second for each in reason.constraints)
    assert len(reason.constraints) == 3
    assert dict(zip(reason.constraints, reason.names, strict=True)) == {
        first: "the sum",
        second: "(lt x 3)",
        y < 7: "(lt y 7)",
    }
    assert reason.smallest
    assert csp2sat.explain(csp2sat.loads("(int x 1 3) (= x 2)")).reasons == []


def test_solutions_are_those_of_the_model_as_it_was():
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    found = csp2sat.solutions(m)
    first = next(found)
    m.add(x == first[x])
    m.int("later", 0, 5)
    assert len(list(found)) == 9
    assert len(list(csp2sat.solutions(m))) == 6
    with pytest.raises(UsageError):
        csp2sat.solutions(m, limit=-1)
    with pytest.raises(TypeError, match="did you mean 'timeout'"):
        csp2sat.solutions(m, timout=1)  # type: ignore[call-overload]


def test_a_text_and_a_file_with_soft_constraints(tmp_path):
    text = "(int x 0 3) (weighted 2 (= x 1)) (weighted 5 (= x 3))"
    (tmp_path / "soft.csp").write_text(text)
    assert csp2sat.solve(tmp_path / "soft.csp").objective == 2
    assert csp2sat.solve(csp2sat.loads(text, goal="max")).objective == 2
    for problem in (csp2sat.loads(text, goal="weighted"), csp2sat.load(tmp_path / "soft.csp", goal="weighted")):
        r = csp2sat.solve(problem)
        assert isinstance(r, csp2sat.ModelResult)
        assert (r.objective, r["x"]) == (2, 3)
    assert csp2sat.solve(csp2sat.load_model(tmp_path / "soft.csp")).objective == 2


def test_what_was_loaded_can_be_gone_on_with(tmp_path):
    (tmp_path / "a.csp").write_text("(int x 0 3) (int y 0 3) (< x y)")
    m = csp2sat.load_model(tmp_path / "a.csp")
    x, y = m["x"], m["y"]
    m.add(x + y == 5)
    assert csp2sat.solve(m).value([x, y]) == [2, 3]
    with pytest.raises(InputError, match="expected a board"):
        csp2sat.load_board(tmp_path / "a.csp")
    with pytest.raises(InputError, match="<text>:1"):
        csp2sat.loads("(int x 0")


def test_boards_are_drawn_in_all_forms():
    board = csp2sat.generate("akari", 4, 4, seed=3)
    r = csp2sat.solve(board)
    assert r.draw() == csp2sat.draw(r) == csp2sat.draw(board, r.solution) != csp2sat.draw(board)
    ElementTree.fromstring(csp2sat.draw(r, to="svg"))
    assert csp2sat.draw(r, to="png").startswith(b"\x89PNG")
    assert csp2sat.draw(r, to="html").startswith("<!DOCTYPE html>")
    with pytest.raises(UsageError, match="expected one of text, svg, png, pdf, html"):
        csp2sat.draw(r, to="gif")  # type: ignore[call-overload]


def test_notebooks_show_boards_values_and_what_is_missing():
    board = csp2sat.loads("size 4 4\n- - - -\n- - - -\n- 0 - -\n- - - -\n", "slitherlink")
    several = csp2sat.solve(board, unique=True)
    html = several._repr_html_()
    assert "SATISFIABLE" in html and "not the only solution" in html and html.count("<svg") == 1
    ElementTree.fromstring(html[html.index("<svg") :])
    m = csp2sat.Model()
    m.int("x<1>", 0, 1)
    p = m.bool("p")
    m.add(p)
    html = csp2sat.solve(m, unique=True)._repr_html_()
    assert "x&lt;1&gt;" in html and html.count("background") == 2, "two solutions, which differ in x"
    m.add(~p)
    assert "UNSATISFIABLE" in csp2sat.solve(m)._repr_html_()
    asked = hard()
    asked.satisfy()
    with pytest.raises(LimitReached):
        list(csp2sat.solutions(asked, timeout=0))


NEAR = {  # a name that no variable has, and the advice
    "sh": "; it is an array: 'sh_0', 'sh_1'",
    "g": "; it is an array: 'g_0_0', 'g_0_1', ..., 'g_1_1'",
    "SH_0": "; did you mean 'sh_0'?",
    "sh[0]": "; did you mean 'sh_0'?",
    "g[1, 0]": "; did you mean 'g_1_0'?",
    "g[1][0]": "; did you mean 'g_1_0'?",
    "g_0": "; did you mean 'g_0_0' or 'g_0_1'?",
    "g[1]": "; did you mean 'g_1_0' or 'g_1_1'?",
    "sunny": "; did you mean 'sunday'?",
    "sun": "; did you mean 'sunday'?",
    "Monday": "; did you mean 'sunday'?",
    "xx": "",
    "": "",
}


@pytest.mark.parametrize("name", NEAR)
def test_a_name_that_no_variable_has(name):
    m = csp2sat.Model()
    m.int_array("sh", 2, 0, 3)
    m.int_array("g", (2, 2), 0, 3)
    m.bool("sunday")
    r = csp2sat.solve(m)
    of_results = [lambda: r[name], lambda: r.solution[name]] if name not in ("sh", "g") else []
    for asked in (*of_results, lambda: m[name], lambda: m.prefer(name, 1)):
        with pytest.raises(ModelError) as error:
            asked()
        assert str(error.value) == f"{name!r}: there is no variable of that name{NEAR[name]}"


def test_the_bound_of_a_better_solution_is_asked_elsewhere():
    advice = "csp2sat.improvements(m) gives results, each with its bound"
    with pytest.raises(UsageError, match="a function of the objective and the solution; a third argument"):
        csp2sat.solve(hard(), on_better=lambda value: None)
    m = csp2sat.Model()
    m.minimize(m.int("x", 0, 3))
    with pytest.raises(AttributeError) as error:
        csp2sat.solve(m).solution.bound  # noqa: B018
    assert str(error.value) == f"a ModelSolution has no bound; {advice}"
    assert [r.bound for r in csp2sat.improvements(m)][-1] == (0, 0)


def test_prove_raises_an_interrupt_too(tmp_path, monkeypatch):
    def interrupted(*args):
        return Optimum("SATISFIABLE", None, stopped=KeyboardInterrupt())

    monkeypatch.setattr(door, "optimum", interrupted)
    with pytest.raises(KeyboardInterrupt) as raised:
        csp2sat.prove(hard(), tmp_path / "p", solver="kissat")
    assert raised.value.best.status == "SATISFIABLE"  # type: ignore[attr-defined]
    assert not list(tmp_path.iterdir())


def test_statistics_name_who_has_answered():
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    found = csp2sat.solve(m, solver="kissat").statistics
    assert found.solver == "kissat" and found.counts.keys() == {"conflicts", "decisions", "propagations"}
    m.minimize(x)
    assert csp2sat.solve(m).statistics.solver == "embedded"
    m = csp2sat.Model()
    taken = [m.bool(f"b{i}") for i in range(30)]
    m.add(sum((7 * i) % 31 * each for i, each in enumerate(taken)) <= 150)
    m.maximize(sum((11 * i) % 37 * each for i, each in enumerate(taken)))
    assert csp2sat.solve(m, solver="kissat").statistics.solver == "kissat (linear search)"


def test_a_long_line_begins_with_what_is_true():
    m = csp2sat.Model()
    tour = {(i, j): m.bool(f"{i}->{j}") for i in range(12) for j in range(12)}
    late, x = m.int("late", 0, 9), m.int_array("x", 3, 0, 1)
    m.add(late == 4, x.sum() == 0, [tour[at] if at == (11, 3) else ~tour[at] for at in tour])
    r = csp2sat.solve(m)
    text = str(r)
    assert text.startswith("SATISFIABLE: late = 4, 11->3 = True, x = [0, 0, 0], 0->0 = False, ")
    assert len(text) < 600 and text.endswith(" more in as_dict()")
    shown = text.count(" = ")
    assert f"and {146 - shown} more" in text, "146 variables, three of which are one list"
    assert str(r.solution) == text.removeprefix("SATISFIABLE: ")


def test_improvements_know_the_bound_of_a_linear_program():
    rng = Random(1)
    weights = [rng.randint(50, 200) for _ in range(30)]
    values, sizes = [each + rng.randint(1, 60) for each in weights], [rng.randint(1, 99) for _ in weights]
    m = csp2sat.Model()
    x = m.bool_array("x", 30)
    m.add(build.sum(a * b for a, b in zip(weights, x, strict=True)) <= sum(weights) // 3)
    m.add(build.sum(a * b for a, b in zip(sizes, x, strict=True)) <= sum(sizes) // 3)
    m.maximize(build.sum(a * b for a, b in zip(values, x, strict=True)))
    first = next(csp2sat.improvements(m, timeout=60))
    assert first.objective is not None and first.bound is not None
    assert first.bound[0] == first.objective <= first.bound[1] < 1.3 * first.objective < 0.5 * sum(values)
    m.add(x.sum() > 30)
    assert [r.status for r in csp2sat.improvements(m)] == ["UNSATISFIABLE"]


def test_the_name_of_an_array_gives_its_values(tmp_path):
    m = csp2sat.Model()
    g = m.int_array("g", (2, 2), 0, 3)
    m.add(g[0, 0] == 1, g[0, 1] == 0, g[1, 0] == 3, g[1, 1] == 2)
    r = csp2sat.solve(m)
    assert r["g"] == r[g] == r.solution["g"] == [[1, 0], [3, 2]]
    path = tmp_path / "s.xml"
    path.write_text(
        '<instance format="XCSP3" type="CSP"><variables><array id="s" size="[2][2]"> 1..4 </array></variables>'
        "<constraints><instantiation><list> s[][] </list><values> 4 2 3 1 </values></instantiation></constraints>"
        "</instance>"
    )
    r = csp2sat.solve(path)
    assert r["s"] == [[4, 2], [3, 1]] and r["s[1][0]"] == 3 and str(r) == "SATISFIABLE: s = [[4, 2], [3, 1]]"
    with pytest.raises(csp2sat.ModelError, match="there is no variable of that name"):
        r["t"]
