"""Where `encode` puts the map, and how `decode` finds it."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from support.command_server import completed
from support.paths import CASES
from support.run_command import run

from csp2sat.api.writing.encoding import EncodingTarget, formulas_without_map

SENDMORE = str(CASES / "sendmore.csp")
TWO = "(int x 0 1)\n(bool p)\n(or p (= x 1))\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.csp").write_text(TWO)
    return tmp_path


def test_decode_finds_the_map(folder):
    run("encode", SENDMORE, "-o", "s.cnf")
    for name in ("s.out", "s.minisat.out", "s.txt"):
        run("solve", "s.cnf", "-o", name)
        assert "a S\t9" in run("decode", name).out
    (folder / "sub").mkdir()
    run("solve", "s.cnf", "-o", "sub/s.out")
    done = run("decode", "sub/s.out")
    assert (done.code, done.out) == (2, "")
    assert done.err == "csp2sat: sub/s.out: no map was found: there is no sub/s.map; use -m F.map\n"
    assert "the name has no suffix; use -m F.map" in run("decode", "-").err
    Path("there").write_text("s UNSATISFIABLE\n")
    assert "no map was found" in run("decode", "there").err
    for name, either in (("nosuch", ""), ("nosuch.out", "; nor is there nosuch.map, the map that encode writes")):
        missing = run("decode", name)
        assert missing.code == 1
        assert missing.err == f"csp2sat: {name}: cannot be read: No such file or directory{either}\n"
    command = [sys.executable, "-m", "csp2sat", "decode"]
    done = subprocess.run(command, input="s UNSATISFIABLE\n", capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "csp2sat decode -m F.map < ANSWER" in done.stderr


def test_the_only_map_beside_an_answer_is_named(folder):
    run("encode", "two.csp", "-o", "two.cnf")
    run("solve", "two.cnf", "-o", "m.out")
    assert run("decode", "m.out").err.endswith("there is no m.map; use -m two.map\n")
    run("encode", "two.csp", "-o", "other.cnf")
    assert run("decode", "m.out").err.endswith("there is no m.map; use -m F.map\n")


def test_an_answer_in_a_pipe_needs_no_name(folder, monkeypatch):
    run("encode", "two.csp", "-o", "two.cnf")
    answer = run("solve", "two.cnf").out.encode()
    found = []
    for words in ([], ["-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answer)))
        found.append(run("decode", *words, "-m", "two.map"))
    assert found[0] == found[1] and found[0].code == 0 and found[0].out.startswith("s SATISFIABLE\na x")


def test_the_map_of_another_cnf_is_not_taken(folder):
    run("encode", SENDMORE, "-o", "s.cnf")
    run("encode", "two.csp", "-o", "t.cnf")
    run("solve", "t.cnf", "-o", "s.out")
    assert "is the answer to another CNF than that of s.map" in run("decode", "s.out").err


def test_where_the_map_goes_is_said(folder):
    command, text = ["encode", "-", "-o", "-"], TWO
    done = completed(command, stdin=text)
    assert done.returncode == 0
    assert done.stderr == b"csp2sat: the map is in stdin.map\n" and (folder / "stdin.map").exists()
    for more in (["-q"], ["-m", "other.map"]):
        done = completed([*command, *more], stdin=text)
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_file_that_stdout_goes_to_is_the_formula_of_its_map(folder, monkeypatch):
    with (folder / "two.cnf").open("w") as file:
        monkeypatch.setattr("csp2sat.api.writing.encoding.STDOUT_NUMBER", file.fileno())
        target = EncodingTarget("-", "two.map")
        assert formulas_without_map(target) == ""
        (folder / "two.opb").touch()
        assert formulas_without_map(target).startswith("two.map is the map of the formula on stdout, not of two.opb; ")


def test_a_map_of_a_formula_is_not_overwritten_for_one_on_stdout(folder):
    run("encode", "two.csp")
    before = (folder / "two.map").read_bytes()
    done = run("encode", "two.csp", "-o", "-", "--encoding", "log")
    assert (done.code, done.out, (folder / "two.map").read_bytes()) == (2, "", before)
    assert "two.map, the map of two.cnf, would be overwritten; expected -m FILE, for this map" in done.err
    (folder / "two.cnf").unlink()
    assert completed(["encode", "two.csp", "-o", "-", "--encoding", "log"]).returncode == 0
    assert (folder / "two.map").read_bytes() != before


def test_encode_says_that_it_replaces_a_file_of_a_proof(folder):
    (folder / "no.csp").write_text("(int x 0 5) (< x 1) (> x 2)\n")
    (folder / "other.csp").write_text("(int x 0 5) (< x 1) (> x 3)\n")
    assert run("solve", "no.csp", "--proof", "p.proof").code == 0
    for words, replaced in ((["-o", "p.proof.cnf"], "p.proof.cnf"), (["-o", "x", "-m", "p.proof.map"], "p.proof.map")):
        kept = {each: each.read_bytes() for each in map(Path, ("p.proof.cnf", "p.proof.map"))}
        said = run("encode", "other.csp", *words).err
        assert f"{replaced} was a file of the proof p.proof.json, which `csp2sat verify` refuses now; " in said
        assert f"{replaced}: not the " in run("verify", "p.proof.json").err
        for path, data in kept.items():
            path.write_bytes(data)
        assert run("verify", "p.proof.json").code == 0
    assert "of the proof" not in run("encode", "other.csp", "-o", "p.cnf").err
    (folder / "y.json").write_text("{}")
    assert "of the proof" not in run("encode", "other.csp", "-o", "y.cnf").err
