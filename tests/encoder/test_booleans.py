"""Counts of formulas make no integers, and mean what sums mean."""

from itertools import product

import pytest
from support import oracle
from support.oracle import encoded_solutions, solutions

from csp2sat.cnf import counts
from csp2sat.encoder.encoder import EncoderOptions
from csp2sat.encoder.normalize.normalize import normalize
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


@pytest.mark.parametrize("op", COMPARISONS)
def test_counts_of_variables_that_have_a_value_or_are_equal(op):
    for number, fact in product(range(-1, 5), (P, ~P, node("iff", P, Q), node("iff", P, ~Q), P & ~Q & R)):
        model = declared()
        model.add(node(op, total([P, Q, ~R]), number))
        model.add(fact)
        assert encoded_solutions(model, EncoderOptions()) == solutions(model), f"{op} {number} {fact}"


def test_counts_that_are_not_required_alone():
    two = node("eq", total([P, Q, R]), 2)
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


def test_a_count_makes_no_integers():
    model = declared()
    model.add(node("eq", total([P, Q, R]), 2))
    model.add(node("ge", 1, total([P, ~Q, node("eq", X, 2)])))
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
