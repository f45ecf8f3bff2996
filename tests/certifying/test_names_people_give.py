"""Proofs under names that end in `.json`, and boards that are themselves their sources."""

import zipfile
from pathlib import Path

import pytest
from support.run_command import run

from csp2sat.certifying import verifying
from csp2sat.errors import UsageError

LOOP = "https://puzz.link/p?slither/2/2/2222"
CSP = "(int x 0 3) (> x 5)"


def test_a_name_that_ends_in_json_is_that_of_the_certificate(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("m.csp").write_text(CSP)
    said = run("solve", "m.csp", "--proof", "p.json").err
    assert "the certificate is p.json, the proof is in p; to check it again: csp2sat verify p.json m.csp, or " in said
    assert sorted(each.name for each in tmp_path.iterdir()) == ["m.csp", "p", "p.cnf", "p.json", "p.map"]
    assert run("verify", "p.json", "m.csp").out == "verified: unsatisfiable\n"


def test_a_file_that_nobody_has_named_is_not_overwritten(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("m.csp").write_text(CSP)
    Path("p").write_text("of another program\n")
    done = run("solve", "m.csp", "--proof", "p.json")
    assert (done.code, done.out) == (2, "")
    assert done.err == "csp2sat: --proof p.json: the proof would overwrite p; expected another name\n"
    assert Path("p").read_text() == "of another program\n" and not Path("p.json").exists()
    assert [run("solve", "m.csp", "--proof", name).code for name in ("q.json", "q.json", "p")] == [0, 0, 0]


def test_the_certificate_beside_a_proof_named_as_one_is_pointed_to(tmp_path):
    proof = tmp_path / "p.json"
    proof.write_text("1 2 0\n0\n")
    (tmp_path / "p.json.json").write_text("{}")
    with pytest.raises(UsageError, match=r"p\.json: expected the certificate .*p\.json\.json$"):
        verifying.certificate_at(str(proof))


def test_an_archive_says_which_board_that_is_no_file_was_proved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("solve", LOOP, "--unique", "--proof", "p.zip").code == 0
    text = run("convert", LOOP).out
    assert text.startswith("; Slitherlink Puzzle\nsize 2 2\n")
    with zipfile.ZipFile("p.zip") as archive:
        readme = archive.read("README.txt").decode()
    assert readme == f"csp2sat verify p.zip\nchecks the claim unique about {LOOP}\n{text}"
    assert run("verify", "p.zip").out == f"verified: unique (of the board below, in p.zip)\n{LOOP}\n{text}"
    Path("board.txt").write_text(text)
    said = run("verify", "p.zip", "board.txt").err
    assert f"the certificate is of '{LOOP}', not of a text of the same board; expected this address" in said
