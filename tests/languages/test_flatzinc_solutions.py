"""`check` of what solvers print for MiniZinc, and of what MiniZinc makes of it."""

import re

import pytest
from support.run_command import run

MODEL = """\
var 1..3: x :: output_var;
var bool: p :: output_var;
var 0..9: h;
var 0..1: v :: output_var;
var bool: q;
array [1..3] of var int: m :: output_array([0..0,1..3]) = [x,2,h];
array [1..2] of var bool: bs :: output_array([1..2]) = [p,true];
constraint bool2int(q, v);
constraint int_lt(x, h);
constraint int_le_reif(x, 1, p);
solve maximize h;
"""
END = "----------\n"
RIGHT = {
    "all outputs": "x = 1;\np = true;\nv = 0;\nm = array2d(0..0, 1..3, [1, 2, 9]);\nbs = [true, true];\n",
    "some": "x = 2;\n",
    "on one line, in another order": "p = false; m = [3,2,4]; x=3;\n",
    "a matrix with its indices": "m = \n[| 0: 1, 2, 5\n |];\n",
    "other names too": "x = 2;\ns = 1..3;\no = <>;\n",
    "the objective of dzn": "x = 1;\nm = [1, 2, 5];\n_objective = 5;\n",
    "the objective of solve": "% objective 5\nm = [1, 2, 5];\n",
    "an objective that is hidden": "x = 3;\n_objective = 4;\n",
    "JSON": '{\n "x" : 1,\n "m" : [[1, 2, 5]], "p" : true, "_objective" : 5\n}\n',
    "line ends of Windows": "x = 2;\r\nv = 1;\r\n",
}
WRONG = {
    "a value": ("x = 2;\np = true;\n", "line 10, column 1: (iff p (le x 1)) is violated"),
    "outside": ("x = 4;\n", "x cannot be 4: not in its domain"),
    "a constant": ("m = [1, 3, 5];\n", "m cannot be 3: it is 2"),
    "a constant Boolean": ("bs = [true, false];\n", "bs cannot be false: it is true"),
    "two values of one variable": ("x = 1;\nm = [2, 2, 5];\n", "x cannot be 2"),
    "one name twice": ("x = 1;\nx = 3;\n", "x has two values: 1 and 3"),
    "a Boolean of 2": ("v = 2;\n", "q cannot be 2"),
    "too few elements": ("m = [1, 2];\n", "m has 2 values; expected 3"),
    "too many": ("x = [1, 2];\n", "x has 2 values; expected 1"),
    "a member of an enumeration": ("x = Red;\n", "x cannot be Red: expected an integer, true or false"),
    "nothing known": ("y = 3;\n", "the solution has no value of x, p, v, ..."),
    "the objective": ("m = [1, 2, 5];\n_objective = 6;\n", "the objective is 5, not 6"),
    "a hidden objective": ("x = 3;\n_objective = 3;\n", "the objective can be 4, but not 3"),
    "JSON": ('{"x": 1, "m": [[2, 2, 5]]}\n', "x cannot be 2"),
}
NONE = {
    "empty": ("", "the answer has no solution; expected `NAME = VALUE;` lines or JSON"),
    "no value": ("x is 1\n", "the answer has no solution; expected `NAME = VALUE;` lines or JSON"),
    "none": ("=====UNSATISFIABLE=====\n", "the answer has no solution to check: its status is UNSATISFIABLE"),
    "unknown": ("=====UNKNOWN=====\n", "the answer has no solution to check: its status is UNKNOWN"),
    "a second one that is cut": (
        "x = 1;\n" + END + "x = 2;\n-----",
        "a solution is cut short: there is no line `-------",
    ),
    "a second one that is cut in a line": ("x = 1;\n" + END + "x = ", "a solution is cut short"),
    "a list that is cut": ("s = \nm =\n[| 2, 2,\n", "answer:2:1: `m` is not complete; expected `]` at the end"),
    "a list that is cut after others": ("x = 2;\nm = [2, 2", "answer:2:1: `m` is not complete"),
    "a list that another value cuts": ("m = [2, 2\nx = 2;\n" + END, "answer:1:1: `m` is not complete"),
    "one name twice in JSON": ('{"x": 1, "x": 3}\n' + END, ":1:10: 'x' is twice in one object"),
    "NaN": ('{"x": NaN}\n' + END, "answer:1:7: NaN is no number in JSON; expected a finite number"),
    "broken JSON": ('{"x":\n' + END, ":2:1: this is no JSON: expected value"),
    "broken JSON behind another": ('{"x": 1}\r\n' + END + '{"x": }\n' + END, ":3:7: this is no JSON: expected value"),
}


@pytest.fixture
def check(tmp_path):
    def checked(text):
        (tmp_path / "m.fzn").write_text(MODEL)
        (tmp_path / "answer").write_bytes(text.encode())
        return run("check", tmp_path / "m.fzn", tmp_path / "answer")

    return checked


@pytest.mark.sample(4)
@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_right(check, text):
    ended = [check(text), check(text + END), check(text + END + "==========\n")]
    assert [(each.out, each.code) for each in ended] == [("right\n", 0)] * 3


@pytest.mark.sample(5)
@pytest.mark.parametrize("text, fault", WRONG.values(), ids=WRONG)
def test_wrong(check, text, fault):
    ended = check(text + END)
    assert (ended.code, ended.out) == (1, f"wrong: {fault}\n")
    assert check(text).out == ended.out, "a typed one has no line that ends it"
    assert check(RIGHT["some"] + END + text + END).out == f"wrong: solution 2: {fault}\n"


UNENDED = {
    "no semicolons": "x = 2\nv = 1\nm = [2, 2, 5]\n",
    "some": "x = 2;\nv = 1\nm = [2, 2, 5];\n",
    "with comments": "x = 2 % mine\nv = 1\nm = [2, 2, 5]%\n",
    "a list of several lines": "x = 2\nm = [2,\n 2,\n 5]\nv = 1",
    "a call": "m = array1d(1..3, [2, 2,\n5])\nx = 2\nv = 1",
    "Windows": "x = 2\r\nv = 1\r\nm = [2, 2, 5]\r\n",
}


@pytest.mark.parametrize("text", UNENDED.values(), ids=UNENDED)
def test_lines_without_semicolons_are_read(check, text):
    assert check(text)[:2] == (0, "right\n")
    assert check(text + "\n" + END)[:2] == (0, "right\n")
    for wrong in (text.replace("x = 2", "x = 4"), text.replace("v = 1", "v = 2"), text.replace("[2", "[3")):
        assert (check(wrong).code, check(wrong).out[:7]) == (1, "wrong: "), wrong


def test_what_a_partial_solution_leaves_open_is_named(check):
    note = "csp2sat: not judged: {}: the answer has no values of them; there are values that complete it\n"
    ended = check("x = 2;\n")
    assert ended[:2] == (0, "right\n") and ended.err.startswith("csp2sat: not judged: p, ")
    assert check("x = 4;\n").err == ""
    names = re.search("not judged: (.*): the", ended.err)[1]
    assert ended.err == note.format(names) and "x" not in names.split(", ")
    assert check('{"x": 2}\n').err == ended.err


@pytest.mark.parametrize("text, message", NONE.values(), ids=NONE)
def test_no_solution(check, text, message):
    ended = check(text)
    assert ended.code == 1 and message in ended.err and ended.out == ""


def test_what_solve_prints_is_right(check, tmp_path):
    check("")
    for options in ((), ("--json",)):
        assert check(run("solve", tmp_path / "m.fzn", *options).out).out == "right\n"


def test_a_solution_beside_its_denial(check):
    ended = check(RIGHT["some"] + END + "=====UNSATISFIABLE=====\n")
    assert (ended.code, ended.out) == (1, "wrong: there is a solution, but the status is UNSATISFIABLE\n")


@pytest.mark.needs("minizinc")
def test_a_text_of_an_output_item_is_not_judged_as_values(tmp_path):
    """It may print a name with something else than the variable's value."""
    model, answer = tmp_path / "m.mzn", tmp_path / "a"
    model.write_text('var 1..9: x; constraint x == 3; output ["x = \\(x * 100)\\n"];')
    answer.write_text(run("solve", model).out)
    assert "x = 300\n" in answer.read_text() and "judge the JSON" in run("check", model, answer).err
    answer.write_text("x = 3\n")
    assert run("check", model, answer).out == "right\n"
