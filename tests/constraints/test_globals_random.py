"""Random global and graph constraints against their meaning; some of their terms are undefined somewhere."""

import pytest
from support.constraint_cases import CASES
from support.oracle import encoded_solutions, solutions
from support.random_constraints import RandomArguments

from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.expr import node
from csp2sat.model.model import Model


def random_model(name: str, seed: int) -> Model:
    """One or two constraints of that name, at least one simply required in most models."""
    make = RandomArguments(seed)
    for _ in range(make.random.randint(1, 2)):
        formula, p = node(name, *make.of(name)), make.random.choice(make.bools)
        wrapped = [node("not", formula), node("iff", p, formula), node("or", p, formula), node("imp", formula, p)]
        make.model.add(make.random.choice([formula, formula, formula, formula, *wrapped]))
    return make.model


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", CASES)
def test_random_models(name, seeds):
    found = set()
    for seed in seeds(range(25)):
        model = random_model(name, seed)
        expected = solutions(model)
        for options in (EncoderOptions(), EncoderOptions(narrowing=False, share=False, activate=True)):
            assert encoded_solutions(model, options) == expected, f"seed {seed}: {model}"
        found.add(len(expected))
    assert seeds.only is not None or (0 in found and len(found) > 5), "models are too much alike"
