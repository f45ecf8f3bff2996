"""Settings that are accepted and change nothing: a warning says so, once for each place of the caller."""

import warnings
from pathlib import Path

import pytest
from support.run_command import run

import csp2sat

SEEDLESS = """\
solvers:
  plain: {command: [minisat], output: result-file, args: ["{cnf}", "{result}"]}
  some: {command: [minisat], output: result-file, args: ["{cnf}", "{result}", "-rnd-seed={threads}"], threads: 2}
  seven: {command: [minisat], output: result-file, args: ["-rnd-seed={seed}", "{cnf}", "{result}"], seeds: [1, 7]}
"""


@pytest.fixture
def model() -> csp2sat.Model:
    found = csp2sat.Model()
    x, y = found.int("x", 0, 9), found.int("y", 0, 9)
    found.add(x + y == 7)
    return found


def said(ask, *args, **settings) -> list[str]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        answer = ask(*args, **settings)
        if ask is csp2sat.solutions or ask is csp2sat.improvements:
            list(answer)
    assert {each.category for each in found} <= {csp2sat.InputWarning}
    assert {each.filename for each in found} <= {__file__}, "the place is the caller's"
    return [str(each.message) for each in found]


NO_THREADS = ["plain has no option for threads, which is ignored"]


@pytest.mark.needs("minisat")
def test_what_a_solver_has_no_option_for(model: csp2sat.Model, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(SEEDLESS)
    own = {"solvers": tmp_path / "own.yaml", "solver": "plain"}
    for ask in (csp2sat.solve, csp2sat.count, csp2sat.backbone, csp2sat.solutions, csp2sat.explain):
        assert said(ask, model, **own, threads=4) == NO_THREADS, ask
        assert said(ask, model, **own, threads=1) == said(ask, model, **own) == [], ask
    assert said(csp2sat.generate, "masyu", 4, 4, seed=1, **own, threads=2) == NO_THREADS
    assert said(csp2sat.solve, model, **own, seed=0) == ["plain has no option for seed, which is ignored"]
    own["solver"] = "some"
    assert said(csp2sat.solve, model, **own, threads=2) == []
    assert said(csp2sat.solve, model, **own, threads=3) == ["some has at most 2 threads; threads 3 means 2 for it"]
    own["solver"] = "seven"
    assert said(csp2sat.solve, model, **own, seed=7) == []
    assert said(csp2sat.solve, model, **own, seed=12) == ["seven takes seeds from 1 to 7; seed 12 means 5 for it"]


@pytest.mark.needs("minisat")
def test_once_for_each_place(model: csp2sat.Model, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(SEEDLESS)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("default")
        for _ in range(3):
            csp2sat.solve(model, solvers=tmp_path / "own.yaml", solver="plain", threads=2)
    assert [str(each.message) for each in found] == NO_THREADS


def test_what_a_question_has_no_use_for(model: csp2sat.Model, tmp_path: Path) -> None:
    cnf = tmp_path / "a.cnf"
    used = {"encoding": "log", "amo": "ladder", "max_clauses": 99, "timeout": 9.0, "memory": 99, "threads": 1}
    assert said(csp2sat.encode, model, cnf, **used, portfolio=False) == []
    for name, value in {"solver": "kissat", "seed": 0, "race": ["kissat"], "portfolio": True, "cubes": 2}.items():
        assert said(csp2sat.encode, model, cnf, **{name: value}) == [f"encode has no use for {name}, which is ignored"]
    for name, value in {"threads": 2, "solver_args": ["-q"], "loop": "tree", "portfolio": True}.items():
        text = f"has no use for {name}, which is ignored"
        assert said(csp2sat.session, model, **{name: value}) == [f"a session {text}"]
        goal = csp2sat.Model()
        goal.minimize(goal.int("x", 3, 9))
        assert said(csp2sat.improvements, goal, **{name: value}) == [f"improvements {text}"]
    assert said(csp2sat.session, model, seed=1, memory=99, encoding="log", solver="embedded") == []
    assert said(csp2sat.count, model, portfolio=True) == [
        "a question for more than one answer has no use for portfolio, which is ignored"
    ]
    assert said(csp2sat.solve, model, portfolio=True) == []


def test_a_caller_without_the_name_of_a_module(model: csp2sat.Model, tmp_path: Path) -> None:
    with pytest.warns(csp2sat.InputWarning, match="no use for seed"):
        exec("encode(model, cnf, seed=1)", {"encode": csp2sat.encode, "model": model, "cnf": tmp_path / "a.cnf"})


def test_encode_heeds_its_timeout(model: csp2sat.Model, tmp_path: Path) -> None:
    with pytest.raises(csp2sat.LimitReached):
        csp2sat.encode(model, tmp_path / "a.cnf", timeout=0)
    assert not (tmp_path / "a.cnf").exists()


@pytest.mark.needs("minisat")
def test_arguments_for_the_solver_reach_one_that_searches_for_the_best_value(tmp_path: Path) -> None:
    (tmp_path / "o.csp").write_text("(int x 0 90) (int y 0 90) (objective minimize x) (= (* x y) 70) (> x 2)\n")
    done = run("solve", tmp_path / "o.csp", "--solver-arg=--nonsense")
    assert done.code == 1 and "--nonsense" in done.err
    best = run("solve", tmp_path / "o.csp", "--solver", "embedded", "--solver-arg=--nonsense")
    assert best.code == 1 and "--nonsense" in best.err
