"""Answers to a CSP as people and other programs write values: what a stranger types to have it judged."""

import pytest
from support.run_command import run

SHOP = "(int s0 0 10)\n(int s1 0 10)\n(bool late)\n(int sum 0 20)\n"
SHOP += "(<= (+ s0 3) s1)\n(= sum (+ s0 s1))\n(iff late (> s1 5))\n(objective minimize sum)\n"
RIGHT = {
    "as MiniZinc": "s0 = 1;\ns1 = 4;\nlate = false;\nsum = 5;\n----------\n",
    "without signs": "s0 = 1\ns1 = 4\nlate = false\nsum = 5\n",
    "in one line": "s0=1, s1=4, late=False, sum=5",
    "semicolons": "s0=1; s1=4; late=0; sum=5;",
    "colons": "s0: 1\ns1: 4\nlate: 0\nsum: 5\n",
    "YAML with a comment": "# my answer\ns0: 1\ns1: 4\nlate: false\nsum: 5\n",
    "blanks": "s0 1\ns1 4\nlate 0\nsum 5\n",
    "tabs": "s0\t1\ns1\t4\nlate\tfalse\nsum\t5\n",
    "Windows": "s0 = 1;\r\ns1 = 4;\r\nlate = false;\r\nsum = 5;\r\n----------\r\n",
    "comparisons": "s0 == 1\ns1 == 4\nlate == false\nsum == 5\n",
    "a table": "s0,s1,late,sum\n1,4,false,5\n",
    "a table with tabs": "s0\ts1\tlate\tsum\n1\t4\t0\t5\n",
    "a table of Excel": "s0; s1; late; sum\n1; 4; FALSE; 5\n",
    "a table of two": "s0,s1,late,sum\n1,4,0,5\n1,5,0,6\n",
    "two solutions": "s0 = 1; s1 = 5; late = false; sum = 6;\n----------\ns0 = 1; s1 = 4; late = false; sum = 5;\n"
    "----------\n",
    "the objective": "s0 = 1; s1 = 4; late = false; sum = 5;\n_objective = 5;\n----------\n",
    "lines without an end": "a s0 1\na s1 4\na late false\na sum 5\n",
}
WRONG = {
    "a value": ("s0 = 2; s1 = 4; late = false; sum = 6;", "line 5, column 1"),
    "another objective": ("s0 = 1; s1 = 4; late = false; sum = 5; objective = 4", "the objective is 5, not 4"),
    "a name": ("s0 = 1; s1 = 4; late = false; sum = 5; s2 = 3;", "s2 is no variable of the input"),
    "a status": (
        "s UNSATISFIABLE\ns0 = 1; s1 = 4; late = false; sum = 5",
        "there is a solution, but the status is UNSATISFIABLE",
    ),
    "MiniZinc's status": (
        "s0 = 1; s1 = 4; late = 0; sum = 5;\n=====UNSATISFIABLE=====\n",
        "but the status is UNSATISFIABLE",
    ),
    "a table": ("s0,s1,late,sum\n2,4,0,6\n", "line 5, column 1"),
    "the same twice": ("s0,s1,late,sum\n1,4,0,5\n1,4,0,5\n", "solution 2: the same as solution 1"),
    "a truth value": ("s0 = true; s1 = 4; late = false; sum = 5;", "s0 cannot be true: expected an integer"),
}
UNREADABLE = {
    "a word": ("s0 = one\n", ":1:6: one is no value of s0; expected an integer, true, false, or a list of these\n"),
    "a word behind blanks": ("s0: 1\nlate:  yes\n", ":2:8: yes is no value of late"),
    "a sign": ("s1 = 1\ns0 == +4;\n", ":2:7: +4 is no value of s0"),
    "a fraction": ("s0 = 1, s1 = 1.5\n", ":1:14: 1.5 is no value of s1"),
    "prose": ("I think that there is none\n", ":1:1: no name with an integer"),
    "two values": ("s0 = 1\ns0 = 2\n", ":2:1: s0 has two values"),
    "a short row": ("s0,s1,late,sum\n1,4,0\n", ":2:1: expected 4 values"),
    "a list": ("s0 = [1, x]\n", ":1:6: expected a list"),
    "nothing": ("----------\n", "no values found"),
    "cut short": ("a s0 1\na s1 4\n", "the values are cut short"),
    "a long number": (f"s0 = {'9' * 100_000}", f":1:6: {'9' * 60}... is no value of s0"),
    "a long word": (f"{'z' * 200_000}\ns0 = 1\n", ":1:1: no name with an integer"),
    "a long cell": (f"s0,s1,late,sum\n{'1' * 200_000},4,0,5\n", ":2:1: expected 4 values"),
}
LACKING = {
    "auxiliaries": ("s0 = 1; s1 = 4", "add sum = 5, late = false, and the answer is right\n"),
    "auxiliaries, JSON": ('{"s0": 1, "s1": 6}', "add sum = 7, late = true, and the answer is right\n"),
    "and a wrong value": ("s0 = 2; s1 = 4", "also wrong: line 5, column 1: (le (add s0 3) s1) is violated\n"),
    "no values go with it": ("s0 = 2; sum = 6", "also wrong: no values of the other variables go with these"),
}


@pytest.fixture
def judged(tmp_path):
    (tmp_path / "shop.csp").write_text(SHOP)

    def judge(answer, *options):
        (tmp_path / "answer").write_bytes(answer.encode())
        return run("check", str(tmp_path / "shop.csp"), str(tmp_path / "answer"), *options)

    return judge


@pytest.mark.parametrize("answer", RIGHT.values(), ids=RIGHT)
def test_right_answers(answer, judged):
    assert judged(answer)[:2] == (0, "right\n")


@pytest.mark.parametrize(("answer", "said"), WRONG.values(), ids=WRONG)
def test_wrong_answers(answer, said, judged):
    code, out, _ = judged(answer)
    assert code == 1
    assert out.startswith("wrong: ")
    assert said in out


@pytest.mark.parametrize(("answer", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_answers(answer, said, judged):
    code, out, err = judged(answer)
    assert (code, out) == (1, "")
    assert said in err


@pytest.mark.parametrize(("answer", "said"), LACKING.values(), ids=LACKING)
def test_answers_that_lack_values(answer, said, judged):
    code, out, err = judged(answer)
    assert code == 1
    assert "has no value" in out
    assert said in err


LETTERS = "(int a 0 9)(int c 0 9)(int s 0 9)(int v 0 9)(int o 0 9)(= s (+ a c))(= v 1)(= o 6)\n"
VALUES = ("a", 2), ("c", 3), ("s", 5), ("v", 1), ("o", 6)


@pytest.mark.parametrize(
    "form", ["{} = {}\n", "{} = {};\n", "{}: {}\n", "{}={}, ", "{} {}\n", "{}\t{} \n", "{} == {}\n"]
)
def test_variables_whose_names_begin_other_forms_and_comments(form, tmp_path):
    (tmp_path / "x.csp").write_text(LETTERS)
    (tmp_path / "x.txt").write_text("".join(form.format(*each) for each in VALUES))
    assert run("check", str(tmp_path / "x.csp"), str(tmp_path / "x.txt"))[:2] == (0, "right\n")
    (tmp_path / "x.txt").write_text("".join(form.format(*each) for each in VALUES).replace("6", "7"))
    assert run("check", str(tmp_path / "x.csp"), str(tmp_path / "x.txt"))[0] == 1


def test_a_line_o_is_the_objective_where_a_variable_o_has_its_value_elsewhere(tmp_path):
    (tmp_path / "x.csp").write_text("(int x 0 9)(int o 0 9)(= o (+ x 1))(objective minimize x)\n")
    for text, code, said in (
        ("o 1\nx = 1\no = 2\n", 0, "right\n"),
        ("o 3\no 1\nx = 1\no = 2\n", 0, "right\n"),
        ("o 2\nx = 1\no = 2\n", 1, "wrong: the objective is 1, not 2\n"),
        ("o 0\no 1\nx = 1\no = 2\n", 1, "wrong: the objective is 1, and was 0 before, which is better\n"),
        ("x 1\no 2\n", 0, "right\n"),
        ("x = 1\no = 2\n----------\no 0\nx = 0\no = 1\n", 0, "right\n"),
        ("o 2\no = 3\no = 2\nx = 1\n", 1, ""),
    ):
        (tmp_path / "x.txt").write_text(text)
        assert run("check", str(tmp_path / "x.csp"), str(tmp_path / "x.txt"))[:2] == (code, said)


def test_costs_of_typed_values_may_fall(judged):
    assert judged("o 7\no 5\ns0 = 1\ns1 = 4\nlate = 0\nsum = 5\n")[:2] == (0, "right\n")
    assert judged("o 4\no 5\ns0 = 1\ns1 = 4\nlate = 0\nsum = 5\n")[0] == 1


def test_a_missing_value_and_the_cost_of_soft_constraints(tmp_path):
    (tmp_path / "w.csp").write_text(
        "(int a 0 9)(int b 0 9)(int k 0 9)(weighted 2 (= a 3))(weighted 2 (= b 3))(= k (+ a b))"
    )
    (tmp_path / "w.txt").write_text("a = 4; b = 4; o = 4")
    code, out, err = run("check", str(tmp_path / "w.csp"), str(tmp_path / "w.txt"), "--weighted")
    assert (code, out, err) == (1, "wrong: k has no value\n", "csp2sat: add k = 8, and the answer is right\n")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("s0,s0,s1,late,sum\n2,1,4,0,5\n", ":1:1: a name is there twice"),
        ("s0 = 1 " + " " * 140_000 + "\ns1 = 4\n", ""),
        ("s0,s1,late,sum\n" + "1" * 200_000 + ",4,0,5\n", ":2:1: expected 4 values"),
        ("a s0 1\na s1 4\na late false\na sum 5", "the values are cut short"),  # 5 may be the beginning of 51
    ],
)
def test_odd_texts(answer, said, judged):
    code, _, err = judged(answer)
    assert code == 1
    assert said in err
    assert "Traceback" not in err
