"""Random XCSP3 constraints against their meanings, which share no code with the reader."""

import random

import pytest
from support.oracle import encoded_solutions
from support.random_xcsp3 import RandomFile
from support.random_xcsp3_constraints import CONSTRAINTS

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.xcsp3 import read

SEEDS = range(40)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("constraint", CONSTRAINTS, ids=lambda constraint: constraint.__name__)
def test_a_random_constraint_has_its_solutions(constraint, seed):
    file = RandomFile(random.Random(f"{constraint.__name__} {seed}"))
    written = constraint(file)
    head, end = '<instance format="XCSP3" type="CSP">', "</constraints> </instance>"
    text = f"{head} {file.variables()} <constraints> {written.text} {end}"
    expected = {tuple(values.values()) for values in file.assignments() if written.value(values)}
    found = {ints for ints, _ in encoded_solutions(read(Source("f.xml", text)), EncoderOptions())}
    assert found == expected, text
