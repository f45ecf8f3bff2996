"""A portfolio that grows, in commands and in Python: who answers, what is told, and that nothing is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from support.fake_solvers import HANG, SAT, is_running, tiny
from support.portfolio_scene import LATE, PROVES, Scene
from support.programs import KISSAT, needed
from support.real_commands import MAGIC, csp2sat

import csp2sat as package
from csp2sat import build
from csp2sat.base import resources
from csp2sat.errors import UsageError
from csp2sat.optimizing import optimize
from csp2sat.solving.parallel import contest

two_are_there = pytest.mark.skipif(contest.cores() < 2, reason="needs two cores")


def scene_of(folder: Path, one: str, two: str, **keys: str) -> list[str]:
    """The options that choose a portfolio of these."""
    return ["--solvers", str(Scene(folder, {"one": one, "two": two}, **keys).yaml)]


PAIRS = list(combinations(range(4), 2))
REAL = f'exec {KISSAT} -q "$1"'


def magic(folder: Path) -> Path:
    path = folder / "magic.csp"
    path.write_text(MAGIC)
    return path


def run(folder: Path, scene: list[str], *more: str) -> tuple[str, str]:
    """Who answered the small CSP, and what -v said."""
    done = csp2sat("solve", magic(folder), "--json", "-v", *scene, *more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["solver"]["name"], done.stderr


@two_are_there
def test_a_proof_of_who_joined_is_checked_and_kept(tmp_path: Path) -> None:
    path, proof = tmp_path / "none.csp", tmp_path / "none.drat"
    path.write_text(
        "".join(f"(int x{i} 1 4)" for i in range(5)) + f"(alldifferent {' '.join(f'x{i}' for i in range(5))})"
    )
    writes = f'exec {KISSAT} -q --no-binary "$1" "$2"'
    scene = scene_of(tmp_path, 'echo 1 2 3 > "$2"; sleep 20', writes, **PROVES)
    done = csp2sat("solve", path, "--proof", proof, *scene)
    assert done.returncode == 0 and "s UNSATISFIABLE" in done.stdout, done.stderr
    certificate = json.loads((tmp_path / "none.drat.json").read_text())
    assert certificate["solver"]["name"] == "two" and certificate["proof"] == "drat"
    assert csp2sat("verify", tmp_path / "none.drat.json").returncode == 0


def test_json_names_the_solver_that_confirmed(tmp_path: Path) -> None:
    path, alone = tmp_path / "none.csp", ("--solver", "one")
    path.write_text("".join(f"(int x{i} 1 3)" for i in range(4)) + "".join(f"(!= x{i} x{j})" for i, j in PAIRS))
    scene = scene_of(tmp_path, REAL, REAL)
    answers = [csp2sat("solve", path, "--json", *scene, *alone, *more) for more in ((), ("--cross-check", "two"))]
    assert [json.loads(each.stdout).get("confirmed_by") for each in answers] == [None, "two"]


OFF = {
    "one solver": ("--solver", "two"),
    "a seed": ("--seed", "0"),
    "one thread": ("--threads", "1"),
    "arguments": ("--solver-arg=--plain",),
    "a race": ("--race", "two"),
    "cubes": ("--cubes", "2"),
}


@two_are_there
def test_on_the_command_line(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, "sleep 20", REAL)
    name, said = run(tmp_path, scene)
    assert name == "two" and "\tJOINED BY two\n" in said and "one: interrupted" not in said
    assert run(tmp_path, scene, "--unique")[0] == "two"
    assert run(tmp_path, scene, "--cross-check", "embedded")[0] == "two"


@two_are_there
def test_who_is_to_judge_does_not_join_a_command(tmp_path: Path) -> None:
    name, said = run(tmp_path, scene_of(tmp_path, LATE + REAL, REAL), "--cross-check", "two", "--unique")
    assert name == "one" and "JOINED" not in said


@pytest.mark.sample(4)
@pytest.mark.parametrize("reason", OFF)
def test_what_is_said_of_one_solver(tmp_path: Path, reason: str) -> None:
    done = csp2sat("solve", magic(tmp_path), "-v", *scene_of(tmp_path, LATE + REAL, REAL), *OFF[reason])
    assert done.returncode == 0 and "JOINED" not in done.stderr


def test_many_solutions_come_from_one_solver(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, LATE + REAL, REAL)
    apart = ("--cross-check", "embedded")  # so that runs of the solver answer, not one that is kept
    for words in (("solve", "--all", *apart), ("solve", "--limit", "1", *apart), ("count",), ("backbone",)):
        done = csp2sat(words[0], magic(tmp_path), "-v", *words[1:], *scene)
        assert done.returncode == 0 and "JOINED" not in done.stderr


@pytest.mark.sample(2)
@two_are_there
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_command_that_is_ended_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    options, temporary = scene_of(tmp_path, HANG, HANG), tmp_path / "temporary"
    temporary.mkdir()
    command = [sys.executable, "-m", "csp2sat", "solve", str(tiny(tmp_path)), *options]
    pids = [tmp_path / "one.pids", tmp_path / "two.pids"]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        until = time.monotonic() + 20
        while not all(path.exists() and path.read_text() for path in pids):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.02)
        process.send_signal(number)
        process.communicate(timeout=10)
    until = time.monotonic() + 3
    while any(is_running(int(path.read_text())) for path in pids) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(is_running(int(path.read_text())) for path in pids)
    assert number == signal.SIGKILL or list(temporary.iterdir()) == []


def test_a_wrong_portfolio_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("portfolio: [{solver: kissat}, {after: soon, solver: minisat}]\n")
    done = csp2sat("solve", magic(tmp_path), "--solvers", path)
    message = "1:39: expected a number of seconds, at least 0, not 'soon'"
    assert done.returncode == 1 and done.stderr.startswith(f"{path}:{message}\n  portfolio: ")
    assert done.stderr.endswith("\n" + " " * 40 + "^\n")


@two_are_there
def test_the_list_of_solvers_says_who_joins(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, SAT, SAT)
    assert "\nsolve: one, after 0.05 s two joins\n" in csp2sat("solvers", *scene).stdout
    found = json.loads(csp2sat("solvers", "--json", *scene).stdout)
    assert found["portfolio"] == [{"solver": "one", "after": 0}, {"solver": "two", "after": 0.05}]
    alone = tmp_path / "alone.yaml"
    alone.write_text("default: cadical\n")
    assert "joins" not in csp2sat("solvers", "--solvers", alone).stdout


@two_are_there
def test_in_python_it_is_the_same(tmp_path: Path) -> None:
    model, yaml = package.load_model(magic(tmp_path)), scene_of(tmp_path, LATE + REAL, REAL)[1]
    for wanted in (True, None):
        assert package.solve(model, solvers=yaml, portfolio=wanted).statistics.solver == "two"
    told: list[str] = []
    package.solve(model, solvers=yaml, portfolio=False, on_progress=told.append)
    assert not any("JOINED" in text for text in told)
    assert len(list(package.solutions(model, solvers=yaml, portfolio=True))) == 3


def joined(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> bool:
    """Do two solvers look for the best solution of a small model?"""
    monkeypatch.setattr(optimize, "AFTER", 0.0)
    monkeypatch.setattr(resources, "cores", lambda: 2)
    monkeypatch.setattr(resources, "free_memory", lambda: None)
    model, told = package.Model(), list[str]()
    marks = model.int_array("mark", 4, 0, 12)
    model.add(marks[0] == 0, *(low < high for low, high in pairwise(marks)))
    model.add(build.all_different([high - low for low, high in combinations(marks, 2)]))
    model.minimize(marks[3])
    assert package.solve(model, on_progress=told.append, **settings).objective == 6
    return any("JOINED BY" in line for line in told)


NOT_WITH = {
    "solver": {"solver": "kissat"},
    "seed": {"seed": 0},
    "threads=1": {"threads": 1},
    "solver_args": {"solver_args": ["-q"]},
    "race": {"race": ["kissat"]},
    "cubes": {"cubes": 2},
}


@pytest.mark.parametrize("setting", NOT_WITH)
def test_in_python_one_alone_is_no_error(setting: str) -> None:
    settings = package.Settings(**NOT_WITH[setting])  # type: ignore[arg-type]
    assert package.Settings().has_portfolio and not settings.has_portfolio


def test_in_python_with_one_solver(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(
        "portfolio: [{solver: embedded}, {after: 0, solver: nobody}]\nsolvers: {nobody: {command: nobody-here}}\n"
    )
    assert package.solve(package.load_model(magic(tmp_path)), solvers=path).status == "SATISFIABLE"


def test_two_look_for_the_best_solution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert joined(monkeypatch, portfolio=True) and joined(monkeypatch)
    assert not joined(monkeypatch, portfolio=False)
    assert not joined(monkeypatch, search="up")
    assert not joined(monkeypatch, memory=4000)
    alone = tmp_path / "alone.yaml"
    alone.write_text("portfolio: []\n")
    assert not joined(monkeypatch, solvers=alone)


@pytest.mark.parametrize("setting", NOT_WITH)
def test_in_python_not_with(setting: str) -> None:
    with pytest.raises(UsageError, match=rf"^portfolio=True: not with {setting}$"):
        package.solve(package.Model(), portfolio=True, **NOT_WITH[setting])  # type: ignore[arg-type]


def test_in_python_no_text() -> None:
    with pytest.raises(UsageError, match=r"^portfolio='yes': expected True or False"):
        package.solve(package.Model(), portfolio="yes")  # type: ignore[call-overload]


@two_are_there
def test_each_question_begins_with_the_first_one(tmp_path: Path) -> None:
    _, said = run(tmp_path, scene_of(tmp_path, "sleep 20", REAL), "--unique")
    assert said.count(" WITH one\n") == 2 and " WITH two\n" not in said


IGNORED = {
    "so many solvers": ((), ""),
    "of each part": (("--cubes", "2", "--solver", "two"), "two"),
    "one that can": (("--race", "two,clasp"), ""),
    "one that cannot": (("--solver", "two"), "two"),
    "none that can": (("--race", "two,one"), "two"),
}


@pytest.mark.parametrize("case", IGNORED)
def test_a_wish_for_threads_is_ignored_by_whom(case: str, tmp_path: Path) -> None:
    words, name = IGNORED[case]
    if "clasp" in str(words):
        needed("clasp")
    done = csp2sat("solve", magic(tmp_path), "--threads", "2", *words, *scene_of(tmp_path, REAL, REAL))
    said = f"csp2sat: warning: {name} has no option for --threads, which is ignored\n" if name else ""
    assert done.returncode == 0 and done.stderr == said


ALONE = {
    "one thread": (("--threads", "1"), "two", "--threads 1: two has one thread, and no option for more"),
    "one thread of several": (("--threads", "1"), "clasp", ""),
    "too many": (("--threads", "65"), "clasp", "warning: clasp has at most 64 threads; --threads 65 means 64 for it"),
    "as many as there are": (("--threads", "64"), "clasp", ""),
    "no seed": (("--seed", "1"), "two", "warning: two has no option for --seed, which is ignored"),
}


@pytest.mark.needs("clasp")
@pytest.mark.parametrize("case", ALONE)
def test_what_is_said_of_a_hint(case: str, tmp_path: Path) -> None:
    words, solver, said = ALONE[case]
    (tmp_path / "unsat.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    line = ("solve", "unsat.cnf", "--solver", solver, *words, *scene_of(tmp_path, REAL, REAL))
    done = csp2sat(*line, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.endswith("\ns UNSATISFIABLE\n")
    assert done.stderr == (f"csp2sat: {said}\n" if said else "")
    assert csp2sat(*line, "-q", cwd=tmp_path).stderr == ""


@pytest.mark.needs("clasp")
def test_bench_warns_of_each_solver_that_ignores_a_hint(tmp_path: Path) -> None:
    (tmp_path / "unsat.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    line = ("bench", "unsat.cnf", "--solver", "two,clasp", *scene_of(tmp_path, REAL, REAL))
    said = "csp2sat: warning: two has no option for --threads, which is ignored\n"
    assert said in csp2sat(*line, "--threads", "2", cwd=tmp_path).stderr
    assert said not in csp2sat(*line, "--threads", "2", cwd=tmp_path).stderr  # nothing is run again
    assert said in csp2sat(*line, "--threads", "2", "--emit-make", cwd=tmp_path).stderr
    assert "--threads" not in csp2sat(*line, "--threads", "1", cwd=tmp_path).stderr
