"""Which solvers are there: where programs are found, their versions, what is wrong with them, and the default."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from support.fake_solvers import fake, overlay, program
from support.programs import KISSAT

from csp2sat.api import solvers as probe
from csp2sat.errors import SolverError
from csp2sat.runner.config import config, entry


def found(folder: Path, command: str, more: str = "") -> tuple[str, ...] | None:
    return overlay(folder, f"solvers: {{mine: {{command: {command}{more}}}}}\n").entries["mine"].locate()


def test_where_programs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, home, on_path = program(tmp_path / "s"), program(tmp_path / "h" / "s"), program(tmp_path / "bin" / "onpath")
    monkeypatch.setenv("HOME", str(tmp_path / "h"))
    monkeypatch.setenv("WHERE", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    monkeypatch.chdir("/")
    assert found(tmp_path, "./s") == (str(here),)
    assert found(tmp_path, "s") is None
    assert found(tmp_path, "~/s") == (str(home),)
    assert found(tmp_path, "$WHERE/s") == (str(here),)
    assert found(tmp_path, "onpath") == (str(on_path),)
    assert found(tmp_path, "[nowhere, ./nothing, onpath, ./s]") == (str(on_path),)
    assert found(tmp_path, '[["{python}", -m, "{pkg:csp2sat}/x"]]') == (*(sys.executable, "-m", f"{config.PACKAGE}/x"),)
    assert found(tmp_path, "./s", ", needs: [csp2sat]") == (str(here),)
    assert found(tmp_path, "./s", ", needs: [csp2sat, no_such_package]") is None


def test_a_program_must_be_executable(tmp_path: Path) -> None:
    program(tmp_path / "s").chmod(0o644)
    assert found(tmp_path, "./s") is None


def test_packages_are_found_without_importing_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    (one / "spread").mkdir(parents=True)  # a namespace package in two places, the program is in the second
    there = program(two / "spread" / "bin" / "s")
    program(one / "loud" / "s")
    (one / "loud" / "__init__.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(str(two))
    monkeypatch.syspath_prepend(str(one))
    assert found(tmp_path, '"{pkg:spread}/bin/s"') == (str(there),)
    assert found(tmp_path, '"{pkg:loud}/s"') == (f"{one}/loud/s",)
    assert found(tmp_path, '"{pkg:no_such_package}/s"') is None
    assert entry.package_folders("os") == []


MISSING = {
    "kisat": "no solver 'kisat' is configured; did you mean 'kissat'?",
    "mine": "mine is not installed (tried ./mine in FOLDER, spread/mine, python -m mine with the Python package "
    "no_such_package); to install: write it",
    "other": "other is not installed (tried ./other in FOLDER)",
    "clasp:fast": "clasp has no preset 'fast'; expected clasp",
    "kissat:sta": "kissat has no preset 'sta'; did you mean 'sat'?",
    "kissat:": "kissat has no preset ''; there are: sat, unsat, plain",
}


@pytest.mark.parametrize("name", MISSING)
def test_missing_solvers(name: str, tmp_path: Path) -> None:
    mine = '{command: [./mine, "{pkg:spread}/mine", ["{python}", -m, mine]], needs: no_such_package, install: write it}'
    solvers = overlay(tmp_path, f"solvers: {{mine: {mine}, other: {{command: ./other}}}}\n")
    with pytest.raises(SolverError) as caught:
        solvers.find(name)
    assert str(caught.value) == MISSING[name].replace("FOLDER", str(tmp_path))


@pytest.mark.parametrize("name", ["./my solver.sh", "here.sh"])
def test_a_program_in_place_of_a_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The advice is a file that works as it is written."""
    monkeypatch.chdir(tmp_path)
    program(tmp_path / name)
    with pytest.raises(SolverError) as caught:
        config.Solvers.load().find(name)
    line, called = re.findall(r"`(.*)`.* --solver (\w+) \(csp2sat help a solver of your own\)$", str(caught.value))[0]
    Path("own.yaml").write_text(line + "\n")
    assert config.Solvers.load("own.yaml").find(called).program == (str(tmp_path / name),)


def test_the_default_is_the_first_that_is_there(tmp_path: Path) -> None:
    program(tmp_path / "b")
    text = "solvers: {a: {command: ./a, install: x}, b: {command: ./b}, c: {command: ./c}}\n"
    assert overlay(tmp_path, text + "default: [a, b]\n").default().name == "b"
    with pytest.raises(SolverError) as caught:
        overlay(tmp_path, text + "default: [a, c]\n").default()
    assert str(caught.value) == (
        "no solver is installed\n  a is not installed (tried ./a in FOLDER); to install: x\n"
        "  c is not installed (tried ./c in FOLDER)".replace("FOLDER", str(tmp_path))
    )


VERSIONS = {
    "echo 4.0.4": "4.0.4",
    "echo 'c The Solver version 5.11.4 (x)'": "5.11.4",
    "echo sc2021": "sc2021",
    "echo; echo v1.2 >&2": "v1.2",
    "exit 1": "",
    "sleep 60 & echo 7": "7",
}


@pytest.mark.parametrize("body", VERSIONS)
def test_versions(body: str, tmp_path: Path) -> None:
    assert probe.version(fake(tmp_path, body, version="--version")) == VERSIONS[body]


def test_without_version_arguments_nothing_is_started(tmp_path: Path) -> None:
    assert probe.version(fake(tmp_path, "echo 1")) == ""
    assert (tmp_path / "pids").read_text() == ""


def test_the_survey_has_a_row_for_each_entry(tmp_path: Path) -> None:
    rows = {row.entry.name: row for row in probe.survey(overlay(tmp_path, "solvers: {mine: {command: ./mine}}\n"))}
    assert rows["mine"].program == () and rows["mine"].version == ""
    assert rows["embedded"].program[0] == sys.executable and rows["embedded"].version[0].isdigit()


def test_check_finds_what_is_wrong(tmp_path: Path) -> None:
    says_unsat = fake(tmp_path, "echo s UNSATISFIABLE; exit 20")
    complaint = "fake says unsat of a formula that is sat: random-100"
    assert probe.check(says_unsat) == [(True, complaint)]
    liar = fake(tmp_path, f"echo s SATISFIABLE; echo v {' '.join(str(-n) for n in range(1, 101))} 0; exit 10")
    ((is_wrong, wrong), *_) = probe.check(liar)
    assert is_wrong
    start = "fake gave a wrong model: it falsifies the clause in the formula random-100, line "
    assert wrong.startswith(start) and "--keep" not in wrong and str(tmp_path) not in wrong
    gives_up = fake(tmp_path, "echo s UNKNOWN")
    assert probe.check(gives_up)[1] == (False, "fake gives no answer (gave up): pigeonhole-5, which is unsat")
    silent = probe.check(fake(tmp_path, "echo hello"))
    assert silent == [(False, "fake gave no status (exit code 0); its last line: hello")]
    refuses_seeds = fake(
        tmp_path,
        f'test $# = 1 || {{ echo no seeds >&2; exit 1; }}; exec {KISSAT} -q "$@"',
        args='["--seed={seed}", "{cnf}"]',
    )
    assert probe.check(refuses_seeds)[-1].text == "fake failed with exit code 1; its last line: no seeds"
