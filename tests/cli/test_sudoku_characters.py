"""Boards of sudoku as characters, in the place of a file or in one."""

import json

import pytest
from support.command_server import completed
from support.paths import BOARDS
from support.run_command import run
from support.sudoku_texts import EULER, SOLVED, grid


def rows(text, by="\n"):
    side = int(len(text) ** 0.5)
    return by.join(text[k : k + side] for k in range(0, len(text), side))


def solved(path, *more):
    done = run("solve", path, "--json", *more)
    assert done.code == 0, done.err
    return json.loads(done.out)["solution"]


def sixteen(numbers="123456789ABCDEFG"):
    """A filled board of 16: each row is the first one, shifted."""
    return ["".join(numbers[(4 * (r % 4) + r // 4 + c) % 16] for c in range(16)) for r in range(16)]


@pytest.mark.parametrize("blank", ".0-_*xX")
def test_81_characters_are_a_board(blank):
    assert solved(EULER.replace("0", blank) if blank not in "-" else EULER) == grid(SOLVED)


def test_a_board_may_begin_with_minus_signs():
    done = completed(["solve", EULER.replace("0", "-"), "--json"])
    assert json.loads(done.stdout)["solution"] == grid(SOLVED), done.stderr


RULED = "\n------+-------+------\n".join(
    "\n".join(" | ".join(" ".join(EULER[9 * r + c : 9 * r + c + 3]) for c in (0, 3, 6)) for r in range(s, s + 3))
    for s in (0, 3, 6)
)
FORMS = {
    "one line": EULER,
    "nine lines": rows(EULER),
    "nine lines of dots": rows(EULER.replace("0", ".")),
    "nine lines of minus signs": rows(EULER.replace("0", "-")),
    "mixed blanks": rows(EULER.replace("00", ".-")),
    "bars and rules": RULED.replace("0", "."),
    "frame": "\n".join(["+---+---+---+", *(f"|{row}|" for row in rows(EULER).split("\n")), "+---+---+---+"]),
    "blanks between": rows(EULER, "\n").replace("", " "),
    "dots and blanks between": rows(EULER.replace("0", "."), "\n").replace("", " "),
    "comment": f"; a puzzle of Project Euler\n{EULER}  ; the first\n\n",
    "Windows": rows(EULER).replace("\n", "\r\n"),
}


@pytest.mark.sample(8)
@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_file_of_characters_is_a_board(text, tmp_path):
    path = tmp_path / "sudoku.txt"
    path.write_text(text)
    assert solved(path) == grid(SOLVED)


@pytest.mark.parametrize("name", ["one line", "nine lines", "bars and rules", "frame"])
def test_such_a_file_need_not_say_what_it_is(name, tmp_path):
    path = tmp_path / "board"
    path.write_text(FORMS[name])
    assert solved(path) == grid(SOLVED)


def test_any_size_of_boxes(tmp_path):
    path = tmp_path / "16"
    whole = sixteen()
    for text in ("".join(whole), "\n".join(whole), "".join(whole).lower()):
        path.write_text("." + text[1:])
        assert solved(path)[0] == list(range(1, 17))
    assert solved("." + "".join(whole)[1:])[0] == list(range(1, 17))
    assert solved("1...............")[0][0] == 1
    assert len(solved("1" + "." * 35)) == 6
    assert len(solved("P" + "." * 624)) == 25


WRONG = {
    "80": (EULER[1:], "found 80 characters; a board has 16, 36, 81, 256, 625"),
    "82": (EULER + "0", "found 82 characters; a board has 16, 36, 81, 256, 625"),
    "eight lines": (rows(EULER)[:-10], "found 8 rows of 9 cells; expected 9"),
    "a short line": (rows(EULER).replace("305001", "30501"), "found 8 cells; expected 9, as in the first row"),
    "a short first line": (rows(EULER)[1:], "found 8 cells; expected 9, as in most rows"),
    "a letter": (rows(EULER).replace("7", "x"), "'x' is no cell of sudoku; expected 1-9, or . 0 - (blank)"),
    "which zero": ("0." + "".join(sixteen())[2:], "is 0 blank here, as `.` or `-`, or a number?"),
    "too big": ("1....5..........", "'5' is no cell of sudoku; expected 1-4, or . 0 - (blank)"),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_wrong_characters_are_named_with_their_place(text, message, tmp_path):
    path = tmp_path / "sudoku.txt"
    path.write_text(text)
    done = run("solve", path)
    assert done.code == 1 and message in done.err and done.err.startswith(f"{path}:"), done.err


def test_places_count_from_one(tmp_path):
    path = tmp_path / "x"
    path.write_text(rows(EULER).replace("7", "x"))
    assert run("solve", path).err.startswith(f"{path}:5:1: ")


def test_text_is_no_board(tmp_path):
    for text in ("hello world\n", "abcdefghijklmnop\n", "1\n2\n3\n4\n", "some words here and\nthere\n"):
        path = tmp_path / "x"
        path.write_text(text)
        assert run("solve", path).code == 1


def test_another_puzzle_is_not_taken_for_a_sudoku(tmp_path):
    path = tmp_path / "slitherlink.txt"
    path.write_text("1...\n....\n...\n...3\n")
    done = run("solve", path)
    assert done.code == 1 and "slitherlink is not written so; expected `size WIDTH HEIGHT`" in done.err


def test_a_file_goes_before_characters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1234123412341234").write_text("(int x 7 7)")
    assert "a x\t7" in run("solve", "1234123412341234").out


def test_characters_are_written(tmp_path):
    assert run("convert", EULER, "--to", "line").out == EULER.replace("0", ".") + "\n"
    done = run("convert", BOARDS / "masyu-0.txt", "--to", "line")
    assert (done.code, done.err) == (2, "csp2sat: --to line: for sudoku and no other puzzle; take text or json\n")
    path = tmp_path / "sudoku.txt"
    path.write_text("size 4 4\nbox 1 4\n" + "- - - -\n" * 4)
    assert "size of the boxes" in run("convert", path, "--to", "line").err
