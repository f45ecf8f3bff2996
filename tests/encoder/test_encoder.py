"""The encoder against brute force: every operator, random models, degenerate and deep ones."""

import pytest
from pysat.solvers import Solver
from support.operator_cases import FORMULAS, P, Q, R, X, operator_model
from support.oracle import OPTIONS, encoded_solutions, enumerate_answers, solutions
from support.random_csp import RandomCsp

from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, all_of, any_of, bool_var, node
from csp2sat.model.model import Model

OF_A_TERM = r"(?:eq|ne|le|lt|ge|gt) (.* z)$|.*"  # names of formulas: a term in six comparisons, or anything else


@pytest.mark.sample(2, each=OF_A_TERM)
@pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS.keys())
def test_each_operator(formula):
    model = operator_model(formula)
    expected = solutions(model)
    for name, options in OPTIONS.items():
        assert encoded_solutions(model, options) == expected, name


@pytest.mark.sample(1, each=OF_A_TERM)
@pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS.keys())
def test_each_operator_as_an_equivalence(formula):
    model = operator_model(node("iff", R, formula))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)


@pytest.mark.sample(2)
@pytest.mark.parametrize("start", range(0, 600, 50))
def test_random_models(start, seeds):
    for seed in seeds(range(start, start + 50)):
        model = RandomCsp(seed).model()
        expected = solutions(model)
        for name, options in OPTIONS.items():
            assert encoded_solutions(model, options) == expected, f"seed {seed}, {name}: {model}"


def test_no_variables_and_no_constraints():
    assert encoded_solutions(Model(), EncoderOptions()) == {((), ())}


def test_two_name_spaces():
    model = Model()
    model.int("x", Domain([(0, 2)]))
    model.bool("x")
    model.add(node("or", bool_var("x"), node("eq", X, 1)))
    assert len(encoded_solutions(model, EncoderOptions())) == 4


def test_hidden_variables_do_not_multiply_solutions():
    model = Model()
    model.int("x", Domain([(0, 2)]))
    model.int("_y", Domain([(0, 5)]))
    model.bool("_p")
    assert len(list(enumerate_answers(model, EncoderOptions()))) == 3


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", range(0, 60, 20))
def test_activation_literals_switch_constraints_off(start, seeds):
    for seed in seeds(range(start, start + 20)):
        model = RandomCsp(seed).model()
        for number, constraint in enumerate(model.constraints):
            alone = Model(model.ints, model.bools, [constraint])
            assert encoded_solutions(model, OPTIONS["activation"], [number]) == solutions(alone), f"seed {seed}"


def test_a_domain_that_is_too_large_is_refused_by_name():
    model = Model()
    model.int("wide", Domain([(0, 10**40)]))
    with pytest.raises(ModelError, match=r"integer variable wide has about 10\^40 values; the order encoding takes"):
        encode(model, Sink())


def test_a_bound_rescues_a_large_domain():
    model = Model()
    wide = model.int("wide", Domain([(0, 10**40)]))
    model.add(node("lt", wide, 3))
    assert {ints for ints, _ in encoded_solutions(model, EncoderOptions())} == {(0,), (1,), (2,)}


def test_propagation_stops_on_slow_convergence():
    model = Model()
    x, y = (model.int(name, Domain([(0, 10**6)])) for name in "xy")
    model.add(node("lt", x, y))
    model.add(node("lt", y, x))
    model.add(node("lt", x, 1000))
    assert list(enumerate_answers(model, EncoderOptions())) == []


def nested(op: str, depth: int):
    formula = P
    for level in range(depth):
        other = (Q, R, FALSE, TRUE)[level % 4]
        formula = node(op, formula, other) if level % 2 else node(op, other, formula)
    return formula


@pytest.mark.sample(1)
@pytest.mark.parametrize("op", ["iff", "xor", "imp"])
def test_deep_formulas_stay_linear(op):
    sink = Sink()
    model = Model()
    for name in "pqr":
        model.bool(name)
    model.add(nested(op, 50_000))
    encode(model, sink, EncoderOptions())
    assert sink.flat().count(0) < 250_000


def test_deep_terms():
    model = Model()
    x, y = (model.int(name, Domain([(-2, 2)])) for name in "xy")
    total = x
    for _ in range(50_000):
        total = node("add", node("neg", total), 1)
    model.add(node("eq", total, y))
    assert {ints for ints, _ in encoded_solutions(model, EncoderOptions())} == {(v, v) for v in range(-2, 3)}


def test_deep_auxiliaries():
    model = Model()
    inner = model.int("x", Domain([(-2, 9)]))
    for _ in range(300):
        inner = node("abs", node("sub", inner, 1))
    model.add(node("eq", inner, 1))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)


def test_alternating_deep_formula():
    model = Model()
    p, q = model.bool("p"), model.bool("q")
    formula = p
    for level in range(50_000):
        formula = (all_of if level % 2 else any_of)((q, formula))
    model.add(formula)
    assert {bools for _, bools in encoded_solutions(model, EncoderOptions())} == {(False, True), (True, True)}


@pytest.mark.parametrize("polarity, models", [("used", 7), ("both", 5)])
def test_literals_that_are_defined_both_ways_multiply_no_model(polarity, models):
    """All models of the clauses are counted, auxiliaries too: where p, q and r are true, two parts of three hold, and
    their literals are free to be false, but not both of them, unless they are defined both ways."""
    model = Model()
    p, q, r = (model.bool(name) for name in "pqr")
    model.add(any_of((all_of((p, q)), all_of((q, r)), ~q & ~r)))
    sink = Sink()
    encode(model, sink, EncoderOptions(polarity=polarity))
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        assert sum(1 for _ in solver.enum_models()) == models
    assert len(encoded_solutions(model, EncoderOptions(polarity=polarity))) == 5


@pytest.mark.parametrize("part", [X, 2 * X, X + 1, 3 - X, -X, abs(X)], ids=str)
def test_sums_that_share_their_parts(part):
    model = Model({"x": Domain.of(range(-2, 3))})
    total = part
    for _ in range(60):
        total = total + total
    model.add(node("le", total, 2**60))
    model.add(node("ne", total - total, node("mul", 2, X, 0, 3)) | node("ge", node("mul", -1, total, 3), -3 * 2**60))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)
