"""XCSP3 as a language to convert to and from: what is read back has the same solutions, by brute force."""

import json
import random
from itertools import islice
from math import prod
from pathlib import Path

import pytest
from constraints.test_globals_random import random_model
from support.constraint_cases import CASES as GLOBAL
from support.oracle import solutions
from support.random_csp import RandomCsp
from support.random_flatzinc import Maker
from support.random_xcsp3 import RandomFile
from support.random_xcsp3_constraints import CONSTRAINTS as CONSTRAINTS_OF_XCSP3
from support.random_xcsp3_forms import FORMS
from support.random_xcsp3_structure import STRUCTURE
from support.real_commands import csp2sat
from support.xcsp_texts import constraint, relation, text

from csp2sat.api.writing.converting import converted
from csp2sat.base.source import Source
from csp2sat.errors import InputError, ModelError
from csp2sat.languages import flatzinc, sugar, xcsp, xcsp3
from csp2sat.languages.xcsp3_core.written.instance import to_xml
from csp2sat.model.constraint import CONSTRAINTS
from csp2sat.model.expr import int_var, node
from csp2sat.model.meaning import broken_constraints, evaluate
from csp2sat.model.model import Answer, Model
from csp2sat.model.renaming import plain_names
from csp2sat.solving.problem import CspProblem

CASES = Path(__file__).parent.parent / "data" / "xcsp3"
KNOWN = {case["id"]: case for case in json.loads((CASES / "cases.json").read_text())}


def assignments_of(model):
    return prod(domain.size() for domain in model.ints.values()) << len(model.bools)


def flat(model):
    """The solutions, Booleans as 0 and 1 after the integers."""
    return {(*ints, *map(int, bools)) for ints, bools in solutions(model)}


def back(model):
    return xcsp3.read(Source("f.xml", to_xml(model)))


def assert_same(model):
    again = back(model)
    assert flat(again) == flat(model), to_xml(model)
    return again


def sugar_model(source):
    return sugar.read(Source("f.csp", source))


@pytest.mark.parametrize("seed", range(60))
def test_a_random_csp_has_the_same_solutions(seed):
    assert_same(RandomCsp(seed).model())


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60, 2000))
def test_many_random_csps_have_the_same_solutions(seed):
    assert_same(RandomCsp(seed).model())


@pytest.mark.parametrize("seed", range(15))
def test_an_objective_has_the_same_values(seed):
    made = RandomCsp(seed)
    model = made.model()
    model.objective = made.objective()
    values = {evaluate(model.objective.term, answer(model, each)) for each in solutions(model)} - {None}
    again = back(model)
    found = {evaluate(again.objective.term, answer(again, each)) for each in solutions(again)}
    assert again.objective.goal == model.objective.goal and found == values


def answer(model, values):
    ints, bools = values
    return Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", [name for name in GLOBAL if CONSTRAINTS[name].formula is not None])
def test_a_constraint_has_the_same_solutions(name, seed):
    assert_same(random_model(name, seed))


def test_a_constraint_without_a_formula_is_refused_by_name():
    names = [name for name in GLOBAL if CONSTRAINTS[name].formula is None]
    for name in names:
        with pytest.raises(ModelError, match=f"the constraint {name} cannot be written in XCSP3"):
            to_xml(random_model(name, 0))


FIRST_THINGS = {  # a CSP, and an element that its XCSP3 text has
    "(int x 1 3) (int y 1 3) (alldifferent x y)": "<allDifferent> x y </allDifferent>",
    "(int x 1 3) (int y 1 3) (weightedsum ((2 x) (-1 y)) le 3)": "<coeffs> 2 -1 </coeffs>",
    "(int x 1 3) (int y 0 1) (cumulative ((x 2 nil 1) (y 1 nil 2)) 2)": "<heights> 1 2 </heights>",
    "(int x 0 3) (int y 0 3) (disjunctive ((x 2) (y 1)))": "<lengths> 2 1 </lengths>",
    "(int x 0 3) (int y 0 3) (int z 0 3) (element x (y z) z)": "<list> y y z </list>",
    "(int x 0 2) (int y 0 2) (lex_less (x y) (y x))": "<operator> lt </operator>",
    "(int x 0 2) (int y 0 2) (nvalue 1 (x y))": "(eq,1)",
    "(int x 0 2) (int y 0 2) (count 1 (x y) ge 1)": "<values> 1 </values>",
    "(int x 0 2) (int y 0 2) (relation r 2 (supports (0 1) (2 2))) (r x y)": "<supports> (0,1)(2,2) </supports>",
    "(int x 0 2) (int y 0 2) (relation r 2 (conflicts (0 1) (2 2))) (r x y)": "<conflicts> (0,1)(2,2) </conflicts>",
    "(int x 0 2) (int y 0 2) (relation r 2 (supports (0 1))) (not (r x y))": "not(",
    "(int x 0 2) (relation r 1 (supports (0) (2))) (r x)": "<supports> 0 2 </supports>",
    "(int x -3 3) (= (/ x 2) -1)": "eq(div(sub(x,",
    "(int x 0 3) (= (/ x 2) 1)": "eq(div(x,2),1)",
    "(int x 0 3) (int y 0 3) (= (/ x y) 1)": "and(ne(y,0),eq(div(x,y),1))",
    "(int x -3 3) (int y -2 2) (= (% x y) 1)": "abs(y)",
    "(int x 0 3) (or (!= (% 5 x) 1) (> x 1))": "ne(x,0)",
    "(int x -2 3) (= (pow 2 x) 4)": "ge(x,0)",
    "(bool p) (int x 0 1) (or p (> x 0))": "or(p,gt(x,0))",
    "(bool p) p": "eq(p,1)",
    "(bool p) (bool q) (xor p q (not p))": "xor(p,q,not(p))",
    "(int x 0 3) (int y 0 3) (= (if (> x 1) (/ 4 x) y) 2)": "if(gt(x,1)",
    "(int x 0 3) true": "eq(0,0)",
    "(int x 0 3) false": "eq(0,1)",
    "(int x 0 3) (and)": "eq(0,0)",
    "(int x-y 0 1) (int x.y 0 1) (int x_y 0 1) (< x-y x.y)": 'note="x-y"',
    "(int x 0 1) (bool x) (or x (= x 1))": "x_2",
    "(int x (1 3 (7 9))) (> x 3)": "1 3 7..9",
    "(int x 0 5) (objective maximize x) (< x 4)": "<maximize> x </maximize>",
    "(int x 0 5) (objective minimize (/ 6 x))": "ne(x,0)",
    "(int x 0 3) (int y 0 3) (int z 0 3) (<= (+ x y z) 4)": "<list> x y z </list> <condition> (le,4) <",
    "(int x 0 3) (int y 0 3) (int z 0 3) (= 4 (+ x (* 2 y) (* -3 z)))": "<coeffs> 1 2 -3 </coeffs>",
    "(int x 0 3) (int y 0 3) (int z 0 3) (>= z (+ (* 2 x) y 1))": "<coeffs> 2 1 -1 </coeffs> <condition> (le,-1) ",
    "(int x 0 3) (int y 0 3) (int z 0 3) (!= (- x y z) (+ y z))": "<list> x y z y z </list>",
    "(int x 0 3) (int y 0 3) (<= (+ x y) 4)": "le(add(x,y),4)",
    "(int x 0 3) (int y 0 3) (int z 0 3) (= z (max x y))": "<maximum> <list> x y </list> <condition> (eq,z) <",
    "(int x 0 3) (int y 0 3) (int z 0 3) (< 1 (min x y z))": "<minimum> <list> x y z </list> <condition> (gt,1) <",
    "(int x 0 3) (int y 0 3) (global_cardinality (x y) ((1 1) (2 x)))": "<values> 1 2 </values> <occurs> 1 x </occurs>",
    "(int x 0 3) (int y 0 3) (inverse (x y) (y x))": "<channel> <list> x y </list> <list> y x </list> </channel>",
    "(int x 0 3) (int y 0 3) (inverse (x y) (x y))": "<channel> <list> x y </list> </channel>",
    "(int x 0 3) (int y 0 3) (int z 0 2) (and (<= x y) (<= y z))": "<ordered> <list> x y z </list> <operator> le <",
    "(int x 0 3) (int y 0 3) (int z 0 2) (and (= x y) (= y z))": "<allEqual> x y z </allEqual>",
    "(int x 0 3) (int y 0 3) (and (= x 1) (= y 2))": "<instantiation> <list> x y </list> <values> 1 2 </values>",
    "(int x 0 3) (int y 0 3) (and (= x 1) (= x 2))": "eq(x,1)",
    "(int x 0 2) (int y 0 2) (circuit (x y))": "ne(x,y)",
    "(int x 0 2) (int y 0 2) (and (circuit (x y)) (!= x 0))": "<circuit> <list> x y </list> </circuit>",
    "(int i 0 3) (int y 0 3) (int z 0 3) (element (+ i 1) (y z 2) z)": "<list> y z 2 </list> <index> i </index>",
    "(int x 0 5) (int y 0 3) (objective minimize (+ (* 2 x) y))": '<minimize type="sum"> <list> x y </list> <coeffs>',
    "(int x 0 5) (int y 0 3) (objective maximize (min x y))": '<maximize type="minimum"> <list> x y </list> </max',
    "(int x 0 5) (int y 0 3) (objective maximize (+ x y 7))": "<maximize> add(x,y,7) </maximize>",
}


@pytest.mark.parametrize("source", FIRST_THINGS)
def test_a_first_thing_is_written_and_means_the_same(source):
    try:
        model = sugar_model(source)
    except InputError as error:
        pytest.fail(str(error))
    assert FIRST_THINGS[source] in to_xml(model)
    if model.objective is None:
        assert_same(model)


KEPT = {  # a constraint of XCSP3 on arrays of five and of three times four cells, and what its text still has
    "<sum> <list> x[] </list> <coeffs> 1 2 3 4 5 </coeffs> <condition> (in,3..9) </condition> </sum>": "<list> x[] <",
    "<sum> <list> x[1..3] </list> <condition> (le,w) </condition> </sum>": "<list> x[1..3] </list> <condition> (le,w)",
    "<sum> <list> y[][] </list> <condition> (eq,20) </condition> </sum>": "<list> y[][] </list>",
    "<sum> <list> y[1][] </list> <condition> (eq,4) </condition> </sum>": "<list> y[1][] </list>",
    "<sum> <list> y[][2] </list> <condition> (eq,4) </condition> </sum>": "<list> y[][2] </list>",
    "<sum> <list> y[0][1..3] x[0] w </list> <condition> (eq,4) </condition> </sum>": "<list> y[0][1..3] x[0] w </list>",
    "<allDifferent> x[] </allDifferent>": "<allDifferent> x[] </allDifferent>",
    "<allDifferent> x[4] x[3] x[2] </allDifferent>": "<allDifferent> x[4] x[3] x[2] </allDifferent>",
    "<element> <list> x[] </list> <index> w </index> <value> 2 </value> </element>": "<list> x[] </list> <index> w",
    "<element> <list> x[] </list> <index> w </index> <condition> (ne,x[0]) </condition> </element>": "(ne,x[0])",
    "<element> <matrix> y[][] </matrix> <index> x[0] w </index> <value> 2 </value> </element>": "<index> x[0] w <",
    "<cardinality> <list> x[] </list> <values> 0 2 </values> <occurs> 2 w </occurs> </cardinality>": "<occurs> 2 w <",
    "<channel> <list> x[] </list> </channel>": "<channel> <list> x[] </list> </channel>",
    "<circuit> x[] </circuit>": "<circuit> <list> x[] </list> </circuit>",
    "<circuit> <list> x[] </list> <size> 4 </size> </circuit>": "<size> 4 </size>",
    "<lex> <list> x[0..2] </list> <list> 1 1 w </list> <operator> le </operator> </lex>": "</list> <list> 1 1 w <",
    "<ordered> <list> x[] </list> <operator> lt </operator> </ordered>": "<ordered> <list> x[] </list>",
    "<noOverlap> <origins> x[0] x[1] </origins> <lengths> 2 w </lengths> </noOverlap>": "<lengths> 2 w </lengths>",
    "<cumulative> <origins> x[0] x[1] </origins> <lengths> 2 w </lengths> <heights> 1 2 </heights> <condition> (le,2) "
    "</condition> </cumulative>": "<cumulative> <origins> x[0] x[1] </origins> <lengths> 2 w </lengths>",
    "<minimum> <list> x[] </list> <condition> (eq,w) </condition> </minimum>": "<minimum> <list> x[] </list>",
    "<instantiation> <list> x[] </list> <values> 1 0 2 0 1 </values> </instantiation>": "<values> 1 0 2 0 1 </values>",
    "<knapsack> <list> x[] </list> <weights> 1 2 3 4 5 </weights> <condition> (le,9) </condition> <profits> 2 2 2 2 1 "
    "</profits> <condition> (ge,7) </condition> </knapsack>": "<coeffs> 2 2 2 2 1 </coeffs> <condition> (ge,7) <",
}
ARRAYS = (
    '<array id="x" size="[5]"> <domain for="x[0..3]"> 0..4 </domain> <domain for="x[4]"> 0..4 </domain> </array> '
    '<var id="w"> 0..3 </var> <array id="y" size="[3][4]"> 0..3 </array>'
)


def in_arrays(constraints):
    text = f'<instance format="XCSP3" type="CSP"> <variables> {ARRAYS} </variables> <constraints> {constraints} '
    return xcsp3.read(Source("f.xml", f"{text} </constraints> </instance>"))


@pytest.mark.parametrize("given", KEPT)
def test_an_element_is_kept_and_means_the_same(given):
    model = in_arrays(given)
    written = to_xml(model)
    assert KEPT[given] in written and '<array id="x" size="[5]"> 0..4 </array>' in written
    again = xcsp3.read(Source("f.xml", written))
    assert list(again.ints) == list(model.ints) and again.about == model.about
    generator = random.Random(given)
    for _ in range(200):
        values = {name: generator.choice(list(domain)) for name, domain in model.ints.items()}
        given_holds, kept_holds = (not broken_constraints(each, Answer(values, {})) for each in (model, again))
        assert given_holds == kept_holds, (written, values)


def test_tasks_in_the_cells_of_a_matrix_are_not_written_as_boxes():
    head = '<instance format="XCSP3" type="CSP"> <variables> <array id="y" size="[2][2]"> 0..3 </array> </variables>'
    model = xcsp3.read(Source("f.xml", f"{head} <constraints/> </instance>"))
    model.add(node("disjunctive", *(each for name in model.ints for each in (int_var(name), 1))))
    assert len(flat(assert_same(model))) == 24


def test_cells_that_do_not_exist_and_domains_stay():
    declared = '<domain for="x[0][] x[2][1]"> 0..2 </domain> <domain for="x[1][0]"> 5 7 </domain>'
    text = f'<array id="x" size="[3][2]"> {declared} </array> <var id="x_0"> 0 1 </var>'
    head = '<instance format="XCSP3" type="CSP"> <variables>'
    model = xcsp3.read(Source("f.xml", f"{head} {text} </variables> <constraints/> </instance>"))
    written = to_xml(model)
    assert '<domain for="x[0][] x[2][1]"> 0..2 </domain>' in written and '<var id="x_0">' in written
    assert xcsp3.read(Source("f.xml", written)).ints == model.ints


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("constraint", (*CONSTRAINTS_OF_XCSP3, *FORMS, *STRUCTURE), ids=lambda each: each.__name__)
def test_each_form_is_written_with_the_same_meaning(constraint, seed):
    file = RandomFile(random.Random(f"{constraint.__name__} {seed}"))
    made = constraint(file)
    text = (
        f'<instance format="XCSP3" type="CSP"> {file.variables()} <constraints> {made.text} </constraints> </instance>'
    )
    again = back(xcsp3.read(Source("f.xml", text)))
    for values in islice(file.assignments(), 3000):
        assert bool(made.value(values)) == (not broken_constraints(again, Answer(dict(values), {}))), (text, values)


def test_weights_are_refused():
    model = sugar_model("(int x 0 3) (weighted 2 (> x 1))")
    with pytest.raises(ModelError, match="constraints with weights cannot be written in XCSP3"):
        to_xml(model)


def test_a_large_relation_inside_a_formula_is_refused():
    rows = " ".join(f"({a} {b})" for a in range(40) for b in range(40))
    model = sugar_model(f"(int x 0 39) (int y 0 39) (relation r 2 (supports {rows})) (or (r x y) (= x 1))")
    with pytest.raises(ModelError, match="a relation of 1600 tuples inside a formula"):
        to_xml(model)


# other languages


@pytest.mark.parametrize("seed", range(25))
def test_flatzinc_has_as_many_solutions(seed):
    made = Maker(seed).model()
    model = flatzinc.read(Source("f.fzn", made.text()))
    if assignments_of(model) > 20_000:
        pytest.skip("too many assignments")
    try:
        assert_same(model)
    except ModelError as refused:
        assert "cannot be written in XCSP3" in str(refused)


@pytest.mark.parametrize(
    "parts",
    [
        (constraint("global:allDifferent"),),
        (relation("0 1|1 2|2 0"), constraint("R")),
        (relation("0 1|1 2", "conflicts"), constraint("R")),
    ],
)
def test_xcsp_has_as_many_solutions(parts):
    try:
        model = xcsp.read(Source("f.xml", text(*parts)))
    except InputError as error:
        pytest.fail(str(error))
    assert_same(model)


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", [name for name, case in KNOWN.items() if case["status"] != "REFUSED"])
def test_a_known_file_has_as_many_solutions_in_other_languages(name):
    model = xcsp3.read(Source(f"{name}.xml", (CASES / f"{name}.xml").read_text()))
    if assignments_of(model) > 100_000:
        pytest.skip("too many assignments")
    number = len(flat(model))
    assert len(flat(sugar_model(converted(CspProblem(model, ""), "sugar")))) == number
    assert len(flat(back(model))) == number


# names and the command


def test_plain_names_are_different():
    names = ["x[0]", "x_0", "x[0]", "", "1a", "_h", "é", "x_0", "ok"]
    found = plain_names(names)
    assert len(set(found)) == len(names) and found[1] == "x_0" and found[8] == "ok"
    assert all(name.isascii() and name[0].isalpha() for name in found)


def test_the_command_converts_both_ways(tmp_path):
    (tmp_path / "f.csp").write_text("(int x 0 3) (int y 0 3) (alldifferent x y)\n")
    assert csp2sat("convert", "f.csp", "-o", "f.xml", cwd=tmp_path).returncode == 0
    assert csp2sat("count", "f.xml", cwd=tmp_path).stdout.split()[-1] == "12"
    done = csp2sat("convert", CASES / "s-array-2d.xml", "--to", "sugar", cwd=tmp_path)
    assert done.returncode == 0 and "; x_0_0 stands for x[0][0]\n" in done.stdout
    refused = csp2sat("convert", "f.csp", "--to", "nix", cwd=tmp_path)
    assert refused.returncode == 2 and "xcsp3" in refused.stderr


def test_deep_formulas_are_written():
    formula = node("lt", int_var("x"), 5)
    for _ in range(5000):
        formula = node("not", formula)
    model = Model()
    model.int("x", 0, 9)
    model.add(formula)
    assert to_xml(model).count("not(") == 5000


def test_a_deep_product_is_one_weight():
    term = int_var("x")
    for _ in range(5001):
        term = node("mul", -1, term)
    model = Model()
    model.int("x", 0, 9)
    model.int("y", 0, 9)
    model.add(node("le", node("add", term, int_var("y")), 2))
    assert "<coeffs> -1 1 </coeffs>" in to_xml(model)


def test_an_answer_of_another_solver_is_judged_against_the_csp_that_was_converted(tmp_path):
    (tmp_path / "f.csp").write_text("(int x 0 3) (bool p) (int y 0 3) (alldifferent x y) (iff p (> x 1))\n")
    listed = "s SATISFIABLE\nv <instantiation> <list> x y p </list> <values>"
    for values, word in (("2 1 1", "right"), ("2 1 0", "violated"), ("2 1 7", "p cannot be 7"), ("2 1", "3 variables")):
        (tmp_path / "a.xml").write_text(f"{listed} {values} </values> </instantiation>\n")
        assert word in csp2sat("check", "f.csp", "a.xml", cwd=tmp_path).stdout


def test_a_conversion_without_a_format_is_text(tmp_path):
    (tmp_path / "f.csp").write_text("(int x 0 3)\n")
    done = csp2sat("convert", "f.csp", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "(int x 0 3)\n")
