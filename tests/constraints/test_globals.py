"""Global and graph constraints against their meaning, over all assignments of small instances."""

from itertools import product
from random import Random

import pytest
from support.constraint_cases import CASES, NAMED, model_of
from support.oracle import OPTIONS, encoded_solutions, propagated, solutions

from csp2sat.cnf.sink import Sink
from csp2sat.encoder.normalize.definitions import DEFINITIONS
from csp2sat.encoder.options import EncoderOptions
from csp2sat.ints import order
from csp2sat.ints.order import constant
from csp2sat.languages.csp.constraints import FORMS
from csp2sat.model.constraint import CONSTRAINTS
from csp2sat.model.expr import bool_var, node
from csp2sat.model.ops import OPS


@pytest.mark.sample(4, each=r"\S+")  # of each constraint
@pytest.mark.parametrize("formula", NAMED.values(), ids=NAMED.keys())
def test_required(formula):
    model = model_of(formula)
    expected = solutions(model)
    for name, options in OPTIONS.items():
        assert encoded_solutions(model, options) == expected, name


@pytest.mark.sample(3, each=r"\S+")  # of each constraint
@pytest.mark.parametrize("formula", NAMED.values(), ids=NAMED.keys())
def test_negated(formula):
    model = model_of(node("not", formula))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)


@pytest.mark.sample(3, each=r"\S+")  # of each constraint
@pytest.mark.parametrize("formula", NAMED.values(), ids=NAMED.keys())
def test_as_an_equivalence(formula):
    model = model_of(node("iff", bool_var("t"), formula))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)


def test_there_are_cases_for_every_constraint_of_the_language():
    assert {form.constraint for form in FORMS.values()} == set(CASES)


TABLE = ((1, 3, 0), (2, 0, 2), (0, 0, 0), (1, 1, 3), (1, 2, 2), (3, 3, 3), (0, 3, 1))
CONSISTENT = {
    "extension-supports": ("extension-supports", (TABLE,), [range(-1, 5)] * 3, ()),
    "any value": ("extension-supports", ((*TABLE, (2, None, 1), (None, 1, 1)),), [range(-1, 5)] * 3, ()),
    "element of constants": ("element", ("eq",), [range(1, 6), range(-1, 9)], (2, 7, 3, 2, 0)),
}


@pytest.mark.parametrize("name, data, domains, constants", CONSISTENT.values(), ids=CONSISTENT.keys())
def test_unit_propagation_finds_every_value_that_is_impossible(name, data, domains, constants):
    sink, rng = Sink(), Random(2)
    codes = [order.code(sink, values) for values in domains]
    CONSTRAINTS[name].encode(sink, *data, *codes, *(constant(sink, value) for value in constants))
    allowed = [row for row in product(*domains) if CONSTRAINTS[name].holds(*data, *row, *constants)]
    lits = {(at, v): codes[at].eq(v) for row in allowed for at, v in enumerate(row)}
    for _ in range(60):
        removed = {key for key in lits if rng.random() < 0.2}
        left = [row for row in allowed if not removed.intersection(enumerate(row))]
        found = propagated(sink.flat(), [-lits[key] for key in removed])
        assert {key for key, lit in lits.items() if -lit not in found} == {
            key for row in left for key in enumerate(row)
        }


def test_no_name_is_that_of_an_operator():
    """The encoder would take an operator, or a definition of its own, for the constraint."""
    assert not {*CONSTRAINTS} & {*OPS, *DEFINITIONS}
