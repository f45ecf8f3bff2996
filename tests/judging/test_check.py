"""`csp2sat check`: answers from anywhere, judged without encoder and solver."""

import io
import json
from contextlib import redirect_stdout

import pytest
from support.check_command import NOT_ONLY, check
from support.command_server import completed
from support.paths import BOARDS, DRAWINGS
from support.run_command import run

import csp2sat
from csp2sat.cli.app import app_for
from csp2sat.judging.typed_values import EXPECTED
from csp2sat.puzzles.spec import PUZZLES

MAGIC = "(int a 1 3) (int b 1 3)\n(bool p)\n(!= a b) (< a b)\n(iff p (= b 3))\n"
LEAST = "(int x 0 5)(int y 0 5)(>= (+ x y) 4)(objective minimize (+ x y))"
HIDDEN = "(int x 0 9) (int _y 0 9) (= x (* 2 _y)) (< x 5)\n"
SUDOKU = "; Sudoku Puzzle\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"
CNF = "p cnf 3 3\n1 2 0 -2\n3 0\n-1 0\n"
LINES = "a a\t1\na b\t3\na p\ttrue\na\n"


def wrong(*faults):
    return "".join(f"wrong: {fault}\n" for fault in faults)


VIOLATED = "line 4, column 1: (iff p (eq b 3)) is violated"
VALUES = {
    "lines": (MAGIC, LINES, ""),
    "several of a log": (
        MAGIC,
        "c x\ns SATISFIABLE\na a 9\na\n" + LINES,
        wrong(
            *(
                f"solution 1: {fault}"
                for fault in ("b has no value", "p has no value", "a cannot be 9: not in its domain")
            )
        ),
    ),
    "a row": (MAGIC, "s SATISFIABLE\nv 1 3 1\n", ""),
    "json": (MAGIC, '{"status": "SATISFIABLE", "ints": {"a": 1, "b": 3}, "bools": {"p": true}}', ""),
    "values alone": (MAGIC, '{"a": 1, "b": 3, "p": true}', ""),
    "values alone, one missing": (MAGIC, '{"a": 1, "b": 3}', wrong("p has no value")),
    "values alone, a word": (
        MAGIC,
        '{"a": "x", "b": 3, "p": true, "z": 1}',
        wrong('a cannot be "x": expected an integer', "z is no variable of the input"),
    ),
    "several, one wrong": (
        MAGIC,
        '{"solutions": [{"ints": {"a": 1, "b": 3}, "bools": {"p": true}},'
        ' {"ints": {"a": 2, "b": 1}, "bools": {"p": false}}]}',
        wrong("solution 2: line 3, column 10: (lt a b) is violated"),
    ),
    "a constraint": (MAGIC, LINES.replace("true", "false"), wrong(VIOLATED)),
    "two constraints": (
        MAGIC,
        "a a 1\na b 1\na p false\na\n",
        wrong(
            "line 3, column 1: (ne a b) is violated",
            "line 3, column 10: (lt a b) is violated",
        ),
    ),
    "domain": (MAGIC, LINES.replace("3", "4"), wrong("b cannot be 4: not in its domain")),
    "missing": (MAGIC, LINES.replace("a p\ttrue\n", ""), wrong("p has no value")),
    "of another sort": (MAGIC, LINES.replace("true", "1"), ""),
    "of another sort, wrong": (
        MAGIC,
        LINES.replace("true", "2"),
        wrong("p cannot be 2: expected true or false"),
    ),
    "unknown": (MAGIC, "a z\t1\n" + LINES, wrong("z is no variable of the input")),
    "objective": (LEAST, "o 5\no 4\ns SATISFIABLE\na x 1\na y 3\na\n", ""),
    "another objective": (LEAST, "o 4\na x 5\na y 5\na\n", wrong("the objective is 10, not 4")),
    "another objective, JSON": (
        LEAST,
        '{"objective": 4, "ints": {"x": 5, "y": 5}}',
        wrong("the objective is 10, not 4"),
    ),
    "objective of one that is violated": (
        LEAST,
        "o 1\na x 1\na y 1\na\n",
        wrong("line 1, column 23: (ge (add x y) 4) is violated", "the objective is 2, not 1"),
    ),
    "two values": (MAGIC, "a a 2\n" + LINES, wrong("a has two values: 2 and 1")),
    "the same value twice": (MAGIC, "a a 1\n" + LINES, ""),
    "denied": (MAGIC, LINES + "s UNSATISFIABLE\n", wrong("there is a solution, but the status is UNSATISFIABLE")),
    "denied, a row": (
        MAGIC,
        "s UNSATISFIABLE\nv 1 3 1\n",
        wrong("there is a solution, but the status is UNSATISFIABLE"),
    ),
    "a row with a Boolean of 2": (
        MAGIC,
        "v 1 3 2\n",
        wrong("p cannot be 2: expected true or false"),
    ),
    "a row with truth for a number": (
        MAGIC,
        "v true 3 1\n",
        wrong("a cannot be true: expected an integer"),
    ),
    "two rows": (MAGIC, "v 1 3 1\nv 2 3 1\n", wrong("several `v` lines that differ; expected one solution")),
    "one solution twice": (MAGIC, LINES + LINES, wrong("solution 2: the same as solution 1")),
    "the second one": (
        MAGIC,
        '{"ints": {"a": 1, "b": 3}, "bools": {"p": true}, "unique": false,'
        ' "second": {"ints": {"a": 2, "b": 1}, "bools": {"p": false}}}',
        wrong("solution 2: line 3, column 10: (lt a b) is violated"),
    ),
    "denied, JSON": (
        MAGIC,
        '{"status": "UNSATISFIABLE", "ints": {"a": 1, "b": 3}, "bools": {"p": true}}',
        wrong("there is a solution, but the status is UNSATISFIABLE"),
    ),
    "better before": (
        LEAST,
        "o 3\no 4\na x 1\na y 3\na\n",
        wrong("the objective is 4, and was 3 before, which is better"),
    ),
    "cost, no objective": (MAGIC, "o 4\n" + LINES, ""),
    "hidden": (HIDDEN, "a x 4\na\n", ""),
    "hidden, given": (HIDDEN, "a x 4\na _y 2\na\n", ""),
    "hidden, wrong": (
        HIDDEN,
        "a x 4\na _y 3\na\n",
        wrong("line 1, column 26: (eq x (mul 2 _y)) is violated"),
    ),
    "hidden, none": (HIDDEN, "a x 3\na\n", wrong("line 1, column 26: (eq x (mul 2 _y)) is violated")),
    "hidden, and more": (HIDDEN, "a x 6\na\n", wrong("line 1, column 41: (lt x 5) is violated")),
}


@pytest.mark.parametrize("text, answer, said", VALUES.values(), ids=VALUES.keys())
def test_values(text, answer, said, judged):
    code, out, err = judged("x.csp", text, answer)
    assert (code, out) == (1 if said else 0, said or "right\n")
    assert err == ("csp2sat: add p = true, and the answer is right\n" if said == wrong("p has no value") else "")


AN_OBJECT = 'expected "ints": an object of integers, and "bools", or an object of values: {"x": 3, "y": [1, 2]}'
UNREADABLE = {
    "none": (
        "s UNSATISFIABLE\n",
        "s UNSATISFIABLE: the answer has no solution to check; `csp2sat solve --proof FILE` proves "
        "that no solution exists",
    ),
    "not supported": ("s UNSUPPORTED\n", "s UNSUPPORTED: the answer has no solution to check"),
    "not known": ("s UNKNOWN\n", "s UNKNOWN: the answer has no solution to check"),
    "nothing": ("", f"no values found; {EXPECTED}"),
    "unsatisfiable": (
        '{"status": "UNSATISFIABLE"}',
        "the answer has no solution to check: its status is UNSATISFIABLE",
    ),
    "cut": ("a a 1\n", "1: the values are cut short: there is no line `a` after them"),
    "no JSON": ("{", "1:2: this is no JSON: expected a name in double quotes"),
    "other JSON": ('{"status": "SATISFIABLE"}', AN_OBJECT),
    "an empty object": ("{}", AN_OBJECT),
    "values that are a list": (
        '{"values": [1], "ints": {}}',
        'expected "values": an object of values by the names of variables',
    ),
    "text for a number": ('{"ints": {"a": "1"}}', 'expected "ints": an object of integers, and "bools"'),
    "number for a truth": ('{"bools": {"p": 1}}', 'expected "bools": an object of true and false'),
    "list of numbers": ('{"solutions": [1]}', '"solutions" is no list of objects'),
    "an objective after the end": (LINES + "o 3\n", "5: the values are cut short: there is no line `a` after them"),
    "a second one that is cut": (LINES + "a a 1\n", "5: the values are cut short: there is no line `a` after them"),
    "JSON that is cut": ('{"a": 1,\n "b": 2', "2:8: this is no JSON: expected ',' delimiter"),
    "single quotes": ("{'a': 1}", "1:2: this is no JSON: expected a name in double quotes"),
    "a name with a slip": (
        '{"ints": {"a": 1}, "bool": {}}',
        '1:20: no key "bool" is known here; did you mean "bools"?',
    ),
    "one name twice": ('{"ints": {"a": 1, "a": 2}}', "1:19: 'a' is twice in one object"),
    "one name in several objects": (
        '{"ints": {"a": 1, "a": 2}, "bools": {"a": true}}',
        "1:19: 'a' is twice in one object",
    ),
    "not a number": ('{"ints": {"a": NaN}}', "1:16: NaN is no number in JSON; expected a finite number"),
    "an objective in words": ('{"ints": {"a": 1}, "objective": "1"}', 'expected "objective": an integer'),
    "no solutions": ('{"solutions": []}', "the answer has no solution to check"),
    "a row with an underscore": ("v 1_0 3 1\n", "the `v` line has a value that is no integer"),
    "short row": ("v 1 2\n", "the `v` line has 2 values; expected 3, one for each variable"),
    "literals": (
        "s SATISFIABLE\nv 1 -2 3 -4 0\n",
        "the `v` line has 5 values; expected 3, one for each variable; "
        "`csp2sat decode` turns literals of the CNF into values",
    ),
    "row of words": ("v 1 2 x\n", "the `v` line has a value that is no integer"),
}


@pytest.mark.parametrize("answer, message", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_unreadable_answers(answer, message, judged):
    code, out, err = judged("x.csp", MAGIC, answer)
    assert (code, out) == (1, "")
    assert err.partition("\n")[0].endswith(f"answer:{'' if message[0].isdigit() else ' '}{message}")


MODELS = {
    "right": ("s SATISFIABLE\nv -1 2 3 0\n", "right\n"),
    "of minisat": ("SAT\n-1 2 3 0\n", "right\n"),
    "a part of it is enough": ("s SATISFIABLE\nv 2 3 -1 0\n", "right\n"),
    "a clause": ("s SATISFIABLE\nv -1 2 -3 0\n", wrong("clause 2 is false: -2 3 0")),
    "not said": ("s SATISFIABLE\nv -1 2 0\n", wrong("the model has 2 values; expected 3: variable 3 has none")),
    "JSON": ('{"status": "SATISFIABLE", "model": [-1, 2, 3]}', "right\n"),
    "JSON, a clause": ('{"model": [-1, 2, -3]}', wrong("clause 2 is false: -2 3 0")),
    "JSON, of another": ('{"model": [-1, 2, 3], "sha256": "00"}', wrong("the answer to another CNF, by its digest")),
    "JSON, two": (
        '{"status": "SATISFIABLE", "solutions": [{"model": [-1, 2, 3]}, {"model": [-1, -2, 3]}]}',
        wrong("solution 2: clause 1 is false: 1 2 0"),
    ),
    "beyond": ("s SATISFIABLE\nv -1 2 3 4 0\n", wrong("literal 4 is beyond the formula's 3 variables")),
}


@pytest.mark.parametrize("answer, said", MODELS.values(), ids=MODELS.keys())
def test_models_of_a_cnf(answer, said, judged):
    assert judged("f.cnf", CNF, answer) == (0 if said == "right\n" else 1, said, "")


def test_a_cnf_without_a_model(judged):
    code, out, err = judged("f.cnf", CNF, "s UNSATISFIABLE\n")
    assert (code, out) == (1, "")
    assert err.endswith("answer: the answer has no model to check\n")
    for wrong_json in (
        '{"status": "UNSATISFIABLE"}',
        '{"model": ["x"]}',
        "[1]",
        "{",
        '{"solutions": 1}',
        '{"solutions": []}',
        '{"solutions": [{"model": [-1, 2, 3]}, 7]}',
        '{"model": [-1, 2, 3], "status": "UNKNOWN"}',
        '{"model": [], "sha256": "0\\nv -1 2 3 0"}',
    ):
        code, out, err = judged("f.cnf", CNF, wrong_json)
        assert (code, out) == (1, "") and "Traceback" not in err and "answer:" in err


ARRAYS = """<instance format="XCSP3" type="CSP"><variables><array id="x" size="[2][2]"> 0..3 </array>
<var id="y"> 0 1 </var></variables><constraints><intension> lt(x[0][0],y) </intension></constraints></instance>"""
BY_NAMES = {
    "right": ('{"x": [[0, 1], [2, 3]], "y": 1}', "right\n"),
    "an object": ('{"x": {"0": [0, 1], "1": [2, 3]}, "y": 1}', "right\n"),
    "short": ('{"x": [[0, 1], [2]], "y": 1}', wrong("x[1][1] has no value")),
    "long": ('{"x": [[0, 1], [2, 3, 4]], "y": 1}', wrong("x[1][2] is no variable of the input")),
    "violated": ('{"x": [[1, 1], [2, 3]], "y": 1}', wrong("line 2, column 49: (lt x[0][0] y) is violated")),
    "twice": (
        '{"values": {"x": [[0]]}, "ints": {"x[0][0]": 1, "x[0][1]": 1, "x[1][0]": 1, "x[1][1]": 1, "y": 1}}',
        wrong("x[0][0] is 0 in `values`, and 1 in `ints`"),
    ),
    "a word": ('{"x": [[0, 1], [2, 3]], "y": "1"}', wrong('y cannot be "1": expected an integer')),
}


@pytest.mark.parametrize("answer, said", BY_NAMES.values(), ids=BY_NAMES.keys())
def test_values_by_the_names_of_arrays(answer, said, judged):
    code, out, err = judged("x.xml", ARRAYS, answer)
    assert (code, out) == (0 if said == "right\n" else 1, said)
    assert err == ("csp2sat: add x[1][1] = 0, and the answer is right\n" if "x[1][1]" in said else "")


@pytest.mark.parametrize("answer, said", [('{"x": 1, "c": [2, 3]}', "right\n"), ('{"x": 1, "c": [2]}', "wrong: c has")])
def test_the_outputs_of_flatzinc(answer, said, judged):
    text = (
        "var 1..3: x :: output_var; var 1..3: y; array [1..2] of var int: c :: output_array([1..2]) = [y, 3];"
        "constraint int_lt(x, y); solve satisfy;"
    )
    assert judged("m.fzn", text, answer)[1].startswith(said)


# boards


@pytest.mark.parametrize("name", ["masyu-0", "masyu-01", "masyu-10", "numberlink-0", "sudoku-0"])
def test_published_drawings(name):
    board, drawing = BOARDS / f"{name}.txt", DRAWINGS / f"{name}.txt"
    assert check(board, drawing) == (0, "right\n", "")


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["masyu", "numberlink", "slitherlink", "sudoku"])
def test_drawings_of_samples(name, judged, tmp_path):
    """Every character of a drawing matters, but for blanks at the ends of lines."""
    text, drawing = PUZZLES[name].samples[0]
    assert judged(f"{name}.txt", text, drawing + "unique\n") == (0, "right\n", NOT_ONLY)
    for at in range(0, len(drawing), 7):
        if drawing[at] != "\n" and drawing[at:].split("\n")[0].strip():
            code, _, _ = judged(f"{name}.txt", text, drawing[:at] + "#" + drawing[at + 1 :])
            assert code == 1, at


def test_a_drawn_mistake(judged):
    text, drawing = PUZZLES["sudoku"].samples[0]
    code, out, _ = judged("sudoku.txt", text, drawing.replace("| 4 1 | 2 3 |", "| 4 2 | 1 3 |"))
    assert code == 1
    assert "wrong: 2 twice in a column, at row 1, column 2 and at row 4, column 2\n" in out
    code, out, err = judged("sudoku.txt", text, drawing.replace("| 4 1", "| 4 x"))
    assert code == 1 and err.startswith("csp2sat: for the first mistake of a board that is not finished: csp2sat hint ")
    assert "wrong: x at row 1, column 2; expected a number\n" in out
    code, out, _ = judged("sudoku.txt", text, drawing.replace("| 4 1 | 2", "! 4 1 | 2"))
    assert (code, out) == (1, "wrong: line 2 of the drawing, '! 4 1 | 2 3 |'; expected '| 4 1 | 2 3 |'\n")


def test_no_solution_of_this_size(judged):
    text, drawing = PUZZLES["sudoku"].samples[0]
    code, out, err = judged("sudoku.txt", text, drawing + "x\n")
    assert (code, out) == (1, "")
    assert "answer: no solution of this sudoku of 4 rows and 4 columns was found; expected a drawing" in err


def test_a_solution_as_argument(judged, tmp_path):
    (tmp_path / "s.txt").write_text(PUZZLES["sudoku"].samples[0][0])
    assert check(tmp_path / "s.txt", "4123231414323241") == (0, "right\n", "")
    fault = "wrong: 2 at row 4, column 1, where 3 is given\n"
    assert check(tmp_path / "s.txt", "4213312413422431") == (1, fault, "")


def test_a_missing_piece_of_a_loop(judged):
    text, drawing = PUZZLES["masyu"].samples[0]
    first = drawing.index("---")
    code, out, _ = judged("masyu.txt", text, drawing[:first] + "   " + drawing[first + 3 :])
    assert (code, out) == (1, "not finished: the line has 2 ends, the first at row 1, column 1\n")


def test_two_boards(judged):
    """Each is judged, as the solutions of a JSON object are."""
    text, drawing = PUZZLES["masyu"].samples[0]
    same = wrong("solution 2: the same as solution 1")
    assert judged("masyu.txt", text, drawing + "not unique\n" + drawing) == (1, same, "")
    first = drawing.index("---")
    other = drawing[:first] + "   " + drawing[first + 3 :]
    code, out, _ = judged("masyu.txt", text, drawing + "not unique\n" + other)
    assert (code, out.startswith("wrong: solution 2: the line ends at row 1, column 1\n")) == (1, True)


def test_a_drawing_with_a_row_that_begins_as_a_line_of_values(judged):
    text = "; Shakashaka Puzzle\nsize 2 2\n- -\n- -\n"
    assert judged("x.txt", text, "a b\nc d\n") == (0, "right\n", "")
    assert judged("x.txt", text, "a b\nc c\n")[0] == 1


@pytest.mark.sample(4)
@pytest.mark.parametrize("to", ["board", "values", "json"])
@pytest.mark.parametrize("name", ["akari", "masyu", "norinori", "numberlink", "slitherlink", "sudoku"])
def test_what_solve_prints_is_right(name, to, judged, tmp_path):
    text = PUZZLES[name].samples[0][0]
    (tmp_path / f"{name}.txt").write_text(text)
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit):
        app_for(["solve"])(["solve", str(tmp_path / f"{name}.txt"), "--to", to])
    assert judged(f"{name}.txt", text, out.getvalue()) == (0, "right\n", "")


def test_the_solution_alone(judged):
    solution = csp2sat.solve(csp2sat.load(BOARDS / "sudoku-0.txt")).solution
    text = (BOARDS / "sudoku-0.txt").read_text()
    assert judged("sudoku.txt", text, json.dumps({"solution": solution})) == (0, "right\n", "")
    solution[0][0] = 9 if solution[0][0] != 9 else 8
    code, out, _ = judged("sudoku.txt", text, json.dumps({"solution": solution}))
    assert (code, out.startswith("wrong: ")) == (1, True)
    assert judged("sudoku.txt", text, '{"solution": 5}')[0] == 1
    assert judged("sudoku.txt", text, "a x_0_0 5\na\n")[2].endswith("answer: no line `a x_0_1 VALUE`\n")


def test_from_stdin(tmp_path):
    (tmp_path / "x.csp").write_text(MAGIC)
    done = completed(["check", "x.csp", "-"], cwd=tmp_path, stdin=LINES)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"right\n", b"")
    assert check("-", "-") == (2, "", "csp2sat: INPUT and ANSWER cannot both be stdin\n")


def test_a_sudoku_that_is_partly_filled(judged):
    board = "; Sudoku\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"
    said = "not finished: 2 cells are empty, the first at row 3, column 4\n"
    assert judged("b.txt", board, "4123\n2314\n143.\n32.1\n")[:2] == (1, said)
    assert judged("b.txt", board, "4123\n2314\n143.\n3241\n")[1] == said.replace("2 cells are", "1 cell is")


def test_cells_without_a_value_come_last_and_lead_to_hint(judged):
    board = "; Sudoku\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"
    code, out, err = judged("b.txt", board, "41.3\n2314\n1433\n32.1\n")
    lines = out.splitlines()
    assert code == 1 and len(lines) > 1 and lines[-1].startswith("not finished: 2 cells are empty")
    assert all(line.startswith("wrong: ") and "twice" in line for line in lines[:-1])
    assert "for the first mistake of a board that is not finished: csp2sat hint " in err and "b.txt" in err
    assert "hint" not in judged("b.txt", board, "4123\n2314\n1433\n3241\n")[2]
    bare = board.partition("4 4\n")[2]  # rows that only an option calls a sudoku
    assert judged("bare.txt", bare, "41.3\n2314\n1433\n32.1\n", "--from", "sudoku")[2].endswith(" --from sudoku\n")


@pytest.mark.parametrize("sign", "-.?")
def test_a_cell_that_is_not_filled_has_any_sign_and_comes_after_mistakes(sign, tmp_path):
    board, answer = tmp_path / "s.txt", tmp_path / "a.txt"
    board.write_text("; Sudoku\nsize 4 4\n4 - - -\n- 3 - -\n- - 3 -\n- - - 1\n")
    answer.write_text("4 4 - -\n- 3 - -\n- - 3 -\n- - - 1\n".replace("-", sign))
    out = run("check", str(board), str(answer)).out.splitlines()
    assert out[0].startswith("wrong: 4 twice in a row") and out[-1].startswith("not finished: 11 cells are empty"), out


def test_crosses_of_an_unfinished_loop_are_no_fault(judged):
    text = "; Slitherlink Puzzle\nsize 2 2\n3 -\n- -\n"
    drawing = "+---+   +\n| 3 x    \n+   +   +\n         \n+   +   +\n"
    code, out, err = judged("s.txt", text, drawing)
    said = "not finished: the line has 2 ends, the first at the corner at row 1, column 2\n"
    assert (code, out) == (1, said) and "csp2sat hint" in err
