"""Which inputs a command with many of them has: files, folders, patterns, addresses, stdin."""

import gzip
import json

import pytest
from support.many_inputs import NOTES, ONE, URL, heads, objects, summary
from support.real_commands import csp2sat
from support.run_command import run
from support.sudoku_texts import EULER


def test_each_file_has_a_head_and_what_it_prints_alone():
    done = run("solve", "a.txt", "b.txt", "c.csp")
    parts = [f"; {name}\n{run('solve', name).out}" for name in ("a.txt", "b.txt", "c.csp")]
    assert (done.code, done.out) == (0, "\n".join(parts))
    assert summary(done).startswith("3 inputs in ") and summary(done).endswith(": a solution 2, no solution 1")


def test_a_folder_stands_for_its_boards_and_those_below():
    done = run("solve", "boards")
    assert heads(done.out) == ["boards/easy/1.txt", "boards/hard/1.txt"] and done.code == 0


def test_a_folder_of_one_board_is_a_batch_too(folder):
    (folder / "empty" / "only.TXT").write_text(ONE)
    assert heads(run("solve", "empty/").out) == ["empty/only.TXT"]


@pytest.mark.parametrize("more, count", [((), 0), (("a.txt",), 1)])
def test_an_empty_folder_is_an_error_that_stops_nothing(more, count):
    done = run("solve", "empty", *more)
    assert done.code == 1 and len(heads(done.out)) == count
    assert "empty: no input in this folder; expected files with a suffix of .txt, .json" in done.err


def test_the_same_file_counts_once():
    assert heads(run("solve", "a.txt", "./a.txt", "boards", "boards/easy/1.txt").out) == [
        "a.txt",
        "boards/easy/1.txt",
        "boards/hard/1.txt",
    ]


def test_a_missing_file_among_others():
    done = run("solve", "a.txt", "gone.txt", "b.txt")
    assert done.code == 1 and heads(done.out) == ["a.txt", "b.txt"]
    assert "csp2sat: gone.txt: cannot be read: No such file" in done.err and "error 1" in summary(done)


def test_a_broken_board_has_its_place_and_stops_nothing():
    done = run("solve", "bad.txt", "a.txt")
    assert done.code == 1 and heads(done.out) == ["a.txt"]
    assert done.err.startswith("bad.txt:3:3: ") and "\n  - 7\n    ^\n" in done.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_stdin_among_files(jobs):
    done = csp2sat("solve", "-", "b.txt", "-j", jobs, stdin=ONE)
    assert heads(done.stdout) == ["-", "b.txt"] and done.returncode == 0
    assert f"; -\n{csp2sat('solve', 'a.txt').stdout}\n" in done.stdout


def test_addresses_and_characters_among_files():
    done = run("solve", URL, EULER, "a.txt", "--json")
    assert [each["input"] for each in objects(done.out)] == [URL, EULER, "a.txt"]


def test_notes_in_a_folder_are_skipped_with_a_warning(folder):
    (folder / "boards" / "notes.txt").write_text(NOTES)
    done = run("solve", "boards", "--json")
    assert done.code == 0 and summary(done).endswith("skipped 1")
    assert "boards/notes.txt:1:1: skipped: no known kind of input begins like this" in done.err
    assert "skipped" not in run("solve", "boards", "-q").err
    assert [each["status"] for each in objects(done.out)] == ["SATISFIABLE", "UNSATISFIABLE", "SKIPPED"]


def test_notes_that_are_named_are_an_error():
    assert run("solve", "a.txt", "notes.txt").code == 1


def test_a_folder_with_nothing_but_notes_is_an_error(folder):
    (folder / "empty" / "notes.txt").write_text(NOTES)
    done = run("solve", "empty")
    assert done.code == 1 and "none of the files is a board" in done.err


def test_a_pattern_that_no_shell_has_expanded():
    assert heads(run("solve", "?.txt").out) == ["a.txt", "b.txt"]
    assert heads(run("solve", "boards/**/*.txt").out) == ["boards/easy/1.txt", "boards/hard/1.txt"]
    done = run("solve", "x*.txt")
    assert done.code == 1 and "x*.txt: no file matches this pattern" in done.err


def test_a_file_whose_name_looks_like_a_pattern(folder):
    (folder / "[a].txt").write_text(ONE)
    assert run("solve", "[a].txt").out == run("solve", "a.txt").out


def test_names_with_blanks_and_control_characters(folder):
    (folder / "a b\x1b[2J.txt").write_text(ONE)
    done = run("count", "a b\x1b[2J.txt", "a.txt")
    assert "\x1b" not in done.out and done.out.count("a b") == 1 and done.code == 0


def test_a_compressed_file_in_a_folder(folder):
    (folder / "boards" / "z.txt.gz").write_bytes(gzip.compress(ONE.encode()))
    assert heads(run("solve", "boards").out)[-1] == "boards/z.txt.gz"


def test_several_boards_in_one_of_the_files(folder):
    (folder / "two.txt").write_text(f"{URL}\n{EULER}\n".replace(EULER, URL))
    done = run("solve", "two.txt", "a.txt", "--json")
    assert [each["input"] for each in objects(done.out)] == ["two.txt", "two.txt", "a.txt"]
    assert summary(done).endswith("a solution 3")
    assert "two.txt: 2 boards; expected one board, such as two.txt#1" in run("count", "two.txt", "a.txt").err


def test_one_input_is_as_ever():
    assert "input" not in json.loads(run("solve", "a.txt", "--json").out)
    assert run("solve", "a.txt", "-j", "4").out == run("solve", "a.txt").out
    assert run("solve", "a.txt").err == ""


@pytest.mark.parametrize("command", ["convert", "solve"])
def test_a_second_name_that_is_no_file_may_be_that_of_the_result(command):
    done = run(command, "a.txt", "new.svg")
    assert (done.code, done.out) == (2, "")
    assert done.err == "csp2sat: new.svg: there is no such file; to write it, expected -o new.svg\n"
