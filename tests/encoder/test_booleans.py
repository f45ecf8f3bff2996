"""Counts of formulas make no integers, and mean what sums mean."""

from itertools import product

import pytest
from support import oracle
from support.oracle import encoded_solutions, solutions

from csp2sat.base.source import Source
from csp2sat.cnf import counts
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.languages.csp.writer import to_text
from csp2sat.languages.sugar import read
from csp2sat.model.constraint import cardinality
from csp2sat.model.expr import FALSE, TRUE, all_of, any_of, bool_var, int_var, node, term
from csp2sat.model.model import Model
from csp2sat.model.ops import COMPARISONS

OPTIONS = {
    **oracle.OPTIONS,
    "both ways": EncoderOptions(polarity="both"),
    "adder": EncoderOptions(sums="adder"),
    "direct": EncoderOptions(encoding="direct"),
}
P, Q, R = map(bool_var, "pqr")
X, Y = map(int_var, "xy")
X_IS_1 = node("eq", X, 1)
COUNTED = {
    "variables": [P, Q, R],
    "negations": [P, ~Q, ~R],
    "one twice": [P, Q, P],
    "complements": [P, ~P, Q],
    "constants": [P, TRUE, Q, FALSE],
    "nothing else": [TRUE, FALSE],
    "one": [R],
    "formulas": [P | Q, Q & R, node("iff", P, R)],
    "comparisons": [node("eq", X, 1), node("le", X, 1), node("ne", X, Y)],
    "of two values": [node("eq", Y, 1), P, node("ge", Y, 1)],
    "partial": [node("eq", node("div", X, Y), 1), P],
}


def declared():
    model = Model()
    for name in "pqr":
        model.bool(name)
    model.int("x", 0, 2)
    model.int("y", 0, 1)
    return model


def total(formulas):
    return term("add", *formulas)


@pytest.mark.sample(3)
@pytest.mark.parametrize("counted", COUNTED.values(), ids=COUNTED.keys())
@pytest.mark.parametrize("op", COMPARISONS)
def test_counts(op, counted):
    for number, mirrored in product(range(-1, 5), (False, True)):
        model = declared()
        comparison = node(op, number, total(counted)) if mirrored else node(op, total(counted), number)
        model.add(comparison)
        expected = solutions(model)
        for name, options in OPTIONS.items():
            assert encoded_solutions(model, options) == expected, f"{comparison}, {name}"


BOUNDS = ((-1, 0), (0, 0), (0, 1), (1, 1), (1, 2), (0, 2), (2, 2), (2, 5), (3, 3), (2, 1), (4, 4), (-2, 9), (-3, -1))


@pytest.mark.sample(4)
@pytest.mark.parametrize("counted", COUNTED.values(), ids=COUNTED.keys())
def test_cardinality_constraints(counted):
    for least, most in BOUNDS:
        model = declared()
        model.add(cardinality(least, most, counted))
        expected = encoded_solutions(sum_between(least, most, counted), EncoderOptions())
        assert solutions(model) == expected, f"{least} to {most}"
        for name, options in OPTIONS.items():
            assert encoded_solutions(model, options) == expected, f"{least} to {most}, {name}"


def sum_between(least, most, counted):
    """A model of the same, where what is counted is defined everywhere or false."""
    model = declared()
    model.add(node("le", least, total(counted)))
    model.add(node("le", total(counted), most))
    return model


@pytest.mark.parametrize("formulas", [[], [P], [P, Q, R, X_IS_1]], ids=len)
def test_a_cardinality_constraint_of_so_many_is_written_as_a_sum(formulas):
    for least, most in BOUNDS:
        model = declared()
        model.add(cardinality(least, most, formulas))
        again = read(Source("again.csp", to_text(model)))
        assert "cardinality" not in to_text(model)
        assert solutions(again) == solutions(model), f"{least} to {most}"


@pytest.mark.parametrize("op", COMPARISONS)
def test_counts_of_variables_that_have_a_value_or_are_equal(op):
    for number, fact in product(range(-1, 5), (P, ~P, node("iff", P, Q), node("iff", P, ~Q), P & ~Q & R)):
        model = declared()
        model.add(node(op, total([P, Q, ~R]), number))
        model.add(fact)
        assert encoded_solutions(model, EncoderOptions()) == solutions(model), f"{op} {number} {fact}"


def one_if(formula, then=1, other=0):
    return node("if", formula, then, other)


SUMS = {
    "an integer": [one_if(P), one_if(Q), X],
    "a number": [one_if(P), one_if(Q), 1],
    "a weight": [one_if(P), one_if(Q, 2), one_if(R)],
    "the other way round": [one_if(P), one_if(Q, 0, 1), one_if(R)],
    "something else if not": [one_if(P), one_if(Q, 1, -1), one_if(R)],
}


@pytest.mark.parametrize("terms", SUMS.values(), ids=SUMS.keys())
@pytest.mark.parametrize("op", COMPARISONS)
def test_sums_that_are_more_than_counts(op, terms):
    for number in range(-1, 5):
        model = declared()
        model.add(node(op, node("add", *terms), number))
        assert encoded_solutions(model, EncoderOptions()) == solutions(model), f"{op} {number}"


@pytest.mark.parametrize("formula", [P | bool_var("z"), node("le", term("add", P, Q, ~bool_var("z")), 1)], ids=str)
def test_variables_that_are_not_declared(formula):
    model = declared()
    model.add(formula)
    with pytest.raises(ModelError, match=r"Boolean variable z is not declared$"):
        encode(model, Sink())


def test_counts_that_are_not_required_alone():
    for two in (node("eq", total([P, Q, R]), 2), cardinality(2, 2, [P, Q, R]), cardinality(1, 2, [P, X_IS_1, R])):
        for formula in (P | two, node("iff", P, two), ~two, all_of((any_of((P, Q)), two)), node("xor", two, Q)):
            model = declared()
            model.add(formula)
            for name, options in OPTIONS.items():
                assert encoded_solutions(model, options) == solutions(model), f"{formula}, {name}"


def test_many_are_counted_as_a_sum(monkeypatch):
    for most in (0, 100):
        monkeypatch.setattr(counts, "MOST", most)
        for op, number in product(COMPARISONS, range(7)):
            model = Model()
            model.add(node(op, total([model.bool(f"p{i}") for i in range(6)]), number))
            assert encoded_solutions(model, EncoderOptions()) == solutions(model), f"{op} {number}, {most}"
        for least, number in product((1, 3), (3, 4)):
            model = Model()
            model.add(cardinality(least, number, [model.bool(f"p{i}") for i in range(6)]))
            assert encoded_solutions(model, EncoderOptions()) == solutions(model), f"{least} to {number}, {most}"


def test_a_count_makes_no_integers():
    model = declared()
    model.add(node("eq", total([P, Q, R]), 2))
    model.add(node("ge", 1, total([P, ~Q, node("eq", X, 2)])))
    model.add(cardinality(1, 2, [P, ~Q, node("eq", X, 2)]))
    assert len(normalize(model).norm.domains) == 2


def test_what_is_counted_excludes_each_other_in_sums():
    """At most one of three: so a sum with weights has one term of them."""
    model = Model()
    lits = [model.bool(f"p{i}") for i in range(8)]
    for three in (lits[:3], lits[3:6]):
        model.add(node("le", total(three), 1))
    weighted = [node("mul", at + 2, node("if", lit, 1, 0)) for at, lit in enumerate(lits)]
    model.add(node("le", node("add", *weighted), 17))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)
