"""Certificates: what `solve --proof` writes, and what the commands say of it."""

import hashlib
import json
import os
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.certificates import (
    INPUTS,
    QUEENS,
    here,
    refused,
    verify,
)
from support.programs import needed
from support.real_commands import csp2sat

from csp2sat.api.answers import prove
from csp2sat.api.certifying import ProofTarget
from csp2sat.base import files
from csp2sat.certifying import certificate, verifying
from csp2sat.certifying.proving import Checking
from csp2sat.cli.show.request import Request
from csp2sat.errors import InputWarning, LimitReached
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.runner.config.config import Solvers
from csp2sat.solving.trace import Trace

PIGEONS = "".join(f"(int x{n} 0 9)\n" for n in range(11)) + "".join(
    f"(!= x{m} x{n})\n" for n in range(11) for m in range(n)
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", INPUTS)
def test_every_claim(name, made):
    path = made / f"{name}.drat.json"
    found = certificate.read(files.read_source(str(path)))
    assert found.claim == INPUTS[name][2]
    assert found.checked == "csp2sat"
    assert verify(path, made / name) == verify(path) == found.claim


def test_what_lies_there(made):
    assert sorted(path.name for path in made.glob("sudoku*")) == [
        "sudoku.txt",
        "sudoku.txt.drat",
        "sudoku.txt.drat.cnf",
        "sudoku.txt.drat.json",
        "sudoku.txt.drat.map",
    ]
    assert not list(made.glob("pigeons*.map"))
    text = json.loads((made / "min.csp.drat.json").read_text())
    assert text["answer"] == {"ints": {"x": 7, "y": 0}, "bools": {}}
    assert text["source"] == {
        "name": "min.csp",
        "sha256": hashlib.sha256(INPUTS["min.csp"][0].encode()).hexdigest(),
        "from": None,
        "goal": None,
    }


@pytest.mark.parametrize(
    "given, name",
    {
        "boards/old?.txt": "old?.txt",
        "boards/min.csp": "min.csp",
        "https://a.example/js/slant.html#2x2:aaa": "https://a.example/js/slant.html#2x2:aaa",
        "https://puzz.link/p?mashu/3/1/0": "https://puzz.link/p?mashu/3/1/0",
        "towers:3:1/2/3//////": "towers:3:1/2/3//////",
        "model": "model",
    }.items(),
)
def test_the_name_of_the_source(given, name):
    assert ProofTarget(Path("x.drat"), given).source("12") == {"name": name, "sha256": "12", "from": None, "goal": None}


NO_CERTIFICATES = {
    "no JSON": ("{", "not a certificate: this is n"),
    "deep": ("[" * 100_000, "not a certificate: this is n"),
    "a list": ("[]", 'not a certificate; expected an object with "format"'),
    "another format": ('{"format": "x"}', 'not a certificate; expected an object with "format"'),
    "a later version": ('{"format": "csp2sat certificate", "version": 3}', "certificate version 3; this program reads"),
    "nothing in it": ('{"format": "csp2sat certificate", "version": 1}', "the certificate has been altered"),
}


@pytest.mark.parametrize("text, message", NO_CERTIFICATES.values(), ids=NO_CERTIFICATES.keys())
def test_what_is_no_certificate(text, message, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(text)
    refused(path, message)


def test_time_limit(made):
    path = str(made / "sudoku.txt.drat.json")
    found = verifying.certificate_at(path)
    evidence = verifying.opened(path, found)
    with pytest.raises(LimitReached):
        verifying.verify(found, evidence, None, Checking(time.monotonic() - 1, Trace()))


# the commands


def test_verify(made):
    done = csp2sat("verify", "sudoku.txt.drat.json", "sudoku.txt", "-v", cwd=made)
    assert (done.returncode, done.stdout) == (0, "verified: unique\n")
    assert "ENCODING sudoku.txt again gives the same formula" in done.stderr
    assert "PROOF verified: " in done.stderr
    code, out, err = here("verify", made / "sudoku.txt.drat.json")
    assert (code, out, err) == (0, "verified: unique (the formula; the source was not given)\n", "")
    path = made / "sudoku.txt.drat"
    assert here("verify", path) == (code, out, err), "the proof's name, as after --proof"
    for beside in (f"{path}.cnf", f"{path}.map"):
        assert here("verify", beside) == (2, "", f"csp2sat: {beside}: expected the certificate {path}.json\n")
    wanted = "expected a certificate, the file F.json that `csp2sat solve --proof F` has written"
    assert here("verify", made / "sudoku.txt") == (2, "", f"csp2sat: {made / 'sudoku.txt'}: {wanted}\n")
    assert here("verify", f"{path}.json", made / "unsat.csp")[0] == 1


def test_a_wrong_proof_is_no_answer(tmp_path):
    """A solver that is right, with a proof that is none."""
    (tmp_path / "mysat").write_text("#!/bin/sh\necho '1 0' >$2\necho s UNSATISFIABLE\nexit 20\n")
    (tmp_path / "mysat").chmod(0o755)
    config = tmp_path / "s.yaml"
    config.write_text('solvers: {mine: {command: ./mysat, args: ["{cnf}", "{proof}"], proof: drat}}\n')
    (tmp_path / "f.cnf").write_text(INPUTS["pigeons.cnf"][0])
    done = csp2sat("solve", "f.cnf", "--proof", "p", "--solvers", config, "--solver", "mine", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("the proof of mine: the proof is cut short: it ends without a contradiction\n")
    assert not list(tmp_path.glob("p*"))


def test_no_time_for_the_check(tmp_path):
    """A checker that takes too long: the answer stands, the proof is there, and nobody says that it was checked."""
    (tmp_path / "drat-trim").write_text("#!/bin/sh\nsleep 60\n")
    (tmp_path / "drat-trim").chmod(0o755)
    (tmp_path / "f.csp").write_text(QUEENS)
    env = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = csp2sat("solve", "f.csp", "--proof", "p", "--timeout", 1.2, cwd=tmp_path, env=env)
    assert (done.returncode, done.stdout) == (3, "s UNSATISFIABLE\n")
    kept = "csp2sat: the proof is in p; to check it: csp2sat verify p.json f.csp, or without csp2sat:"
    kept += " drat-trim p.cnf p\n"
    kept += "csp2sat: to let others check it, send: p.json p.cnf p p.map f.csp; they run: csp2sat verify p.json f.csp\n"
    assert done.stderr == "csp2sat: warning: the time limit was reached: proof not checked\n" + kept
    assert json.loads((tmp_path / "p.json").read_text())["checked"] is None
    assert verify(tmp_path / "p.json", tmp_path / "f.csp")
    done = csp2sat("verify", "p.json", "--timeout", 0.9, cwd=tmp_path, env=env)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "csp2sat: the time limit was reached: proof not checked\n"


def test_nothing_to_prove(tmp_path):
    (tmp_path / "f.csp").write_text("(int x 0 1)")
    code, out, err = here("solve", tmp_path / "f.csp", "--unique", "--proof", tmp_path / "p")
    assert code == 0
    assert "not unique" in out
    assert err == "csp2sat: there is a second solution, so there is nothing to prove\n"
    assert [path.name for path in tmp_path.iterdir()] == ["f.csp"]


def test_a_proof_that_a_limit_has_left_out_is_said_to_quiet_users_too(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.csp").write_text(PIGEONS)
    code, out, err = here("solve", "f.csp", "--proof", "p", "--timeout", 0.001, "-q")
    assert (code, out) == (3, "s UNKNOWN\n")
    assert err == "csp2sat: warning: the time limit was reached: no proof, and no file written\n"
    asked = SimpleNamespace(target=SimpleNamespace(from_source=True), form=SimpleNamespace(quiet=True))
    Request.say_certified(asked, "time")
    said = "the time limit was reached: proof from the source not finished, and no file written"
    assert capsys.readouterr().err == f"csp2sat: warning: {said}\n"


@pytest.mark.needs("minisat")
def test_a_solver_without_proofs_is_refused_before_the_search(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.csp").write_text("(int x 0 9) (int y 0 9)\n(objective minimize x)\n(> x y)\n")
    entries = Solvers.packaged().entries
    able = [name for name in ("kissat", "cadical", "embedded", "glucose") if entries[name].locate()]
    said = (1, "", f"csp2sat: minisat writes no proofs; expected one of {', '.join(able)}\n")
    assert here("solve", "f.csp", "--proof", "p", "--solver", "minisat") == said


def test_a_board_with_one_solution_whose_proof_is_not_asked_for(tmp_path, monkeypatch):
    """It is said how to ask; then where the proof is, and what `verify` wants."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "masyu.txt").write_text(PUZZLES["masyu"].samples[0][0])
    hint = "there is a solution, so there is nothing to prove; add --unique to prove that it is the only one"
    assert here("solve", "masyu.txt", "--proof", "p")[2] == f"csp2sat: {hint}\n"
    done = here("solve", "masyu.txt", "--proof", "p", "--unique")
    again, *sent = done[2].splitlines()
    other = "or without csp2sat: drat-trim p.cnf p"
    assert again == f"csp2sat: the proof is in p; to check it again: csp2sat verify p.json masyu.txt, {other}"
    files = "to let others check it, send: p.json p.cnf p p.map masyu.txt"
    assert sent == [f"csp2sat: {files}; they run: csp2sat verify p.json masyu.txt"]
    assert here("solve", "masyu.txt", "--proof", "p", "--unique", "-q")[2] == ""
    assert here("verify", "p.json", "masyu.txt") == (0, "verified: unique\n", "")


USAGE = {
    "all": (
        ["--all", "--proof", "p"],
        2,
        "--all and --limit go neither with --unique nor with --proof: expected one question",
    ),
    "no folder": (["--proof", "no/p"], 2, "--proof no/p: expected a file in an existing folder"),
    "no stdout": (["--proof", "-"], 2, "--proof -: expected a file in an existing folder"),
    "frat": (["--proof", "p", "--solver", "cryptominisat5"], 1, "cryptominisat5 writes frat proofs, which cannot be"),
    "none": (["--proof", "p", "--solver", "picosat"], 1, "picosat writes no proofs"),
}


@pytest.mark.parametrize("options, code, message", USAGE.values(), ids=USAGE.keys())
def test_usage(options, code, message, tmp_path, monkeypatch):
    if options[-1] in ("cryptominisat5", "picosat"):
        needed(options[-1])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.csp").write_text(QUEENS)
    found, _, err = here("solve", "f.csp", *options)
    assert found == code
    assert err.startswith(f"csp2sat: {message}")
    assert [path.name for path in tmp_path.iterdir()] == ["f.csp"]


def test_a_proof_that_will_replace_that_of_another_input_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("one.csp", "other.csp"):
        (tmp_path / name).write_text("(int x 0 1) (> x 1)\n")
    words = "p.json is the certificate of one.csp; a proof will replace it"
    assert words not in here("solve", "one.csp", "--proof", "p")[2] + here("solve", "one.csp", "--proof", "p")[2]
    assert words in here("solve", "other.csp", "--proof", "p")[2]
    with pytest.warns(InputWarning, match=r"p\.json is the certificate of other\.csp"):
        prove("one.csp", "p")
