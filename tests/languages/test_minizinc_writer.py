"""MiniZinc as a language to convert to: what MiniZinc compiles again has the same solutions, by brute force."""

import re

import pytest
from constraints.test_globals_random import random_model
from support.constraint_cases import CASES as GLOBAL
from support.oracle import solutions
from support.random_csp import RandomCsp
from support.real_commands import csp2sat as command

import csp2sat
from csp2sat.api.writing.converting import converted
from csp2sat.base.source import Source
from csp2sat.errors import ModelError
from csp2sat.languages import sugar
from csp2sat.languages.flatzinc.written.notation import minizinc_names
from csp2sat.languages.flatzinc.written.whole_model import to_minizinc
from csp2sat.model.expr import int_var, node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Model
from csp2sat.solving.problem import CspProblem

pytestmark = pytest.mark.filterwarnings("ignore::csp2sat.errors.InputWarning")  # of MiniZinc: no solution
FIRST_THINGS = {  # a CSP, and a line that its MiniZinc text has
    "(int x 1 3) (int y 1 3) (alldifferent x y)": "constraint all_different([x, y]);",
    "(int x 1 3) (int y 1 3) (< (+ x 1) y)": "constraint (x + 1) < y;",
    "(int x 1 3) (int y 1 3) (weightedsum ((2 x) (-1 y)) le 3)": "constraint sum([2 * x, -1 * y]) <= 3;",
    "(int x 1 3) (int y 0 1) (cumulative ((x 2 nil 1) (y 1 nil 2)) 2)": (
        "constraint cumulative([x, y], [2, 1], [1, 2], 2);"
    ),
    "(int x 0 3) (int y 0 3) (disjunctive ((x 2) (y 1)))": "constraint disjunctive([x, y], [2, 1]);",
    "(int x 0 3) (int y 0 3) (int z 0 3) (element x (y z) z)": "constraint [y, z][x] = z;",
    "(int x 0 2) (int y 0 2) (lex_less (x y) (y x))": "constraint lex_less([x, y], [y, x]);",
    "(int x 0 2) (int y 0 2) (nvalue 1 (x y))": "constraint nvalue(1, [x, y]);",
    "(int x 0 2) (int y 0 2) (count 1 (x y) ge 1)": "constraint count([x, y], 1) >= 1;",
    "(int x 0 2) (int y 0 2) (relation r 2 (supports (0 1) (2 2))) (r x y)": (
        "constraint table([x, y], [| 0, 1 | 2, 2 |]);"
    ),
    "(int x 0 2) (int y 0 2) (relation r 2 (conflicts (0 1))) (r x y)": "constraint not table([x, y], [| 0, 1 |]);",
    "(int x -3 3) (= (/ x 2) -1)": " div 2) = -1;",
    "(int x 0 3) (= (/ x 2) 1)": "constraint (x div 2) = 1;",
    "(int x 0 3) (int y 0 3) (= (/ x y) 1)": "constraint (y != 0) /\\ ((x div y) = 1);",
    "(bool p) (int x 0 1) (or p (> x 0))": "constraint p \\/ (x > 0);",
    "(bool p) p": "constraint p;",
    "(bool p) (bool q) (iff p (not q))": "constraint p <-> (not q);",
    "(int x 0 3) (int y 0 3) (= (if (> x 1) x y) 2)": "constraint if (x > 1) then x else y endif = 2;",
    "(int x 0 3) (int y 0 3) (= y (max x 1))": "constraint y = max([x, 1]);",
    "(int x 0 3) false": "constraint false;",
    "(int x-y 0 1) (int x.y 0 1) (int x_y 0 1) (< x-y x.y)": "var 0..1: x_y_2;  % x-y",
    "(int x 0 1) (bool x) (or x (= x 1))": "var bool: x_2;  % x",
    "(int var 0 1) (int in 0 1) (< in var)": "constraint in_2 < var_2;",
    "(int in 0 1) (int in_ 0 1) (< in in_)": "constraint in_2 < in_;",
    "(int _in 0 1) (int x 0 1) (< _in x)": "constraint in_2 < x;",
    "(int x (1 3 (7 9))) (> x 3)": "var {1, 3, 7, 8, 9}: x;",
    "(int x ((1 30) (70 90))) (> x 3)": "var 1..30 union 70..90: x;",
    "(int x 0 5) (objective maximize x) (< x 4)": "solve maximize x;",
    "(int x 0 5) (objective minimize (/ 6 x))": "constraint x != 0;",
    "(int x 0 3) (weighted 2 (> x 1))": "solve minimize if ",
    "; nothing": "solve satisfy;",
}


def of_text(text):
    return sugar.read(Source("f.csp", text))


@pytest.mark.parametrize("text, line", FIRST_THINGS.items(), ids=FIRST_THINGS)
def test_first_things(text, line):
    written = converted(CspProblem(of_text(text), ""), "minizinc")
    assert any(line in each for each in written.splitlines()), written


def assert_same(model, path):
    """The model and its text, which MiniZinc compiles, have the same solutions."""
    path.write_text(text := to_minizinc(model))
    names = [name for _, name in minizinc_names(model).items()]
    found = {tuple(int(each[name]) for name in names) for each in csp2sat.solutions(path)}
    assert found == {(*ints, *map(int, bools)) for ints, bools in solutions(model)}, text


@pytest.mark.needs("minizinc")
@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(40))
def test_a_random_csp_has_the_same_solutions(seed, tmp_path):
    assert_same(RandomCsp(seed).model(), tmp_path / "f.mzn")


@pytest.mark.needs("minizinc")
@pytest.mark.sample(6)
@pytest.mark.parametrize("name", GLOBAL)
def test_a_global_constraint_has_the_same_solutions(name, tmp_path):
    for seed in range(2):
        assert_same(random_model(name, seed), tmp_path / "f.mzn")


@pytest.mark.long
@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("seed", range(40, 400))
def test_many_models_have_the_same_solutions(seed, tmp_path):
    assert_same(RandomCsp(seed).model(), tmp_path / "f.mzn")
    assert_same(random_model(list(GLOBAL)[seed % len(GLOBAL)], seed), tmp_path / "f.mzn")


@pytest.mark.needs("minizinc")
def test_an_objective_has_the_same_best_value(tmp_path):
    for seed in range(3):
        model = (made := RandomCsp(seed)).model()
        model.objective = made.objective()
        values = {evaluate(model.objective.term, _answer(model, each)) for each in solutions(model)} - {None}
        (path := tmp_path / "f.mzn").write_text(to_minizinc(model))
        best = {"minimize": min, "maximize": max}[model.objective.goal](values, default=None)
        assert csp2sat.solve(path).objective == best


def _answer(model, values):
    from csp2sat.model.model import Answer

    ints, bools = values
    return Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))


def test_minizinc_names_constraints_are_annotations():
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.add(x > 1, x < 3, name='the "crane" capacity')
    lines = csp2sat.convert(m, "minizinc").splitlines()
    assert lines.count('constraint :: "the \\"crane\\" capacity" x > 1;') == 1
    assert sum("crane" in line for line in lines) == 2


def test_a_name_of_several_lines_is_written_on_one():
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.add(x > 1, name="load\n of\tcrane\x1b")
    assert 'constraint :: "load of crane\\\\x1b" x > 1;' in csp2sat.convert(m, "minizinc").splitlines()
    assert ";@name load of crane\\x1b" in csp2sat.convert(m, "csp").splitlines()
    assert '<intension note="load of crane\\x1b"> gt(x,1) </intension>' in csp2sat.convert(m, "xcsp3").splitlines()


def test_a_constraint_without_a_text_is_refused_by_name():
    with pytest.raises(ModelError, match=r"constraints with weights cannot be written in MiniZinc"):
        to_minizinc(of_text("(int x 0 3) (weighted 2 (> x 1))"))


def test_deep_and_long_expressions():
    model, term, formula = Model(), int_var("x"), node("eq", int_var("x"), 1)
    model.int("x", 0, 9)
    for _ in range(3000):
        term, formula = node("sub", 1, term), node("not", formula)
    model.add(formula)
    model.add(node("le", term, 2))
    model.add(node("le", node("add", *[int_var("x")] * 3000), 9000))
    assert to_minizinc(model).count("(not ") >= 2999


def test_the_command_writes_a_model_that_minizinc_reads(tmp_path):
    (tmp_path / "f.csp").write_text("(int x 0 3) (int y 0 3) (alldifferent x y) (objective minimize (+ x y))\n")
    assert command("convert", "f.csp", "-o", "f.mzn", cwd=tmp_path).returncode == 0
    assert command("convert", "f.csp", "--to", "minizinc", cwd=tmp_path).stdout == (tmp_path / "f.mzn").read_text()
    refused = command("convert", "f.csp", "-o", "f.fzn", cwd=tmp_path)
    assert refused.returncode == 2 and re.search(r"\.fzn is read, not written", refused.stderr)
