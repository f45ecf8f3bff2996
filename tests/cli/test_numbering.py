"""Rows and columns are counted from 1 in every text; JSON counts cells from 0, and says so.  Notes are true."""

import json
import re
import shlex
from pathlib import Path

import pytest
from support.run_command import run

from csp2sat.model.model import Origin
from csp2sat.puzzles.spec import PUZZLES

ZERO = re.compile(r"(row|column|line) 0\b")
UNSAT = "(int x 0 3)\n(int y 0 3)\n(< x y)\n(< y x)\n(> x 2)\n(< x 1)\n"
SYMMETRIC = "(int a 1 3)\n(int b 1 3)\n(int c 1 3)\n(int d 1 3)\n(alldifferent a b c d)\n"
WRONG = "; Slitherlink Puzzle\nsize 3 3\n3 3 .\n. 0 .\n. . 3\n"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a file of the current folder, and gives its name."""
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / name).write_text(text)
        return name

    return write


def test_places_as_text():
    assert str(Origin("cell", 0, 4, "number 3")) == "number 3 at row 1, column 5"
    assert str(Origin("text", 2, 1)) == "line 2, column 1"


@pytest.mark.parametrize("text", [UNSAT, SYMMETRIC, "(int x 0 1)\n(> x 5)\n"])
def test_the_note_names_no_constraint_and_how_to_get_all(text, write):
    done = run("solve", write("my model.csp", text))
    assert done.out == "s UNSATISFIABLE\n"
    if not done.err:  # only a solver saw it
        return
    advice = "for the reason run: csp2sat explain 'my model.csp'"
    assert done.err == f"csp2sat: encoding alone shows that there is no solution; {advice}\n"
    command = shlex.split(done.err.partition("run: csp2sat ")[2])
    assert run(*command).out.startswith("s UNSATISFIABLE\n")


def test_the_note_is_there():
    """The one of the test above cannot be missing everywhere."""
    from csp2sat.cli.show.request import Request

    request = {"settings": None, "form": None, "unique": False, "many": False, "limit": None, "keep": None}
    request |= {"search": None, "goal": None, "proof": None}
    assert Request(input="-", kind=None, **request).explained_by == "csp2sat explain FILE"
    assert Request(input="a", kind="masyu", **request).explained_by == "csp2sat explain a --from masyu"


def test_the_note_for_what_is_false_at_once(write):
    for more in ("", "--unique", "-v"):
        done = run("solve", write("x.csp", "(int x 0 1)\n(> x 5)\n"), *more.split())
        assert "for the reason run: csp2sat explain x.csp\n" in done.err
        assert "line 2" not in done.err
    assert run("solve", "x.csp", "-q").err == ""


@pytest.mark.sample(3)
@pytest.mark.parametrize("puzzle", list(PUZZLES))
def test_no_text_counts_from_zero(puzzle, write):
    board, drawing = PUZZLES[puzzle].samples[-1]
    assert drawing is None  # it has no solution
    path = write("board.txt", board)
    for command in ("solve -v", "explain", "encode -o x.cnf", "backbone"):
        done = run(command.split()[0], path, "--from", puzzle, *command.split()[1:])
        assert not ZERO.search(done.out + done.err), command
    assert not ZERO.search(Path("x.map").read_text())


@pytest.mark.sample(11)
@pytest.mark.parametrize("puzzle", list(PUZZLES))
def test_faults_count_from_one(puzzle, write):
    board, _ = PUZZLES[puzzle].samples[0]
    path = write("board.txt", board)
    done = run("solve", path, "--from", puzzle, "--json")
    found = json.loads(done.out)
    for solution in _spoilt(found["solution"]):
        answer = write("answer.json", json.dumps(found | {"solution": solution}))
        faults = run("check", path, answer, "--from", puzzle)
        assert not ZERO.search(faults.out + faults.err)


def _spoilt(solution):
    """Solutions in which the first or the last cell or edge is another one."""
    if isinstance(solution, dict):
        for key in solution:
            yield solution | {key: _changed(solution[key])}
    else:
        yield _changed(solution)
        yield [row[::-1] for row in solution]


def _changed(rows):
    first = rows[0]
    if isinstance(first, str):
        return [{"0": "1", "1": "0", "#": ".", ".": "#"}.get(first[0], ".") + first[1:], *rows[1:]]
    return [[first[0] % 2 + 1, *first[1:]], *rows[1:]]


def test_json_says_from_what_it_counts(write):
    path = write("wrong.txt", WRONG)
    found = json.loads(run("explain", path, "--json").out)
    text = run("explain", path).out
    assert found["cells_from"] == 0
    for clue in found["reasons"][0]["clues"]:
        assert f"at row {clue['row'] + 1}, column {clue['column'] + 1}\n" in text
    found = json.loads(run("explain", write("two.txt", "size 2 1\n- -\n"), "--from", "slitherlink", "--json").out)
    assert found["cells_from"] == 0 and found["unique"] is False
    assert "cells_from" not in json.loads(run("explain", write("x.csp", UNSAT), "--json").out)
