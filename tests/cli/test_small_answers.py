"""What commands say beside their answer: of a zero that one solver says, of a map that is no answer, of folders."""

from __future__ import annotations

import io
import json
import sys
from itertools import permutations
from pathlib import Path

import pytest
from support.run_command import run

from csp2sat.api import door
from csp2sat.model.model import Answer
from csp2sat.optimizing.objective_search import Optimum

SOFT = "(int x 0 9)\n(weighted 2 (> x 5))\n(weighted 3 (< x 3))\n"
LARGE = "(int a 1 30)(int b 1 30)(int c 1 30)(int d 1 30)(< (+ a b c d) 100)(> (* a b) 3)(!= c d)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.csp").write_text("(int a 1 3)(int b 1 3)(alldifferent a b)")
    return tmp_path


def test_a_count_of_zero_that_one_solver_says(folder: Path) -> None:
    (folder / "liar.sh").write_text("#!/bin/sh\necho s UNSATISFIABLE; exit 20\n")
    (folder / "liar.sh").chmod(0o755)
    (folder / "l.yaml").write_text("solvers: {liar: {command: ./liar.sh}}\n")
    (folder / "large.csp").write_text(LARGE)
    words = ("count", "large.csp", "--solvers", "l.yaml", "--solver", "liar")
    done = run(*words)
    assert (done.code, done.out) == (0, "0\n")
    assert done.err == (
        "csp2sat: only liar says that there is no solution, and no other solver has confirmed this; to ask a second"
        " one, run: csp2sat count large.csp --solvers l.yaml --solver liar --cross-check embedded\n"
    )
    asked = run(*done.err.partition("run: csp2sat ")[2].split())  # which works
    assert (asked.code, asked.out) == (1, "") and "embedded found a model" in asked.err
    (folder / "l.yaml").write_text("solvers: {liar: {command: ./liar.sh, args: ['{cnf}', '{proof}'], proof: drat}}\n")
    assert run(*words).err.endswith(
        "to write a proof to FILE, run: csp2sat solve large.csp --solvers l.yaml --solver liar --proof FILE\n"
    )
    (folder / "l.yaml").write_text("solvers: {liar: {command: ./liar.sh}}\n")
    assert run(*words, "-q").err == ""
    assert run("count", "c.csp", "--solver", "embedded").err == ""  # six
    solved = [run("solve", "c.csp", "--solvers", "l.yaml", *how) for how in (("--solver", "liar"), ("--race", "liar"))]
    assert {each.out for each in solved} == {"s UNSATISFIABLE\n"}
    assert {each.err for each in solved} == {done.err.replace("large", "c").replace("csp2sat count", "csp2sat solve")}
    (folder / "none.csp").write_text("(bool p)(bool q)(or p q)(xor p q)(iff p q)")
    assert run("solve", "none.csp", "--solver", "embedded").err == ""  # of the packaged list


def test_a_limit_of_a_count_hints_at_projections(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("large.csp").write_text(LARGE)
    by_formula = "--solver", "embedded"
    hint = "csp2sat: to count what differs in some variables alone, which is less: --project NAMES\n"
    done = run("count", "large.csp", *by_formula, "--timeout", 1)
    assert done.code == 3 and done.err.endswith(hint)
    assert hint not in run("count", "large.csp", *by_formula, "--timeout", 1, "--project", "a,b,c").err
    assert hint not in run("count", "large.csp", *by_formula, "--limit", 2).err


def test_explain_and_soft_constraints() -> None:
    Path("s.csp").write_text(SOFT + "(> x 8)\n(< x 2)\n")
    plain = run("explain", "s.csp")
    assert plain.code == 0 and "s.csp:4:1" in plain.out and run("explain", "s.csp", "--weighted") == plain
    refused = run("explain", "s.csp", "--max")
    assert refused.code == 2 and refused.err.startswith("csp2sat: --max: may violate each constraint")


def test_decode_is_quiet_and_says_how_a_pipe_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    run("encode", "c.csp", "-o", "c.cnf")
    advice = "csp2sat decode ANSWER -m c.map, or SOLVER F.cnf | csp2sat decode -m c.map\n"
    assert run("decode", "c.map").err.endswith(advice)
    answer = run("solve", "c.cnf").out
    Path("c.csp").unlink()
    Path("c.cnf").unlink()
    for words, is_said in (((), True), (("-q",), False)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answer.encode())))
        done = run("decode", "-m", "c.map", *words)
        assert done.code == 0 and done.out.startswith("s SATISFIABLE\na a\t")
        assert ("not judged" in done.err) == is_said


def test_an_installation_in_another_folder_says_how_it_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MZN_SOLVER_PATH", raising=False)
    there = folder / "my solvers"
    expected = f"MZN_SOLVER_PATH='{there}', or run minizinc --solver '{there}'/csp2sat.msc MODEL\n"
    assert run("minizinc", "--install", "my solvers").err.endswith(expected)
    monkeypatch.setenv("MZN_SOLVER_PATH", f"/elsewhere:{there}")
    assert run("minizinc", "--install", "my solvers").err == ""


def test_each_solution_is_a_line_of_json(folder: Path) -> None:
    done = run("solve", "c.csp", "--all", "--to", "jsonl")
    found = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0 and done.err == "" and len(found) == 6
    assert {(each["ints"]["a"], each["ints"]["b"]) for each in found} == {*permutations((1, 2, 3), 2)}
    assert run("solve", "c.csp", "--limit", "2", "-o", "two.jsonl").out == ""
    assert len((folder / "two.jsonl").read_text().splitlines()) == 2
    (folder / "none.csp").write_text("(int a 1 3)(> a 3)")
    several = run("solve", "c.csp", "none.csp", "--all", "--to", "jsonl").out.splitlines()
    assert [json.loads(line)["input"] for line in several] == ["c.csp"] * 6
    for words in (["--to", "jsonl"], ["--all", "--json", "--to", "jsonl"]):
        done = run("solve", "c.csp", *words)
        assert done.code == 2 and "--to jsonl: only with --all or --limit, without --json" in done.err


@pytest.mark.parametrize("quiet, said", [([], "csp2sat: warning: interrupted\n"), (["-q"], "csp2sat: interrupted\n")])
def test_a_search_that_is_interrupted_says_so(quiet: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    best = Optimum("SATISFIABLE", Answer({"a": 2, "b": 1}, {}), reason="interrupted", objective=2, bound=(1, 2))
    best.stopped = KeyboardInterrupt()
    monkeypatch.setattr(door, "optimum", lambda *args: best)
    Path("best.csp").write_text("(int a 1 3)(int b 1 3)(alldifferent a b)(objective minimize a)")
    done = run("solve", "best.csp", *quiet)
    assert (done.code, done.err) == (130, f"bound: 1 <= objective <= 2\n{said}")


def test_domains_may_stay_whole_where_answers_are_counted(folder: Path) -> None:
    assert run("count", "c.csp", "--no-narrowing").out == "6\n"
    (folder / "d.csp").write_text("(int a 1 3)(< a 2)")
    assert run("backbone", "d.csp", "--no-narrowing").out == run("backbone", "d.csp").out


def test_the_file_that_was_named_is_blamed() -> None:
    assert "missing/x.cnf: cannot be written" in run("encode", "c.csp", "-o", "missing/x.cnf").err
