"""element with many clauses, which compares bits: against the meaning, and its size."""

from random import Random
from typing import Literal

import pytest
from support.oracle import encoded_solutions, solutions

from csp2sat.cnf.sink import Sink
from csp2sat.constraints.globals import element
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.ints import order
from csp2sat.model.domain import Domain
from csp2sat.model.expr import Expr, node, term
from csp2sat.model.model import Model


def random_model(random: Random) -> Model:
    """One or two constraints of an index and three integers, most of which have bits, also shifted and mirrored."""
    model = Model()
    index = model.int("i", 0, 4)
    ints = [model.int(name, Domain.of(random.sample(range(-3, 8), random.randint(3, 7)))) for name in "xyz"]

    def item() -> Expr | int:
        x = random.choice(ints)
        return random.choice([x, x, x, term("add", x, random.randint(-2, 2)), term("sub", 3, x), node("mul", 2, x), 5])

    for _ in range(random.randint(1, 2)):
        formula = node("element", "eq", index, item(), *(item() for _ in range(random.randint(2, 4))))
        model.add(random.choice([formula, formula, node("iff", node("le", ints[0], 2), formula)]))
    return model


@pytest.mark.parametrize("encoding", ["order", "direct", "log", "compact-order", "auto"])
def test_bits_of_terms_and_value(monkeypatch, encoding, seeds):
    monkeypatch.setattr(element, "MANY", 0)
    for seed in seeds(range(12)):
        model = random_model(Random(f"{encoding} {seed}"))
        expected = solutions(model)
        for options in (
            EncoderOptions(encoding),
            EncoderOptions(encoding, narrowing=False, share=False, activate=True),
        ):
            assert encoded_solutions(model, options) == expected, f"seed {seed}: {model}"


def clauses_of(count: int, sums: Literal["auto", "partial"]) -> int:
    """Clauses of as many constraints with as many terms of as many values, without those of the codes."""
    sink = Sink()
    sink.coding = EncoderOptions(sums=sums)
    values = range(1, count + 1)
    terms, indices, results = ([order.code(sink, values) for _ in values] for _ in range(3))
    for index in indices:
        for at in values:
            index.eq(at)
    start = sink.flat().count(0)
    for index, value in zip(indices, results, strict=True):
        element.encode(sink, "eq", index, value, *terms)
    return sink.flat().count(0) - start


def test_bits_take_a_tenth_of_the_clauses():
    assert clauses_of(10, "partial") == 10 * 10 * 18
    assert clauses_of(100, "auto") < 100 * 100 * 198 / 10


def test_constants_need_no_bits(monkeypatch):
    monkeypatch.setattr(element, "MANY", 10)
    model = Model()
    index, value = model.int("i", 1, 40), model.int("v", 0, 60)
    model.add(node("element", "eq", index, value, *(at * at % 61 for at in range(40))))
    sinks = [Sink(), Sink()]
    for sink, sums in zip(sinks, ("auto", "partial"), strict=True):
        encode(model, sink, EncoderOptions(sums=sums))
    assert sinks[0].num_vars == sinks[1].num_vars
