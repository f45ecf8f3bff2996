"""`csp2sat check` of a file with several boards: a line of JSON for each."""

import json
from pathlib import Path

import pytest
from support.run_command import run

LOOPS = "https://puzz.link/p?slither/3/3/8d63g\nhttps://puzz.link/p?slither/2/2/d3\n"
NO_LOOP = "https://puzz.link/p?slither/2/2/0d\n"


@pytest.fixture
def solved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "urls.txt").write_text(LOOPS)
    lines = run("solve", "urls.txt", "--json").out.splitlines()
    assert len(lines) == 2
    return lines


def judged(*lines: str):
    Path("answer.json").write_text("\n".join(lines) + "\n")
    return run("check", "urls.txt", "answer.json")


def test_right_and_wrong_ones(solved):
    assert judged(*solved) == judged("", solved[0], "", solved[1]) == (0, "right\n", "")
    form = json.loads(solved[1])
    form["solution"]["h"][0] = "00"
    done = judged(solved[0], json.dumps(form))
    assert (done.code, done.err) == (1, "") and done.out.startswith("wrong: board 2: ")
    assert run("check", "urls.txt", "answer.json", "--json").out.count("board 2: ") >= 1


def test_boards_in_another_order(solved):
    done = judged(*reversed(solved))
    assert done.code == 1 and "wrong: board 1: " in done.out and "wrong: board 2: " in done.out


@pytest.mark.parametrize("number", [0, 1, 3])
def test_another_number_of_lines(solved, number):
    done = judged(*[solved[0]] * number)
    found = f"found {number} line{'' if number == 1 else 's'} of answers to the 2 boards of urls.txt"
    expected = "expected a line of JSON for each board, as `csp2sat solve urls.txt --json` prints them"
    assert (done.code, done.out) == (1, "")
    assert done.err == f"answer.json: {found}; {expected}\n"


@pytest.mark.parametrize("line", ["101", "[1]", "wrong"])
def test_lines_that_are_no_objects(solved, line):
    assert judged(solved[0], line).err.startswith("answer.json: found 2 lines of answers to the 2 boards of urls.txt; ")


@pytest.mark.parametrize("line", ["{}", "{", '{"solution": 3}', '{"status": "UNSATISFIABLE"}'])
def test_objects_that_are_no_answer(solved, line):
    done = judged(solved[0], line)
    assert done.code == 1 and ("board 2: " in done.out or done.err.startswith("answer.json, line 2:"))


def test_a_board_without_solution(tmp_path, solved):
    (tmp_path / "urls.txt").write_text(LOOPS + NO_LOOP)
    third = run("solve", NO_LOOP.strip(), "--json").out.strip()
    done = judged(*solved, third)
    assert done.code == 1 and not done.out and done.err.startswith("answer.json, line 3: the answer has no solution")
