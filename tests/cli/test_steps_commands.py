"""`csp2sat steps`, `hint` and `grade` at the command line: what a stranger tries in the first ten minutes."""

from __future__ import annotations

import io
import json
from itertools import pairwise, takewhile

import pytest
from support.fact_meanings import says
from support.run_command import run

import csp2sat
from csp2sat.api.reasoning.chains import drawn_lines
from csp2sat.api.writing.drawing import as_text
from csp2sat.puzzles.spec import PUZZLES

COMMANDS = ("steps", "hint", "grade")
SUDOKU = PUZZLES["sudoku"].samples[0][0]  # 4123 2314 1432 3241
AKARI = PUZZLES["akari"].samples[0][0]
SEVERAL = "; Akari\nsize 3 3\n- - -\n- - -\n- - -\n"
NONE = PUZZLES["akari"].samples[1][0]
URL = "https://puzz.link/p?slither/3/3/8d63g"
BLANK = "? ? ? ?\n" * 4


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "sudoku.txt": SUDOKU,
        "akari.txt": AKARI,
        "several.txt": SEVERAL,
        "none.txt": NONE,
        "empty.txt": "",
        "x.csp": "(int x 0 3)\n(< x 2)\n",
        "x.cnf": "p cnf 2 1\n1 2 0\n",
        "nothing.txt": "hello world\n",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def is_refusal(done, code: int) -> bool:
    """Whether a command prints nothing but one message, perhaps with a line of the input and a caret."""
    lines = done.err.splitlines()
    placed = len(lines) == 3 and set(lines[2]) == {" ", "^"}
    usage = bool(lines) and lines[0].startswith("Usage: ")
    return done.code == code and done.out == "" and (len(lines) == 1 or placed or usage) and "Traceback" not in done.err


WRONG = {
    "no board": ((), 2, "Missing argument"),
    "no file": (("nowhere.txt",), 1, "nowhere.txt: cannot be read: No such file"),
    "an empty file": (("empty.txt",), 1, "empty.txt: the input is empty"),
    "a CSP": (("x.csp",), 2, "boards"),
    "a CNF": (("x.cnf",), 2, "boards"),
    "no known input": (("nothing.txt",), 1, "nothing.txt:1:1: no known kind of input"),
    "no known kind": (("sudoku.txt", "--from", "chess"), 2, "--from chess: no such puzzle"),
    "less than no time": (("sudoku.txt", "--timeout", "-1"), 2, "--timeout"),
    "time in words": (("sudoku.txt", "--timeout", "soon"), 2, "--timeout"),
    "a solver": (("sudoku.txt", "--solver", "kissat"), 2, "--solver"),
    "an option of nothing": (("sudoku.txt", "--hard"), 2, "--hard"),
    "a wrong address": (("https://puzz.link/p?slither/3/3/8d6!g",), 1, "!"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("args, code, words", WRONG.values(), ids=WRONG)
def test_wrong_calls(files, command, args, code, words):
    done = run(command, *args)
    assert is_refusal(done, code) and words in done.err


@pytest.mark.parametrize(
    "command, args, words",
    [
        ("steps", ("sudoku.txt", "--limit", "0"), "--limit"),
        ("steps", ("sudoku.txt", "--limit", "many"), "--limit"),
        ("steps", ("sudoku.txt", "--to", "nonsense"), "nonsense"),
        ("steps", ("sudoku.txt", "akari.txt"), "akari.txt"),
        ("steps", ("sudoku.txt", "--where"), "--where"),
        ("hint", ("sudoku.txt", "empty.txt", "several.txt"), "several.txt"),
        ("grade", ("sudoku.txt", "--all"), "--all"),
    ],
)
def test_options_of_other_commands(files, command, args, words):
    done = run(command, *args)
    assert is_refusal(done, 2) and words in done.err


def test_a_file_that_cannot_be_written(files):
    done = run("steps", "akari.txt", "--to", "json", "-o", "nowhere/x.json")
    assert is_refusal(done, 1) and "nowhere/x.json: cannot be written" in done.err


# steps


def sentences(*args):
    """The lines that `steps` prints, without the drawings above and below."""
    above = drawn_lines(csp2sat.load(args[0]).board, None)
    return [*takewhile(bool, run("steps", *args).out.splitlines()[len(above) + 1 :])]


def test_the_board_and_its_solution_are_drawn_around_the_steps(files):
    whole = run("steps", "akari.txt").out.split("\n\n")
    given = csp2sat.load("akari.txt")
    solved = csp2sat.solve(given).solution
    above, signs = whole[0].rsplit("\n", 1)
    assert signs == "Signs: # = black cell; a number = black cell; . = blank cell."
    for text, drawing in ((above, as_text(given.board, None)), (whole[2], as_text(given.board, solved))):
        assert text.rstrip().splitlines() == [line.rstrip() for line in drawing.splitlines()]
    assert len(whole) == 3 and whole[1].startswith("1. ")
    first = run("steps", "akari.txt", "--limit", "1").out.split("\n\n")
    assert [first[0], len(first)] == [whole[0], 2], "the chain does not lead to the solution"
    assert run("steps", "akari.txt", "-o", "x.txt", "-q").code == 0
    assert (files / "x.txt").read_text() == run("steps", "akari.txt").out


def test_text(files):
    done = run("steps", "akari.txt", "--all")
    lines = sentences("akari.txt", "--all")
    assert (done.code, done.err) == (0, "") and [line.split(".")[0] for line in lines] == [*map(str, range(1, 11))]
    assert sentences("akari.txt") == lines, "all are routine"
    legend = "A box is named by its first cell, that is the leftmost cell of its uppermost row."
    lines, shown = sentences("sudoku.txt", "--all"), sentences("sudoku.txt")
    lines = [line for line in lines if line.strip() != legend]
    shown = [line for line in shown if line.strip() != legend]
    folded = int(shown[0].removeprefix("   (").split(" routine steps: ")[0])
    assert folded > 9 and shown[1] == lines[folded]
    assert shown[0].endswith("; --all prints them)") and "".join(shown).count("--all") == 1


def test_json_is_the_same_by_both_options_and_in_a_file(files):
    forms = [run("steps", "akari.txt", *how).out for how in (("--json",), ("--to", "json"))]
    assert run("steps", "akari.txt", "-o", "x.json", "-q") == (0, "", "")
    read = [json.loads(text) for text in (*forms, (files / "x.json").read_text())]
    assert len({json.dumps({**form, "seconds": 0}) for form in read}) == 1
    assert read[0]["status"] == "SOLVED" and len(read[0]["steps"]) == 10
    assert all(says(fact, read[0]["solution"]) for step in read[0]["steps"] for fact in step["facts"])


def test_the_first_steps_are_those_of_the_whole(files):
    whole = sentences("sudoku.txt", "--all")
    assert sentences("sudoku.txt", "--all", "--limit", "3") == whole[:3]
    assert sentences("sudoku.txt", "--all", "--limit", "999") == whole


@pytest.mark.parametrize("suffix", ["png", "PDF"])
def test_a_suffix_that_steps_cannot_have(files, suffix):
    code, out, err = run("steps", "akari.txt", "-o", f"steps.{suffix}")
    assert (code, out) == (2, "")
    assert f"(--to {suffix.lower()}): expected one of text, json, svg, html" in err


def test_stdin_and_addresses(files, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(AKARI.encode())))
    assert run("steps", "-") == run("steps", "akari.txt")
    assert run("steps", URL, "--limit", "1").code == 0


def test_no_step_is_needed(files):
    (files / "all.txt").write_text("; Nurikabe Puzzle\nsize 1 1\n1\n")
    done = run("steps", "all.txt")
    assert (done.code, done.out) == (0, "No step is needed: the givens are the solution.\n")


def test_several_solutions_and_none(files):
    assert run("steps", "several.txt") == (0, "Nothing more is forced: the board has several solutions.\n", "")
    form = json.loads(run("steps", "several.txt", "--json").out)
    assert (form["status"], form["unique"], form["solution"]) == ("STUCK", False, None) and len(form["open"]) == 9
    done = run("steps", "none.txt")
    assert (
        done.code == 0
        and done.out.endswith("The board has no solution.\n")
        and "\n3. The givens contradict one another, by the number 1" in done.out
    )
    form = json.loads(run("steps", "none.txt", "--json").out)
    assert form["status"] == "CONTRADICTION" and form["steps"][-1]["contradiction"] is True


@pytest.mark.parametrize("seconds", ["0", "0.01"])
def test_the_time_is_over(files, seconds):
    done = run("steps", "sudoku.txt", "--timeout", seconds)
    assert (done.code, done.out) == (3, "") and done.err.count("\n") == 1 and "time limit" in done.err
    form = json.loads(run("steps", "sudoku.txt", "--timeout", seconds, "--json").out)
    assert (form["status"], form["unique"], form["solution"]) == ("LIMIT", None, None)
    assert run("steps", "sudoku.txt", "--timeout", seconds, "--quiet").err == ""


def test_a_board_that_is_too_large_is_not_told_to_wait(files):
    (files / "choco.txt").write_text("\n".join(["; Double Choco", "size 8 8", "colors", *["- - - - # # # #"] * 8]))
    done = run("steps", "choco.txt")
    assert (done.code, done.out) == (3, "")
    assert done.err == (
        "csp2sat: warning: steps would need a list of all blocks of cells, too long on this board;"
        " more time would not help\n"
    )
    text = f"No step was found: {done.err.removeprefix('csp2sat: warning: ').rstrip()}.\n"
    assert run("hint", "choco.txt") == (3, text, "")


# hints


def test_the_next_step(files):
    first = sentences("sudoku.txt")[1].split(" ", 1)[1]
    assert run("hint", "sudoku.txt") == (0, f"{first}\n", "")
    form = json.loads(run("hint", "sudoku.txt", "--json").out)
    assert form["step"]["number"] == 11 and form["step"]["text"] == first


def test_where_names_no_value(files):
    assert run("hint", "akari.txt", "--where").out == "Places: row 1, column 1.\n"
    form = json.loads(run("hint", "akari.txt", "--where", "--json").out)
    assert form == {"schema": 1, "puzzle": "akari", "where": [{"row": 0, "column": 0}]}
    mistake = run("hint", "sudoku.txt", put(files, "? 3 ? ?\n" + "? ? ? ?\n" * 3), "--where").out
    assert mistake.startswith("A mistake: row") and "3." not in mistake.replace("row 3", "").replace("column 3", "")


def put(folder, text: str, name: str = "p.txt") -> str:
    (folder / name).write_text(text)
    return name


MISTAKES = {
    "numbers": ("sudoku.txt", "? 2 ? ?\n" + "? ? ? ?\n" * 3, "Row 1, column 2 is 2"),
    "digits without blanks": ("sudoku.txt", "?2??\n" + "????\n" * 3, "Row 1, column 2 is 2"),
    "a given": ("sudoku.txt", "1 ? ? ?\n" + "? ? ? ?\n" * 3, "Row 1, column 1 is 1"),
    "rows of JSON": ("sudoku.txt", json.dumps([[None, 2, None, None], *[[None] * 4] * 3]), "Row 1, column 2 is 2"),
    "signs": ("akari.txt", "?*????\n" + "??????\n" * 3, "Row 1, column 2 has a light"),
    "signs with blanks": ("akari.txt", "? * ? ? ? ?\n" + "? ? ? ? ? ?\n" * 3, "Row 1, column 2 has a light"),
    "a cell without light": ("akari.txt", "??.???\n" + "??????\n" * 3, "Row 1, column 3 has no light"),
}


@pytest.mark.parametrize("board, partial, fact", MISTAKES.values(), ids=MISTAKES)
def test_mistakes(files, board, partial, fact):
    done = run("hint", board, put(files, partial))
    assert (done.code, done.err) == (0, "") and done.out.startswith(f"{fact}, but ")
    form = json.loads(run("hint", board, "p.txt", "--json").out)
    assert form["mistake"]["places"] and set(form["reason"]) == {"clues", "rules", "facts"}


NO_PARTIALS = {
    "an empty file": "",
    "too few rows": "? ? ? ?\n" * 3,
    "too many rows": BLANK + "1 1 1 1\n",
    "a long row": "? ? ? ? 3\n" + "? ? ? ?\n" * 3,
    "a short row": "? ? ?\n" + "? ? ? ?\n" * 3,
    "a number that no cell has": "? 7 ? ?\n" + "? ? ? ?\n" * 3,
    "a letter": "? x ? ?\n" + "? ? ? ?\n" * 3,
    "words": "hello world\n",
    "half of JSON": '{"facts": [',
    "facts that are none": '{"facts": 3}',
    "a fact of another kind": '{"facts": [{"what": "edge", "places": [], "value": "line", "negative": false}]}',
    "a value that no cell has": '{"facts": [{"what": "cell", "places": [{"row": 0, "column": 0}], "value": 9}]}',
    "a cell beside the board": '{"facts": [{"what": "cell", "places": [{"row": 9, "column": 0}], "value": 1}]}',
    "a number for a fact": '{"facts": [1]}',
    "a JSON number": "[1]",
    "an object of nothing": "{}",
}


@pytest.mark.parametrize("text", NO_PARTIALS.values(), ids=NO_PARTIALS)
def test_no_partial_board(files, text):
    """Nothing is ignored in silence."""
    done = run("hint", "sudoku.txt", put(files, text))
    assert is_refusal(done, 1) and done.err.startswith("p.txt:")


@pytest.mark.parametrize("text", ["?x????\n" + "??????\n" * 3, "*?????\n" + "??????\n" * 3], ids=["sign", "on a clue"])
def test_no_partial_board_of_signs(files, text):
    done = run("hint", "akari.txt", put(files, text))
    assert (done.code == 1 and done.err.startswith("p.txt:")) or done.out.startswith("Row 1, column 1")


def test_partial_from_stdin_and_nowhere(files, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BLANK.encode())))
    assert run("hint", "sudoku.txt", "-") == run("hint", "sudoku.txt")
    done = run("hint", "sudoku.txt", "nowhere.txt")
    assert is_refusal(done, 1) and "nowhere.txt: cannot be read" in done.err


def test_the_steps_so_far_are_a_partial_board(files):
    """The facts that `steps` prints can be given to `hint`, which goes on after them."""
    steps = json.loads(run("steps", "akari.txt", "--json").out)["steps"]
    told = [fact for step in steps[:-1] for fact in step["facts"]]
    form = json.loads(run("hint", "akari.txt", put(files, json.dumps({"facts": told})), "--json").out)
    assert form["step"]["facts"] == steps[-1]["facts"]


def test_nothing_more_to_hint(files):
    done = run("hint", "sudoku.txt", put(files, "4 1 2 3\n2 3 1 4\n1 4 3 2\n3 2 4 1\n"))
    assert done == (0, "The board is complete.\n", "")
    assert run("hint", "several.txt").out == "Nothing more is forced: the board has several solutions.\n"
    assert "\nThe givens contradict one another" in run("hint", "none.txt").out
    assert run("hint", "sudoku.txt", "--timeout", "0").code == 3


# grades


def test_a_grade(files):
    text = run("grade", "sudoku.txt")
    form = json.loads(run("grade", "sudoku.txt", "--json").out)
    words = ["easy"] * 3 + ["medium"] * 3 + ["hard"] * 4
    line = f"{form['grade']} of 10 (score {form['score']:.2f}), {words[form['grade'] - 1]}\n"
    assert text.code == 0 and text.out.startswith(line)
    assert text.err.endswith("this one is smaller, and graded as one of 6x6\n") and text.err.count("\n") == 1
    assert 1 <= form["grade"] <= 10 and form["bound"] is False
    steps = json.loads(run("steps", "sudoku.txt", "--json").out)["steps"]
    assert form["features"]["steps"] == len(steps)
    assert form["features"]["not routine"] == sum(not step["routine"] for step in steps)


def test_no_grade(files):
    for name, status in (("several.txt", "STUCK"), ("none.txt", "CONTRADICTION")):
        done = run("grade", name)
        assert done.code == 0 and done.out.startswith("no grade: ") and done.out.count("\n") == 1
        form = json.loads(run("grade", name, "--json").out)
        assert (form["grade"], form["status"]) == (None, status)


def test_grades_of_several_boards(files):
    done = run("grade", "sudoku.txt", "akari.txt")
    assert done.code == 0 and done.out.count(" of 10 (score ") == 2
    lines = [json.loads(line) for line in run("grade", "sudoku.txt", "akari.txt", "--json").out.splitlines()]
    assert [line["puzzle"] for line in lines] == ["sudoku", "akari"]
    assert run("grade", "sudoku.txt", "nowhere.txt").code == 1


def test_a_grade_in_no_time(files):
    done = run("grade", "sudoku.txt", "--timeout", "0")
    assert done.code == 3 and "Traceback" not in done.err
    assert done.out.startswith("at least 1 of 10 (score 0.00)\n")


def test_routine_steps_in_a_row_are_counted_together(tmp_path):
    for kind in ("slitherlink", "masyu", "sudoku"):
        path = tmp_path / f"{kind}.txt"
        run("generate", kind, "--size", "6", "--seed", "4", "-o", path)
        shown = sentences(path)
        counted = [line.startswith("   (") for line in shown]
        assert any(counted) and not any(one and two for one, two in pairwise(counted)), shown
