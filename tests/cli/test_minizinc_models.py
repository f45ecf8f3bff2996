"""MiniZinc models as inputs of the commands, compiled by `minizinc`, with data behind the model."""

import json
from contextlib import chdir

import pytest
import readme
from support.paths import ROOT
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat.base.minizinc_paths import data_options, files_of
from csp2sat.cli.json_lines import schema
from csp2sat.cli.minizinc_data import with_data
from csp2sat.solving.minizinc import _refusal, compiled

needs_minizinc = pytest.mark.needs("minizinc")
FILES = {
    "queens.mzn": 'include "globals.mzn"; int: n; array[1..n] of var 1..n: q;\n'
    "constraint alldifferent(q) /\\ alldifferent(i in 1..n)(q[i] + i) /\\ alldifferent(i in 1..n)(q[i] - i);\n"
    "solve satisfy;\n",
    "six.dzn": "n = 6;\n",
    "three.dzn": "n = 3;\n",
    "half.dzn": "n = 6\nm = ;\n",
    "rising.mzn": "int: n = 3;\narray[1..n] of var 1..n: q;\nconstraint q[1] = 2;\n"
    'constraint :: "rising"\n  forall(i in 1..n-1)(q[i] < q[i+1]);\nconstraint q[3] != 9;\nsolve satisfy;\n',
    "lines.mzn": 'array[1..2, 1..2] of var 0..3: x;\nconstraint :: "row" forall(i in 1..2)(\n'
    "  forall(j in 1..2)(\n    x[i, j] > 1 /\\\n    x[i, j] < 4)\n  /\\ sum(j in 1..2)(x[i, j] * x[i, j]) = 5\n);\n"
    "constraint x[1, 1] =\n  x[1, 2] + 1 \\/ x[1, 1] = 3;\nsolve satisfy;\n",
    "most.mzn": "var 1..9: x; var 1..9: y; constraint x + y < 9; solve maximize 2 * x + y;\n",
    "outside.mzn": "array[1..3] of int: a = [1,2,3];\nvar 1..2: x;\nconstraint a[5] = x;\nsolve satisfy;\n",
    "wrong.mzn": "var 1..3: x;\nconstraint x > yy;\nsolve satisfy;\n",
    "float.mzn": "var 0.0..1.0: x;\nconstraint x * x > 0.5;\nsolve satisfy;\n",
    "part.mzn": 'include "more.mzn";\nvar 1..2: x;\nconstraint x > y;\nsolve satisfy;\n',
    "more.mzn": "var 1..3: y;\nconstraint y >= 2;\n",
    "refuted.mzn": "var 1..3: x;\nconstraint x > 5;\nsolve satisfy;\n",
    "nowhere.mzn": 'include "member.mzn";\narray[int] of int: a = [];\nvar 1..3: x; constraint member(a, x);\n',
    "named.mzn": 'include "chain.mzn";\nvar 1..3: x;\nconstraint q[1] > 1;\nsolve satisfy;\n',
    "chain.mzn": "array[1..3] of var 1..3: q;\nconstraint forall(i in 1..2)(q[i] < q[i+1]);\n",
    "wide.mzn": 'include "narrow.mzn";\nvar 1..3: x;\nsolve satisfy;\n',
    "narrow.mzn": "var 1..3: z;\nconstraint z > 5;\n",
    "typed.txt": "var 1..3: x; constraint x > 1; solve satisfy;\n",
    "typed.fzn": "var 1..3: x; constraint x > 1; solve satisfy;\n",
    "empty.mzn": "",
    "flat.mzn": "var 1..3: x :: output_var;\nconstraint int_le(3,x);\nsolve satisfy;\n",
}


@pytest.fixture
def here(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    with chdir(tmp_path):
        yield tmp_path
    assert not list(tmp_path.glob("*.paths")) and not list(tmp_path.glob("*.ozn"))


SAID = {  # words: the exit code, and parts of what is printed
    "solve queens.mzn six.dzn": (0, "q = ["),
    "solve queens.mzn six.dzn --all": (0, "q = [2, 4, 6, 1, 3, 5];"),
    "count queens.mzn six.dzn": (0, "4\n"),
    "solve queens.mzn three.dzn --expect unsat": (0, "UNSATISFIABLE"),
    "solve most.mzn": (0, "x = 7;", "y = 1;", "=========="),
    "solve --expect several queens.mzn six.dzn --unique": (0, "not unique"),
    "solve queens.mzn": (1, "queens.mzn:1:24: symbol error: variable `n' must be defined"),
    "solve queens.mzn half.dzn": (1, "half.dzn:2:1: syntax error"),
    "solve queens.mzn none.dzn": (1, "none.dzn: cannot be read"),
    "solve six.dzn": (1, "six.dzn:1:1: data of a MiniZinc model; expected the model before it"),
    "solve none.mzn six.dzn": (1, "none.mzn", "cannot be read: No such file"),
    "solve wrong.mzn": (1, "wrong.mzn:2:16: undefined identifier `yy'", "  constraint x > yy;\n"),
    "solve outside.mzn": (0, "outside.mzn:3:12: warning: undefined result becomes false", "UNSATISFIABLE"),
    "solve float.mzn": (1, "csp2sat has no floating-point variables"),
    "solve empty.mzn": (0, "----------"),
    "solve flat.mzn": (0, "x = 3;"),
    "solve part.mzn": (0, "UNSATISFIABLE"),
    "explain part.mzn": (0, "part.mzn:3:12\n", "more.mzn:2:12\n  constraint y >= 2;\n             ^\n"),
    "explain refuted.mzn -q": (
        0,
        "1 constraint cannot be satisfied:\nrefuted.mzn:2:12\n  constraint x > 5;\n",
    ),
    "explain nowhere.mzn": (0, "1 constraint cannot be satisfied", ":\nnowhere.mzn:3:25\n"),
    "explain named.mzn": (0, "named.mzn:3:12\n", "chain.mzn:2:12: i=1\n", "chain.mzn:2:12: i=2\n"),
    "explain wide.mzn -q": (
        0,
        "1 constraint cannot be satisfied:\nnarrow.mzn:2:12\n",
    ),
    "solve typed.txt": (1, "typed.txt:1:14: expected", "; a model of MiniZinc is read from a file MODEL.mzn"),
    "solve typed.fzn": (1, "typed.fzn:1:14: expected `constraint NAME(ARGUMENT, ...);`, not 'c'\n"),
    "backbone most.mzn": (2, "objective"),
    "encode queens.mzn six.dzn --stats": (0, "clauses"),
}


@needs_minizinc
@pytest.mark.parametrize("words", SAID)
def test_first_things(words, here):
    code, *parts = SAID[words]
    ended = run(*with_data(words.split()))
    assert ended.code == code, ended.err
    for part in parts:
        assert part in ended.out + ended.err
    assert "Traceback" not in ended.err


@needs_minizinc
def test_a_reason_is_in_the_words_of_the_model(here):
    ended = run("explain", "rising.mzn", "--all-reasons")
    lines = ended.out.splitlines()
    assert lines[1].startswith("3 constraints cannot be satisfied together; without any one of them")
    assert [line for line in lines if line.startswith("rising.mzn")] == [
        "rising.mzn:3:12",
        "rising.mzn:5:3: i=1: rising",
        "rising.mzn:5:3: i=2: rising",
    ]
    assert "  constraint q[1] = 2;" in lines and lines[-1] == "1 reason"
    answer = json.loads(run("explain", "rising.mzn", "--json").out)
    assert faults(answer, schema(), schema()) == []
    (reason,) = answer["reasons"]
    assert [each.get("instance") for each in reason["constraints"]] == [None, "i=1", "i=2"]


@needs_minizinc
def test_a_reason_has_the_line_of_the_body_of_a_forall(here):
    """`forall` and its body are on different lines: the body is named; else the constraint, as `x[1, 1] =`."""
    places = {line for line in run("explain", "lines.mzn", "--all-reasons").out.splitlines() if "lines.mzn" in line}
    assert "lines.mzn:4:5: i=1, j=1: row" in places
    assert not any(place.startswith("lines.mzn:2:") for place in places)
    (here / "wrong.txt").write_text("x = [|3, 1|1, 2|];\n")
    said = run("check", "lines.mzn", "wrong.txt").out
    assert "lines.mzn:4:5: i=1, j=2: x[i, j] > 1 /\\ x[i, j] < 4 is violated" in said
    (here / "worse.txt").write_text("x = [|2, 2|2, 2|];\n")
    assert (
        "lines.mzn:8:12: x[1, 1] = x[1, 2] + 1 \\/ x[1, 1] = 3 is violated"
        in run("check", "lines.mzn", "worse.txt").out
    )


@needs_minizinc
def test_a_reason_names_the_file_that_is_included(here):
    answer = json.loads(run("explain", "named.mzn", "--json").out)
    assert faults(answer, schema(), schema()) == []
    (reason,) = answer["reasons"]
    files = [each.get("file") for each in reason["constraints"]]
    assert files == [None, "chain.mzn", "chain.mzn"] and reason["constraints"][2]["instance"] == "i=2"
    (here / "below").mkdir()
    for name in ("part.mzn", "more.mzn"):
        (here / name).rename(here / "below" / name)
    assert "below/more.mzn:2:12\n" in run("explain", "below/part.mzn").out


@needs_minizinc
def test_a_reason_is_smallest_where_constraints_are_shared(here):
    """MiniZinc writes what `h` requires once, at the place of its first call, which the contradiction does not need."""
    text = "function var int: h(array[int] of var int: b) = let {var 0..99: r; constraint r > b[1];} in r;\n"
    text += "array[1..1] of var 1..9: a; var 1..9: p;\nconstraint h(a) != 98;\nconstraint h(a) < p;\n"
    (here / "shared.mzn").write_text(text + "constraint a[1] >= p;\nsolve satisfy;\n")
    (here / "library.mzn").write_text(
        'include "globals.mzn";\narray[1..3] of var 1..3: q;\n'
        "constraint alldifferent(q);\nconstraint count(q, 1) > 1;\n"
        "solve satisfy;\n"
    )
    assert "2 constraints cannot be satisfied together; without any one" in run("explain", "library.mzn").out
    ended = run("explain", "shared.mzn")
    assert "2 constraints cannot be satisfied together; without any one" in ended.out
    assert "shared.mzn:4:12\n" in ended.out and "shared.mzn:5:12\n" in ended.out


@needs_minizinc
def test_the_whole_way_by_files(here):
    data = "queens.mzn six.dzn"
    assert run("encode", data, "-o", "q.cnf", "-m", "q.map").code == 0
    solved = run("solve", "q.cnf", "-o", "q.out")
    assert solved.code == 0, solved.err
    assert "q = [" in run("decode", "q.out", "-m", "q.map").out
    (here / "answer.txt").write_text(run("solve", data).out)
    assert run("check", data, "answer.txt").out == "right\n"
    (here / "answer.txt").write_text("q = array1d(1..6, [1, 2, 3, 4, 5, 6]);\n----------\n")
    assert run("check", data, "answer.txt").code == 1


@needs_minizinc
def test_in_python(here):
    assert csp2sat.count("queens.mzn six.dzn").number == 4
    assert not csp2sat.explain("queens.mzn six.dzn").reasons
    with pytest.warns(csp2sat.InputWarning):
        (reason,) = csp2sat.explain("rising.mzn").reasons
    assert len(reason.constraints) == 3
    with pytest.raises(csp2sat.InputError, match=r"wrong\.mzn:2:16"):
        csp2sat.load("wrong.mzn")


@needs_minizinc
def test_a_model_is_never_overwritten(here):
    assert run("solve", "queens.mzn six.dzn", "-o", "six.dzn").code == 2
    assert (here / "six.dzn").read_text() == FILES["six.dzn"]


def test_without_minizinc_a_line_says_what_to_install(here, monkeypatch):
    monkeypatch.setenv("PATH", str(here))
    for words in (["solve", "queens.mzn six.dzn"], ["explain", "rising.mzn"], ["bench", "rising.mzn"]):
        ended = run(*words)
        assert ended.code == 1 and "MiniZinc is not installed here" in ended.err, words
    assert "x = 3;" in run("solve", "flat.mzn").out


def test_data_are_behind_their_model():
    words = ["solve", "a.mzn", "b.dzn", "c.DZN", "--unique", "d.mzn", "x.csp", "e.dzn"]
    assert with_data(words) == ["solve", "a.mzn b.dzn c.DZN", "--unique", "d.mzn", "x.csp", "e.dzn"]
    assert files_of("my model.mzn b.dzn my c.dzn") == ["my model.mzn", "b.dzn", "my c.dzn"]
    assert with_data(["solve", "a.mzn", "b.json", "c.dzn", "-D", "n=6"]) == ["solve", "a.mzn b.json c.dzn -D n=6"]
    assert files_of("a.mzn b.JSON c.dzn -D n=6") == ["a.mzn", "b.JSON", "c.dzn"]
    assert with_data(["check", "a.mzn", "b.json", "c.json"]) == ["check", "a.mzn b.json", "c.json"]
    assert with_data(["check", "a.mzn", "c.json", "--json"]) == ["check", "a.mzn", "c.json", "--json"]
    assert data_options("a.mzn -D 'n=6' -D s=\"x\"") == ["-D", "n=6", "-D", 's="x"']
    assert files_of("a.mzn") == ["a.mzn"] and files_of("x y.csp") == ["x y.csp"]


def test_a_board_in_json_behind_a_model_is_no_data(tmp_path):
    (tmp_path / "b.json").write_text('{"rows": 1, "type": "akari"}')
    (tmp_path / "d.json").write_text('{"n": 3}')
    words = ["solve", "a.mzn", str(tmp_path / "d.json"), str(tmp_path / "b.json")]
    assert with_data(words) == ["solve", f"a.mzn {words[2]}", words[3]]


@pytest.mark.parametrize("data", ["none.json", "none.dzn"])
def test_data_that_are_not_there_are_named(data, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _: "minizinc")
    (tmp_path / "a.mzn").write_text("int: n; solve satisfy;")
    with chdir(tmp_path), pytest.raises(csp2sat.FileError, match=f"^{data}: cannot be read"):
        compiled(f"a.mzn {data}")


def test_a_message_without_a_line_names_its_file(tmp_path):
    with chdir(tmp_path):
        (tmp_path / "b.json").write_text("[1]")
        assert str(_refusal("Error: JSON parsing error: unexpected token\nb.json:0.1\n", "a.mzn b.json")) == (
            "b.json: JSON parsing error: unexpected token"
        )


def test_a_blank_after_the_letters_json_parts_no_name():
    assert files_of("my json board.json") == ["my json board.json"]
    assert files_of("a.mzn my json data.json") == ["a.mzn", "my json data.json"]


def test_a_name_with_a_blank_is_a_file_if_it_is_there(tmp_path):
    with chdir(tmp_path):
        (tmp_path / "a.mzn b.dzn").write_text("")
        assert files_of("a.mzn b.dzn") == ["a.mzn b.dzn"]


@needs_minizinc
def test_the_example_in_the_manual(tmp_path):
    text = (ROOT / "csp2sat" / "manual" / "minizinc.md").read_text(encoding="utf-8")
    example = text[text.index("```text\n") :].partition("\n## ")[0].replace("```text", "```console")
    assert readme.differences(example, tmp_path)[1] == []


@pytest.mark.needs("minizinc")
def test_answers_to_models_as_people_write_them(tmp_path):
    """Values without `;` are read, variables that are left open are named, and so are names that the model has not."""
    model, answer = tmp_path / "m.mzn", tmp_path / "answer"
    model.write_text(
        "array[1..2] of var 0..9: start; var 0..9: end; constraint start[1] + 3 <= start[2];"
        "constraint end = start[2] + 3; solve minimize end;"
    )
    left = "csp2sat: not judged: start: the answer has no values of them; there are values that complete it\n"
    unknown = "q is no variable of the model; the solution has no value of start, end"
    for text, code, out, err in (
        ("end = 6\nstart = [0, 3]\n", 0, "right\n", ""),
        ("end = 6;\n", 0, "right\n", left),
        ("end = 6", 0, "right\n", left),
        ('{"end": 6}', 0, "right\n", left),
        ("end = 5\n", 1, "wrong: no values of the other variables go with these\n", ""),
        ("q = 3;\n", 1, "", unknown),
        ("q = 3\nend = 6\n", 1, "wrong: q is no variable of the model\n", ""),
    ):
        answer.write_text(text)
        done = run("check", model, answer)
        assert (done.code, done.out) == (code, out) and err in done.err and bool(err) == bool(done.err), text
