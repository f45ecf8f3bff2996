"""What `csp2sat hint` answers: the step, what is said before it, and files and words that are none."""

import json
from pathlib import Path

import pytest
from support.hint_scene import AKARI, NO_LOOP, SKYSCRAPERS, SUDOKU, hint, written
from support.run_command import run

import csp2sat
from csp2sat.api.reasoning.partial import hint_from, partial_in
from csp2sat.base.source import Source
from csp2sat.cli.step_printing import NO_SOLUTION, SEVERAL, ChainEnd, HintTarget, drawn_hint, show_hint
from csp2sat.errors import InputError
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.partial_boards import facts_of


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return written(tmp_path)


def test_a_hint_says_which_routine_steps_of_other_clues_it_needs():
    Path("b.txt").write_text(SKYSCRAPERS)
    lines = run("hint", "b.txt").out.splitlines()
    assert len(lines) > 1 and all(line.startswith("By routine: ") for line in lines[:-1]), lines
    assert all("from the number" in line for line in lines[:-1]) and "(a pair)" in lines[-1]
    before = json.loads(run("hint", "b.txt", "--json").out)["step"]["before"]
    assert [f"By routine: {each['text']}" for each in before] == lines[:-1]


def test_a_hint_names_the_facts_of_routine_steps_without_a_clue_that_it_cites_but_no_excluded_numbers():
    Path("none.txt").write_text(PUZZLES["akari"].samples[1][0])
    assert run("hint", "none.txt").out.startswith("By routine: Row 1, column 2 and row 2, column 1 have a light.\n")
    assert "By routine" not in run("hint", "s.txt").out


def test_the_board_itself_is_nothing_new():
    assert hint("s.txt", SUDOKU) == run("hint", "s.txt")
    assert hint("a.txt", AKARI) == run("hint", "a.txt")


def test_where_says_first_which_cell_is_wrong():
    done = hint("s.txt", "? 2 ? ?\n" + "? ? ? ?\n" * 3, "--where")
    assert done.out.startswith("A mistake: row 1, column 2. Places of the reason: ")


def test_a_hint_is_written_to_a_file(here):
    text = run("hint", "s.txt").out
    assert run("hint", "s.txt", "-o", "h.txt") == (0, "", "") and (here / "h.txt").read_text() == text
    assert run("hint", "s.txt", "-o", "h.json").code == 0
    assert json.loads((here / "h.json").read_text())["step"]["text"] == text.strip()
    assert run("hint", "s.txt", "-o", "h.svg").code == 0 and (here / "h.svg").read_text().startswith("<svg")
    assert run("hint", "s.txt", "--to", "svg").out == (here / "h.svg").read_text()


NO_FILES = {
    "a page for print": (["-o", "h.pdf"], "-o h.pdf (--to pdf): expected one of text, json, svg, png"),
    "a picture of another program": (
        ["-o", "h.jpg"],
        "-o h.jpg: this suffix belongs to no format; expected .svg, .png, .pdf, .html, .json or .txt, or --to FORMAT",
    ),
    "another format": (["--to", "url"], "--to url: expected one of text, json, svg, png"),
    "a drawing of places": (["--where", "-o", "h.svg"], "--where has no drawing; expected --to text or --to json"),
}


@pytest.mark.parametrize("name", NO_FILES)
def test_no_such_file(name, here):
    words, message = NO_FILES[name]
    done = run("hint", "s.txt", *words)
    assert (done.code, done.out, done.err) == (2, "", f"csp2sat: {message}\n") and not (here / "h.pdf").exists()


@pytest.mark.parametrize("status, error", [("LIMIT", csp2sat.LimitReached), ("SOLVED", csp2sat.UsageError)])
def test_no_step_is_no_drawing(status, error):
    with pytest.raises(error, match="there is no step to draw"):
        drawn_hint(ChainEnd(status))


def test_steps_say_how_many_they_wrote(here):
    done = run("steps", "s.txt", "-o", "steps.txt")
    rows = (here / "steps.txt").read_text().split("\n\n")[1].splitlines()
    number = [row.partition(".")[0] for row in rows if row[:1].isdigit()][-1]
    assert (done.out, done.err) == ("", f"csp2sat: steps.txt: {number} steps\n")
    assert run("steps", "s.txt", "--limit", "1", "-o", "one.html").err == "csp2sat: one.html: 1 step\n"
    assert run("steps", "s.txt", "-o", "steps.txt", "-q").err == "" == run("steps", "s.txt").err


LINE = "4..3...41...3..."


@pytest.mark.parametrize("partial", ["4123...41...3...", "4123???41???3???", "4123000410003000", ".1.............."])
def test_the_partly_filled_board_is_a_word(partial):
    done = run("hint", LINE, partial)
    assert (done.code, done.err) == (0, "") and "cannot be" not in done.out


def test_words_that_are_no_partly_filled_board():
    assert run("hint", LINE, "42.3...41...3...").out.startswith("Row 1, column 2 is 2, but that cannot be")
    done = run("hint", LINE, "4123...41...3..9")
    assert (done.code, done.out) == (1, "") and "row 4, column 4 cannot be 9" in done.err
    assert done.err == hint(LINE, "4123\n...4\n1...\n3..9\n").err.replace("p.txt", "PARTIAL")
    for name in ("my-partial-4.txt", "./123456789.4123"):  # of 16 characters
        assert run("hint", LINE, name).err == f"csp2sat: {name}: cannot be read: No such file or directory\n"
    Path("1234123412341234").write_text("4123\n????\n????\n????\n")
    assert run("hint", LINE, "1234123412341234").out == run("hint", LINE, "4123????????????").out
    assert run("hint", "a.txt", "?*??*?").code == 0


def test_a_hint_has_no_page():
    done = run("hint", LINE, "-o", "x.html")
    assert done.code == 2 and "for all steps: csp2sat steps BOARD -o F.html" in done.err


def test_a_mistake_is_named_although_the_search_for_its_reason_is_not_done(capsys, monkeypatch):
    lines = Chain._line

    def until_wrong(chain, peer):
        line = lines(chain, peer)
        return line if line is not None and "wrong" in line else None

    monkeypatch.setattr(Chain, "_line", until_wrong)
    board = csp2sat.load("s.txt").board
    found = hint_from(board, facts_of(board, [[1, None, None, None], *[[None] * 4] * 3]), None)
    assert show_hint(board, found, HintTarget("text", None, False)) == 3
    assert capsys.readouterr().out == "A mistake: row 1, column 1 is 1. No reason against it was found in time.\n"
    assert show_hint(board, found, HintTarget("json", None, False)) == 3
    said = json.loads(capsys.readouterr().out)
    assert said["status"] == "LIMIT" and said["mistake"]["places"] == [{"row": 0, "column": 0}]
    assert said["mistake"]["value"] == 1 and "reason" not in said


def test_a_board_without_a_solution_is_said_before_the_step():
    Path("s.txt").write_text(NO_LOOP)
    done = run("hint", "s.txt")
    assert done.out.startswith(f"{NO_SOLUTION}\n") and len(done.out.splitlines()) > 1
    assert run("hint", "s.txt", "--where").out.startswith(f"{NO_SOLUTION}\nPlaces: ")
    assert json.loads(run("hint", "s.txt", "--json").out)["no_solution"]
    assert csp2sat.hint("s.txt").no_solution and not csp2sat.hint("a.txt").no_solution


@pytest.mark.parametrize("partial", [[], ["????*??????????"], ["?.2.???????????"]], ids=["first", "next", "mistake"])
def test_several_solutions_are_said_before_the_step(partial):
    Path("s.txt").write_text("akari\n--2--\n-----\n-----\n")
    done = run("hint", "s.txt", *partial)
    assert done.out.startswith(f"{SEVERAL}\n") and len(done.out.splitlines()) > 1
    assert json.loads(run("hint", "s.txt", *partial, "--json").out)["unique"] is False
    assert run("hint", "s.txt", *partial, "--where").out.startswith(f"{SEVERAL}\n")
    assert "unique" not in json.loads(run("hint", "a.txt", "--json").out)


def test_a_board_without_a_solution_is_said_at_the_end_of_the_time(capsys):
    board = csp2sat.loads(NO_LOOP).board
    assert show_hint(board, ChainEnd("LIMIT", no_solution=True), HintTarget.of(None, None, False)) == 3
    assert capsys.readouterr().out == "The board has no solution. No step was found in time.\n"


def test_a_board_with_numbers_filled_in_may_lack_givens():
    Path("s.txt").write_text("sudoku\n12..\n..1.\n.1..\n...1\n")
    done = hint("s.txt", "sudoku\n1.3.\n..1.\n.1..\n...1\n")
    assert done.code == 0 and done.out, done.err
    assert "expected" in hint("s.txt", "sudoku\n2.3.\n..1.\n.1..\n...1\n").err


@pytest.mark.parametrize("count", [15, 17])
def test_a_word_with_a_character_too_few_or_many(count):
    board = read_board(Source("", "; Sudoku\nsize 4 4\n" + "- - - -\n" * 4))
    with pytest.raises(InputError, match=f"^PARTIAL: {count} characters, expected 16: one for each cell of 4 rows"):
        partial_in("." * count, board)
