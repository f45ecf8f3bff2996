"""Drawn and written lines that a solver hands to `csp2sat hint`: solutions, halves of them, bridges, crosses."""

import json
import re
from pathlib import Path

import pytest
from support.run_command import run

import csp2sat
from csp2sat.api.reasoning.partial import partial_in
from csp2sat.puzzles.spec import PUZZLES


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hint(board: str, partial: str):
    Path("p.txt").write_text(partial)
    return run("hint", board, "p.txt")


LINES = ("masyu", "slitherlink", "castle", "hashiwokakero", "yajilin", "firefly")


@pytest.mark.sample(6)
@pytest.mark.parametrize("puzzle", ["dbchoco", "galaxies", "gokigen", "kakuro", "shikaku", "tents", *LINES])
def test_the_drawn_solution_is_complete(puzzle, here):
    text, drawn = PUZZLES[puzzle].samples[0]
    (here / "b.txt").write_text(text)
    assert hint("b.txt", drawn) == (0, "The board is complete.\n", "")


@pytest.mark.parametrize("puzzle", LINES)
def test_lines_of_a_drawing_are_facts(puzzle, here):
    text, drawn = PUZZLES[puzzle].samples[0]
    (here / "b.txt").write_text(text)
    lines = drawn.splitlines()
    erased = [re.sub("[-=|H]", " ", line) for line in lines[len(lines) // 2 :]]
    half = "\n".join(line for line in (*lines[: len(lines) // 2], *erased) if line.strip())
    done = hint("b.txt", half)
    assert done.code == 0 and done.out != "The board is complete.\n"
    facts = partial_in("p.txt", csp2sat.load_board("b.txt")).facts
    assert facts and not any(fact.negative for fact in facts)


BRIDGES = "There are 2 bridges from row 1, column 1 to column 3, but that cannot be, by "


def test_a_wrong_line_of_a_drawing(here):
    (here / "b.txt").write_text("; Hashiwokakero\nsize 3 1\n1 - 1\n")
    assert hint("b.txt", "1===1\n").out.startswith(BRIDGES)
    three = hint("b.txt", "[[0, 0, 0, 2, 3]]").err
    assert ": row 1, column 1 to row 1, column 3 cannot have 3 bridges, in the partly filled board" in three
    assert hint("b.txt", "[[0, 2, 0, 0, 2]]") == hint("b.txt", "[[0, 0, 0, 2, 2]]")
    done = hint("b.txt", "1 ~ 1\n")
    assert done.code == 1 and "expected nothing, in a drawing of this board (hashiwokakero)" in done.err


@pytest.mark.parametrize(("key", "row"), [("h", "..??"), ("h", "#???"), ("shaded", ["01", "?", "?", "?", "?"])])
def test_signs_of_lines_and_of_cells_are_not_the_same(key, row, here):
    (here / "b.txt").write_text("; Yajilin\nsize 5 5\n" + "- - - - -\n" * 5)
    form = {"h": ["????"] * 5, "v": ["?????"] * 4, "shaded": ["?????"] * 5}
    form[key] = [row, *form[key][1:]]
    assert f"row 1, column 1 cannot be {row[0]}; expected " in hint("b.txt", json.dumps(form)).err


CROSSED = {  # a board, a drawing, and what is known by its crosses
    "slitherlink": ("size 2 2\n2 -\n- 2\n", "+ x +   +\n  2    x \n+   +   +\n      2\n+   +---+\n"),
    "masyu": ("size 3 3\n- - -\n- - -\n- - 1\n", "+   +   +   +\n  +   + x +\n+   + × +   +\n  +   +   +\n"
              "+   +   + | +\n  +   +   1\n+   +   +   +\n"),
}  # fmt: skip


@pytest.mark.parametrize("kind", CROSSED)
def test_crosses_say_that_no_line_is_there(kind, here):
    board, drawing = CROSSED[kind]
    (here / "b.txt").write_text(f"{kind}\n{board}")
    (here / "p.txt").write_text(drawing)
    known = partial_in("p.txt", csp2sat.load_board("b.txt"))
    assert [(fact.negative, fact.places) for fact in known.facts] == {
        "slitherlink": [(True, ((0, 0), (0, 1))), (False, ((2, 1), (2, 2))), (True, ((0, 2), (1, 2)))],
        "masyu": [(True, ((0, 1), (0, 2))), (True, ((0, 1), (1, 1))), (False, ((1, 2), (2, 2)))],
    }[kind]


def test_a_cross_on_no_edge(here):
    (here / "b.txt").write_text("slitherlink\nsize 2 2\n2 -\n- 2\n")
    (here / "p.txt").write_text("x   +   +\n  2      \n+   +   +\n      2\n+   +---+\n")
    err = run("hint", "b.txt", "p.txt").err
    assert err.startswith("p.txt:1:1: ") and "in a drawing of this board (slitherlink)" in err


HALF = """\
+---+   +   +
| 2   1      
+   +   +   +
|         3  
+   +   +   +
      2      
+   +   +   +
"""  # fmt: skip


def test_lines_of_a_partial_drawing_are_not_left_out(here):
    Path("b.txt").write_text("; Slitherlink\nsize 3 3\n2 1 -\n- - 3\n- 2 -\n")
    done = hint("b.txt", HALF)
    assert done.code in (0, 1) and "left out" not in done.err


def test_a_drawing_with_lines_is_board_and_state(here):
    Path("b.txt").write_text("; Slitherlink\nsize 3 3\n2 1 -\n- - 3\n- 2 -\n")
    Path("half.txt").write_text(HALF)
    alone, both = run("hint", "half.txt", "--from", "slitherlink"), run("hint", "b.txt", "half.txt")
    assert (alone.code, alone.out) == (both.code, both.out)
    assert alone.out != run("hint", "b.txt").out and "left out" not in alone.err
    assert "left out" in run("solve", "half.txt", "--from", "slitherlink").err


def test_a_drawing_with_lines_of_no_named_puzzle(here):
    Path("half.txt").write_text(HALF)
    assert "which puzzle is it? It could be" in (message := run("hint", "half.txt").err)
    assert "slitherlink" in message and "sudoku" not in message


@pytest.mark.parametrize("title", ["my partial", "So far:\n", "; a comment"])
def test_a_title_above_a_partial_drawing(here, title):
    Path("b.txt").write_text("; Slitherlink\nsize 3 3\n2 1 -\n- - 3\n- 2 -\n")
    plain, titled = hint("b.txt", HALF), hint("b.txt", f"{title}\n{HALF}")
    assert titled == plain and plain.code == 0
    crossed = HALF.replace("1      ", "1   x  ").replace("3  ", "3 |")
    wrong = "x at row 1, column 3; expected nothing, in a drawing of this board (slitherlink)"
    for text in (crossed, f"{title}\n{crossed}"):
        assert hint("b.txt", text).err.startswith(f"p.txt:{text[: text.index('x')].count(chr(10)) + 1}:11: {wrong}\n")
