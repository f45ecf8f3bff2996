"""`check` of answers to XCSP3 instances: of any solver, as lines of the competition or as an instantiation alone."""

import pytest

from csp2sat.api.checking import judgement_of
from csp2sat.api.settings import Settings
from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.languages.xcsp3 import read
from csp2sat.solving.problem import CspProblem

CSP = """<instance format="XCSP3" type="CSP">
<variables> <array id="x" size="[3]"> 0..2 </array> <var id="y"> 0..5 </var> <var id="free"> 4..6 </var>
  <array id="h" size="[2][2]"> <domain for="h[0][]"> 0 1 </domain> <domain for="h[1][1]"> 0 1 </domain> </array>
</variables>
<constraints> <allDifferent> x[] </allDifferent> <intension> eq(y,add(x[0],x[1])) </intension>
  <sum> <list> h[0][] h[1][1] </list> <condition> (eq,2) </condition> </sum> </constraints>
</instance>"""
COP = CSP.replace("</instance>", "<objectives> <minimize> y </minimize> </objectives></instance>")
LIST = "<list> x[] y h[][] </list>"


def faults(text, tmp_path, instance=CSP):
    (tmp_path / "answer").write_text(text)
    model = read(Source("f.xml", instance))
    return judgement_of(CspProblem(model, ""), str(tmp_path / "answer"), Settings()).faults


def inst(values="0 1 2 1 0 1 * 1", listed=LIST, attributes=""):
    return f"<instantiation{attributes}> {listed} <values> {values} </values> </instantiation>"


RIGHT = {
    "an instantiation alone": inst(),
    "with an XML declaration": '<?xml version="1.0"?>\n' + inst(),
    "over several lines": inst().replace("> <", ">\n<"),
    "one v line": f"s SATISFIABLE\nv {inst()}\n",
    "v lines alone": f"v {inst()}\n",
    "several v lines": "s SATISFIABLE\nv " + inst().replace("> <", ">\nv <"),
    "cut in the middle of the values": "s SATISFIABLE\nv " + inst().replace("2 1", "2\nv 1"),
    "the status after it": f"c hello\nv {inst()}\ns SATISFIABLE\nd WRONG DECISIONS 7\n",
    "an unused variable as a star": inst("0 1 2 1 0 1 * 1 *", "<list> x[] y h[][] free </list>"),
    "an unused variable with a value": inst("0 1 2 1 0 1 * 1 5", "<list> x[] y h[][] free </list>"),
    "names": inst("2 0 1 1 0 1 1", "<list> x[2] x[0] x[1] y h[0][0] h[0][1] h[1][1] </list>"),
    "ranges of cells": inst("0 1 2 1 0 1 1", "<list> x[0..1] x[2] y h[0][] h[1][1] </list>"),
    "repeated values": inst("0 1 2 1x1 0 1 * +1"),
    "repeated stars": inst("0 1 2 1 0 1 *x1 1"),
    "single quotes": inst(attributes=" id='sol1' type='solution'"),
    "a comment": inst().replace("<values>", "<!-- > --> <values>"),
    "two solutions": f"v {inst()}\nv {inst('0 1 2 1 1 0 * 1')}\ns SATISFIABLE\n",
    "a lines": "a x[0]\t0\na x[1]\t1\na x[2]\t2\na y\t1\na free\t4\na h[0][0]\t0\na h[0][1]\t1\na h[1][1]\t1\na\n",
    "Windows line ends": f"s SATISFIABLE\r\nv {inst()}\r\n",
}
WRONG = {
    "a constraint": (inst("0 0 2 0 0 1 * 1"), "(alldifferent x[0] x[1] x[2]) is violated"),
    "outside of the domain": (inst("0 1 2 1 0 2 * 1"), "h[0][1] cannot be 2"),
    "a used variable as a star": (inst("0 1 * 1 0 1 * 1"), "x[2] has no value"),
    "a used variable left out": (inst("0 1 2 0 1 * 1", "<list> x[] h[][] </list>"), "y has no value"),
    "an unknown variable": (inst("0 1 2 1 0 1 * 1 3", "<list> x[] y h[][] z </list>"), "z is no variable of the input"),
    "a cell outside": (inst("0 1 2 1 0 1 * 1 3", "<list> x[] y h[][] x[3] </list>"), "x[3] has a value"),
    "a value for a hole": (inst("0 1 2 1 0 1 0 1"), "h[1][0] has a value, and there is no such cell; expected *"),
    "too few values": (inst("0 1 2 1 0 1 *"), "the list has 8 variables, and there are 7 values"),
    "two values": (inst("0 1 2 1 0 1 * 1 1", "<list> x[] y h[][] x[0] </list>"), "x[0] has two values: 0 and 1"),
    "the wrong status": (f"s UNSATISFIABLE\nv {inst()}\n", "there is a solution, but the status is UNSATISFIABLE"),
    "UNSUPPORTED with values": (f"s UNSUPPORTED\nv {inst()}\n", "there is a solution, but the status is UNSUPPORTED"),
    "two statuses": (f"s UNKNOWN\nv {inst()}\ns SATISFIABLE\n", "2 lines `s`; expected one"),
    "an optimum of nothing": (f"s OPTIMUM FOUND\nv {inst()}\n", "OPTIMUM FOUND, and the instance has no objective"),
    "the second of two": (f"v {inst()}\nv {inst('0 0 2 1 1 0 * 1')}\n", "solution 2: "),
    "the same again": (f"v {inst()}\nv {inst()}\n", "solution 2: the same as solution 1"),
}
NO_ANSWER = {
    "nothing": ("", "there is no <instantiation> in this file"),
    "another text": ("hello\n", "1:1: no name with an integer, true, false or a list is here"),
    "UNSATISFIABLE": ("c x\ns UNSATISFIABLE\n", "s UNSATISFIABLE: the answer has no solution to check"),
    "UNSUPPORTED": ("s UNSUPPORTED\n", "s UNSUPPORTED: the answer has no solution to check"),
    "a status alone": ("s SATISFIABLE\n", "there is no <instantiation> in this file"),
    "cut short": (f"s SATISFIABLE\nv {inst()[:-9]}\n", "cut short"),
    "no values": ("<instantiation> <list> y </list> </instantiation>", "with one <list> and one <values>"),
    "a word": (inst("0 1 2 one 0 1 * 1"), "the value one is no integer"),
    "endless values": (inst("1x999999999"), "more than 10000000 values"),
    "a cost that is no integer": (inst(attributes=' cost="low"'), "the cost low is no integer"),
    "a cost that is a truth value": (inst(attributes=' cost="true"'), "the cost true is no integer"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_answer_is_right(name, tmp_path):
    assert faults(RIGHT[name], tmp_path) == []


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_is_told(name, tmp_path):
    text, expected = WRONG[name]
    found = faults(text, tmp_path)
    assert found and expected in found[0]


@pytest.mark.parametrize("name", NO_ANSWER)
def test_what_is_no_answer_is_refused(name, tmp_path):
    text, expected = NO_ANSWER[name]
    with pytest.raises(InputError) as refused:
        faults(text, tmp_path)
    assert expected in str(refused.value)


COSTS = {
    "o 1\ns OPTIMUM FOUND\nv {}": [],
    "o 3\no 1\ns SATISFIABLE\nv {}": [],
    "o 2\ns OPTIMUM FOUND\nv {}": ["the cost is 1, and the last line `o` says 2"],
    "o 0\no 1\ns OPTIMUM FOUND\nv {}": ["the objective is 1, and was 0 before, which is better"],
    "s OPTIMUM FOUND\nv {}": [],
    "v {}": [],
}


@pytest.mark.parametrize("text", COSTS)
def test_costs_are_compared(text, tmp_path):
    assert faults(text.format(inst(attributes=' type="optimum" cost="1"')), tmp_path, COP) == COSTS[text]


def test_a_cost_that_the_values_do_not_have_is_wrong(tmp_path):
    assert faults(f"v {inst(attributes=' cost=' + repr('7'))}", tmp_path, COP) == ["the objective is 1, not 7"]
    assert faults(f"o 7\nv {inst()}", tmp_path, COP) == ["the objective is 1, not 7"]


def test_of_several_solutions_of_an_objective_the_last_counts(tmp_path):
    worse = inst("1 2 0 3 0 1 * 1", attributes=' cost="3"')
    text = f"v {worse}\no 3\nv {inst(attributes=' cost=' + repr('1'))}\no 1\ns OPTIMUM FOUND\n"
    assert faults(text, tmp_path, COP) == []


TYPED = {
    "names": "x[0] = 0\nx[1] = 1\nx[2] = 2\ny = 1\nh[0][0] = 0\nh[0][1] = 1\nh[1][1] = 1\nfree = 4\n",
    "a table": "y,x[0],x[1],x[2],h[0][0],h[0][1],h[1][1],free\n1,0,1,2,0,1,1,4\n",
    "a status": "s SATISFIABLE\ny: 1, x[0]: 0, x[1]: 1, x[2]: 2, h[0][0]: 0, h[0][1]: 1, h[1][1]: 1, free: 4\n",
}


@pytest.mark.parametrize("text", TYPED.values(), ids=TYPED)
def test_values_as_people_type_them(text, tmp_path):
    assert faults(text, tmp_path) == []
    for right, wrong in (("y = 1", "y = 2"), ("\n1,0", "\n2,0"), ("y: 1", "y: 2")):
        assert right not in text or "is violated" in faults(text.replace(right, wrong), tmp_path)[0]


def test_typed_arrays(tmp_path):
    whole = CSP.replace('h[1][1]"', 'h[1][]"')
    text = "x = [0, 1, 2]\ny = 1\nh = [[0, 1], [0, 1]]\nfree = 4\n"
    assert faults(text, tmp_path, whole) == []
    assert faults(text.replace("[0, 1, 2]", "[0, 2, 1]"), tmp_path, whole) != []
    assert "x[3] is no variable of the input" in faults(text.replace("1, 2]", "1, 2, 0]"), tmp_path, whole)


@pytest.mark.parametrize("name", ["s", "v", "d", "c", "o"])
def test_a_variable_with_the_name_of_a_line(name, tmp_path):
    instance = CSP.replace('id="y"', f'id="{name}"').replace("eq(y,", f"eq({name},")
    rest = "x[0] = 0\nx[1] = 1\nx[2] = 2\nh[0][0] = 0\nh[0][1] = 1\nh[1][1] = 1\nfree = 4\n"
    assert faults(f"{name} = 1\n{rest}", tmp_path, instance) == []
    assert faults(f"{name} = 2\n{rest}", tmp_path, instance) != []


@pytest.mark.parametrize("text", ["", "s SATISFIABLE\n", "v 0 1 2 1\n", "s SATISFIABLE\nv <instant\n"])
def test_lines_of_the_competition_without_an_instantiation(text, tmp_path):
    with pytest.raises(InputError, match="instantiation"):
        faults(text, tmp_path)


def test_what_solve_prints_has_the_names_of_the_instance(tmp_path):
    import csp2sat

    (tmp_path / "i.xml").write_text(CSP)
    solved = csp2sat.solve(csp2sat.load(tmp_path / "i.xml")).solution
    assert [*solved.ints] == ["x[0]", "x[1]", "x[2]", "y", "free", "h[0][0]", "h[0][1]", "h[1][1]"]
    assert not solved.bools


ONE_LETTER = """<instance format="XCSP3" type="CSP"><variables>
<array id="x" size="[2]"> 0..9 </array> <var id="s"> 0..20 </var> <var id="v"> 0..20 </var>
</variables><constraints> <sum> <list> x[] </list> <condition> (eq,s) </condition> </sum>
<intension> eq(v,4) </intension> </constraints></instance>"""


@pytest.mark.parametrize("sign", [" = ", " == ", ": ", " ", "\t"])
def test_variables_whose_names_begin_lines_of_the_competition(sign, tmp_path):
    text = f"s{sign}7\nx[0]{sign}3\nx[1]{sign}4\nv{sign}4\n"
    assert faults(text, tmp_path, ONE_LETTER) == []
    assert faults(text.replace("7", "8"), tmp_path, ONE_LETTER) != []
    assert "x[0] has no value" in faults(f"s{sign}7\n", tmp_path, ONE_LETTER)


def test_a_fault_of_json_has_its_place(tmp_path):
    with pytest.raises(InputError, match=r":1:25: this is no JSON: expected ',' delimiter"):
        faults('{"x": [3,4], "v":4,"s":7', tmp_path, ONE_LETTER)
    assert faults('{"x": [3,4], "v":4,"s":"7"}', tmp_path, ONE_LETTER) == ['s cannot be "7": expected an integer']


def test_a_status_without_a_solution_decides_what_an_answer_is(tmp_path):
    """Solvers print lines of their own beside the status."""
    with pytest.raises(InputError, match="the answer has no solution to check"):
        faults("Time 3\ns UNSATISFIABLE\n", tmp_path)
