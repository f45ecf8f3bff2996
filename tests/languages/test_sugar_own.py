"""CSP text in Sugar's own language: the same solutions, by brute force, and no word that Sugar does not know."""

import re
import warnings

import pytest
from constraints.test_globals_random import random_model
from languages.test_sugar_reader import model_of
from support.constraint_cases import CASES as GLOBAL
from support.oracle import solutions
from support.random_csp import RandomCsp
from support.run_command import run

import csp2sat
from csp2sat.errors import ModelError
from csp2sat.languages.csp.sugar_own import GLOBALS, GRAPH_CONSTRAINTS, in_sugar
from csp2sat.languages.csp.writer import to_text

WORDS = {  # of the reference of Sugar 2.3.3
    *(["int", "bool", "relation", "supports", "conflicts", "objective", "minimize", "maximize", "weighted", "nil"]),
    *(["not", "and", "or", "imp", "xor", "iff", "if", "abs", "neg", "min", "max", "true", "false"]),
    *(["=", "!=", "<=", "<", ">=", ">", "+", "-", "*", "/", "%", "eq", "ne", "le", "lt", "ge", "gt"]),
    *GLOBALS,
}
FIRST_THINGS = {  # a CSP, and a line of its text for Sugar
    "(int x 0 99) (int y 0 99) (extension-supports (x y) ((71 83) (1 2)))": "(relation1 x y)",
    "(int x 0 99) (int y 0 99) (extension-supports (x y) ((71 83)))": "(relation relation1 2 (supports (71 83)))",
    "(int x 0 3) (int y 0 3) (extension-supports (x y) ((0 *) (1 2)))": "(or (= x 0) (and (= x 1) (= y 2)))",
    "(int x 0 1) (= (item-at x 5 6) 5)": "(and (and (>= x 0) (< x 2)) (= (if (= x 0) 5 6) 5))",
    "(int x 0 3) (= (pow x 3) 8)": "(= (* (* x x) x) 8)",
    "(int x 0 3) (= (max x 1 2) 2)": "(= (max (max x 1) 2) 2)",
    "(bool p) (int x 0 3) (if p (> x 1) (< x 1))": "(and (or (not p) (> x 1)) (or p (< x 1)))",
    "(int x 0 3) (= (/ x -2) 0)": "(= (neg (/ x 2)) 0)",
    "(int x 0 3) (int y 0 3) (objective maximize (- x y))": "(objective maximize _objective)",
    "(int x 0 3) (relation r 1 (supports (1))) (r (+ x 1))": "(= (+ x 1) 1)",
    "(int x 0 3) (> x 1)": "(> x 1)",
}
REFUSED = {
    "(int x 0 3) (int y 0 3) (= (/ x y) 1)": "Sugar has no form for div by a term (line 1, column 25)",
    "(int x 0 3)\n(= (pow 2 x) 1)": "pow with a negative, large or variable exponent (line 2, column 1)",
    "(int x -1 1)\n(= (pow x 1000000000) 1)": "pow with a negative, large or variable exponent (line 2, column 1)",
    "(int x 0 99999) (> (* x x) 1)": "a term that may be beyond 32 bits (line 1, column 17)",
    "(int x 0 99999) (or (= (% (* x x) 7) 1) (= x 0))": "a term that may be beyond 32 bits (line 1, column 17)",
    "(int x 0 99999) (objective maximize (* x x))": "a term that may be beyond 32 bits (the objective)",
    "(int x 0 3000000000)": "the large domain of x",
    "(int x 0 3) (< x 3000000000)": "an integer of more than 32 bits (line 1, column 13)",
    "(int x 0 3) (weighted 2 (> x 1)) (objective minimize x)": "an objective beside weighted constraints",
}


@pytest.mark.parametrize("text, line", FIRST_THINGS.items(), ids=FIRST_THINGS)
def test_first_things(text, line):
    assert line in to_text(in_sugar(model_of(text))[0]).splitlines()


@pytest.mark.parametrize("text, fault", REFUSED.items(), ids=REFUSED)
def test_parts_without_a_form_are_named_with_their_places(text, fault):
    with pytest.raises(ModelError, match=re.escape(fault)):
        in_sugar(model_of(text))


def assert_same(model):
    """The model for Sugar, if there is one, has the same solutions, and Sugar's words; return whether there is."""
    try:
        made, beyond = in_sugar(model)
    except ModelError:
        return False
    assert solutions(made) == solutions(model)
    text = re.sub(r"^\(relation (\S+)", r"(relation", to_text(made), flags=re.M)
    heads = {*re.findall(r"\(([^\s()]+)(?=[ )])", text)} - {*made.bools, *made.ints}
    assert {each for each in heads if not re.fullmatch(r"-?\d+|relation\d+|r\d*|R\d*", each)} <= WORDS
    assert beyond or in_sugar(made)[1] == []
    return True


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(200))
def test_a_random_csp_has_the_same_solutions(seed):
    assert_same(RandomCsp(seed).model())


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", GLOBAL)
def test_a_constraint_has_the_same_solutions(name):
    written = [seed for seed in range(6) if assert_same(random_model(name, seed))]
    assert bool(written) != (name in GRAPH_CONSTRAINTS)


def test_undefined_terms_make_the_same_comparisons_false():
    for condition in (
        "(= (item-at z 1 2) (item-at y 0 1 2))",
        "(not (= (item-at z 1 2) 1))",
        "(= (if (> z 0) (item-at z 1 2) y) 1)",
        "(iff (> y 1) (!= (% y 0) (/ z -2)))",
        "(or (alldifferent (item-at z 1 2) y) (= z 4))",
        "(= (if (= (item-at z 3 4) 3) (item-at y 0 1) (pow z 2)) 0)",
    ):
        assert assert_same(model_of(f"(int y -1 3) (int z -2 4) {condition}"))


def test_the_command_lists_what_is_beyond_sugar(tmp_path):
    path = tmp_path / "f.csp"
    path.write_text("(int x 0 3)\n(int y 0 3)\n(= (item-at x 3 2 1 0) y)\n(inverse (x y) (y x))\n")
    done = run("convert", path, "--to", "sugar-strict")
    assert done.code == 0
    assert done.out.splitlines()[:2] == [
        "; beyond Sugar: item-at (line 3, column 1)",
        "; beyond Sugar: inverse (line 4, column 1)",
    ]
    path.write_text("(int x 0 3) (int y 0 3)\n(= (/ x y) 1)\n")
    refused = run("convert", path, "--to", "sugar-strict")
    assert (refused.code, refused.out) == (1, "") and "div by a term (line 2, column 1)" in refused.err


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(40))
def test_an_objective_has_the_same_best_value(seed):
    model = (made := RandomCsp(seed)).model()
    model.objective = made.objective()
    try:
        text = to_text(in_sugar(model)[0])
    except ModelError:
        return
    assert csp2sat.solve(csp2sat.loads(text)).objective == csp2sat.solve(csp2sat.Model.of(model)).objective


@pytest.mark.parametrize("term", ["(/ x 0)", "(min x (% 3 0))", "(if (> x 5) 1 (/ x 0))"])
def test_an_objective_without_a_value_has_no_solution(term):
    text = to_text(in_sugar(model_of(f"(int x 0 3) (bool _objective) (objective minimize {term})"))[0])
    assert "(objective minimize _objective_)" in text
    assert csp2sat.solve(csp2sat.loads(text)).status == "UNSATISFIABLE"


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ("(int x 0 3)\n  ;@rows\n(> x 2)", "2:3: warning: ;@rows says nothing here; expected `;@name rows` for a name"),
        ("(int x 0 3)\n;@ all rows \n;@columns\n", "2:1: warning: ;@ all rows says nothing"),
        ("(int x 0 3)\n;@name rows\n;@name\n;@encoding log x\n; @rows\n;@\n", ""),
    ],
)
def test_an_unknown_word_after_the_sign_is_warned_of(text, warned):
    """A reader took `name` for a placeholder: the constraints had no names, and nobody said so."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        csp2sat.loads(text)
    assert next(str(each.message) for each in caught).startswith(f"<text>:{warned}") if warned else not caught
    assert len(caught) <= 1
