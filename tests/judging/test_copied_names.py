"""Answers to a copy that `convert` has written in another language are judged against the original."""

import json

import pytest
from support import real_commands

import csp2sat

MODEL = """(int x.1 0 9)(int y.z 0 9)(int unused.one 3 5)(bool p)(bool x_1)
(iff p (> x.1 4))(= (+ x.1 y.z) 11)(or x_1 p)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csp").write_text(MODEL)


def run(*words):
    return real_commands.csp2sat(*words)


@pytest.mark.parametrize("copy", ["a.xml", "a.mzn"])
@pytest.mark.parametrize("form", [[], ["--json"], ["--to", "v"]])
def test_an_answer_to_a_copy_is_right_for_the_original(copy, form, tmp_path):
    assert run("convert", "a.csp", "-o", copy).returncode == 0
    solved = run("solve", copy, *form)
    if copy == "a.mzn" and (solved.returncode or "--json" not in form):
        pytest.skip("MiniZinc is not installed, or its own output has no names of CSP text")
    (tmp_path / "answer").write_text(solved.stdout)
    done = run("check", "a.csp", "answer")
    assert (done.returncode, done.stdout) == (0, "right\n"), solved.stdout


def test_a_wrong_answer_to_a_copy_is_wrong_in_the_names_of_the_original(tmp_path):
    run("convert", "a.csp", "-o", "a.xml")
    wrong = "a x_1_2\t9\na y_z\t3\na unused_one\t3\na p\t1\na x_1\t0\na\n"
    (tmp_path / "answer").write_text(wrong)
    done = run("check", "a.csp", "answer")
    assert done.returncode == 1 and "x.1" in done.stdout and "x_1_2" not in done.stdout
    (tmp_path / "answer").write_text(wrong.replace("p\t1", "p\t2"))
    assert "p cannot be 2" in run("check", "a.csp", "answer").stdout


def test_the_formula_of_a_copy(tmp_path):
    run("convert", "a.csp", "-o", "a.xml")
    assert run("encode", "a.xml", "-o", "a.cnf").returncode == 0
    (tmp_path / "model").write_text(run("solve", "a.cnf").stdout)
    (tmp_path / "answer").write_text(run("decode", "model", "--map", "a.map").stdout)
    assert run("check", "a.csp", "answer").stdout == "right\n"


def test_other_names_are_no_names_of_a_copy():
    problem = csp2sat.load("a.csp")
    faults = csp2sat.check(problem, {"x_1_2": 9, "y_z": 2, "unused_one": 3, "p": 1, "x_1": 0, "q": 1})
    assert "x_1_2 is no variable of the input" in faults and "q is no variable of the input" in faults
    right = {"x_1_2": 9, "y_z": 2, "unused_one": 3, "p": 1, "x_1": 0}
    assert csp2sat.check(problem, right) == [] and csp2sat.check(problem, json.dumps({"ints": right})) == []


def test_a_copy_in_csp_text_of_an_array(tmp_path):
    """The cells of an array are variables of their own in CSP text."""
    model = '<instance format="XCSP3" type="CSP"><variables><array id="x" size="[2][2]"> 0..3 </array></variables>'
    model += "<constraints><allDifferent> x[][] </allDifferent></constraints></instance>"
    (tmp_path / "b.xml").write_text(model)
    run("convert", "b.xml", "-o", "b.csp")
    (tmp_path / "answer").write_text(run("solve", "b.csp").stdout)
    assert run("check", "b.xml", "answer").stdout == "right\n"
    (tmp_path / "answer").write_text(run("solve", "b.csp").stdout.replace("\t3", "\t0"))
    assert run("check", "b.xml", "answer").stdout.startswith("wrong: ")
