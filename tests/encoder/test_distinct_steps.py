"""Bounds of differences by chains of different steps: no solution is lost, and rulers have their bounds."""

from itertools import combinations, pairwise
from random import Random

import pytest
from support.oracle import encoded_solutions, solutions

from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized, propagated
from csp2sat.encoder.propagate.distinct_steps import chained
from csp2sat.ints.spec import ENCODINGS
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model, Origin

WAYS = {
    "sub": lambda x, y: node("sub", y, x),
    "abs": lambda x, y: node("abs", node("sub", y, x)),
    "reversed": lambda x, y: node("abs", node("sub", x, y)),
    "negative": lambda x, y: node("sub", x, y),
}


def marks(count, most):
    model = Model()
    return model, [model.int(f"x{at}", Domain([(0, most)])) for at in range(count)]


def differ(model, terms, as_pairs):
    formulas = [node("ne", *pair) for pair in combinations(terms, 2)] if as_pairs else [node("alldifferent", *terms)]
    for formula in formulas:
        model.add(formula, Origin("text", 1, 1))


def random_model(seed):
    """Four integers, some of them ordered, and differences of two of them, or variables equal to them, that differ."""
    rng = Random(seed)
    model, xs = marks(4, rng.randint(4, 6))
    for x, y in combinations(xs, 2):
        if rng.random() < 0.6:
            model.add(node("lt", *((x, y) if rng.random() < 0.9 else (y, x))), Origin("text", 1, 1))
    ways = rng.choice([["sub"], ["sub", "abs"], [*WAYS]])
    terms = [WAYS[rng.choice(ways)](x, y) for x, y in combinations(xs, 2) if rng.random() < 0.8]
    if rng.random() < 0.3 and terms:
        own = model.int("d", Domain([(rng.randint(-2, 1), 5)]))
        model.add(node("eq", own, terms[0]), Origin("text", 1, 1))
        terms[0] = own
    if rng.random() < 0.2:
        terms.append(rng.choice([rng.choice(xs), 1, node("add", xs[0], 1)]))
    differ(model, terms, rng.random() < 0.5)
    return model


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(200))
def test_no_solution_is_lost(seed):
    model = random_model(seed)
    expected = solutions(model)
    for encoding in ENCODINGS:
        assert encoded_solutions(model, EncoderOptions(encoding=encoding)) == expected, encoding


def test_most_of_these_models_have_chains():
    found = []
    for seed in range(40):
        normal = normalized(random_model(seed), EncoderOptions())
        found.append(bool(chained(normal.norm)))
    assert sum(found) > 10


@pytest.mark.parametrize("as_pairs", [False, True])
@pytest.mark.parametrize("way", [*WAYS])
def test_a_ruler_is_as_long_as_its_steps(way, as_pairs):
    model, xs = marks(6, 40)
    for x, y in pairwise(xs):
        model.add(node("lt", x, y), Origin("text", 1, 1))
    differ(model, [WAYS[way](x, y) for x, y in combinations(xs, 2)], as_pairs)
    domains = propagated(normalized(model, EncoderOptions()), EncoderOptions()).normal.norm.domains
    assert [(domain.lo, domain.hi) for domain in domains[:6]] == [
        (at, 40 - up) for at, up in zip((0, 1, 3, 6, 10, 15), (15, 10, 6, 3, 1, 0), strict=True)
    ]


def test_unknown_differences_give_no_bounds():
    model, xs = marks(4, 9)
    differ(model, [node("sub", y, x) for x, y in combinations(xs, 2)], as_pairs=False)
    assert chained(normalized(model, EncoderOptions()).norm) == []


def test_steps_that_contradict_each_other_end():
    model, xs = marks(3, 9)
    for x, y in ((0, 1), (1, 2), (2, 0)):
        model.add(node("lt", xs[x], xs[y]), Origin("text", 1, 1))
    differ(model, [node("sub", xs[1], xs[0]), node("sub", xs[2], xs[1]), node("sub", xs[0], xs[2])], as_pairs=False)
    assert encoded_solutions(model, EncoderOptions()) == set()


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_differs_from_itself(count):
    model, xs = marks(2, 3)
    differ(model, [node("sub", xs[1], xs[0])][:count], as_pairs=False)
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)


def test_large_coefficients_take_no_time():
    model, xs = marks(2, 3)
    model.add(node("ne", node("mul", 10**30, xs[0]), node("mul", 10**30 + 1, xs[1])))
    assert chained(normalized(model, EncoderOptions()).norm) == []


def test_a_bound_has_the_number_of_a_constraint_that_gives_it():
    model, xs = marks(6, 6)
    for x, y in pairwise(xs):
        model.add(node("lt", x, y), Origin("text", 1, 1))
    differ(model, [node("sub", y, x) for x, y in pairwise(xs[:3])], as_pairs=True)
    differ(model, [node("sub", y, x) for x, y in pairwise(xs[3:])], as_pairs=True)
    bounds = chained(normalized(model, EncoderOptions()).norm)
    by_number = {number: {x for _, x in bound.args[0].terms} for bound, number in bounds}
    assert by_number == {5: {0, 2}, 6: {3, 5}}
