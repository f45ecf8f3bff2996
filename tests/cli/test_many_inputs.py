"""Many inputs in one command: what a stranger tries with files, folders and patterns, right, wrong and sloppy."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from support.paths import ROOT
from support.real_commands import csp2sat, planted
from support.run_command import run
from support.schema_check import faults
from support.sudoku_texts import EULER

from csp2sat.cli.json_lines import schema

SCHEMA = schema()
LOOP = "; Slitherlink\nsize 2 1\n- -\n"  # two solutions
NONE = "; Slitherlink\nsize 3 3\n3 3 .\n. 0 .\n. . 3\n"
ONE = "; Sudoku\nsize 4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n. . . .\n"
BROKEN = "; Slitherlink\nsize 2 1\n- 7\n"
SUM = "(int x 0 1)\n(int y 0 1)\n(< x y)\n"
URL = "https://puzz.link/p?slither/3/3/8d63g"
NOTES = "Boards of the club, spring 2026\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {"a.txt": ONE, "b.txt": NONE, "c.csp": SUM, "bad.txt": BROKEN, "notes.txt": NOTES, "loop.txt": LOOP}
    files |= {"boards/easy/1.txt": ONE, "boards/hard/1.txt": NONE, "boards/README.md": NOTES, "boards/.x.txt": ONE}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "empty").mkdir()
    return tmp_path


def objects(text):
    """The objects that were printed, each judged by the schema."""
    found = [json.loads(line) for line in text.splitlines()]
    assert [faults(each, SCHEMA, SCHEMA) for each in found] == [[]] * len(found), found
    return found


def heads(text):
    return [line[2:] for line in text.splitlines() if line.startswith("; ")]


def summary(done):
    return done.err.splitlines()[-1].partition(": ")[2]


# --- which inputs


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
    assert "two.txt: several boards" in run("count", "two.txt", "a.txt").err


def test_one_input_is_as_ever():
    assert "input" not in json.loads(run("solve", "a.txt", "--json").out)
    assert run("solve", "a.txt", "-j", "4").out == run("solve", "a.txt").out
    assert run("solve", "a.txt").err == ""


# --- what is asked


def test_unique_and_all_of_many():
    done = run("solve", "a.txt", "loop.txt", "b.txt", "--unique")
    assert done.code == 0 and done.out.count("\nunique\n") == 1
    assert summary(done).endswith(": one solution only 1, several solutions 1, no solution 1")
    assert run("solve", "a.txt", "loop.txt", "--all").out.count(" solution") == 2


@pytest.mark.parametrize("option", ["--proof", "--keep"])
def test_what_only_one_input_can_have(option, folder):
    done = run("solve", "a.txt", "b.txt", option, "p")
    assert done.code == 2 and f"{option}: not for several inputs; expected one" in done.err
    assert not (folder / "p").exists() and not done.out


def test_the_time_limit_is_that_of_the_command():
    done = run("solve", "a.txt", "b.txt", "--timeout", "0", "--json")
    assert done.code == 3 and summary(done).endswith("not begun 2")
    found = objects(done.out)
    assert [(each["input"], each["status"]) for each in found] == [("a.txt", "UNKNOWN"), ("b.txt", "UNKNOWN")]


def test_a_time_limit_for_each(folder):
    solvers = slow_solver(folder)
    (folder / "slow.txt").write_text(LOOP)
    done = run("solve", "slow.txt", "loop.txt", "--solver", "mysat", "--solvers", solvers, "--timeout-each", "2")
    assert done.code == 3 and done.out.startswith("; slow.txt\ns UNKNOWN\n\n; loop.txt\n+")


def test_a_time_limit_for_each_of_one():
    done = run("solve", "a.txt", "--timeout-each", "2")
    assert done.code == 2 and "--timeout-each is for several inputs; expected --timeout" in done.err


def test_a_solver_that_is_missing_is_named_once_before_any_work():
    done = run("solve", "a.txt", "b.txt", "--solver", "no-such")
    assert done.code and done.err.count("no-such") == 1 and not done.out


def test_an_option_that_fits_no_input_is_complained_of_once():
    done = run("solve", "a.txt", "b.txt", "--all", "--unique")
    assert done.code == 2 and done.err.count("expected one question") == 1


# --- exit codes


@pytest.mark.parametrize(
    "words, code",
    [
        (["a.txt", "b.txt"], 0),
        (["a.txt", "loop.txt", "--expect", "unique"], 4),
        (["a.txt", "loop.txt", "bad.txt", "--expect", "unique"], 1),
        (["a.txt", "c.csp", "bad.txt", "--max"], 2),
        (["a.txt", "c.csp", "--exit-code", "sat"], 10),
        (["a.txt", "b.txt", "--exit-code", "sat"], 0),
        (["a.txt", "bad.txt", "--exit-code", "sat"], 1),
    ],
)
def test_the_exit_code_is_the_first_in_the_order(words, code):
    assert run("solve", *words).code == code


def test_the_order_of_exit_codes():
    from csp2sat.cli.many.run import common_code

    assert [common_code(codes) for codes in ({0, 3}, {3, 4}, {4, 1}, {1, 2}, {10}, {10, 20}, ())] == [
        3,
        4,
        1,
        2,
        10,
        0,
        0,
    ]


# --- where results go


def test_a_folder_of_results_is_as_the_folder_of_inputs(folder):
    done = run("solve", "boards", "a.txt", "-o", "out")
    assert (done.code, done.out) == (0, "")
    found = sorted(str(path.relative_to(folder / "out")) for path in (folder / "out").rglob("*.txt"))
    assert found == ["a.txt", "easy/1.txt", "hard/1.txt"]
    assert (folder / "out" / "a.txt").read_text() == run("solve", "a.txt").out


def test_drawings_and_objects_in_a_folder(folder):
    assert run("solve", "boards", "--to", "svg", "-o", "out").code == 0
    assert (folder / "out" / "easy" / "1.svg").read_text().startswith("<svg")
    run("solve", "boards", "--json", "-o", "out/")
    assert objects((folder / "out" / "easy" / "1.json").read_text())[0]["input"] == "boards/easy/1.txt"


def test_two_files_of_one_stem(folder):
    done = run("solve", "boards/easy/1.txt", "boards/hard/1.txt", "-o", "out")
    message = "boards/easy/1.txt and boards/hard/1.txt would both become out/1.txt; expected different names"
    assert done.code == 2 and message in done.err and not (folder / "out").exists()


def test_two_boards_of_one_address_get_numbers(folder):
    run("convert", URL, URL.replace("8d63g", "8d62g"), "--to", "url", "-o", "out")
    assert len(list((folder / "out").iterdir())) == 2


def test_results_within_the_folder_are_no_inputs_next_time():
    first = run("solve", "boards", "-o", "boards/solved")
    again = run("solve", "boards", "-o", "boards/solved")
    assert first.code == again.code == 0 and summary(again).startswith("2 inputs")


def test_no_input_is_overwritten(folder):
    done = run("solve", "boards", "-o", "boards")
    assert done.code == 2 and "would overwrite the input boards/easy/1.txt" in done.err
    assert (folder / "boards" / "easy" / "1.txt").read_text() == ONE


def test_one_file_for_all(folder):
    done = run("solve", "a.txt", "b.txt", "-o", "all.txt")
    assert (done.code, done.out) == (0, "") and heads((folder / "all.txt").read_text()) == ["a.txt", "b.txt"]
    for name in ("all.json", "all.jsonl"):
        run("solve", "a.txt", "b.txt", "-o", name)
        assert len(objects((folder / name).read_text())) == 2


@pytest.mark.parametrize("words", [["--to", "svg"], ["-o", "x.png"], ["-o", "x.svg"]])
def test_drawings_have_files_of_their_own(words, folder):
    done = run("solve", "a.txt", "b.txt", *words)
    assert done.code == 2 and "a drawing has a file of its own; expected -o DIR" in done.err


def test_a_folder_that_is_a_file(folder):
    (folder / "out").write_text("mine")
    done = run("solve", "a.txt", "b.txt", "-o", "out")
    assert done.code == 2 and "-o out: is a file" in done.err and (folder / "out").read_text() == "mine"


def test_quiet_prints_errors_alone():
    done = run("solve", "a.txt", "b.txt", "bad.txt", "-q")
    assert done.err.startswith("bad.txt:3:3: ") and done.err.count("\n") == 3


def test_verbose_prints_the_phases_of_each():
    assert run("solve", "a.txt", "b.txt", "-v").err.count("READING") == 2


def test_objects_have_name_and_status():
    done = run("solve", "a.txt", "b.txt", "bad.txt", "gone", "--json")
    assert [(each["input"], each["status"]) for each in objects(done.out)] == [
        ("a.txt", "SATISFIABLE"),
        ("b.txt", "UNSATISFIABLE"),
        ("bad.txt", "ERROR"),
        ("gone", "ERROR"),
    ]


# --- other commands


def test_counts_are_lines():
    assert run("count", "a.txt", "boards").out == "a.txt: 1\nboards/easy/1.txt: 1\nboards/hard/1.txt: 0\n"
    assert [each["count"] for each in objects(run("count", "a.txt", "b.txt", "--json").out)] == [1, 0]


def test_explanations():
    done = run("explain", "b.txt", "loop.txt")
    assert heads(done.out) == ["b.txt", "loop.txt"] and done.code == 0
    assert [each["status"] for each in objects(run("explain", "b.txt", "a.txt", "--json").out)] == [
        "UNSATISFIABLE",
        "SATISFIABLE",
    ]


def test_conversions(folder):
    done = run("convert", "a.txt", "loop.txt", "--to", "url", "-o", "all.url")
    assert done.code == 0 and len(objects(run("solve", "all.url", "--json").out)) == 2
    found = objects(run("convert", "a.txt", "bad.txt", "--to", "url", "--json").out)
    assert [each["status"] for each in found] == ["CONVERTED", "ERROR"] and found[0]["text"].startswith("https://")
    run("convert", "boards", "--to", "svg", "-o", "out")
    assert (folder / "out" / "hard" / "1.svg").exists()
    assert "no format is given; expected --to FORMAT" in run("convert", "a.txt", "b.txt").err


def test_a_conversion_as_an_object():
    assert objects(run("convert", "a.txt", "--to", "url", "--json").out)[0]["format"] == "url"
    assert objects(run("convert", "a.txt", "-o", "a.svg", "--json").out)[0]["file"] == "a.svg"


def test_answers_are_paired_by_name(folder):
    run("solve", "boards", "loop.txt", "-o", "out", "-q")
    (folder / "boards" / "hard" / "1.txt").write_text(ONE)
    (folder / "out" / "more.txt").write_text("x")
    done = run("check", "boards", "loop.txt", "a.txt", "--answers", "out")
    assert done.code == 1 and done.out == "boards/easy/1.txt: right\nloop.txt: right\n"
    assert "boards/hard/1.txt: s UNSATISFIABLE" in done.err or "out/hard/1.txt: s UNSATISFIABLE" in done.err
    assert "a.txt: no answer; expected out/a with any suffix" in done.err
    assert "out/more.txt: is no answer to any of the inputs" in done.err


def test_a_wrong_answer_among_right_ones(folder):
    (folder / "out").mkdir()
    (folder / "out" / "a.txt").write_text("1234341221434312")
    (folder / "out" / "c.sol").write_text("a x\t0\na y\t1\na\n")
    done = run("check", "a.txt", "c.csp", "--answers", "out", "--json")
    found = objects(done.out)
    assert done.code == 1 and [each["status"] for each in found] == ["WRONG", "RIGHT"]
    assert summary(run("check", "a.txt", "c.csp", "--answers", "out")).endswith("wrong 1, right 1")


@pytest.mark.parametrize("words", [["a.txt"], ["a.txt", "b.txt", "c.csp"]])
def test_a_pair_is_two_words(words):
    done = run("check", *words)
    assert done.code == 2 and "expected INPUT ANSWER, or INPUT... --answers DIR" in done.err


def test_answers_in_no_folder():
    assert "gone: is no folder; expected the folder with the answers" in run("check", "a.txt", "--answers", "gone").err


def test_two_answers_to_one_input(folder):
    (folder / "out").mkdir()
    for name in ("a.txt", "a.json"):
        (folder / "out" / name).write_text("x")
    assert "several answers: " in run("check", "a.txt", "--answers", "out").err


@pytest.mark.parametrize("command", ["encode", "backbone"])
def test_commands_for_one_input(command, capfd):
    from csp2sat.cli.app import run as run_line

    assert run_line([command, "a.txt", "b.txt"]) == 2
    assert f'for each in FILE ...; do csp2sat {command} "$each"; done' in capfd.readouterr().err


# --- processes, signals


def slow_solver(folder):
    """A solver that sleeps over CNFs called `slow`, ends the process that started it over those called `deadly`, and
    otherwise is the embedded one.
    """
    script = 'case "$1" in *slow*) exec sleep 60;; *deadly*) kill -9 $PPID; sleep 9;; esac\n'
    return planted(folder, f'{script}exec "{sys.executable}" -m csp2sat.runner.session.embedded "$1"\n')


def test_processes_give_the_same_in_the_same_order():
    names = ["boards", "a.txt", "bad.txt", "b.txt", "c.csp", "loop.txt"]
    for command in ("solve", "count"):
        one, two = run(command, *names), run(command, *names, "-j", "2")
        assert (one.code, one.out) == (two.code, two.out)
        assert one.err.splitlines()[:-1] == two.err.splitlines()[:-1]
        assert summary(one).partition(": ")[2] == summary(two).partition(": ")[2]


def test_a_device_is_one_stream():
    assert heads(csp2sat("solve", "a.txt", "b.txt", "-o", "/dev/stdout").stdout) == ["a.txt", "b.txt"]


def test_no_processes():
    assert csp2sat("solve", "a.txt", "b.txt", "-j", "0").returncode == 2


def test_a_process_that_dies_costs_its_input_alone(folder):
    for name in ("deadly.txt", "1.txt", "2.txt", "3.txt"):
        (folder / name).write_text(LOOP)
    solvers = slow_solver(folder)
    words = ["solve", "1.txt", "deadly.txt", "2.txt", "3.txt", "-j", "2", "--solver", "mysat", "--solvers", solvers]
    done = csp2sat(*words)
    assert done.returncode == 1 and heads(done.stdout) == ["1.txt", "2.txt", "3.txt"], done.stderr
    assert "csp2sat: deadly.txt: the process for this input has died" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "jobs, number, code", [("1", signal.SIGINT, 130), ("2", signal.SIGINT, 130), ("1", signal.SIGTERM, 143)]
)
def test_an_interrupt_ends_with_what_is_done(folder, jobs, number, code):
    (folder / "slow.txt").write_text(LOOP)
    solvers = slow_solver(folder)
    words = ["solve", "loop.txt", "slow.txt", "a.txt", "-j", jobs, "--solver", "mysat", "--solvers", str(solvers)]
    command = [sys.executable, "-m", "csp2sat", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout.readline() == "; loop.txt\n"
        time.sleep(0.5)
        child.send_signal(number)
        out, err = child.stdout.read(), child.stderr.read()
    assert child.returncode == code and heads(out) == [] and out.startswith("+"), err
    assert "csp2sat: interrupted after 1 of 3 inputs in " in err and "Traceback" not in err


def test_a_reader_that_goes(folder):
    command = [sys.executable, "-m", "csp2sat", "count", *["boards", "a.txt", "loop.txt"]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as child:
        child.stdout.close()
        err = child.stderr.read()
    assert child.returncode == 141 and "Traceback" not in err
