"""The hardest step of a chain: what `steps` and `grade` say of it; grades of several kinds, and of other sizes."""

import json
import re

import pytest
from support.run_command import run

TINY = "; slitherlink\nsize 4 3\n2 - 1 -\n1 - - -\n- - 1 2\n"
BOARD = "; slitherlink\nsize 5 5\n3 - - 1 2\n- - - - 1\n2 1 - - -\n- 3 - 0 -\n- 2 2 1 -\n"
EVEN = """; numberlink
size 2 2
1 1
2 2
"""
TAPA = """; tapa
size 6 6
- - - - - -
- - - 1,4 1,4 -
- 1,3 - - - -
- - 5 - - -
- - - - - 2,2
- 4 - - - -
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"board.txt": BOARD, "tapa.txt": TAPA, "tiny.txt": TINY}.items():
        (tmp_path / name).write_text(text)


@pytest.mark.parametrize("name", ["board.txt", "tapa.txt"])
def test_steps_and_grade_name_the_same_hardest_step(name, here, tmp_path):
    text = run("steps", name).out
    said = re.findall(r"Hardest step: ([\d–]+) \((\d+) clues? (?:and|or) rules?, (\d+) known facts?.*\)\.", text)
    numbers, *size = said[0]
    found = json.loads(run("steps", name, "--json").out)
    first, *last = map(int, numbers.split("–"))
    assert first <= found["hardest"] <= (last or [first])[0]
    words = f"hardest step: {found['hardest']} ({size[0]} clue"
    assert words in run("grade", name).out
    assert json.loads(run("grade", name, "--json").out)["features"]["hardest step"] == found["hardest"]
    assert run("steps", name, "-o", "steps.html").code == 0
    assert f"<p>Hardest step: {numbers} (" in (tmp_path / "steps.html").read_text("utf-8")


def test_grades_of_two_kinds_do_not_compare(here):
    words = "csp2sat: grades compare boards of one kind; these are of 2: slitherlink, tapa\n"
    assert words in run("grade", "board.txt", "tapa.txt").err
    assert words in run("grade", "board.txt", "tapa.txt", "--json").err
    assert "grades compare" not in run("grade", "board.txt", "board.txt#1").err + run("grade", "tapa.txt").err


def test_the_note_about_the_size_is_in_json_too(here):
    note = json.loads(run("grade", "tiny.txt", "--json").out)["note"]
    assert note in run("grade", "tiny.txt").err and "this one is smaller" in note


def test_the_numbers_of_a_clue_have_blanks_between_them(here):
    text = run("steps", "tapa.txt").out
    assert "the clue 1 4 at row 2, column 4" in text and "the clue 14" not in text


def test_steps_of_the_same_effort_have_no_hardest_one(here, tmp_path):
    """Each step of this board has one rule and no known fact."""
    (tmp_path / "even.txt").write_text(EVEN)
    found = json.loads(run("steps", "even.txt", "--json").out)
    sizes = [tuple(step["size"].values()) for step in found["steps"] if not step["routine"]]
    assert len(sizes) > 1 and {*sizes} == {(0, 1, 0)}
    assert "Hardest step" not in run("steps", "even.txt").out
