"""The objective's code: in every model of the CNF it has the value of the term, and its literals bound it."""

import pytest
from pysat.solvers import Solver
from support.mixed_encodings import NAMES, low_thresholds
from support.oracle import OPTIONS, solutions

from csp2sat import decoder
from csp2sat.base.source import Source
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError, ModelError
from csp2sat.ints.direct import DirectReader
from csp2sat.model.domain import Domain
from csp2sat.model.expr import bool_var, int_var, node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model, Objective

X, Y, P = int_var("x"), int_var("y"), bool_var("p")
TERMS = {
    "a variable": X,
    "an equal variable": Y,
    "a constant": 7,
    "the opposite": node("neg", X),
    "a multiple": node("add", node("mul", 3, X), 1),
    "a sum": node("sub", X, node("mul", 2, Y)),
    "a product": node("mul", X, Y),
    "a choice of constants": node("if", P, 3, -4),
    "a choice of 3 and 0": node("if", P, 3, 0),
    "a choice of 0 and 1": node("if", node("lt", X, Y), 0, 1),
    "a quotient": node("div", Y, X),
    "a maximum": node("max", X, Y, 2),
}


def small(term, goal="minimize") -> Model:
    model = Model()
    model.int("x", Domain([(-2, 2)]))
    model.int("y", Domain.of([-1, 0, 3, 4]))
    model.bool("p")
    model.add(node("or", node("ne", X, Y), P))
    model.objective = Objective(goal, term)
    return model


def encoded(model, options):
    """The clauses, the map, and the literals to be assumed."""
    sink = Sink()
    records = encode(model, sink, options)
    header = {"variables": sink.num_vars, "cnf": "sha256:", "records": len(model.ints) + len(model.bools)}
    map_ = decoder.read(Source("m.map", decoder.write(header, records)))
    return (
        [*clauses(sink.flat()), [sink.num_vars, -sink.num_vars]],
        map_,
        [r["activation"] for r in records if "activation" in r],
    )


def named(model, ints, bools) -> Answer:
    return Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS.keys())
def test_the_code_is_the_term(term, options):
    model = small(term, "maximize")
    cnf, map_, active = encoded(model, options)
    found = set()
    with Solver("minisat22", bootstrap_with=cnf) as solver:
        while solver.solve(assumptions=active):
            literals = solver.get_model()
            answer = map_.decode(literals)
            assert map_.objective.value(literals) == evaluate(term, answer)
            found.add((tuple(answer.ints.values()), tuple(answer.bools.values())))
            solver.add_clause(map_.blocking_clause(answer))
    expected = solutions(Model(model.ints, model.bools, model.constraints))
    defined = {(ints, bools) for ints, bools in expected if evaluate(term, named(model, ints, bools)) is not None}
    assert found == defined
    assert map_.objective.goal == "maximize"


@pytest.mark.sample(27)
@pytest.mark.parametrize("goal", ["minimize", "maximize"])
@pytest.mark.parametrize("encoding", NAMES)
@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS.keys())
def test_clauses_bound_the_term(term, encoding, goal):
    model, starts = small(term, goal), set()
    with low_thresholds():
        cnf, map_, _ = encoded(model, EncoderOptions(encoding))
        cost = map_.objective
        assert [cost.steps.of(cost.steps.value(step)) for step in range(cost.steps.last + 1)] == [
            *range(cost.steps.last + 1)
        ]
        with Solver("minisat22", bootstrap_with=cnf) as solver:
            while solver.solve():
                true = set(literals := solver.get_model())
                value = cost.value(literals)
                here = cost.steps.of(value)
                starts.add(value - sum(weight for weight, lit in cost.code.steps() if lit in true))
                for step in range(cost.steps.last + 1):
                    good = all(not true.isdisjoint(clause) for clause in cost.as_good(step))
                    assert good == (here <= step)
                    if step < cost.steps.last:
                        assert all(not true.isdisjoint(clause) for clause in cost.worse(step)) == (here > step)
                solver.add_clause(map_.blocking_clause(map_.decode(literals)))
    assert len(starts) == 1


@pytest.mark.parametrize("goal", ["minimize", "maximize"])
@pytest.mark.parametrize("encoding", NAMES)
def test_the_worst_value_takes_no_clause(encoding, goal):
    """So an UNSAT for it refutes all solutions.  The values are no power of a base less one."""
    model = Model()
    model.int("x", Domain([(3, 101)]))
    model.objective = Objective(goal, X)
    with low_thresholds():
        _, map_, _ = encoded(model, EncoderOptions(encoding))
    assert map_.objective.as_good(map_.objective.steps.last) == []
    assert map_.objective.as_good(map_.objective.steps.last - 1)


def test_direct_codes_have_bounds_too():
    code = DirectReader(Domain.of([2, 5, 9]), 7)
    assert [code.at_most(value) for value in (2, 5, 9)] == [[[7]], [[7, 8]], []]
    assert [code.at_least(value) for value in (2, 5, 9)] == [[], [[8, 9]], [[9]]]
    assert list(code.steps()) == [(0, 7), (3, 8), (7, 9)]


def test_a_variable_keeps_its_own_literals():
    _, map_, _ = encoded(small(X), EncoderOptions())
    assert map_.objective.code == map_.ints["x"]


def test_an_equal_variable_is_its_twin():
    model = small(Y)
    model.int("z", Domain([(0, 9)]))
    model.add(node("eq", node("add", Y, 5), int_var("z")))
    model.objective = Objective("minimize", int_var("z"))
    _, map_, _ = encoded(model, EncoderOptions())
    assert map_.objective.code == map_.ints["z"]
    assert map_.ints["z"].first == map_.ints["y"].first
    assert list(map_.ints["z"].values) == [4, 5, 8, 9]


def test_soft_constraints_are_left_out():
    model = small(X)
    hard = encoded(model, EncoderOptions())[0]
    model.soft.append((3, (node("eq", X, 1), None)))
    assert encoded(model, EncoderOptions())[0] == hard


def test_an_objective_that_cannot_be_encoded_is_refused():
    model = small(int_var("nowhere"))
    with pytest.raises(ModelError, match="the objective: integer variable nowhere is not declared"):
        encode(model, Sink())
    far = model.int("far", Domain([(0, 10**6)]))
    model.objective = Objective("minimize", node("add", node("mul", 9, far), X))
    with pytest.raises(ModelError, match=r"^the objective: \(add \(mul 9 far\) x\) has 9000005 values; the order"):
        encode(model, Sink())


HEADER = '{"format": "csp2sat map", "version": 1, "variables": 9, "cnf": "sha256:", "records": 0}\n'
RECORD = '{"objective": "minimize", "values": [[0, 3]], "code": "order", "first": 4}\n'
WRONG = {
    "beyond": (RECORD.replace("4}", "8}"), "m.map:2:1: the record of the objective does not fit the map's number"),
    "another goal": (RECORD.replace("minimize", "improve"), "m.map:2:1: a record that this program cannot decode"),
    "two": (RECORD * 2, "m.map:3:1: a record that this program cannot decode"),
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_damaged_records(text, message):
    with pytest.raises(InputError) as info:
        decoder.read(Source("m.map", HEADER + text))
    assert str(info.value).startswith(message)


def test_a_map_without_an_objective():
    assert decoder.read(Source("m.map", HEADER)).objective is None
    assert decoder.read(Source("m.map", HEADER + RECORD)).objective.value([4, 5, 6]) == 0
