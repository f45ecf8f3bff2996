"""XCSP3 as a language to convert to and from: what is read back has the same solutions, by brute force."""

import json
from math import prod
from pathlib import Path

import pytest
from constraints.test_globals_random import random_model
from support.constraint_cases import CASES as GLOBAL
from support.oracle import solutions
from support.random_csp import RandomCsp
from support.random_flatzinc import Maker
from support.real_commands import csp2sat
from support.xcsp_texts import constraint, relation, text

from csp2sat.api.writing.converting import converted
from csp2sat.base.source import Source
from csp2sat.errors import InputError, ModelError
from csp2sat.languages import flatzinc, sugar, xcsp, xcsp3
from csp2sat.languages.xcsp3_core.writer import to_xml
from csp2sat.model.constraint import CONSTRAINTS
from csp2sat.model.expr import int_var, node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Model
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
    from csp2sat.model.model import Answer

    ints, bools = values
    return Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))


@pytest.mark.sample(40)
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


@pytest.mark.sample(40)
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
