"""A limit that ends a command while its input is read or encoded: the status UNKNOWN, in the form of the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.json_answers import SCHEMA
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat.errors import LimitReached

INPUTS = {
    "f.cnf": "p cnf 3 2\n1 2 0\n-1 3 0\n",
    "c.csp": "(int a 1 3) (int b 1 3)\n(alldifferent a b)\n",
    "o.csp": "(int a 1 3) (int b 1 3)\n(alldifferent a b)\n(objective minimize a)\n",
    "s.wcnf": "h 1 2 0\n1 -1 0\n2 -2 0\n",
    "p.opb": "* #variable= 2 #constraint= 1\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n",
    "f.fzn": "var 1..3: a :: output_var;\nsolve satisfy;\n",
    "m.mzn": "var 1..3: a;\nsolve satisfy;\n",
    "i.xml": '<instance format="XCSP3" type="CSP"><variables><var id="x"> 0..3 </var></variables>'
    "<constraints><intension> lt(x,2) </intension></constraints></instance>",
    "b.txt": "; Sudoku\nsize 4 4\n1 - - -\n- - 3 -\n- 4 - -\n- - - 2\n",
}
COMMANDS = {  # with the fields of JSON that are required besides
    "solve": {},
    "solve --all": {"solutions": [], "complete": False},
    "count": {"count": 0, "complete": False},
    "backbone": {},
    "explain": {},
}
PLAIN = ("count", "explain")  # commands with the same status for all languages
REASONS = {"time": "the time limit was reached", "memory": "the memory limit was reached"}
PHASES = {"read": "csp2sat.solving.inputs.data_of", "encode": "csp2sat.solving.problem_run.ProblemRun.model_of"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in INPUTS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def stopped(monkeypatch: pytest.MonkeyPatch, phase: str, reason: str) -> None:
    def limit(*_: object) -> None:
        raise LimitReached(reason)

    monkeypatch.setattr(PHASES[phase], limit)


@pytest.mark.sample(24)
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", INPUTS)
def test_a_limit_while_reading(name: str, command: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(monkeypatch, "read", reason)
    words = [*command.split(), name]
    status = "=====UNKNOWN=====\n" if name in ("f.fzn", "m.mzn") and command not in PLAIN else "s UNKNOWN\n"
    assert run(*words) == (3, status, f"csp2sat: warning: {REASONS[reason]}\n")
    done = run(*words, "--json", "-q")
    found = json.loads(done.out)
    assert (done.code, done.err, faults(found, SCHEMA, SCHEMA)) == (3, "", [])
    assert found == {"schema": 1, "status": "UNKNOWN", **COMMANDS[command], "reason": reason}


@pytest.mark.parametrize(
    "command, name",
    [(command, name) for command in COMMANDS for name in ("c.csp", "b.txt") if command != "count"],
)  # so few solutions are counted without a CNF
def test_a_limit_while_encoding(command: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(monkeypatch, "encode", "time")
    words = [*command.split(), name]
    assert run(*words) == (3, "s UNKNOWN\n", "csp2sat: warning: the time limit was reached\n")
    (found,) = map(json.loads, run(*words, "--json").out.splitlines())
    assert (found["status"], found["reason"], faults(found, SCHEMA, SCHEMA)) == ("UNKNOWN", "time", [])


@pytest.mark.parametrize("name", ["o.csp", "p.opb"])
def test_a_limit_while_encoding_an_objective(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def limit(*_: object) -> None:
        raise LimitReached("time")

    monkeypatch.setattr("csp2sat.optimizing.optimize.optimize", limit)
    assert run("solve", name) == (3, "s UNKNOWN\n", "csp2sat: warning: the time limit was reached\n")
    assert json.loads(run("solve", name, "--json").out)["status"] == "UNKNOWN"
    assert run("count", name, "--best")[:2] == (3, "s UNKNOWN\n")


@pytest.mark.parametrize("to", [None, "v", "json", "svg", "html"])
def test_the_file_of_the_answer(to: str | None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text is in the file; of a drawing there is no file, and the status is on stdout."""
    stopped(monkeypatch, "read", "time")
    done = run("solve", "f.cnf", "-o", "out", *(["--to", to] if to else []))
    written = (folder / "out").read_text() if (folder / "out").exists() else None
    if to in ("svg", "html"):
        assert (done.code, done.out, written) == (3, "s UNKNOWN\n", None)
    elif to == "json":
        assert (done.code, done.out, json.loads(written or "")["status"]) == (3, "", "UNKNOWN")
    else:
        assert (done.code, done.out, written) == (3, "", "s UNKNOWN\n")


def test_options_about_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(monkeypatch, "read", "time")
    assert run("solve", "c.csp", "--exit-code", "sat").code == 0
    done = run("solve", "c.csp", "--expect", "unique")
    assert (done.code, done.out) == (3, "s UNKNOWN\n")
    assert done.err.endswith("csp2sat: not decided: expected one solution only\n")


def test_several_inputs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(monkeypatch, "read", "time")
    done = run("solve", "c.csp", "f.cnf", "-o", "results")
    assert done.code == 3 and "2 inputs" in done.err and "not decided 2" in done.err
    assert {path.read_text() for path in (folder / "results").iterdir()} == {"s UNKNOWN\n"}
    lines = run("solve", "c.csp", "f.cnf", "--json", "-q").out.splitlines()
    assert [(json.loads(line)["input"], json.loads(line)["status"]) for line in lines] == [
        ("c.csp", "UNKNOWN"),
        ("f.cnf", "UNKNOWN"),
    ]


def test_encode_without_time_writes_nothing(folder: Path) -> None:
    done = run("encode", "c.csp", "-o", "c.cnf", "--timeout", 0)
    assert (done.code, done.out, done.err) == (3, "", "csp2sat: the time limit was reached\n")
    assert not (folder / "c.cnf").exists() and not (folder / "c.map").exists()


@pytest.mark.sample(10)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.needs("minizinc")) if name == "m.mzn" else name
        for name in INPUTS
        if name not in ("o.csp", "s.wcnf", "p.opb")
    ],
)
def test_no_seconds_are_no_time(name: str, command: str) -> None:
    """Nothing is decided, not even what would need no solver."""
    done = run(*command.split(), name, "--timeout", 0)
    assert (done.code, done.err) == (3, "csp2sat: warning: the time limit was reached\n")
    assert done.out in ("s UNKNOWN\n", "=====UNKNOWN=====\n")


@pytest.mark.parametrize("name", ["f.cnf", "c.csp", "b.txt"])
def test_no_seconds_are_no_time_in_python(name: str) -> None:
    found = csp2sat.count(name, timeout=0)
    assert (found.number, found.complete, found.limit) == (0, False, "time")
    assert csp2sat.solve(name, timeout=0).status == "UNKNOWN"
    assert csp2sat.explain(name, timeout=0).limit == "time"
    for call in (csp2sat.backbone, csp2sat.encode, lambda *args, **how: list(csp2sat.solutions(*args, **how))):
        with pytest.raises(csp2sat.LimitReached):
            call(name, timeout=0)
