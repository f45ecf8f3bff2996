"""The best solution by the command: `o` lines, JSON, WCNF, what is refused, limits and interrupts."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from support.pipelines import EXTERNAL, RULER
from support.programs import needed
from support.real_commands import csp2sat
from support.run_command import run

from csp2sat import SolverError, loads, solve


def test_solve_prints_o_lines_and_the_optimum(tmp_path):
    (tmp_path / "ruler.csp").write_text(RULER)
    done = csp2sat("solve", "ruler.csp", "--search", "down", "--solver", EXTERNAL, cwd=tmp_path)
    lines = done.stdout.splitlines()
    values = [int(line[2:]) for line in lines if line.startswith("o ")]
    assert (done.returncode, done.stderr) == (0, "")
    assert values == sorted(values, reverse=True)
    assert lines[len(values) : len(values) + 1] == ["s OPTIMUM FOUND"]
    assert "a length\t6" in lines
    assert csp2sat("solve", "ruler.csp", "--exit-code", "sat", cwd=tmp_path).returncode == 30


def test_each_better_solution_is_printed_when_it_is_found(tmp_path):
    (path := tmp_path / "a.csp").write_text("(int x 0 9) (int y 0 3) (objective maximize (- x y)) (< x 5)")
    best, printed = "a x\t4\na y\t0\na\n", run("solve", path, "-i", "--search", "up").out
    assert printed.endswith(f"o 4\n{best}s OPTIMUM FOUND\n{best}")
    assert printed.count("o ") == printed.count("a\n") - 1


def test_better_solutions_are_for_one_answer_as_text(tmp_path):
    (path := tmp_path / "a.csp").write_text("(int x 0 9) (objective maximize x)")
    for words in (["--json"], ["--all", "--best"], ["--to", "json"]):
        ended = run("solve", path, "-i", *words)
        assert ended.code == 2 and "--intermediate: only for one answer as text" in ended.err
    path.write_text("(int x 0 9)")
    assert "--intermediate: only for an input with an objective" in run("solve", path, "-i").err


def test_solve_with_json(tmp_path):
    (tmp_path / "a.csp").write_text("(int x 0 9) (objective maximize x) (< x 5)")
    found = json.loads(csp2sat("solve", "a.csp", "--json", cwd=tmp_path).stdout)
    assert (found["status"], found["objective"], found["ints"], "bound" in found) == (
        "OPTIMUM FOUND",
        4,
        {"x": 4},
        False,
    )


SOFT = "(int x 0 5) (bool p) (= x 1) (= x 2) (> x 0) p (not p)"
WEIGHTED = "(int x 0 5) (> x 0) (weighted 3 (= x 1)) (weighted 2 (= x 2))"
REQUIRED = "remove the objective; to require a value, too: (= TERM VALUE), in Python m.add(TERM == VALUE)"
NO_OBJECTIVE = f"not with an objective; --best (best=True) takes the best solutions; otherwise {REQUIRED}"
REFUSED = {
    "soft ones": (WEIGHTED, [], "the input has (weighted ..) constraints; use --weighted or --max"),
    "both": (SOFT, ["--max", "--weighted"], "--max or --weighted, not both"),
    "an objective too": (
        RULER,
        ["--max"],
        "an objective cannot be combined with constraints that have weights, or with --max",
    ),
    "no objective": (
        SOFT,
        ["--search", "up"],
        "--search: only for an input with an objective, or with --max or --weighted",
    ),
    "all": (RULER, ["--all"], f"--all: {NO_OBJECTIVE}"),
    "some": (RULER, ["--limit", "3"], f"--limit: {NO_OBJECTIVE}"),
    "the only one": (RULER, ["--unique"], f"--unique: not with an objective; {REQUIRED}"),
    "expected to be the only one": (
        RULER,
        ["--expect", "unique"],
        f"--expect unique: not with an objective; {REQUIRED}",
    ),
    "a CNF": ("p cnf 1 0\n", ["--max"], "--max: only for a CSP"),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("case", REFUSED)
def test_refused(case, tmp_path):
    text, options, message = REFUSED[case]
    (tmp_path / "a.csp").write_text(text)
    done = csp2sat("solve", "a.csp", *options, *(["--from", "cnf"] if text[0] == "p" else []), cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"csp2sat: {message}\n")


def test_a_cnf_is_refused_before_its_goal(tmp_path):
    (tmp_path / "a.cnf").write_text("p cnf 1 0\n")
    done = csp2sat("encode", "--max", "a.cnf", "-o", "b.cnf", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "csp2sat: a.cnf is a CNF already\n")


@pytest.mark.parametrize(
    "command, message", [("count", NO_OBJECTIVE), ("backbone", f"not with an objective; {REQUIRED}")]
)
def test_questions_about_all_solutions(command, message, tmp_path):
    (tmp_path / "a.csp").write_text(RULER)
    done = csp2sat(command, "a.csp", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"csp2sat: {command}: {message}\n")


@pytest.mark.parametrize("text, option, expected", [(SOFT, "--max", "o 2"), (WEIGHTED, "--weighted", "o 2")])
def test_max_and_weighted(text, option, expected, tmp_path):
    (tmp_path / "a.csp").write_text(text)
    lines = csp2sat("solve", "a.csp", option, cwd=tmp_path).stdout.splitlines()
    assert lines[lines.index("s OPTIMUM FOUND") - 1] == expected
    assert "a x\t1" in lines or (option == "--max" and "a x\t2" in lines)
    assert not any("_C" in line for line in lines)


@pytest.mark.parametrize("digits", [False, True], ids=["literals", "digits"])
def test_encode_to_wcnf_and_decode(digits, tmp_path):
    (tmp_path / "a.csp").write_text(SOFT)
    assert csp2sat("encode", "a.csp", "--to", "wcnf", "--max", cwd=tmp_path).returncode == 0
    with RC2(WCNF(str(tmp_path / "a.wcnf"))) as solver:
        model = solver.compute()
    word = "".join("01"[lit > 0] for lit in model) if digits else " ".join(map(str, model))
    answer = f"c hello\no 2\ns OPTIMUM FOUND\nv {word}\n"
    decoded = csp2sat("decode", "-", "-m", "a.map", cwd=tmp_path, stdin=answer)
    assert decoded.stdout.startswith("o 2\ns OPTIMUM FOUND\na x\t")
    found = json.loads(csp2sat("decode", "-", "-m", "a.map", "--json", cwd=tmp_path, stdin=answer).stdout)
    assert (found["status"], found["objective"]) == ("OPTIMUM FOUND", 2)


def test_wcnf_on_stdout_and_without_anything_to_weigh(tmp_path):
    (tmp_path / "a.csp").write_text(RULER)
    written = csp2sat("encode", "a.csp", "--to", "wcnf", "-o", "-", cwd=tmp_path)
    assert "p wcnf" in written.stdout
    (tmp_path / "a.csp").write_text("(int x 0 1)")
    refused = csp2sat("encode", "a.csp", "--to", "wcnf", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.startswith("csp2sat: --to wcnf: the input has no objective")


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_prints_the_best(number, code, tmp_path):
    (tmp_path / "ruler.csp").write_text(RULER)
    config = slow_after_one(tmp_path)
    command = [sys.executable, "-m", "csp2sat", "solve", "ruler.csp", "--search", "down", "--solvers", config]
    process = subprocess.Popen(
        [*command, "--solver", "slow", "-q"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        text=True,
    )
    while not (tmp_path / "second").exists():
        assert process.poll() is None
        time.sleep(0.002)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=20)
    first, status, *values = stdout.splitlines()
    assert (process.returncode, status, values[-1]) == (code, "s SATISFIABLE", "a")
    assert f"a length\t{first[2:]}" in values
    assert f"bound: 4 <= objective <= {first[2:]}\n" in stderr


def test_a_time_limit_prints_the_best(tmp_path):
    (tmp_path / "ruler.csp").write_text(RULER)
    config = slow_after_one(tmp_path)
    command = ["solve", "ruler.csp", "--search", "down", "--solvers", config, "--solver", "slow", "--timeout", "2"]
    done = csp2sat(*command, "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert (done.returncode, found["status"], found["reason"]) == (3, "SATISFIABLE", "time")
    assert found["bound"] == [4, found["objective"]]
    assert "the time limit was reached" in done.stderr


FAILS = ["--search", "down", "--solvers", "slow.yaml", "--solver", "slow"]


def test_a_solver_that_fails_leaves_the_best(tmp_path):
    (tmp_path / "ruler.csp").write_text(RULER)
    slow_after_one(tmp_path, "exit 9")
    done = csp2sat("solve", "ruler.csp", *FAILS, cwd=tmp_path)
    first, status, *values = done.stdout.splitlines()
    assert (done.returncode, status, values[-1]) == (1, "s SATISFIABLE", "a")
    assert f"a length\t{first[2:]}" in values
    assert done.stderr == "csp2sat: warning: the solver failed\ncsp2sat: slow failed with exit code 9\n"


def test_a_solver_that_fails_leaves_the_best_as_json(tmp_path):
    (tmp_path / "ruler.csp").write_text(RULER)
    slow_after_one(tmp_path, "exit 9")
    done = csp2sat("solve", "ruler.csp", *FAILS, "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert (done.returncode, found["status"], found["reason"]) == (1, "SATISFIABLE", "failed")
    assert "bound" not in found and found["ints"]["length"] == found["objective"]


def test_a_solver_that_fails_at_once_leaves_nothing(tmp_path):
    (tmp_path / "ruler.csp").write_text(RULER)
    slow_after_one(tmp_path, "exit 9")
    (tmp_path / "first").touch()
    done = csp2sat("solve", "ruler.csp", *FAILS, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "csp2sat: slow failed with exit code 9\n"


def test_in_python_a_failure_has_the_best(tmp_path):
    config = slow_after_one(tmp_path, "exit 9")
    with pytest.raises(SolverError, match="slow failed") as failure:
        solve(loads(RULER), search="down", solvers=config, solver="slow")
    best = failure.value.best
    assert (best.status, best.solution["length"]) == ("SATISFIABLE", best.objective)


def slow_after_one(folder: Path, then: str = "sleep 1000") -> Path:
    """A solver that answers once and is then very slow, or does something else."""
    program = folder / "slow.sh"
    real = needed("minisat")
    once = f'if [ -e {folder}/first ]; then touch {folder}/second; {then}; fi; touch {folder}/first; {real} "$1" "$2"'
    program.write_text(f"#!/bin/sh\n{once}\n")
    program.chmod(0o755)
    config = folder / "slow.yaml"
    config.write_text("solvers: {slow: {command: [./slow.sh], args: ['{cnf}', '{result}'], output: result-file}}\n")
    return config
