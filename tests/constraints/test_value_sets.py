"""value-sets: clauses, meaning and formula over all assignments."""

from itertools import product

import pytest
from support import oracle
from support.oracle import encoded_solutions, solutions

from csp2sat.cnf.sink import Sink
from csp2sat.constraints.globals.value_sets import formula, holds
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model

SETS = {
    "none": [],
    "nothing": [()],
    "one": [(1, 2)],
    "two": [(1, 2), (0, 2)],
    "of several sizes": [(), (0,), (1, 2), (0, 1, 2)],
    "values that no term has": [(1, 7), (-3,), (0, 2)],
    "three": [(0, 1), (0, 2), (1, 2)],
    "values in the same sets": [(0, 1), (0, 1, 2), (2,), (2,)],
}
OPTIONS = {
    **oracle.OPTIONS,
    "direct": EncoderOptions(encoding="direct"),
    "log": EncoderOptions(encoding="log"),
    "whole domains": EncoderOptions(narrowing=False),
}


@pytest.mark.sample(10)
@pytest.mark.parametrize("sets", SETS.values(), ids=SETS.keys())
@pytest.mark.parametrize("terms", ["", "x", "xy", "xyz", "xyx"])
def test_it_means_what_it_says(sets, terms):
    wanted = {frozenset(each) for each in sets}
    model = Model()
    names = {name: model.int(name, 0, 2) for name in "xyz"}
    said = node("value-sets", tuple(map(frozenset, sets)), *(names[name] for name in terms))
    for each, negated in (
        (said, False),
        (node("not", said), True),
        (node("or", said, node("eq", names["z"], 1)), None),
    ):
        tried = Model(dict(model.ints))
        tried.add(each)
        expected = {
            (values, ())
            for values in product(range(3), repeat=3)
            if (frozenset(dict(zip("xyz", values, strict=True))[name] for name in terms) in wanted) != bool(negated)
            or (negated is None and values[2] == 1)
        }
        assert solutions(tried) == expected
        for name, options in OPTIONS.items():
            assert encoded_solutions(tried, options) == expected, f"{each}, {name}"


def test_holds_and_formula_are_of_sets_of_values():
    assert holds((frozenset((1, 2)),), 1, 2, 1)
    assert not holds((frozenset((1, 2)),), 1)
    assert formula((), node("int", "x")) is node("false")


def size(sets, *domains, narrowing=True):
    model, sink = Model(), Sink()
    terms = [model.int(f"x{at}", domain) for at, domain in enumerate(domains)]
    model.add(node("value-sets", tuple(map(frozenset, sets)), *terms))
    encode(model, sink, EncoderOptions(encoding="direct", narrowing=narrowing))
    return sink.num_vars, sink.flat().count(0)


def test_values_of_the_same_sets_share_a_literal():
    row = [Domain.of(range(4))] * 4
    without = size([(0, 1, 2, 3)], *row)[0]
    assert size([(0, 1), (2, 3)], *row)[0] == without + 1
    assert size([(0, 1, 2), (2, 3), (0, 3)], *row)[0] == without + 3
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert size(pairs, *row)[0] == without + len(pairs) + 4


def test_terms_with_one_value_and_impossible_sets_cost_nothing():
    assert size([(1, 2), (1, 3), (4, 9)], *map(Domain.of, ([1], [2, 3]))) == (2, 1)  # as [(2,), (3,)] would be
    assert size([(1, 2)], *map(Domain.of, ([1], [2], [1]))) == (1, 1)
