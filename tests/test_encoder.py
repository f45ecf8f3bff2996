"""The encoder against brute force: every operator, random models, degenerate and deep ones."""

from itertools import product

import pytest
from oracle import encoded_solutions, enumerate_answers, solutions
from randomcsp import RandomCsp

from csp2sat.cnf.sink import Sink
from csp2sat.encode.encoder import Options, encode
from csp2sat.errors import ModelError
from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, all_of, any_of, bool_var, int_var, node
from csp2sat.model.model import Model
from csp2sat.model.ops import COMPARISONS

OPTIONS = {
    "default": Options(),
    "nothing shared": Options(propagate=False, share=False),
    "activation": Options(propagate=False, share=False, activate=True),
}
X, Y, Z = int_var("x"), int_var("y"), int_var("z")
P, Q, R = bool_var("p"), bool_var("q"), bool_var("r")
TERMS = {
    "x": X,
    "7": 7,
    "x+y": node("add", X, Y),
    "x+x": node("add", X, X),
    "sum of none": node("add"),
    "x-y-z": node("sub", X, Y, Z),
    "-x": node("neg", X),
    "3x": node("mul", 3, X),
    "x*-2*2": node("mul", X, -2, 2),
    "0*x": node("mul", 0, X),
    "xy": node("mul", X, Y),
    "xx": node("mul", X, X),
    "|x|": node("abs", X),
    "|x-y|": node("abs", node("sub", X, Y)),
    "|x-9|": node("abs", node("sub", X, 9)),
    "if p x y": node("if", P, X, Y),
    "if p 3 1": node("if", P, 3, 1),
    "if x<y -2 z": node("if", node("lt", X, Y), -2, Z),
    "nested if": node("if", node("eq", node("if", P, 3, 1), Y), 5, node("if", Q, 0, 2)),
}
FORMULAS = {
    **{f"{op} {name} z": node(op, term, Z) for op in COMPARISONS for name, term in TERMS.items()},
    "true": TRUE,
    "false": FALSE,
    "not p": node("not", P),
    "empty and": node("and"),
    "empty or": node("or"),
    "imp": node("imp", P, node("or", Q, R)),
    "iff": node("iff", P, node("and", Q, node("le", X, Y))),
    "iff of inequalities": node("iff", node("le", X, Y), node("eq", Y, Z)),
    "xor of 3": node("xor", P, node("lt", X, Z), node("ne", X, Y)),
    "clause of sums": node("or", node("lt", X, Y), node("lt", Y, X), node("eq", X, Z)),
    "no multiple": node("eq", node("mul", 2, X), 3),
    "alldifferent": node("alldifferent", X, Y, Z),
    "alldifferent of terms": node("alldifferent", node("add", X, Y), node("mul", -2, Z), 3, Y),
    "alldifferent of none": node("alldifferent"),
    "not alldifferent": node("not", node("alldifferent", X, Y, Z)),
    "alldifferent or p": node("or", P, node("alldifferent", X, Y, Z)),
    "alldifferent iff p": node("iff", P, node("alldifferent", X, Y)),
    "too many alldifferent": node("alldifferent", X, Y, Z, node("add", X, 0), node("add", 0, Y), Z),
}


def small(formula) -> Model:
    model = Model()
    model.int("x", Domain([(-2, 2)]))
    model.int("y", Domain.of([-1, 0, 3]))
    model.int("z", Domain([(0, 3)]))
    for name in "pqr":
        model.bool(name)
    model.add(formula)
    return model


@pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS.keys())
def test_each_operator(formula):
    model = small(formula)
    expected = solutions(model)
    for name, options in OPTIONS.items():
        assert encoded_solutions(model, options) == expected, name


@pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS.keys())
def test_each_operator_as_an_equivalence(formula):
    model = small(node("iff", R, formula))
    assert encoded_solutions(model, Options()) == solutions(model)


@pytest.mark.parametrize("start", range(0, 300, 25))
def test_random_models(start):
    for seed in range(start, start + 25):
        model = RandomCsp(seed).model()
        expected = solutions(model)
        for name, options in OPTIONS.items():
            assert encoded_solutions(model, options) == expected, f"seed {seed}, {name}: {model}"


@pytest.mark.parametrize("op, bound", list(product(COMPARISONS, [9, 10])))
def test_long_sums_take_partial_sums(op, bound):
    model = Model()
    xs = [model.int(f"x{i}", Domain([(0, 1)])) for i in range(14)]
    model.add(node(op, node("add", *xs), bound))
    assert encoded_solutions(model, Options()) == solutions(model)


def test_no_variables_and_no_constraints():
    assert encoded_solutions(Model(), Options()) == {((), ())}


def test_two_name_spaces():
    model = Model()
    model.int("x", Domain([(0, 2)]))
    model.bool("x")
    model.add(node("or", bool_var("x"), node("eq", X, 1)))
    assert len(encoded_solutions(model, Options())) == 4


def test_hidden_variables_do_not_multiply_solutions():
    model = Model()
    model.int("x", Domain([(0, 2)]))
    model.int("_y", Domain([(0, 5)]))
    model.bool("_p")
    assert len(list(enumerate_answers(model, Options()))) == 3


def test_activation_literals_switch_constraints_off():
    model = small(node("lt", X, Y))
    model.add(node("lt", Y, X))
    assert encoded_solutions(model, OPTIONS["activation"]) == set()
    sink = Sink()
    encode(model, sink, OPTIONS["activation"])
    free = Model(model.ints, model.bools, [])
    assert len(solutions(free)) == 5 * 3 * 4 * 8


def test_a_domain_that_is_too_large_is_refused_by_name():
    model = Model()
    model.int("wide", Domain([(0, 10**40)]))
    with pytest.raises(ModelError, match=r"integer variable wide has about 10\^40 values; the order encoding takes"):
        encode(model, Sink())


def test_a_bound_rescues_a_large_domain():
    model = Model()
    wide = model.int("wide", Domain([(0, 10**40)]))
    model.add(node("lt", wide, 3))
    assert {ints for ints, _ in encoded_solutions(model, Options())} == {(0,), (1,), (2,)}


def test_propagation_stops_on_slow_convergence():
    model = Model()
    x, y = (model.int(name, Domain([(0, 10**6)])) for name in "xy")
    model.add(node("lt", x, y))
    model.add(node("lt", y, x))
    model.add(node("lt", x, 1000))
    assert list(enumerate_answers(model, Options())) == []


def nested(op: str, depth: int):
    formula = P
    for level in range(depth):
        other = (Q, R, FALSE, TRUE)[level % 4]
        formula = node(op, formula, other) if level % 2 else node(op, other, formula)
    return formula


@pytest.mark.parametrize("op", ["iff", "xor", "imp"])
def test_deep_formulas_stay_linear(op):
    sink = Sink()
    model = Model()
    for name in "pqr":
        model.bool(name)
    model.add(nested(op, 100_000))
    encode(model, sink, Options())
    assert sink.flat().count(0) < 500_000


def test_deep_terms():
    model = Model()
    x, y = (model.int(name, Domain([(-2, 2)])) for name in "xy")
    total = x
    for _ in range(100_000):
        total = node("add", node("neg", total), 1)
    model.add(node("eq", total, y))
    assert {ints for ints, _ in encoded_solutions(model, Options())} == {(v, v) for v in range(-2, 3)}


def test_deep_auxiliaries():
    model = Model()
    inner = model.int("x", Domain([(-2, 9)]))
    for _ in range(300):
        inner = node("abs", node("sub", inner, 1))
    model.add(node("eq", inner, 1))
    assert encoded_solutions(model, Options()) == solutions(model)


def test_alternating_deep_formula():
    model = Model()
    p, q = model.bool("p"), model.bool("q")
    formula = p
    for level in range(50_000):
        formula = (all_of if level % 2 else any_of)((q, formula))
    model.add(formula)
    assert {bools for _, bools in encoded_solutions(model, Options())} == {(False, True), (True, True)}
