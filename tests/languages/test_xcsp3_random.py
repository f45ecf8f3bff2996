"""Random XCSP3 constraints in every form of the format; their meanings share no code with the reader."""

import random

import fuzz_xcsp3
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


def test_the_solutions_that_a_peer_lists():
    said = "v <instantiation type='solution'>\nv <list> x[0] v </list>\nv <values> 1 * </values>\nv </instantiation>\n"
    assert set(fuzz_xcsp3.listed(said, {"x[0]": [0, 1], "v": [3, 4], "w": [5]})) == {(1, 3, 5), (1, 4, 5)}


def test_brute_force_is_met_by_csp2sat_alone(tmp_path):
    instance = fuzz_xcsp3.optimized(3)
    assert fuzz_xcsp3.tried(instance, 3, {}, None, tmp_path, None) == {"csp2sat": "equal"}
    assert not fuzz_xcsp3.same(fuzz_xcsp3.Best(instance.expected.value - 1), instance.expected)


def test_a_peer_with_a_solution_where_brute_force_has_none_is_right_if_the_checker_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(fuzz_xcsp3, "checked", lambda _, row, *__: "OK\t4" if row else "INVALID")
    instance = fuzz_xcsp3.optimized(3)._replace(expected=fuzz_xcsp3.Best(None))
    assert fuzz_xcsp3.judged(instance, fuzz_xcsp3.Best(4, (1, 2)), tmp_path, tmp_path) == "the peer"
