"""Boolean variables that share their literals: no new variables, no clauses, and all solutions."""

from itertools import pairwise, product
from random import Random

import pytest
from support.oracle import encoded_solutions, solutions

from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.expr import any_of, node
from csp2sat.model.model import Model


def model_of(*facts):
    """Variables p, q, r, s; facts: made of a model's variables."""
    model = Model()
    p, q, r, s = (model.bool(name) for name in "pqrs")
    for fact in facts:
        model.add(fact(p, q, r, s))
    return model


FACTS = [
    lambda p, q, r, s: p,
    lambda p, q, r, s: ~q,
    lambda p, q, r, s: node("iff", p, q),
    lambda p, q, r, s: node("xor", q, r),
    lambda p, q, r, s: node("iff", ~r, ~p),
    lambda p, q, r, s: node("iff", s, ~s),
    lambda p, q, r, s: node("iff", s, node("and", p, r)),
    lambda p, q, r, s: any_of((p, ~q, s)),
    lambda p, q, r, s: node("xor", p, node("xor", r, s)),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_facts_lose_and_add_no_solution(count):
    for facts in product(FACTS, repeat=count):
        model = model_of(*facts)
        assert encoded_solutions(model, EncoderOptions()) == solutions(model)


def test_no_variable_and_no_clause_for_what_is_shared():
    sink = Sink()
    model = model_of(FACTS[0], FACTS[3], lambda p, q, r, s: node("iff", s, r), FACTS[7])  # p, q != r, s = r
    records = {record["bool"]: record["lit"] for record in encode(model, sink, EncoderOptions())}
    assert records == {"p": 1, "q": 2, "r": -2, "s": -2}
    assert (sink.num_vars, sink.out) == (2, [])


def test_each_has_its_own_where_nothing_is_to_be_propagated():
    sink = Sink()
    encode(model_of(FACTS[0], FACTS[2]), sink, EncoderOptions(narrowing=False))
    assert sink.num_vars == 5


COMPARISONS = [
    lambda p, q, x, y: node("iff", p, node("eq", x, 1)),
    lambda p, q, x, y: node("iff", node("le", x, 1), ~p),
    lambda p, q, x, y: node("iff", q, node("ne", y, 2)),
    lambda p, q, x, y: ~node("iff", q, node("ge", 2 * y, 3)),
    lambda p, q, x, y: node("iff", q, node("eq", x, 7)),
    lambda p, q, x, y: node("xor", p, q),
    lambda p, q, x, y: p,
    lambda p, q, x, y: node("eq", x, y),
    lambda p, q, x, y: node("iff", q, node("lt", x, y)),
    lambda p, q, x, y: node("le", x + y, 2),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("count", [1, 2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("encoding", ["order", "log"])
def test_variables_that_say_what_a_comparison_says(count, encoding):
    for facts in product(COMPARISONS, repeat=count):
        model = Model()
        p, q, x, y = model.bool("p"), model.bool("q"), model.int("x", 0, 2), model.int("y", 0, 2)
        for fact in facts:
            model.add(fact(p, q, x, y))
        assert encoded_solutions(model, EncoderOptions(encoding)) == solutions(model)


def test_the_literal_of_a_comparison_is_shared():
    sink, model = Sink(), Model()
    p, x = model.bool("p"), model.int("x", 0, 2)
    model.add(node("iff", p, node("le", x, 0)))
    encode(model, sink, EncoderOptions())
    assert (sink.num_vars, sink.out) == (3, [])


def test_a_contradiction_is_written():
    model = model_of(FACTS[2], FACTS[3], FACTS[4])
    assert encoded_solutions(model, EncoderOptions()) == set()


def test_a_long_chain_takes_linear_time():
    model, random = Model(), Random(1)
    variables = [model.bool(f"b{number}") for number in range(30_000)]
    links = [node("xor", one, other) for one, other in pairwise(variables)]
    random.shuffle(links)
    for link in links:
        model.add(link)
    sink = Sink()
    records = encode(model, sink, EncoderOptions())
    assert sink.num_vars == 2
    assert [record["lit"] * (-1) ** at for at, record in enumerate(records)] in ([2] * 30_000, [-2] * 30_000)
