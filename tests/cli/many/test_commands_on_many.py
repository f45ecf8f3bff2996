"""The other commands on many inputs: count, explain, convert, check."""

import pytest
from support.many_inputs import ONE, heads, objects, summary
from support.run_command import run


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
    rows = run("convert", "a.txt", "--to", "text").out
    assert rows in run("convert", "a.txt", "b.txt").out
    assert "no format is given; expected --to FORMAT" in run("convert", "a.txt", "b.txt", "-o", "folder/").err


def test_a_conversion_as_an_object():
    assert objects(run("convert", "a.txt", "--to", "url", "--json").out)[0]["format"] == "url"
    assert objects(run("convert", "a.txt", "-o", "a.svg", "--json").out)[0]["file"] == "a.svg"


def test_answers_are_paired_by_name(folder):
    run("solve", "boards", "loop.txt", "-o", "out", "-q")
    (folder / "boards" / "hard" / "1.txt").write_text(ONE)
    (folder / "out" / "more.txt").write_text("x")
    done = run("check", "boards", "loop.txt", "a.txt", "--answers", "out")
    assert done.code == 1 and done.out == "boards/easy/1.txt: right\nloop.txt: right\n"
    assert done.err.startswith("out/hard/1.txt: s UNSATISFIABLE: ")
    assert "a.txt: no answer; expected out/a with any suffix" in done.err
    assert "out/more.txt: is no answer to any of the inputs" in done.err


def test_many_inputs_without_answers_are_one_line(folder):
    (folder / "out").mkdir()
    for number in range(8):
        (folder / f"n{number}.txt").write_text(ONE)
    names = [f"n{number}.txt" for number in range(8)]
    done = run("check", *names, "--answers", "out")
    assert done.code == 1 and done.out == "" and len(done.err.splitlines()) == 2
    assert done.err.startswith("csp2sat: 8 inputs have no answer: n0.txt, n1.txt, n2.txt and 5 more\n")
    done = run("check", *names[:2], "--answers", "out", "--json")
    assert done.err.startswith("csp2sat: 2 inputs have no answer: n0.txt, n1.txt\n") and len(objects(done.out)) == 2


def test_the_sign_of_a_second_solution_is_said_once(folder):
    (folder / "two.txt").write_text("; Sudoku\nsize 4 4\n1 2 3 4\n3 4 1 2\n. . . .\n. . . .\n")
    (folder / "three.txt").write_text("; Sudoku\nsize 4 4\n1 2 3 4\n3 4 1 2\n. . . .\n. . . .\n")
    done = run("solve", "two.txt", "three.txt", "a.txt", "--unique")
    assert done.err.count("before each cell in which the second solution differs") == 1


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
