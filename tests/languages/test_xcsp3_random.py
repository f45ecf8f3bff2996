"""Random XCSP3 constraints in every form of the format; their meanings share no code with the reader."""

import random

import pytest
from support.oracle import encoded_solutions
from support.random_xcsp3 import RandomFile, Undefined
from support.random_xcsp3_constraints import CONSTRAINTS
from support.random_xcsp3_forms import FORMS
from support.random_xcsp3_structure import STRUCTURE, objective

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.xcsp3 import read
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer

SEEDS = range(40)
HEAD, END = '<instance format="XCSP3" type="CSP">', "</instance>"


@pytest.mark.sample(1, each=r"[a-z_]+")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("constraint", (*CONSTRAINTS, *FORMS, *STRUCTURE), ids=lambda constraint: constraint.__name__)
def test_a_random_constraint_has_its_solutions(constraint, seed):
    file = RandomFile(random.Random(f"{constraint.__name__} {seed}"))
    written = constraint(file)
    text = f"{HEAD} {file.variables()} <constraints> {written.text} </constraints> {END}"
    expected = {tuple(values.values()) for values in file.assignments() if written.value(values)}
    found = {ints for ints, _ in encoded_solutions(read(Source("f.xml", text)), EncoderOptions())}
    assert found == expected, text


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(120))
def test_a_random_objective_has_its_values(seed):
    file = RandomFile(random.Random(f"objective {seed}"))
    written = objective(file)
    text = f"{HEAD} {file.variables()} <objectives> <{written.text}/minimize> </objectives> {END}"
    model = read(Source("f.xml", text))
    for values in file.assignments():
        try:
            expected = written.value(values)
        except Undefined:
            expected = None
        assert evaluate(model.objective.term, Answer(dict(values), {})) == expected, (text, values)
