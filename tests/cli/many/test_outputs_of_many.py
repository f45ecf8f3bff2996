"""Where the results of many inputs go: stdout, one file, a folder."""

import csv
import json
import os
import re

import pytest
from support.many_inputs import ONE, URL, heads, objects, summary
from support.real_commands import csp2sat
from support.run_command import run
from support.schema_check import faults

from csp2sat.cli.json_lines import schema


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


def test_a_device_is_one_stream():
    assert heads(csp2sat("solve", "a.txt", "b.txt", "-o", "/dev/stdout").stdout) == ["a.txt", "b.txt"]


@pytest.mark.parametrize("words", [["--to", "svg"], ["-o", "x.png"]])
def test_drawings_have_files_of_their_own(words, folder):
    done = run("solve", "a.txt", "b.txt", *words)
    assert done.code == 2 and "a drawing has a file of its own; expected -o DIR" in done.err


def test_boards_for_a_booklet_are_solved():
    done = run("convert", "a.txt", "b.txt", "-o", "book.pdf")
    assert done.code == 2 and done.err.endswith("; for a booklet use solve\n")


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


def test_the_rest_after_an_end(folder):
    """What was interrupted goes on: results that are there stay, undecided and older ones are made again."""
    first = run("solve", "boards", "a.txt", "-o", "out", "--resume")
    assert first.code == 0 and "to do: 3 inputs" in first.err
    out = {path: path.read_text() for path in (folder / "out").rglob("*.txt")}
    (folder / "out" / "a.txt").write_text("kept\n")
    (folder / "out" / "easy" / "1.txt").write_text("s UNKNOWN\n")
    (folder / "out" / "hard" / "1.txt").unlink()
    again = run("solve", "boards", "a.txt", "-o", "out", "--resume")
    assert again.code == 0 and "to do: 2 inputs; the others have a result in out\n" in again.err
    assert re.search("csp2sat: 3 inputs in .* s: a result before 1, a solution 1, no solution 1", again.err)
    assert (folder / "out" / "a.txt").read_text() == "kept\n"
    later = (folder / "out" / "a.txt").stat().st_mtime + 9
    os.utime(folder / "a.txt", (later, later))
    run("solve", "boards", "a.txt", "-o", "out/", "--resume")
    assert {path: path.read_text() for path in (folder / "out").rglob("*.txt")} == out
    os.utime(folder / "a.txt", (1, 1))
    none = run("solve", "boards", "a.txt", "-o", "out", "--resume")
    assert none.code == 0 and "to do: 0 inputs" in none.err and not none.out
    late = run("solve", "boards", "a.txt", "-o", "out2", "--timeout", "0")
    assert "csp2sat: not decided: boards/easy/1.txt, boards/hard/1.txt, a.txt\n" in late.err
    for n in range(20):
        (folder / "boards" / f"{n + 10}.txt").write_text((folder / "a.txt").read_text())
    many = run("solve", "boards", "--timeout", "0").err
    assert ", boards/19.txt and 12 more\n" in many
    for words in (["boards"], ["boards", "-o", "all.json"], ["a.txt", "-o", "x.txt"]):
        refused = run("solve", *words, "--resume")
        assert refused.code == 2 and "--resume" in refused.err and "-o DIR" in refused.err


@pytest.mark.sample(12)
@pytest.mark.parametrize(
    ("result", "to_do"),
    [
        ("=====UNKNOWN=====\n", 1),
        ("=====UNSATISFIABLE=====\n", 0),
        ("o 9400\ns SATISFIABLE\na x\t3\n", 1),
        ("o 9400\ns OPTIMUM FOUND\na x\t3\na\n", 0),
        ("s SATISFIABLE\na x\t3\na\n", 0),
        ("s SATISFIABLE\na x\t3\n", 1),
        ("s SATISFIABLE\nv 1 -2 0\n", 0),
        ("s SATISFIABLE\nv 1 -2\n", 1),
        ("s SATISFIABLE\nv 1 -20\n", 1),
        ("s UNSATIS", 1),
        ("", 1),
        ('{"schema": 1, "input": "a.txt", "sta', 1),
        ('{"schema": 1, "status": "ERROR", "error": {}}', 1),
        ("% objective 9400\nx = 3;\n----------\n", 1),
        ("% objective 9400\nx = 3;\n----------\n==========\n", 0),
        ('{"schema": 1, "input": "a.txt", "status": "UNKNOWN"}\n', 1),
        ('{"schema": 1, "input": "a.txt", "status": "SATISFIABLE", "objective": 9400}\n', 1),
        ('{"schema": 1, "input": "a.txt", "status": "SATISFIABLE", "solution": []}\n', 0),
        ('{"schema": 1, "input": "a.txt", "status": "SATISFIABLE", "solution": [], "reason": "time"}\n', 1),
        ("s SATISFIABLE\na x\t3\na\nat least 1 solution\n", 1),
        ("s UNSATISFIABLE\nat least 12 reasons; those above are the 10 shortest, and --to json has all\n", 1),
        ("x = 3;\n----------\nx = 4;\n----------\nat least 2 solutions\n", 1),
        ("s SATISFIABLE\na x\t3\na\n1 solution\n", 0),
        ("s SATISFIABLE\na x\t3\na\nnot decided whether the solution is unique\n", 1),
    ],
)
def test_what_a_limit_left_open_is_done_again(folder, result, to_do):
    form = ["--json"] if result.startswith("{") else []
    (folder / "out").mkdir()
    (folder / "out" / ("a.json" if form else "a.txt")).write_text(result)
    assert f"to do: {to_do + 1} input" in run("solve", "a.txt", "b.txt", *form, "-o", "out/", "--resume").err


@pytest.mark.parametrize(("limit", "to_do"), [(2, 0), (3, 1)])
def test_a_list_is_done_with_as_many_as_were_asked_for(folder, limit, to_do):
    (folder / "out").mkdir()
    (folder / "out" / "a.txt").write_text("s SATISFIABLE\na x\t3\na\na x\t4\na\nat least 2 solutions\n")
    done = run("solve", "a.txt", "b.txt", "--limit", str(limit), "-o", "out/", "--resume")
    assert f"to do: {to_do + 1} input" in done.err


def test_a_list_in_json_that_a_limit_has_ended_says_so_and_is_done_again(folder):
    (folder / "big.csp").write_text("(int a 0 999) (int b 0 999)")
    words = ["solve", "big.csp", "a.txt", "--all", "--json", "-o", "out/", "--timeout", "1"]
    run(*words)
    done = json.loads((folder / "out" / "big.json").read_text())
    assert done["solutions"] and not done["complete"] and done["reason"] == "time"
    assert faults(done, schema(), schema()) == []
    assert "to do: 2 inputs" in run(*words, "--resume").err


def test_a_result_is_older_than_changed_data(folder):
    (folder / "m.mzn").write_text("int: n; var 1..n: x; wrong")
    (folder / "d.dzn").write_text("n = 3;")
    (folder / "out").mkdir()
    (folder / "out" / "m-d.txt").write_text("x = 3;\n----------\n")
    asked = ("solve", "m.mzn d.dzn", "a.txt", "-o", "out", "--resume")
    assert "to do: 1 input;" in run(*asked).err
    later = (folder / "out" / "m-d.txt").stat().st_mtime + 9
    os.utime(folder / "d.dzn", (later, later))
    assert "to do: 1 input;" in run(*asked).err and (folder / "out" / "a.txt").exists()


def test_a_summary_as_csv_has_a_row_for_each_input(folder):
    (folder / "boards" / "broken.txt").write_text("; Masyu\nsize 2 2\nW W\nW x\n")
    done = run("solve", "boards", "a.txt", "--unique", "-o", "sum.csv", "-q")
    assert (done.code, done.out) == (1, "")
    rows = {row["input"]: row for row in csv.DictReader((folder / "sum.csv").open())}
    board = rows["boards/easy/1.txt"]
    assert (board["kind"], board["status"], board["error"]) == ("sudoku", "SATISFIABLE", "")
    assert board["unique"] in ("true", "false") and float(board["seconds"]) >= 0 and int(board["rows"]) > 1
    assert rows["boards/broken.txt"]["status"] == "ERROR" and rows["boards/broken.txt"]["error"].startswith("4:3: ")
    assert len(rows) == 4 and run("solve", "boards", "--to", "csv", "-q").out.startswith("input,board,kind,")


def test_lines_of_json_in_a_file_have_wrong_inputs_too(folder):
    (folder / "boards" / "broken.txt").write_text("; Masyu\nsize 2 2\nW W\nW x\n")
    run("solve", "boards", "-o", "all.jsonl", "-q")
    found = {each["input"]: each["status"] for each in objects((folder / "all.jsonl").read_text())}
    assert len(found) == 3 and found["boards/broken.txt"] == "ERROR"


@pytest.mark.parametrize("words", [("boards", "-o", "sum.tsv"), ("a.txt", "--to", "csv"), ("a.txt", "-o", "sum.csv")])
def test_no_folder_is_made_whose_name_seems_a_file(folder, words):
    done = run("solve", *words)
    assert done.code == 2 and ".jsonl" in done.err and not (folder / "sum.tsv").exists()


def test_one_file_for_all_is_tried_before_the_first_answer(folder, monkeypatch):
    for writer in ("as_csv", "_write_stream"):
        monkeypatch.setattr(f"csp2sat.cli.many.outputs.{writer}", lambda *given: pytest.fail("it was answered"))
    for words in (
        ["-o", "none/sum.csv"],
        ["-o", "none/all.jsonl"],
        ["--json", "-o", "sum.csv"],
        ["--json", "--to", "csv"],
    ):
        done = run("solve", "boards", *words)
        assert done.code in (1, 2) and ("none/" in done.err or "--json: not together" in done.out), words


@pytest.mark.parametrize("address", ["htps://puzz.link/p?slither/2/2/d0", "https:/puzz.link/p?slither/2/2/d0"])
def test_an_address_with_a_mistyped_scheme_is_no_pattern(folder, address):
    assert "begins no address that is read; expected https://" in run("solve", address).err
