"""csp2sat as a solver of MiniZinc: the configuration, and models from end to end where MiniZinc is there."""

import json
import subprocess

import pytest
from minizinc_cases import Runner, model_case
from support.paths import ROOT
from support.run_command import run

from csp2sat.cli.fzn import install
from csp2sat.errors import SolverError

CASES = json.loads((ROOT / "tests" / "data" / "minizinc" / "globals.json").read_text())
QUICK = ("circuit", "set-variable")
needs_minizinc = pytest.mark.needs("minizinc")


def test_the_configuration_names_what_is_there(tmp_path):
    ended = run("minizinc", "--install", tmp_path / "a" / "b")
    path = tmp_path / "a" / "b" / "csp2sat.msc"
    assert ended.code == 0 and ended.out == f"written: {path}\n"
    content = json.loads(path.read_text())
    assert (install.Path(content["mznlib"]) / "redefinitions.mzn").exists()
    program = content["executable"]
    assert all(install.Path(word).exists() for word in ([program] if isinstance(program, str) else program[:2]))
    assert run("minizinc", "--install", tmp_path / "a" / "b").code == 0  # a second time


def test_without_a_folder_it_is_the_users(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run("minizinc", "--install").code == 0
    assert (tmp_path / ".minizinc" / "solvers" / "csp2sat.msc").exists()


def test_wrong_use(tmp_path, monkeypatch):
    assert run("minizinc").code == 2
    (tmp_path / "file").write_text("")
    ended = run("minizinc", "--install", tmp_path / "file")
    assert ended.code == 1 and "file" in ended.err and "Traceback" not in ended.err
    monkeypatch.setenv("PATH", str(tmp_path))
    ended = run("minizinc", "--check")
    assert ended.code == 1 and "there is no program `minizinc`" in ended.err


def test_a_check_that_goes_wrong_says_what_was_said(monkeypatch, tmp_path):
    program = tmp_path / "minizinc"
    program.write_text("#!/bin/sh\necho 'cost 53'\necho 'no idea' >&2\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SolverError, match=r"does not solve a small model: no idea$"):
        install.check("csp2sat")
    program.write_text("#!/bin/sh\necho 'Config exception: no solver with tag csp2sat found' >&2\nexit 1\n")
    with pytest.raises(SolverError, match="found; to install it there: csp2sat minizinc --install"):
        install.check("csp2sat")


@needs_minizinc
def test_a_model_from_end_to_end(tmp_path):
    ended = run("minizinc", "--install", "--check", tmp_path)
    assert ended.code == 0 and "solved: a small model" in ended.out


@pytest.mark.sample(2)
@needs_minizinc
@pytest.mark.parametrize("form", ["plain", "reified"])
@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.long) for n in CASES])
def test_all_solutions_of_a_global(name, form, tmp_path):
    case = CASES[name]
    file = f"{name}.reif.mzn" if form == "reified" else f"{name}.mzn"
    (tmp_path / file).write_text(case[form])
    (tmp_path / "answer.json").write_text(json.dumps(case))
    runner = Runner(str(install.install(tmp_path)), 100)
    row = {"id": name, "file": file, "answer": "answer.json"}
    assert list(model_case(runner, tmp_path, row)) == [(name, "")]


@needs_minizinc
def test_a_warm_start_of_a_model(tmp_path):
    text = "var 1..9: x; var 1..9: y; constraint x != y; solve :: warm_start([x, y], [2, 6]) satisfy;"
    (tmp_path / "m.mzn").write_text(text + 'output ["\\(x) \\(y)\\n"];')
    ended = subprocess.run(
        ["minizinc", "--solver", str(install.install(tmp_path)), str(tmp_path / "m.mzn")],
        capture_output=True,
        text=True,
    )
    assert ended.stdout.splitlines()[:1] == ["2 6"], ended.stderr
