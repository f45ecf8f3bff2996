"""Clauses in memory of random models: their models, and literals of random formulas and of values, by trying all."""

import pytest
from pysat.solvers import Solver
from support.oracle import assignments
from support.random_csp import RandomCsp

from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError, UsageError
from csp2sat.incremental.clauses import GrowingClauses
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Constraint

ENCODINGS = ("auto", "order", "direct", "log", "compact-order")


def models(clauses):
    """Yield the true literals of one model for each solution; variables without a clause are false."""
    with Solver("g4", bootstrap_with=clauses.clauses) as solver:
        while solver.solve():
            positive = {lit for lit in solver.get_model() if 0 < lit <= clauses.num_vars}
            true = {v if v in positive else -v for v in range(1, clauses.num_vars + 1)}
            yield true
            solver.add_clause(clauses.map.blocking_clause(clauses.map.decode(true)) or [-1])


@pytest.mark.sample(3)
@pytest.mark.parametrize("first", range(0, 1000, 10))
def test_literals_mean_what_they_say(first):
    for seed in range(first, first + 10):
        made = RandomCsp(seed)
        model = made.model()
        formulas = [made._formula(2) for _ in range(3)]
        try:
            clauses = GrowingClauses(model, EncoderOptions(ENCODINGS[seed % 5]))
            literals = [clauses.literal(each) for each in formulas]
            if seed % 3 == 0:
                added = Constraint(made._formula(2))
                clauses.extend([added], {}, [])
                model.constraints.append(added)
            values = {name: clauses.values(name) for name in model.ints}
        except ModelError:  # too large, or without a normal form
            continue
        found = []
        for true in models(clauses):
            ints, bools = clauses.map.decode(true)
            answer = Answer(ints, {name: bools[name] for name in model.bools})
            assert [lit in true for lit in literals] == [bool(evaluate(each, answer)) for each in formulas]
            for name, each in values.items():
                assert [value for value, lit in each.items() if lit in true] == [ints[name]]
            found.append(answer)
        wanted = [a for _, a in assignments(model) if all(evaluate(c.formula, a) for c in model.constraints)]
        assert sorted(map(repr, map(_sorted, found))) == sorted(map(repr, map(_sorted, wanted)))


def _sorted(answer):
    return sorted(answer.ints.items()), sorted(answer.bools.items())


def test_nothing_is_added_after_an_error(monkeypatch):
    model = RandomCsp(1).model()
    clauses = GrowingClauses(model, EncoderOptions("order"))
    monkeypatch.setattr(clauses._encoder, "grow", lambda: (_ for _ in ()).throw(ModelError("too large")))
    with pytest.raises(ModelError, match="too large"):
        clauses.extend([Constraint(model.constraints[0].formula)], {}, [])
    with pytest.raises(UsageError, match="an error has left the clauses incomplete"):
        clauses.literal(model.constraints[0].formula)
