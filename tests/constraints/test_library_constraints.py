"""regular, alldifferent_except and diffn, of MiniZinc's library alone: their meaning in every encoding, and more."""

from itertools import product
from random import Random

import pytest
from support.oracle import encoded_solutions, propagated, solutions

from csp2sat.cnf.sink import Sink
from csp2sat.constraints.globals import alldifferent_except, regular
from csp2sat.constraints.globals.diffn import Space
from csp2sat.encoder.options import EncoderOptions
from csp2sat.graphs.automata import Automaton
from csp2sat.ints import order
from csp2sat.ints.spec import ENCODINGS
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model


def random_automaton(rng: Random) -> Automaton:
    states = range(rng.randint(1, 4))
    edges = [(rng.choice(states), rng.randint(-1, 4), rng.choice(states)) for _ in range(rng.randint(0, 14))]
    return Automaton(0, tuple(edges), frozenset(rng.sample(states, rng.randint(0, len(states)))))


def random_model(rng: Random) -> Model:
    """Three integers and a Boolean; one constraint on some of them, required, negated or equivalent to the Boolean."""
    model = Model()
    terms = [model.int(f"x{i}", Domain.of(rng.sample(range(-1, 5), rng.randint(1, 4)))) for i in range(3)]
    p = model.bool("p")
    space = Space(rng.randint(1, 2), rng.random() < 0.5)
    name, data, size = rng.choice(
        [
            ("alldifferent_except", Domain.of(rng.sample(range(-1, 5), rng.randint(0, 3))), rng.randint(0, 4)),
            ("regular", random_automaton(rng), rng.randint(0, 4)),
            ("diffn", space, 2 * space.dimensions * rng.randint(0, 3)),
        ]
    )
    chosen = [*terms, *terms, node("sub", 2, terms[0]), 1, 2]
    formula = node(name, data, *(rng.choice(chosen) for _ in range(size)))
    model.add(rng.choice([formula, formula, node("not", formula), node("iff", p, formula)]))
    return model


@pytest.mark.sample(2)
@pytest.mark.parametrize("encoding", list(ENCODINGS))
def test_random_ones_in_every_encoding(encoding, seeds):
    found = set()
    for seed in seeds(range(60)):
        model = random_model(Random(seed))
        expected = solutions(model)
        for options in (EncoderOptions(encoding), EncoderOptions(encoding, narrowing=False, share=False)):
            assert encoded_solutions(model, options) == expected, f"seed {seed}: {model}"
        found.add(len(expected))
    assert seeds.only is not None or (0 in found and len(found) > 5), "models are too much alike"


WORK = Automaton(
    1, ((1, 1, 2), (2, 1, 3), (3, 2, 1), (2, 2, 1), (1, 2, 1), (3, 3, 4), (4, 2, 1), (2, 3, 4)), frozenset((1, 4))
)
TWO_WAYS = Automaton(
    0, ((0, 1, 0), (0, 1, 1), (1, 2, 2), (0, 2, 0), (2, 1, 2), (2, 2, 2), (2, 3, 1)), frozenset((1, 2))
)


@pytest.mark.parametrize("automaton", [WORK, TWO_WAYS], ids=["deterministic", "not deterministic"])
def test_unit_propagation_finds_every_value_that_is_impossible(automaton):
    rng, sink, domains = Random(3), Sink(), [range(0, 5)] * 5
    codes = [order.code(sink, values) for values in domains]
    regular.encode(sink, automaton, *codes)
    allowed = [word for word in product(*domains) if regular.holds(automaton, *word)]
    lits = {(at, v): codes[at].eq(v) for word in allowed for at, v in enumerate(word)}
    for _ in range(60):
        removed = {key for key in lits if rng.random() < 0.25}
        left = [word for word in allowed if not removed.intersection(enumerate(word))]
        found = propagated(sink.flat(), [-lits[key] for key in removed])
        possible = {key for key, lit in lits.items() if -lit not in found}
        assert possible == {key for word in left for key in enumerate(word)}


def test_states_that_lead_nowhere_take_no_literal():
    sink = Sink()
    codes = [order.code(sink, range(1, 3)) for _ in range(6)]
    before = sink.num_vars
    regular.encode(sink, Automaton(0, ((0, 1, 0), (0, 2, 1), (1, 1, 1), (1, 2, 1)), frozenset((0,))), *codes)
    assert sink.num_vars == before
    assert all(-code.eq(2) in propagated(sink.flat(), []) for code in codes)


def test_a_value_that_may_occur_again_takes_no_clause():
    sizes = []
    for free in (Domain([]), Domain([(0, 2)])):
        sink = Sink()
        alldifferent_except.encode(sink, free, *(order.code(sink, range(4)) for _ in range(3)))
        sizes.append(len(sink.out))
    assert sizes[1] < sizes[0]
